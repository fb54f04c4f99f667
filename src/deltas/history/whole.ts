// The person's own acts on a whole document: writing it, creating it, moving it. They pass through the same page and
// ledger as entries do, so that nothing is ever written that cannot be shown or undone.

import { AppError, hashParts } from "../../base/index.ts";
import type { DocumentRef } from "../../knowledge/index.ts";
import { inParts, type Place, type Source, type Store } from "../../store/index.ts";
import { writerOf } from "../../store/write.ts";
import { type Deps, encodeText, hashOf, home, unlessBusy } from "../records/deps.ts";
import { commitPage, outsideChange, type Page, withPage } from "../editing/page.ts";

interface Whole {
  readonly kind: "written" | "kept";
  readonly undo?: string;
}

export async function writeWhole(
  deps: Deps,
  document: DocumentRef,
  text: string,
  options: { readonly reason: string; readonly onlyIfAbsent?: boolean; readonly expect?: string | null },
): Promise<Whole> {
  const locked = await withPage(deps, document, async (page): Promise<Whole> => {
    const { file } = page;
    if (options.onlyIfAbsent === true && page.text !== null) return { kind: "kept" };
    if (options.expect !== undefined && options.expect !== page.version)
      throw new AppError("STALE", "the document changed since it was read", { file, hint: "Read it again and repeat the change." });
    return page.text === text ? { kind: "kept" } : replaceText(deps, page, text, options.reason);
  });
  return unlessBusy(locked, `another process holds ${document.key}`);
}

async function replaceText(deps: Deps, page: Page, text: string, reason: string): Promise<Whole> {
  const change = outsideChange(deps, "whole", { before: page.text, after: text, version: hashOf(text), reason });
  await commitPage(page, text, [change]);
  return { kind: "written", undo: change.id };
}

/** The person's editor, while the document's lock is held: no entry can slip in between reading and writing. */
export async function editWhole(deps: Deps, document: DocumentRef, edit: (text: string) => string): Promise<Whole> {
  const locked = await withPage(deps, document, async (page): Promise<Whole> => {
    const text = edit(page.text ?? "");
    return text === (page.text ?? "") ? { kind: "kept" } : replaceText(deps, page, text, "codicil edit");
  });
  return unlessBusy(locked, `another process holds ${document.key}`);
}

/** Copy, then remove: a crash in between leaves the document twice, never not at all. */
export async function moveDocument(deps: Deps, from: DocumentRef, to: DocumentRef, reason: string): Promise<"moved" | "absent"> {
  const locked = await withPage(deps, from, async (page) => {
    if (page.text === null) return "absent" as const;
    await writeWhole(deps, to, page.text, { reason: `${reason} (from ${from.key})` });
    const change = { ...outsideChange(deps, "removed", { before: page.text, after: null, version: null, reason }), moved_to: to.key };
    await commitPage(page, null, [change]);
    return "moved" as const;
  });
  return unlessBusy(locked, `another process holds ${from.key}`);
}

/** A file of ours that is no document (config.yaml, schema.yaml): written once, never over something that is there. */
export async function ensureFile(deps: Deps, place: Place, text: string): Promise<boolean> {
  const store = home(deps);
  if ((await store.read(place)) !== null) return false;
  // Under the file's lock: a writer sweeps up temp files that look left behind, and two first runs are two writers.
  const locked = await store.lock(await store.lockName(place), () => writerOf(store).write(place, encodeText(text), null), deps.lock);
  return locked.kind === "done" && locked.value.kind === "written";
}

/** The same kind of file, changed on a person's decision: read, edited and written under its lock. */
export async function rewriteFile(deps: Deps, place: Place, edit: (text: string) => Promise<string>): Promise<void> {
  const store = home(deps);
  const rewrite = async () => {
    const stored = await store.read(place);
    const text = stored === null ? "" : new TextDecoder("utf-8", { ignoreBOM: true }).decode(stored.bytes);
    const edited = await edit(text);
    return edited === text ? null : writerOf(store).write(place, encodeText(edited), stored?.version ?? null);
  };
  const locked = await store.lock(await store.lockName(place), rewrite, deps.lock);
  const file = store.describe(place);
  if (unlessBusy(locked, "another process holds the file", undefined, file)?.kind === "stale")
    throw new AppError("STALE", "the file changed while it was being written", { file, hint: "Try again; nothing was changed." });
}

/** A file on its way: what is to be written, and the hash of what came. */
export interface Arriving extends Place {
  readonly came: string;
  readonly source: Source;
}

export type Restored = Place & { readonly outcome: "created" | "replaced" | "same" };

interface Restoring extends Arriving, Restored {
  /** The version of what is here. */
  readonly present: string | null;
}

/** What each file of a backup would change. Of all the bytes only a part is held. */
export async function planRestore(deps: Deps, files: readonly Arriving[]): Promise<Restoring[]> {
  const store = home(deps);
  const planned: Restoring[] = [];
  for (const file of files) {
    const present = await versionOf(store, { root: file.root, path: file.path });
    // What is here as it came is this mind's own: it keeps the authority that it has here.
    const isSame = present !== null && (present === file.came || present === file.source.sha256);
    planned.push({ ...file, present, outcome: isSame ? "same" : present === null ? "created" : "replaced" });
  }
  return planned;
}

/** Files of a backup come back: the only writing that goes around entries, because it brings the history itself. */
export async function restoreFiles(deps: Deps, planned: readonly Restoring[]): Promise<void> {
  const store = home(deps);
  const { bring } = writerOf(store);
  if (bring === undefined) throw new AppError("BAD_CONFIG", "this store takes no files from elsewhere", { hint: "Nothing was written." });
  let last = "";
  for (const { root, path, source, present, outcome } of planned) {
    if (outcome === "same") continue;
    const folder = `${root}/${path.slice(0, path.lastIndexOf("/") + 1)}`;
    const written = await bring({ root, path }, source, present, folder === last);
    last = folder;
    const file = store.describe({ root, path });
    if (written.kind === "stale") throw new AppError("STALE", "a file changed during the restore", { file, hint: "Run restore again." });
  }
}

async function versionOf(store: Store, place: Place): Promise<string | null> {
  const opened = store.openLog?.(place, true) ?? null;
  try {
    return opened === null ? ((await store.read(place))?.version ?? null) : hashParts(inParts(opened));
  } finally {
    opened?.close();
  }
}
