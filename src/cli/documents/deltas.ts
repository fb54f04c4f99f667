import { AppError } from "../../base/index.ts";
import { apply as applyPending, flush as flushSession, validate as validateFile } from "../../mind/documents/remember.ts";
import { conflicts, resolve as resolveStaged, type Take } from "../../mind/documents/review.ts";
import { exitFor, printJson, printReceipts } from "../terminal/answer.ts";
import { type Call, flag, text } from "../terminal/command.ts";
import type { Mind } from "../../mind/open.ts";
import { byCommand } from "../terminal/person.ts";
import { conflictCards } from "../review/conflictCards.ts";
import { walk } from "../review/walk.ts";
import { oneOf } from "../terminal/given.ts";
import type { Words } from "../terminal/translated.ts";

export async function flush(call: Call): Promise<number> {
  const receipts = await flushSession(await call.mind(), text(call, "session"));
  if (call.json) printJson(call, receipts);
  else if (receipts.length === 0) call.terminal.say(call.terminal.words`nothing was planned`);
  else printReceipts(call, receipts);
  return exitFor(receipts);
}

export async function apply(call: Call): Promise<number> {
  const { receipts, problems } = await applyPending(await call.mind(), { dryRun: flag(call, "dry-run"), only: text(call, "file") });
  const [first] = problems;
  // Where nothing could be read at all, a script gets the error, and no empty list.
  if (call.json) printJson(call, receipts.length === 0 && first !== undefined ? first.error.toJSON() : receipts);
  else if (receipts.length === 0 && problems.length === 0) call.terminal.say(call.terminal.words`nothing is pending`);
  else printReceipts(call, receipts);
  for (const { file, error } of problems) {
    const { message, hint } = call.terminal.words.error(error);
    call.terminal.say(
      `${call.terminal.colour.red(error.code)} ${error.file ?? file}${error.line === undefined ? "" : `:${error.line}`}: ${message}`,
    );
    call.terminal.say(`  ${hint ?? call.terminal.words`It was left as it is.`}`);
  }
  return first?.error.exit ?? exitFor(receipts);
}

export async function resolve(call: Call): Promise<number> {
  const mind = await call.mind();
  const [name] = call.args;
  const take = oneOf(text(call, "take"), ["entry", "document", "both"] as const, "--take") as Take | undefined;
  if (take !== undefined) {
    const receipts = await resolveStaged(mind, name ?? (await onlyConflict(mind)), {
      take,
      entry: text(call, "entry"),
      person: byCommand(),
    });
    if (call.json) printJson(call, receipts);
    else printReceipts(call, receipts);
    return receipts.some((receipt) => receipt.status === "staged") ? 4 : 0;
  }
  const found = await conflicts(mind, name);
  if (found.length === 0)
    throw new AppError("NOT_FOUND", name === undefined ? "there is no conflict" : `nothing in staging belongs to ${name}`, {
      hint: "codicil status lists what is staged.",
    });
  if (call.terminal.isInteractive && !call.json) return (await walk(call, conflictCards(call, mind, found, byCommand()))) > 0 ? 2 : 0;
  if (call.json) printJson(call, found);
  else {
    const { words } = call.terminal;
    for (const each of found) {
      call.terminal.print(
        `${each.file}  ${each.code}: ${words.error(each).message}\n  ${each.id} ${words.of(each.operation)} ${each.document} ` +
          `${JSON.stringify(each.heading)}\n${indent(words, "entry", each.content)}${indent(words, "document", each.present)}`,
      );
    }
  }
  call.terminal.say(call.terminal.words`choose with --take entry, --take document or --take both`);
  return 2;
}

/** Nobody has to name the one that there is. */
async function onlyConflict(mind: Mind): Promise<string> {
  const files = [...new Set((await conflicts(mind)).map(({ file }) => file))];
  const [only] = files;
  if (only === undefined) throw new AppError("NOT_FOUND", "there is no conflict", { hint: "codicil status lists what is staged." });
  if (files.length === 1) return only;
  throw new AppError("BAD_USAGE", `there are ${files.length} conflicts: name one`, { hint: `codicil resolve ${only} --take …` });
}

export async function validate(call: Call): Promise<number> {
  const { words } = call.terminal;
  const checked = await validateFile(await call.mind(), call.args[0] ?? "");
  if (call.json) printJson(call, checked);
  else {
    const form = checked.notes.length === 0 ? words`fine` : words`well formed`;
    call.terminal.print(`${words`${checked.file}: version ${checked.version}, ${checked.entries} entries, ${form}`}\n`);
    for (const { line, message } of checked.notes)
      call.terminal.print(`  ${line === undefined ? "" : words`line ${line}: `}${words.reading(message)}\n`);
  }
  return 0;
}

function indent(words: Words, label: "entry" | "document", content: string | null): string {
  const lines = content === null ? [words`(none)`] : content.trimEnd().split("\n");
  return `    ${words.of(label)}:\n${lines.map((line) => `      ${line}`).join("\n")}\n`;
}
