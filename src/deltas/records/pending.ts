// Pending files: the deltas that the next apply reads. A person may write or edit them at any moment, so every change
// to one is a compare-and-set under a lock; comments and the other entries stay.

import { AppError, given, sha256, stamp } from "../../base/index.ts";
import type { DocumentRef } from "../../knowledge/index.ts";
import { editDelta, type Entry, type LocatedDelta, readDelta, versionFor, writeDelta } from "../../schema/index.ts";
import type { Place, Standing, Store, StoredFile } from "../../store/index.ts";
import { writerOf } from "../../store/write.ts";
import { distrustBrought } from "./fromElsewhere.ts";
import { decodeText, type Deps, encodeText, home, unlessBusy } from "./deps.ts";

export interface PendingEntry {
  readonly id: string;
  readonly entry: Entry;
  /** As it is in the file, where it is not taken at its word (fromElsewhere.ts). */
  readonly written?: Entry;
  /** When it was written, where it does not say against which text. */
  readonly since?: string;
  /** Line in its file. */
  readonly line: number;
}

export interface PendingFile {
  readonly place: Place;
  /** For messages. */
  readonly file: string;
  /** What it was read from: an edit of it is an edit of these bytes. */
  readonly stored: StoredFile;
  readonly delta: LocatedDelta;
  readonly entries: readonly PendingEntry[];
  /** Not "own": it is kept where several machines see it, so no hand of this machine put it there. */
  readonly standing: Standing;
}

export interface PendingList {
  readonly files: readonly PendingFile[];
  /** Files that cannot be read. They stay where they are, untouched, and are reported. */
  readonly damaged: readonly { readonly file: string; readonly error: AppError }[];
}

/** Deltas in a project's `.agents/` that are read; a repository may bring any number. */
const MOST_BROUGHT = 200;
/** A delta there that a person or another program wrote. What Codicil wrote is read without the YAML parser and may be longer. */
const LONGEST_BROUGHT_YAML = 256 * 1024;
const NOT_PENDING = new Set(["config.yaml", "schema.yaml"]);

/** Every delta that waits: the mind's, and the project's (LW-04, LW-07). Targets come from the keys, not the names. */
export async function listPending(deps: Deps): Promise<PendingList> {
  const store = home(deps);
  const files: PendingFile[] = [];
  const { places, damaged } = await pendingPlaces(deps);
  for (const place of places) {
    try {
      const pending = await readPending(store, place);
      if (pending && pending.delta.applied !== true) files.push(await distrustBrought(deps, pending));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      damaged.push({ file: store.describe(place), error });
    }
  }
  return { files, damaged };
}

/** A project's folder that is no folder, or leads out of it, is reported and left out like a damaged file. */
async function pendingPlaces(deps: Deps): Promise<{ places: Place[]; damaged: { file: string; error: AppError }[] }> {
  const store = home(deps);
  const isDelta = (name: string) => name.endsWith(".yaml") && !name.startsWith(".") && !NOT_PENDING.has(name);
  const names = (await store.list("home", "last-word")).filter(isDelta);
  const mine = names.map((name): Place => ({ root: "home", path: `last-word/${name}` }));
  if (deps.environment.project === null || !deps.environment.config.project_knowledge.enabled) return { places: mine, damaged: [] };
  const file = store.describe({ root: "project", path: ".agents" });
  try {
    const brought = (await store.list("project", ".agents")).filter(isDelta);
    const places = [...mine, ...brought.slice(0, MOST_BROUGHT).map((name): Place => ({ root: "project", path: `.agents/${name}` }))];
    if (brought.length <= MOST_BROUGHT) return { places, damaged: [] };
    const why = `it has ${brought.length} deltas; only the first ${MOST_BROUGHT} by name are read`;
    return { places, damaged: [{ file, error: new AppError("TOO_LARGE", why, { file, hint: "Apply or remove some of them." }) }] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { places: mine, damaged: [{ file, error }] };
  }
}

export async function readPending(store: Store, place: Place): Promise<PendingFile | null> {
  const stored = await store.read(place);
  if (stored === null) return null;
  const file = store.describe(place);
  const delta = await readDelta(decodeText(stored.bytes, file), file, place.root === "project" ? { longest: LONGEST_BROUGHT_YAML } : {});
  // Entries that a person wrote have no id. Theirs is made of the file's bytes and time: the same after a crash,
  // another when the person writes the same words again.
  const birth = `${stored.version} ${stored.modified.getTime()}`;
  return {
    place,
    file,
    stored,
    delta,
    standing: (await store.standing?.(place)) ?? "own",
    entries: delta.entries.map((entry, index) => ({
      id: entry.meta.id ?? `e_hand_${sha256(`${birth} ${index}`).slice(0, 24)}`,
      entry,
      ...(entry.meta.base === undefined ? { since: entry.meta.time ?? stored.modified.toISOString() } : {}),
      get line() {
        return delta.spans[index]?.line ?? 1;
      },
    })),
  };
}

/** `USER.md` → `last-word/USER.md.yaml`; a project's `AGENTS.md` → `.agents/AGENTS.md.yaml` (LW-06, LW-07). */
export function pendingPlaceFor(document: DocumentRef | { readonly url: string }): Place {
  if ("url" in document) return { root: "home", path: "last-word/remote.yaml" };
  const name = `${document.path.replaceAll("/", "--")}.yaml`;
  return document.root === "home" ? { root: "home", path: `last-word/${name}` } : { root: "project", path: `.agents/${name}` };
}

/** Adds entries to the pending file at `place`. A file that cannot be read is not touched: a second one is begun. */
export async function joinPending(deps: Deps, store: Store, place: Place, { source, entries }: Fresh): Promise<Place> {
  const alone = () => writeDelta({ version: versionFor(entries), source, entries });
  return changePending(deps, store, place, async () => {
    let current: PendingFile | null;
    try {
      current = await readPending(store, place);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const beside = { ...place, path: place.path.replace(/\.yaml$/, `-${stamp(deps.clock.now())}-${deps.random.hex(2)}.yaml`) };
      await put(store, beside, alone(), null);
      return beside;
    }
    if (current === null || current.delta.applied === true) {
      await put(store, place, alone(), current?.stored.version ?? null);
      return place;
    }
    const present = new Set(current.entries.map((each) => each.id));
    const remove = new Set(current.delta.entries.flatMap((waiting, index) => (isReplaced(waiting, entries) ? [index] : [])));
    const add = entries.filter((entry) => !present.has(entry.meta.id ?? ""));
    await put(store, place, await rewrite(current, { remove, add }), current.stored.version);
    return place;
  });
}

interface Fresh {
  readonly source: string;
  readonly entries: readonly Entry[];
}

/** Entries that a person wrote keep the id and the time that they have had so far: these were the file's. */
async function rewrite(current: PendingFile, edit: { remove: ReadonlySet<number>; add: readonly Entry[] }): Promise<string> {
  const nameless = [...current.entries.entries()].filter(([, { entry }]) => entry.meta.id === undefined);
  const known = new Map(nameless.map(([index, { id, since }]) => [index, { id, ...given({ time: since }) }]));
  const left = current.delta.entries.filter((_, index) => !edit.remove.has(index));
  const version = current.delta.version === "1.1.0" ? "1.1.0" : versionFor([...left, ...edit.add]);
  return editDelta(decodeText(current.stored.bytes, current.file), current.delta, { ...edit, known, version });
}

/** A newer entry of the same session for the same section takes the place of the one that still waits. */
function isReplaced(waiting: Entry, fresh: readonly Entry[]): boolean {
  const { session, id } = waiting.meta;
  const claims = ({ operation }: Entry) => operation !== "append" && operation !== "replace";
  const sectionOf = ({ key }: Entry) => JSON.stringify([key.path ?? key.url, key.heading, key.level ?? null]);
  if (session === undefined || !claims(waiting)) return false;
  const isNewer = ({ meta }: Entry) => meta.session === session && meta.id !== id;
  return fresh.some((entry) => isNewer(entry) && claims(entry) && sectionOf(entry) === sectionOf(waiting));
}

/**
 * Takes entries out. What a person changed in the file meanwhile stays; an emptied file is removed (LW-62).
 * Entries without an id are recognised by what they say: a person may have saved the file again since it was read.
 */
export async function takePending(deps: Deps, store: Store, place: Place, done: readonly PendingEntry[]): Promise<void> {
  await changePending(deps, store, place, async () => {
    const pending = await readPending(store, place);
    if (pending === null) return;
    const isDone = recognise(done);
    const leaves = pending.entries.map(isDone);
    if (!leaves.includes(true)) return;
    if (!leaves.includes(false)) {
      const removed = await writerOf(store).remove(place, pending.stored.version);
      if (removed.kind === "stale") throw stale(store, place);
      return;
    }
    const remove = new Set(leaves.flatMap((leaving, index) => (leaving ? [index] : [])));
    await put(store, place, await rewrite(pending, { remove, add: [] }), pending.stored.version);
  });
}

function recognise(done: readonly PendingEntry[]): (each: PendingEntry) => boolean {
  const ids = new Set(done.map((each) => each.entry.meta.id).filter((id) => id !== undefined));
  const nameless = new Map<string, number>();
  for (const { written, entry: taken } of done) {
    const entry = written ?? taken;
    if (entry.meta.id === undefined) nameless.set(JSON.stringify(entry), (nameless.get(JSON.stringify(entry)) ?? 0) + 1);
  }
  return ({ entry }) => {
    if (entry.meta.id !== undefined) return ids.has(entry.meta.id);
    const says = JSON.stringify(entry);
    const left = nameless.get(says) ?? 0;
    nameless.set(says, left - 1);
    return left > 0;
  };
}

export async function replacePending(deps: Deps, store: Store, place: Place, edit: (entry: Entry) => Entry): Promise<void> {
  await changePending(deps, store, place, async () => {
    const pending = await readPending(store, place);
    if (pending === null) return;
    const entries = pending.delta.entries.map(edit);
    await put(store, place, writeDelta({ version: versionFor(entries), source: pending.delta.source, entries }), pending.stored.version);
  });
}

/** One writer at a time, and a few tries against a person's editor. */
async function changePending<T>(deps: Deps, store: Store, place: Place, change: () => Promise<T>): Promise<T> {
  const file = store.describe(place);
  const steadily = async () => {
    for (let attempt = 0; ; attempt++) {
      try {
        return await change();
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== "STALE" || attempt === 4) throw error;
      }
    }
  };
  const locked = await store.lock(`pending ${file}`, steadily, deps.lock);
  return unlessBusy(locked, "another process holds the pending file", "Try again; nothing is lost.", file);
}

async function put(store: Store, place: Place, text: string, expect: string | null): Promise<void> {
  const outcome = await writerOf(store).write(place, encodeText(text), expect);
  if (outcome.kind === "stale") throw stale(store, place);
}

function stale(store: Store, place: Place): AppError {
  const file = store.describe(place);
  return new AppError("STALE", "the pending file changed while it was being written", { file, hint: "Run the command again." });
}
