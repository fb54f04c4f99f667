// How receipts and lists are shown: one JSON value for programs, short lines for people.

import type { Receipt } from "../../schema/index.ts";
import { shortId } from "./columns.ts";
import type { Call } from "./command.ts";
import { padTo } from "./width.ts";

export function printJson(call: Call, value: unknown): void {
  call.terminal.print(`${JSON.stringify(value, null, 2)}\n`);
}

/** Of a noun, what programs are told. */
export function picked<T extends object, K extends keyof T>(noun: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, noun[key]])) as Pick<T, K>;
}

/** `applied`: what an applied change is called here. */
export function printReceipts(call: Call, receipts: readonly Receipt[], applied = "applied"): void {
  for (const receipt of receipts) call.terminal.print(`${receiptLine(call, receipt, applied)}\n`);
}

export function receiptLine(call: Call, receipt: Receipt, applied = "applied"): string {
  const { colour, isScreen, words } = call.terminal;
  const named = (id: string) => (isScreen ? shortId(id) : id);
  const paint = {
    applied: colour.green,
    unchanged: colour.dim,
    pending: colour.yellow,
    proposed: colour.yellow,
    staged: colour.red,
    refused: colour.red,
  }[receipt.status];
  const notes = [
    receipt.why === undefined ? undefined : words.reading(receipt.why),
    receipt.overflow === undefined
      ? undefined
      : words`${receipt.overflow.chars} characters over budget moved to ${receipt.overflow.moved_to}`,
    receipt.staged === undefined ? undefined : words`see ${receipt.staged}`,
    receipt.undo === undefined ? undefined : words`undo: codicil undo ${named(receipt.undo)}`,
  ].filter((note) => note !== undefined);
  const status = receipt.status === "applied" ? applied : receipt.status;
  return (
    `${paint(padTo(words.of(status), 9))} ${receipt.document} ${JSON.stringify(receipt.heading)} ${colour.dim(named(receipt.entry))}` +
    `${notes.length === 0 ? "" : `\n          ${notes.join("\n          ")}`}`
  );
}

/** 2 where a person's decision is missing or was against it, 4 where something went to staging, 0 otherwise. */
export function exitFor(receipts: readonly Receipt[]): number {
  if (receipts.some((receipt) => receipt.status === "staged")) return 4;
  return receipts.some((receipt) => receipt.status === "refused") ? 2 : 0;
}
