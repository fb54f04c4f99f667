// History: what the ledger says about a document. Reading only; edits outside Codicil since the last commit are shown as such.

import { AppError } from "../../base/index.ts";
import { documentAt, type DocumentRef } from "../../knowledge/index.ts";
import type { Change } from "../../schema/index.ts";
import { type Deps, home } from "../records/deps.ts";
import { advance, askLedger, BEYOND, ledgerPlace, listLedgers, splicesOf, textBehind } from "../records/ledger.ts";
import { peekEnd, peekPage } from "../editing/page.ts";
import { Stretches } from "./stretches.ts";

export interface BlamedLine {
  readonly line: number;
  readonly text: string;
  /** The change that wrote the line's newest character. */
  readonly change: Change;
}

/** Without the full copies, which only a version's text needs. */
export async function changesFor(deps: Deps, document: DocumentRef): Promise<{ changes: Change[]; text: string | null; file: string }> {
  const page = await peekPage(deps, document);
  return { changes: [...splicesOf(page.ledger), ...page.hand], text: page.text, file: page.file };
}

/** How far back a question about the newest changes goes. */
export interface Reach {
  /** So many at most. */
  readonly limit?: number;
  /** Those whose line in the ledger has this text, such as a session's id. */
  readonly words?: string;
  /** Those from this moment on (ISO). */
  readonly since?: string;
}

/** Newest first and for people: each change also says who entered it, where the database knows better than the change. */
export async function signedChanges(deps: Deps, document: DocumentRef, reach: Reach = {}): Promise<Change[]> {
  const { limit = Infinity, words = "", since = "" } = reach;
  const page = await (limit === Infinity && since === "" ? peekPage : peekEnd)(deps, document);
  const found = await askLedger(page.store, page.ledger, (read) => {
    const changes = splicesOf(read, words);
    // They are in the order of their times: what comes before an older one is older still.
    const isFar = changes.length + page.hand.length >= limit || (changes[0]?.at ?? since) < since;
    return read.isWhole || isFar ? changes.filter(({ at }) => at >= since) : BEYOND;
  });
  return signed(deps, document, [...found, ...page.hand].reverse().slice(0, limit));
}

async function signed(deps: Deps, document: DocumentRef, changes: Change[]): Promise<Change[]> {
  const signers = (await deps.storeFor(document.project).signers?.(ledgerPlace(document))) ?? new Map<string, string>();
  if (signers.size === 0) return changes;
  return changes.map((change) => {
    const entered = signers.get(change.id);
    return entered === undefined ? change : { ...change, entered };
  });
}

/** The document as it was at a moment: an ISO time, a day (its end), or behind a change. */
export async function showAt(deps: Deps, document: DocumentRef, at: string): Promise<string> {
  const { ledger, hand, file } = await peekPage(deps, document);
  const changes = [...splicesOf(ledger), ...hand];
  const until = cutAt(changes, at, file);
  // The beginning that they have in common is taken from the full copy nearest to its end.
  const kept = changes.length - hand.length;
  let same = 0;
  while (same < kept && until[same] === changes[same]) same++;
  const begun = textBehind(ledger, same);
  const text = advance(begun === BEYOND ? null : begun, until.slice(same));
  if (text === null)
    throw new AppError("NOT_FOUND", `the document did not exist at ${at}`, { file, hint: "codicil log lists its changes." });
  return text;
}

function cutAt(changes: readonly Change[], at: string, file: string): Change[] {
  const index = changes.findIndex((change) => change.id === at || change.entry === at);
  if (index !== -1) return changes.slice(0, index + 1);
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(at) ? new Date(`${at}T23:59:59.999Z`) : new Date(at);
  const hint = "Give an ISO time, a day like 2026-11-15, or a change's id.";
  if (Number.isNaN(moment.getTime()))
    throw new AppError("BAD_INPUT", `${JSON.stringify(at)} is neither a time nor a change`, { file, hint });
  return changes.filter((change) => new Date(change.at) <= moment);
}

export async function blame(deps: Deps, document: DocumentRef): Promise<BlamedLine[]> {
  const { changes, text, file } = await changesFor(deps, document);
  if (text === null) throw new AppError("NOT_FOUND", "there is no such document", { file });
  return blameLines(await signed(deps, document, changes), text);
}

/** Pure: replays the splices over stretches of one change each, and asks each line for its newest stretch. */
export function blameLines(changes: readonly Change[], text: string): BlamedLine[] {
  const stretches = new Stretches();
  advanceStretches(stretches, changes, 0);
  const newest = newestInLines(stretches.all(), text);
  return text.split("\n").flatMap((line, index) => {
    const change = changes[newest[index] ?? -1];
    return change === undefined ? [] : [{ line: index + 1, text: line, change }];
  });
}

/** The number of each line's newest change; -1 where none says anything, as behind the last line's end. */
export function newestInLines(stretches: Iterable<{ readonly length: number; readonly change: number }>, text: string): Int32Array {
  const lines: number[] = [];
  let at = 0;
  let end = lineEnd(text, 0);
  let newest = -1;
  for (const { length, change } of stretches) {
    const stop = Math.min(at + length, text.length);
    while (at < stop) {
      newest = Math.max(newest, change);
      at = Math.min(stop, end);
      if (at < end) continue;
      lines.push(newest);
      end = lineEnd(text, end);
      newest = -1;
    }
  }
  lines.push(newest);
  return Int32Array.from(lines);
}

/** Behind the line break, which belongs to its line. */
function lineEnd(text: string, from: number): number {
  const found = text.indexOf("\n", from);
  return found === -1 ? text.length + 1 : found + 1;
}

/** Which change, by its number, each stretch of the text comes from, as the changes from `number` on make it. */
export function advanceStretches(text: Stretches, changes: readonly Change[], number: number): void {
  for (const [index, change] of changes.entries()) {
    if (change.kind === "removed") text.clear();
    else if (change.splices.length > 0)
      for (const { at, removed, inserted } of change.splices)
        text.replace(at, removed.length, { length: inserted.length, change: number + index });
    // Behind "considered" and "forgotten" the text is what it was: their copy writes no line.
    else if (change.full !== undefined && change.kind !== "considered" && change.kind !== "forgotten") {
      text.clear();
      text.replace(0, 0, { length: change.full.length, change: number + index });
    }
  }
}

/** Every document that has a history, here or in another project of this mind. */
export async function documentsWithHistory(deps: Deps): Promise<DocumentRef[]> {
  return (await listLedgers(home(deps))).map(({ root, path, project }) => documentAt(deps.environment, root, path, project));
}

/** Which of these entries came into some document. */
export async function entriesInHistory(deps: Deps, entries: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const document of await documentsWithHistory(deps))
    for (const entry of await home(deps).entriesIn(ledgerPlace(document), entries)) found.add(entry);
  return found;
}

/** Which document's ledger has this change (or this entry). */
export async function findChange(deps: Deps, id: string): Promise<{ document: DocumentRef; change: Change } | null> {
  for (const document of await documentsWithHistory(deps)) {
    const { ledger, hand } = await peekPage(deps, document);
    const isMeant = (each: Change) => each.id === id || (each.entry === id && each.kind === "entry");
    const change = [...splicesOf(ledger, id), ...hand].findLast(isMeant);
    if (change) return { document, change };
  }
  return null;
}
