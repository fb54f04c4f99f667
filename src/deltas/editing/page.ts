// A page: one document opened for writing, under its lock. Opening settles what a crash left behind and enters hand
// edits into the ledger; committing replaces the document and extends the ledger, both or neither.

import { AppError, given, newId, sha256 } from "../../base/index.ts";
import { diffLines } from "diff";
import type { DocumentRef } from "../../knowledge/index.ts";
import { narrowSplice } from "../../markdown/index.ts";
import { type Change, type Splice, writeChange } from "../../schema/index.ts";
import { commonOf, type Locked, type Store } from "../../store/index.ts";
import { writerOf } from "../../store/write.ts";
import { decodeText, type Deps, encodeText, hashOf, placeOf } from "../records/deps.ts";
import { indexFolders } from "../records/folderIndex.ts";
import { touchedSections } from "./outsideEdits.ts";
import {
  askLedger,
  BEYOND,
  headerLine,
  lastDocumentHash,
  type Ledger,
  ledgerPlace,
  needsFullCopy,
  readLedger,
  readLedgerEnd,
  replay,
} from "../records/ledger.ts";

export interface Page {
  readonly document: DocumentRef;
  readonly store: Store;
  readonly file: string;
  /** null: the document does not exist. */
  readonly text: string | null;
  readonly version: string | null;
  /** Its end; `wholeLedger` has all of it. */
  readonly ledger: Ledger;
  /** Changes that somebody made outside Codicil since the last commit; not yet in the ledger, committed with the next one. */
  readonly hand: readonly Change[];
}

/** Runs `work` with the document open; `busy` when another process kept its lock. */
export async function withPage<T>(deps: Deps, document: DocumentRef, work: (page: Page) => Promise<T>): Promise<Locked<T>> {
  const store = deps.storeFor(document.project);
  let isNew = false;
  const opened = async () => {
    const page = await openPage(deps, store, document);
    isNew = page.text === null;
    return work(page);
  };
  const done = await store.lock(await store.lockName(placeOf(document)), opened, deps.lock);
  if (isNew && done.kind === "done") await indexFolders(deps, document, store);
  return done;
}

/** The same without the lock, for reading, with the whole ledger: a commit under way shows as it was before. */
export async function peekPage(deps: Deps, document: DocumentRef): Promise<Page> {
  const store = deps.storeFor(document.project);
  return readPage(deps, store, document, readLedger(store, document));
}

/** The same with the ledger's end: `askLedger` reads further back. */
export async function peekEnd(deps: Deps, document: DocumentRef): Promise<Page> {
  const store = deps.storeFor(document.project);
  return readPage(deps, store, document, readLedgerEnd(store, document));
}

async function openPage(deps: Deps, store: Store, document: DocumentRef): Promise<Page> {
  await writerOf(store).recover(ledgerPlace(document), placeOf(document));
  return readPage(deps, store, document, readLedgerEnd(store, document));
}

async function readPage(deps: Deps, store: Store, document: DocumentRef, reading: Promise<Ledger>): Promise<Page> {
  const [ledger, stored] = await Promise.all([reading, store.read(placeOf(document))]);
  const file = store.describe(placeOf(document));
  const text = stored === null ? null : decodeText(stored.bytes, file);
  const version = stored?.version ?? null;
  const hand = await askLedger(store, ledger, (read) => outsideChanges(deps, read, text, version));
  return { document, store, file, text, version, ledger, hand };
}

/** Under the page's lock nothing is added to it meanwhile. */
export async function wholeLedger(page: Page): Promise<Ledger> {
  return page.ledger.isWhole ? page.ledger : readLedger(page.store, page.document);
}

/** What somebody did outside Codicil to a document since the last change of its ledger. */
export function outsideChanges(deps: Deps, ledger: Ledger, text: string | null, version: string | null): Change[] | typeof BEYOND {
  const known = lastDocumentHash(ledger);
  if (known === BEYOND) return BEYOND;
  if (known === version || (known === undefined && text === null)) return [];
  const before = known === undefined ? null : replay(ledger);
  if (before === BEYOND) return BEYOND;
  const kind = known === undefined ? "first" : text === null ? "removed" : "hand";
  // The id follows from what was found, so that it is the same however often it is looked at before it is entered.
  const id = `c_hand_${sha256(`${known ?? ""} ${version ?? ""}`).slice(0, 24)}`;
  return [Object.assign(outsideChange(deps, kind, { before, after: text, version }), { id })];
}

/** What somebody did to a document without an entry: found on disk, or done by a command that replaces the whole. */
export function outsideChange(
  deps: Deps,
  kind: "first" | "hand" | "whole" | "removed",
  texts: { readonly before: string | null; readonly after: string | null; readonly version: string | null; readonly reason?: string },
): Change {
  const now = deps.clock.now();
  const { before, after } = texts;
  let touched: Change["touched"];
  return {
    v: 1,
    id: newId("c", now, deps.random),
    kind,
    at: now.toISOString(),
    by: "user",
    ...given({ reason: texts.reason }),
    document: texts.version,
    // Both texts are parsed for it, which whoever only reads has no use for.
    get touched() {
      return (touched ??= touchedSections(before, after));
    },
    splices: before === null || after === null ? [] : lineSplices(before, after),
    ...(before === null && after !== null ? { full: after } : {}),
  };
}

/** A edit outside Codicil as one splice for each changed run of lines, so that blame stays with the lines that did not change. */
export function lineSplices(before: string, after: string): Splice[] {
  const splices: Splice[] = [];
  const changed = narrowSplice({ at: 0, removed: before, inserted: after });
  let at = changed.at;
  let open: { at: number; removed: string; inserted: string } | null = null;
  for (const part of diffLines(changed.removed, changed.inserted)) {
    if (part.added === true || part.removed === true) {
      open ??= { at, removed: "", inserted: "" };
      if (part.added === true) open.inserted += part.value;
      else open.removed += part.value;
    } else {
      if (open) {
        splices.push(open);
        at += open.inserted.length;
        open = null;
      }
      at += part.value.length;
    }
  }
  if (open) splices.push(open);
  return splices;
}

/** Writes the new text (null: removes the document) with its changes. */
export async function commitPage(page: Page, text: string | null, changes: readonly Change[]): Promise<void> {
  const { store, ledger } = page;
  const bytes = text === null ? null : encodeText(text);
  const hash = text === null ? null : (hashOf(text) as string);
  const isCopied =
    text !== null && (await askLedger(store, ledger, (read) => needsFullCopy(read, changes.length + page.hand.length, text.length)));
  const fresh = changes.map((change, index): Change =>
    index !== changes.length - 1 ? change : { ...change, document: hash, ...(isCopied ? { full: text } : {}) },
  );
  const who = page.document.root === "home" ? (commonOf(store)?.contact.who ?? null) : null;
  const signed = [...page.hand, ...fresh].map((change) =>
    writeChange(who === null || change.from !== undefined ? change : { ...change, from: who }),
  );
  const lines = [...(ledger.lines.length === 0 ? [headerLine(page.document)] : []), ...signed];
  if (lines.length === 0) return;
  const writer = writerOf(store);
  if (text === page.text) return writer.append(ledger.place, lines);
  const outcome = await writer.commit({ place: placeOf(page.document), expect: page.version, bytes, log: ledger.place, lines });
  const hint = "Run the command again; nothing was lost.";
  if (outcome.kind === "stale") throw new AppError("STALE", "the document changed while it was being written", { file: page.file, hint });
}
