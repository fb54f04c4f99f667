// The ledger of a document: every version it ever had, as changes, in one append-only log.
//
// L1 the changes replay to the document's present text, or the difference is an edit outside Codicil that is recorded next
// L2 a change is in the ledger if and only if the document was changed (the store commits both or neither)
// L3 an entry's id is in the ledger once

import { AppError, sha256 } from "../../base/index.ts";
import { type DocumentRef, isOwnDocument } from "../../knowledge/index.ts";
import { type Change, readChange, readSplices, type Splice } from "../../schema/index.ts";
import { OWN_PREFIX, type Place, type Store } from "../../store/index.ts";
import { applySplices } from "./textPieces.ts";

export const FOLDER = "ledger";
/**
 * After so many changes the next one carries a full copy; of a long text after as many as it has kilobytes, so that copies do not outgrow
 * changes.
 */
const COPY_EVERY = 64;
const COPIED_FOR_EACH = 1024;

/** A ledger as far as it was read: the last lines of a long one answer nearly every question of a write. */
export interface Ledger {
  readonly place: Place;
  /** In order. The header is among them only where they are all. */
  readonly lines: readonly string[];
  readonly isWhole: boolean;
  readonly file: string;
}

/** The answer is further back than the ledger was read. */
export const BEYOND: unique symbol = Symbol("further back than was read");

/** The first line of each ledger says which document it belongs to. */
interface LedgerHeader {
  readonly v: 1;
  readonly kind: "ledger";
  readonly root: "home" | "project";
  readonly project: string | null;
  readonly path: string;
}

export function ledgerPlace(document: DocumentRef): Place {
  const file = document.path.replace(/^.*\//, "");
  const name = file.replace(/[^\p{L}\p{N}._-]/gu, "_").slice(0, 60);
  // A person's own ledger is told by its name, so nobody else's may begin like it.
  const owner = isOwnDocument(document) ? OWN_PREFIX : name.toLowerCase().startsWith(OWN_PREFIX) ? "_" : "";
  return { root: "state", path: `${FOLDER}/${owner}${name}-${sha256(document.id).slice(0, 12)}.jsonl`, beside: document.root };
}

export async function readLedger(store: Store, document: DocumentRef): Promise<Ledger> {
  const place = ledgerPlace(document);
  const { lines } = await store.readLog(place);
  return { place, lines, isWhole: true, file: store.describe(place) };
}

export async function readLedgerEnd(store: Store, document: DocumentRef): Promise<Ledger> {
  const place = ledgerPlace(document);
  return { place, ...(await store.readLogEnd(place, COPY_EVERY)), file: store.describe(place) };
}

/** Asks the ledger as far as it was read, and further back until the question is answered. */
export async function askLedger<T>(store: Store, ledger: Ledger, question: (ledger: Ledger) => T | typeof BEYOND): Promise<T> {
  for (let read = ledger; ; read = { ...read, ...(await store.readLogEnd(read.place, read.lines.length * 4)) }) {
    try {
      const answer = question(read);
      if (answer !== BEYOND) return answer;
    } catch (error) {
      // A damaged line is told with its number, which only the whole ledger shows.
      if (read.isWhole || !(error instanceof AppError)) throw error;
    }
  }
}

export function headerLine(document: DocumentRef): string {
  const { root, project, path } = document;
  return JSON.stringify({ v: 1, kind: "ledger", root, project, path } satisfies LedgerHeader);
}

/** Which document a ledger belongs to. */
export type LedgerRef = Pick<LedgerHeader, "root" | "project" | "path">;

export async function listLedgers(store: Store): Promise<LedgerRef[]> {
  const headers: LedgerRef[] = [];
  for (const name of await store.list("state", FOLDER)) {
    if (!name.endsWith(".jsonl")) continue;
    const line = await firstLine(store, { root: "state", path: `${FOLDER}/${name}` });
    // A crash may leave a ledger that nothing was written to.
    if (line !== undefined) headers.push(readHeader(line));
  }
  return headers;
}

/** The header is one short line behind one of the store's own. */
const HEADER_BYTES = 4096;
const HEADER = '{"v":1,"kind":"ledger",';

/** The header; nothing else of the ledger is read where it is found near the beginning. */
export async function firstLine(store: Store, place: Place): Promise<string | undefined> {
  return nearHeader(store, place) ?? (await store.readLog(place)).lines[0];
}

function nearHeader(store: Store, place: Place): string | undefined {
  const bytes = store.openLog?.(place) ?? null;
  if (bytes === null) return undefined;
  try {
    const head = Buffer.alloc(Math.min(HEADER_BYTES, bytes.size));
    bytes.read(head, 0);
    const whole = head.toString("utf8").split("\n").slice(0, -1);
    return whole.find((line) => line.startsWith(HEADER));
  } finally {
    bytes.close();
  }
}

export function readHeader(line: string): LedgerRef {
  const { root, project, path } = JSON.parse(line) as LedgerHeader;
  return { root, project, path };
}

/** Of a whole ledger. */
export function changesOf(ledger: Ledger): Change[] {
  return [...changesIn(ledger)];
}

/** One after the other: of twenty thousand, all at once take as much room again as their lines. */
export function* changesIn({ lines, file }: { readonly lines: Iterable<string>; readonly file: string }): Generator<Change> {
  let number = 0;
  for (const line of lines) if (++number > 1) yield readChange(line, file, number);
}

/** As far as the ledger was read, for whoever asks what changed and not for a version's text. `words`: only lines with them are read. */
export function splicesOf(ledger: Ledger, words = ""): Change[] {
  const first = firstChange(ledger);
  return ledger.lines.flatMap((line, index) => (index < first || !line.includes(words) ? [] : [readSplices(line, ledger.file, index + 1)]));
}

/** The document behind so many changes of a whole ledger, from the full copy before them on. */
export function textBehind(ledger: Ledger, count: number): string | null | typeof BEYOND {
  return replay({ ...ledger, lines: ledger.lines.slice(0, count + 1) });
}

/** Read line by line from the end: most questions are answered by the last few changes. */
export function* newestFirst(ledger: Ledger): Iterable<Change | typeof BEYOND> {
  for (let i = ledger.lines.length - 1; i >= firstChange(ledger); i--) yield readChange(ledger.lines[i] ?? "", ledger.file, i + 1);
  if (!ledger.isWhole) yield BEYOND;
}

function firstChange(ledger: Ledger): number {
  return ledger.isWhole ? 1 : 0;
}

/** The document's text as the ledger knows it, from its last full copy on; null: no document. */
export function replay(ledger: Ledger): string | null | typeof BEYOND {
  const since: Change[] = [];
  for (const change of newestFirst(ledger)) {
    if (change === BEYOND) return BEYOND;
    since.push(change);
    if (isWhole(change)) break;
  }
  return advance(null, since.reverse());
}

function isWhole({ full, kind }: Change): boolean {
  return full !== undefined || kind === "removed";
}

/** The document behind these changes of it. */
export function advance(text: string | null, changes: readonly Change[]): string | null {
  const whole = changes.findLastIndex(isWhole);
  const begun = whole === -1 ? text : (changes[whole]?.full ?? null);
  const since = changes.slice(whole + 1);
  return since.length === 0
    ? begun
    : applySplices(
        begun ?? "",
        since.flatMap(({ splices }) => splices),
      );
}

/** Hash of the document behind the last change; undefined: the ledger is empty. */
export function lastDocumentHash(ledger: Ledger): string | null | undefined | typeof BEYOND {
  for (const change of newestFirst(ledger)) {
    if (change === BEYOND) return BEYOND;
    if (change.document !== undefined) return change.document;
  }
  return undefined;
}

/** Of a text of this length, behind so many fresh changes. Where it is not long, as many lines as `readLedgerEnd` reads decide it. */
export function needsFullCopy(ledger: Ledger, fresh: number, length: number): boolean | typeof BEYOND {
  const every = Math.max(COPY_EVERY, Math.floor(length / COPIED_FOR_EACH));
  let since = fresh;
  for (let i = ledger.lines.length - 1; i >= firstChange(ledger) && since < every; i--, since++) {
    if (ledger.lines[i]?.includes('"full":')) return false;
  }
  if (since >= every) return true;
  return ledger.isWhole ? false : BEYOND;
}

/** The smallest single splice between two texts. */
export function spliceBetween(before: string, after: string): Splice {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return { at: head, removed: before.slice(head, before.length - tail), inserted: after.slice(head, after.length - tail) };
}
