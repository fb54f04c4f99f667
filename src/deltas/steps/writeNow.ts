// The memory tool's way: an entry that is applied at once where the role's commit policy is `direct` (X3), within the
// role's budget (X11). Where memory is full, the least valuable of the agent's own lines make room (makeRoom.ts); what does
// not fit even then moves to the archive document itself.

import { AppError, countChars, given } from "../../base/index.ts";
import { budgetOf, documentAt, type DocumentRef, isOwnDocument, ownTwin } from "../../knowledge/index.ts";
import type { Entry, Receipt } from "../../schema/index.ts";
import { commonOf, mustWait } from "../../store/index.ts";
import { type Deps, home } from "../records/deps.ts";
import { editText, type Item, NO_PAST, type Outcome } from "../editing/edit.ts";
import { EXCHANGES, withoutExchanges } from "../history/exchanges.ts";
import { readJournal, writeSettled } from "../records/journal.ts";
import { splicesOf } from "../records/ledger.ts";
import { type Leaving, leavingOrder } from "./makeRoom.ts";
import { type Page, wholeLedger, withPage } from "../editing/page.ts";
import { journalPrepared, type PlanRequest, type Prepared, prepare } from "./plan.ts";
import { asPlanned, stage } from "../editing/staging.ts";
import { noteUnsent } from "../records/unsentNote.ts";
import { editPage, receiptOf, writeDocument } from "../editing/writeDocument.ts";

/** `once`: lines that are to be appended, and that the section has already, are not added again. */
export async function writeNow(deps: Deps, request: PlanRequest, { once = false } = {}): Promise<Receipt> {
  const prepared = await triedBefore(deps, request.session, await prepare(deps, request));
  // The journal first: a crash between here and the commit leaves an entry that the next flush applies.
  if (!prepared.isKnown) await journalPrepared(deps, request.session, prepared);
  const { target, entry, policy, receipt } = prepared;
  if (entry === null || policy !== "direct" || target.kind !== "document") return receipt;
  const written = await writeOrWait(deps, request.session, target.document, { id: receipt.entry, entry, once });
  if (written.status === "pending") return written;
  await writeSettled(deps, request.session, [receipt.entry], written.status === "staged" ? "staged" : "applied");
  const { why, quarantined, taint } = receipt;
  return { ...written, ...given({ taint, why: written.why ?? why, quarantined }) };
}

/** A retry, after an answer that was lost or an entry that had to wait, is the same entry: it is found in the session's journal. */
async function triedBefore(deps: Deps, session: string, prepared: Prepared): Promise<Prepared & { readonly isKnown: boolean }> {
  const { entry, held, receipt } = prepared;
  if (entry === null || held !== null || !isInCommon(deps)) return { ...prepared, isKnown: false };
  const same = (await readJournal(deps, session)).open.find((each) => wordsOf(each.entry) === wordsOf(entry));
  return same === undefined
    ? { ...prepared, isKnown: false }
    : { ...prepared, entry: same.entry, receipt: { ...receipt, entry: same.id }, isKnown: true };
}

function wordsOf({ key, operation, content, old, scope, meta }: Entry): string {
  return JSON.stringify([key, operation, content, old, scope, meta.origin]);
}

function isInCommon(deps: Deps): boolean {
  return commonOf(home(deps)) !== null;
}

/** Somebody saves the document at the same moment. What was done of it before is known by its ids and not done twice. */
const TRIES = 5;

/** Where it is not taken now, the entry is in the journal, and that is the answer: it is applied later. */
async function writeOrWait(deps: Deps, session: string, document: DocumentRef, item: Item): Promise<Receipt> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await writeWithin(deps, document, item);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const isStale = error.code === "STALE";
      if (isStale && attempt < TRIES) continue;
      const isAway = mustWait(error) && isInCommon(deps);
      if (!isStale && !isAway) throw error;
      if (isAway) noteUnsent(deps, session);
      const later = isAway ? "this machine's journal and is applied when the database takes it" : "the journal and is applied later";
      return { ...asPlanned(item, document.key, "pending"), why: `${error.code}: ${error.message}; the entry is in ${later}` };
    }
  }
}

async function writeWithin(deps: Deps, document: DocumentRef, item: Item): Promise<Receipt> {
  const budget = budgetOf(document.role, deps.environment.config);
  if (budget === null || isRawLog(document, item)) return only(await writeDocument(deps, document, [item]));
  const locked = await withPage(deps, document, async (page): Promise<Receipt> => {
    const share = fit(page, item, budget);
    if (share.moved === "") return commitOne(deps, page, item);
    const why = `TOO_LARGE: ${document.key} would have more than ${budget} characters (over_budget: reject)`;
    if (deps.environment.config.over_budget === "reject") return { ...asPlanned(item, document.key, "refused"), why };
    const archive = archiveFor(deps, document);
    const leaving = document.role === "memory" ? await roomFor(page, item, budget) : [];
    if (leaving.length > 0) return moveOut(deps, page, { item, leaving, archive });
    const rest = overflowOf(item, archive, { heading: item.entry.key.heading, content: share.moved });
    await writeDocument(deps, archive, [{ id: `${item.id}.overflow`, entry: rest }]);
    const shortened = { ...item, entry: { ...item.entry, content: share.kept } };
    const kept = share.kept === "" ? asPlanned(item, document.key, "unchanged") : await commitOne(deps, page, shortened);
    return { ...kept, status: "applied", overflow: { moved_to: archive.key, chars: countChars(share.moved) } };
  });
  if (locked.kind === "done") return locked.value;
  const why = "LOCKED: another process holds the document; the entry stays in the journal";
  return { ...asPlanned(item, document.key, "pending"), why };
}

/** What of an entry goes to the archive. */
function overflowOf({ entry }: Item, archive: DocumentRef, { heading, content }: { heading: string; content: string }): Entry {
  const key = { path: archive.key, heading, level: null };
  return { key, operation: "append", content, meta: { ...entry.meta, base: undefined } };
}

/** The raw log of a day has no limit: it is not injected (X9). */
function isRawLog({ role }: DocumentRef, { entry }: Item): boolean {
  return role === "daily" && entry.key.heading === EXCHANGES;
}

/** What of a document counts towards its budget. */
function sizeOf({ role }: DocumentRef, text: string): number {
  return countChars(role === "daily" ? withoutExchanges(text) : text);
}

/** The lines that have to go so that all of the new ones fit; none where that cannot be done. A person may have made it larger. */
async function roomFor(page: Page, item: Item, budget: number): Promise<Leaving[]> {
  if (item.entry.operation !== "append") return [];
  const changes = [...splicesOf(await wholeLedger(page)), ...page.hand];
  const order = leavingOrder(page.text ?? "", changes, { path: item.entry.key.path ?? "", id: item.id });
  const most = Math.max(budget, sizeOf(page.document, page.text ?? ""));
  const fits = (count: number) => sizeAfter(page, [...order.slice(0, count).map((each) => each.item), item]) <= most;
  // A line goes with its line end, and with it a blank line at most.
  const gain = order.reduce((sum, { text }) => sum + countChars(text) + 3, 0);
  if (sizeAfter(page, [item]) - gain > most) return [];
  // A few are enough nearly always, and each that is tried is an edit.
  let enough = 1;
  while (enough < order.length && !fits(enough)) enough *= 2;
  if (enough >= order.length && !fits(order.length)) return [];
  const least = Math.floor(enough / 2);
  const count = firstThat(Math.min(enough, order.length) - least, (more) => more > 0 && fits(least + more)) + least;
  return order.slice(0, count);
}

/** First into the archive, then out of the document: a crash in between leaves a line twice, never not at all. */
async function moveOut(
  deps: Deps,
  page: Page,
  { item, leaving, archive }: { readonly item: Item; readonly leaving: readonly Leaving[]; readonly archive: DocumentRef },
): Promise<Receipt> {
  const moved = Map.groupBy(leaving, ({ heading }) => heading);
  const items = [...moved].map(([heading, lines], index): Item => {
    const content = lines.map(({ text }) => text).join("\n");
    return { id: `${item.id}.overflow${index === 0 ? "" : index + 1}`, entry: overflowOf(item, archive, { heading, content }) };
  });
  await writeDocument(deps, archive, items);
  const outcome = (await editPage(deps, page, [...leaving.map((each) => each.item), item])).at(-1);
  const receipt = await receiptFor(deps, page.document, item, outcome);
  if (outcome?.kind === "failed") return receipt;
  const chars = leaving.reduce((sum, { text }) => sum + countChars(text) + 1, 0);
  const lines = `${leaving.length} older ${leaving.length === 1 ? "line" : "lines"}`;
  const why = `${lines} of ${page.document.key} moved to ${archive.key} to make room`;
  return { ...receipt, why, overflow: { moved_to: archive.key, chars } };
}

async function commitOne(deps: Deps, page: Page, item: Item): Promise<Receipt> {
  const [outcome] = await editPage(deps, page, [item]);
  return receiptFor(deps, page.document, item, outcome);
}

async function receiptFor(deps: Deps, document: DocumentRef, item: Item, outcome: Outcome | undefined): Promise<Receipt> {
  if (outcome === undefined) throw new AppError("INTERNAL", "an entry had no outcome");
  if (outcome.kind !== "failed") return receiptOf(document, item, outcome);
  return only({ receipts: await stage(deps, { document, items: [item], code: outcome.code, why: outcome.why }) });
}

function sizeAfter(page: Page, items: readonly Item[]): number {
  const context = { applied: new Set<string>(), now: "", ...NO_PAST };
  return sizeOf(page.document, editText(page.text, items, context).text ?? "");
}

/** The largest head of the content, in whole lines, with which the document stays within its budget. */
function fit(page: Page, item: Item, budget: number): { kept: string; moved: string } {
  const content = item.entry.content ?? "";
  const before = sizeOf(page.document, page.text ?? "");
  const sizeWith = (text: string) => sizeAfter(page, [{ ...item, entry: { ...item.entry, content: text } }]);
  const fits = (text: string) => sizeWith(text) <= Math.max(budget, before);
  if (content === "" || fits(content)) return { kept: content, moved: "" };
  const lines = content.split("\n");
  const count = firstThat(lines.length - 1, (tried) => !fits(lines.slice(0, tried + 1).join("\n")));
  const kept = lines.slice(0, count).join("\n");
  return kept.trim() === "" ? { kept: "", moved: content } : { kept, moved: lines.slice(count).join("\n") };
}

/** The smallest number for which it holds, of 0 up to `most`; `most` itself is not tried. */
function firstThat(most: number, holds: (tried: number) => boolean): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** `MEMORY.md` → `archive/MEMORY.md` in the home, and a person's own to an archive of their own. */
export function archiveFor({ environment }: Pick<Deps, "environment">, document: DocumentRef): DocumentRef {
  const archive = documentAt(environment, "home", `archive/${document.path.replace(/^.*\//, "")}`);
  return isOwnDocument(document) ? ownTwin(environment, archive) : archive;
}

function only(written: { receipts: readonly Receipt[] }): Receipt {
  const [receipt] = written.receipts;
  if (receipt === undefined) throw new AppError("INTERNAL", "an entry had no receipt");
  return receipt;
}
