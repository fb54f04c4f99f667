// One document, some entries: the locked part of apply, also used at once by the memory tool.

import { AppError, type ErrorCode } from "../../base/index.ts";
import type { DocumentRef } from "../../knowledge/index.ts";
import type { Change, Receipt } from "../../schema/index.ts";
import type { Deps } from "../records/deps.ts";
import { type Edited, editText, type Item, type Outcome, type Past } from "./edit.ts";
import { askLedger, BEYOND, type Ledger, newestFirst } from "../records/ledger.ts";
import { commitPage, type Page, withPage } from "./page.ts";
import { changedOutside } from "./outsideEdits.ts";
import { newerBelow } from "./newerBelow.ts";
import { stage, unseen } from "./staging.ts";

export interface Written {
  readonly receipts: Receipt[];
  /** Entries that need not be tried again: applied, unchanged or staged. */
  readonly settled: Set<string>;
}

/** Errors that no retry mends: the entries go to staging, where a person sees them. */
const NEEDS_A_PERSON = new Set<ErrorCode>(["NOT_UTF8", "NOT_A_FILE", "TOO_LARGE", "BAD_PATH"]);

export async function writeDocument(deps: Deps, document: DocumentRef, items: readonly Item[]): Promise<Written> {
  let outcomes: Outcome[];
  try {
    const locked = await withPage(deps, document, (page) => editPage(deps, page, items));
    if (locked.kind === "busy") return stillPending(document, items);
    outcomes = locked.value;
  } catch (error) {
    if (!(error instanceof AppError) || !NEEDS_A_PERSON.has(error.code)) throw error;
    const receipts = await stage(deps, { document, items, code: error.code, why: error.message });
    return { receipts, settled: new Set(items.map((item) => item.id)) };
  }
  return settle(deps, document, items, outcomes);
}

export async function dryRun(deps: Deps, document: DocumentRef, items: readonly Item[]): Promise<Written> {
  const locked = await withPage(deps, document, async (page) => (await editOf(deps, page, items)).outcomes);
  if (locked.kind === "busy") return stillPending(document, items);
  const receipts = items.map((item, index): Receipt => {
    const { undo: _, ...receipt } = receiptOf(document, item, locked.value[index] as Outcome);
    return { ...receipt, why: receipt.why ?? "dry run: nothing was written" };
  });
  return { receipts, settled: new Set() };
}

export async function editPage(deps: Deps, page: Page, items: readonly Item[]): Promise<Outcome[]> {
  const edited = await editOf(deps, page, items);
  const refusal = edited.text === page.text || edited.text === null ? null : validate(deps, page.document, edited.text);
  if (refusal !== null) {
    return edited.outcomes.map((outcome): Outcome =>
      outcome.kind === "applied" ? { kind: "failed", code: "VALIDATOR", why: refusal, before: outcome.before } : outcome,
    );
  }
  if (edited.changes.length > 0) await commitPage(page, edited.text, edited.changes);
  return edited.outcomes;
}

/** What the entries would make of the page, by its ledger. */
export async function editOf(deps: Deps, page: Page, items: readonly Item[]): Promise<Edited> {
  const ids = items.map(({ id }) => id);
  const applied = await page.store.entriesIn(page.ledger.place, ids);
  const now = deps.clock.now().toISOString();
  return askLedger(page.store, page.ledger, (ledger) => {
    let isBeyond = false;
    const known = <T>(answer: T | typeof BEYOND, otherwise: T): T => {
      isBeyond ||= answer === BEYOND;
      return answer === BEYOND ? otherwise : answer;
    };
    const past: Past = {
      changedOutside: (entry) => known(changedOutside(everyChange(page, ledger), entry), false),
      newerBelow: (entry, asked) => known(newerBelow(everyChange(page, ledger), entry, asked), []),
    };
    const edited = editText(page.text, items, { applied, now, ...past });
    return isBeyond ? BEYOND : edited;
  });
}

function* everyChange(page: Page, ledger: Ledger): Iterable<Change | typeof BEYOND> {
  yield* page.hand;
  yield* newestFirst(ledger);
}

/** Why the document may not look like that; null: it may. */
export function validate(deps: Deps, document: DocumentRef, text: string): string | null {
  for (const validator of deps.validators) {
    const why = validator.check(document, text);
    if (why !== null) return `${validator.name}: ${why}`;
  }
  return null;
}

async function settle(deps: Deps, document: DocumentRef, items: readonly Item[], outcomes: readonly Outcome[]): Promise<Written> {
  const receipts: Receipt[] = [];
  const failures = new Map<string, { code: ErrorCode; why: string; items: Item[] }>();
  for (const [index, item] of items.entries()) {
    const outcome = outcomes[index] as Outcome;
    if (outcome.kind === "failed") {
      const { code, why } = outcome;
      const failure = failures.get(`${code} ${why}`) ?? { code, why, items: [] };
      failures.set(`${code} ${why}`, { ...failure, items: [...failure.items, item] });
    } else receipts.push(receiptOf(document, item, outcome));
  }
  for (const failure of failures.values()) receipts.push(...(await stage(deps, { document, ...failure })));
  return { receipts, settled: new Set(items.map((item) => item.id)) };
}

export function receiptOf(document: DocumentRef, item: Item, outcome: Outcome): Receipt {
  const base = { entry: item.id, document: document.key, heading: item.entry.key.heading, before: outcome.before };
  switch (outcome.kind) {
    case "applied":
      return { ...base, status: "applied", after: outcome.after, undo: outcome.change.id };
    case "considered":
      return { ...base, status: "unchanged", after: outcome.before, why: "considered, not modified" };
    case "unchanged":
      return { ...base, status: "unchanged", after: outcome.before, why: outcome.why };
    case "failed":
      return { ...base, status: "staged", after: outcome.before, why: `${outcome.code}: ${outcome.why}` };
  }
}

/** Only the race for the lock was lost: nothing is there for a person to resolve, so it stays pending (X36). */
function stillPending({ key }: DocumentRef, items: readonly Item[]): Written {
  const why = "LOCKED: another process holds the document; the entry stays pending";
  return { receipts: items.map((item) => unseen(item, key, "pending", why)), settled: new Set() };
}
