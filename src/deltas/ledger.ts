// The ledger of a document: every version it ever had, as changes, in one append-only log.
//
// L1 the changes replay to the document's present text, or the difference is a hand edit that is recorded next
// L2 a change stands in the ledger if and only if the document was changed (the store commits both or neither)
// L3 an entry's id stands in the ledger once

import { sha256 } from "../base/index.ts";
import type { DocumentRef } from "../knowledge/index.ts";
import { applySplice } from "../markdown/index.ts";
import { type Change, readChange, type Splice } from "../schema/index.ts";
import type { Place, Store } from "../store/index.ts";

const FOLDER = "ledger";
/** After so many changes the next one carries a full copy. */
const COPY_EVERY = 64;

export interface Ledger {
  readonly place: Place;
  readonly lines: readonly string[];
  readonly file: string;
}

/** The first line of each ledger says which document it belongs to. */
interface LedgerHeader {
  readonly v: 1;
  readonly kind: "ledger";
  readonly root: "home" | "project";
  readonly project: string | null;
  readonly path: string;
}

export function ledgerPlace(document: DocumentRef): Place {
  const name = document.path.replace(/^.*\//, "").replace(/[^\p{L}\p{N}._-]/gu, "_").slice(0, 60);
  return { root: "state", path: `${FOLDER}/${name}-${sha256(document.id).slice(0, 12)}.jsonl`, beside: document.root };
}

export async function readLedger(store: Store, document: DocumentRef): Promise<Ledger> {
  const place = ledgerPlace(document);
  const { lines } = await store.readLog(place);
  return { place, lines, file: store.describe(place) };
}

export function headerLine(document: DocumentRef): string {
  const { root, project, path } = document;
  return JSON.stringify({ v: 1, kind: "ledger", root, project, path } satisfies LedgerHeader);
}

export async function listLedgers(store: Store): Promise<{ root: "home" | "project"; project: string | null; path: string }[]> {
  const headers: LedgerHeader[] = [];
  for (const name of await store.list("state", FOLDER)) {
    if (!name.endsWith(".jsonl")) continue;
    const { lines } = await store.readLog({ root: "state", path: `${FOLDER}/${name}` });
    if (lines[0] !== undefined) headers.push(JSON.parse(lines[0]) as LedgerHeader);
  }
  return headers.map(({ root, project, path }) => ({ root, project, path }));
}

export function changesOf(ledger: Ledger): Change[] {
  return ledger.lines.slice(1).map((line, index) => readChange(line, ledger.file, index + 2));
}

/** Ids of entries that were applied. Read by pattern: parsing ten thousand changes for it would cost more than the write. */
export function appliedEntries(ledger: Ledger): Set<string> {
  const ids = new Set<string>();
  for (const line of ledger.lines) {
    const found = /^\{"v":1,"id":"[^"]*","kind":"(?:entry|considered)","at":"[^"]*","by":"[a-z]+","entry":"([^"]*)"/.exec(line);
    if (found?.[1] !== undefined) ids.add(found[1]);
  }
  return ids;
}

/** The document's text as the ledger knows it; null: no document. */
export function replay(changes: readonly Change[]): string | null {
  let start = changes.length;
  while (start > 0 && changes[start - 1]?.full === undefined && changes[start - 1]?.kind !== "removed") start--;
  let text: string | null = null;
  for (const change of changes.slice(Math.max(0, start - 1))) text = advance(text, change);
  return text;
}

export function advance(text: string | null, change: Change): string | null {
  if (change.full !== undefined) return change.full;
  if (change.kind === "removed") return null;
  return change.splices.reduce((now: string, splice) => applySplice(now, splice), text ?? "");
}

/** Hash of the document behind the last change; undefined: the ledger is empty. */
export function lastDocumentHash(ledger: Ledger): string | null | undefined {
  for (let i = ledger.lines.length - 1; i > 0; i--) {
    const change = readChange(ledger.lines[i] ?? "", ledger.file, i + 1);
    if (change.document !== undefined) return change.document;
  }
  return undefined;
}

export function needsFullCopy(ledger: Ledger, fresh: number): boolean {
  let since = fresh;
  for (let i = ledger.lines.length - 1; i > 0 && since < COPY_EVERY; i--, since++) {
    if (ledger.lines[i]?.includes('"full":')) return false;
  }
  return since >= COPY_EVERY;
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
