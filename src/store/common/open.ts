// A mind that several machines have in common, as this machine sees it: the common part in a shared store, the rest in
// files, and of every common document a working copy on disk, where people and other programs read and edit it.
//
// The shared store is the truth. What is written there is copied to the disk where the copy is untouched; a copy that a
// hand changed is left alone, and `sync` (deltas) brings both together. While the shared store does not answer, documents
// are read from the copies; nothing in common is written.

import { AppError } from "../../base/index.ts";
import { entriesAmong } from "../port/entryLines.ts";
import type { LogRead, Place, SharedStore, Store, StoredFile, Writer } from "../port/port.ts";
import { registerWriter, writerOf } from "../port/pen.ts";
import { Contact, isAway, mustWait } from "./contact.ts";
import {
  basePlace,
  commonLockName,
  isCommonDelta,
  isCommonDocument,
  isCommonFolder,
  isCommonLock,
  isCommonLog,
  isSomeLedger,
} from "./commonPlaces.ts";
import { noteSeen } from "./seen.ts";

export interface Common {
  readonly files: Store;
  readonly shared: SharedStore;
  readonly contact: Contact;
}

const commons = new WeakMap<Store, Common>();

/** The two sides of a store that was opened here; null: it has only one. */
export function commonOf(store: Store): Common | null {
  return commons.get(store) ?? null;
}

/** After a try in vain, reading continues with the copies for this long before the database is asked again. */
const DOWN_MS = 5000;

export function openCommon(sides: Omit<Common, "contact"> & { readonly contact?: Contact }): Store {
  const common: Common = { ...sides, contact: sides.contact ?? new Contact() };
  const { files, shared, contact } = common;
  const shown = shared.describe({ root: "home", path: "" });
  /**
   * Reads from the shared store, or from the disk while it cannot be reached. Never under a lock: what is read there is
   * written upon, and a ledger that only seems empty would have its entries applied again.
   */
  const orElse = async <T>(fromShared: () => Promise<T>, fromFiles: () => Promise<T>): Promise<T> => {
    if (shared.holds()) return fromShared();
    if (contact.away !== null) return fromFiles();
    try {
      return await fromShared();
    } catch (error) {
      if (!mustWait(error)) throw error;
      // One that takes no writes cannot give a login its first row of its own: what is its own is in the copies.
      if (isAway(error)) contact.pause(error, DOWN_MS);
      return fromFiles();
    }
  };
  const orCopy = <T>(ask: (side: Store) => Promise<T>): Promise<T> =>
    orElse(
      () => ask(shared),
      () => ask(files),
    );
  const orNone = <T>(fromShared: () => Promise<T>, none: T): Promise<T> => orElse(fromShared, async () => none);
  const isCommon = async (place: Place): Promise<boolean> => {
    if (isCommonDocument(place) || isCommonLog(place)) return true;
    if (!isCommonDelta(place)) return false;
    // A delta that a person put on their own disk stays there until it is settled.
    return (await orNone(() => shared.read(place), null)) !== null || (await files.read(place)) === null;
  };
  const read = async (place: Place): Promise<StoredFile | null> => {
    if (isCommonDocument(place)) return orCopy((side) => side.read(place));
    if (isCommonLog(place)) return shared.read(place);
    const found = isCommonDelta(place) || isSomeLedger(place) ? await orNone(() => shared.read(place), null) : null;
    return found ?? files.read(place);
  };
  const readLog = async (place: Place): Promise<LogRead> => {
    if (!isCommonLog(place) && !isSomeLedger(place)) return files.readLog(place);
    // Unknown for a while: a word that is not heard leaves its proposal waiting, a line without a history counts as an agent's.
    const found = await orNone(() => shared.readLog(place), { lines: [], torn: null });
    return isCommonLog(place) || found.lines.length > 0 ? found : files.readLog(place);
  };
  const store: Store = {
    describe: (place) => (isCommonDelta(place) || isCommonLog(place) ? shared.describe(place) : files.describe(place)),
    canonical: (place) => (isCommonDocument(place) ? shared.canonical(place) : files.canonical(place)),
    lockName: async (place) =>
      isCommonDocument(place) || isCommonDelta(place) || isCommonLog(place)
        ? commonLockName(await shared.lockName(place))
        : files.lockName(place),
    read,
    readLog,
    async readLogEnd(place, count) {
      if (isCommonLog(place)) return orNone(() => shared.readLogEnd(place, count), { lines: [], isWhole: true });
      if (!isSomeLedger(place)) return files.readLogEnd(place, count);
      const { lines } = await readLog(place);
      return { lines: lines.slice(Math.max(0, lines.length - count)), isWhole: lines.length <= count };
    },
    async entriesIn(place, entries) {
      if (isCommonLog(place)) return orNone(() => shared.entriesIn(place, entries), new Set());
      return isSomeLedger(place) ? entriesAmong((await readLog(place)).lines, entries) : files.entriesIn(place, entries);
    },
    async standing(place) {
      if (!(await isCommon(place))) return "own";
      const { isProposed } = await orNone(() => shared.signature(place), { isProposed: true, by: null });
      return isProposed ? "proposed" : "common";
    },
    async signer(place) {
      return (await isCommon(place)) ? orNone(async () => (await shared.signature(place)).by, null) : null;
    },
    async signers(log) {
      const none: ReadonlyMap<string, string> = new Map();
      return isCommonLog(log) ? orNone(async () => (await shared.signers?.(log)) ?? none, none) : none;
    },
    async list(root, folder) {
      const own = await files.list(root, folder);
      if (!isCommonFolder(root, folder)) return own;
      const at = (name: string): Place => ({ root, path: folder === "" ? name : `${folder}/${name}` });
      const copies = own.filter((name) => isCommonDocument(at(name)));
      // What is a document in common is listed by the shared store alone; a copy that it does not know is not there yet.
      const common = await orNone(() => shared.list(root, folder), copies);
      return [...new Set([...own.filter((name) => !isCommonDocument(at(name)) && !isCommonLog(at(name))), ...common])].sort();
    },
    ...(files.openLog === undefined ? {} : { openLog: files.openLog }),
    ...(files.stampOf === undefined ? {} : { stampOf: files.stampOf }),
    ...(files.openIndex === undefined ? {} : { openIndex: files.openIndex }),
    lock: (name, run, options) => (isCommonLock(name, shown) ? shared.lock(name, run, options) : files.lock(name, run, options)),
    close: () => files.close(),
  };
  commons.set(store, common);
  registerWriter(store, commonWriter(common, isCommon));
  return store;
}

function commonWriter(common: Common, isCommon: (place: Place) => Promise<boolean>): Writer {
  const [own, theirs] = [writerOf(common.files), writerOf(common.shared)];
  const sideOf = async (place: Place) => ((await isCommon(place)) ? theirs : own);
  const ledgerSide = async (place: Place) =>
    isSomeLedger(place) && (await common.shared.readLog(place)).lines.length > 0 ? theirs : sideOf(place);
  return {
    async write(place, bytes, expect) {
      const outcome = await (await sideOf(place)).write(place, bytes, expect);
      if (outcome.kind === "written" && isCommonDocument(place)) await copyOut(common, place, { bytes, lines: [] });
      return outcome;
    },
    async remove(place, expect) {
      const outcome = await (await sideOf(place)).remove(place, expect);
      if (outcome.kind === "removed" && isCommonDocument(place)) await copyOut(common, place, { bytes: null, lines: [] });
      return outcome;
    },
    append: async (place, lines, options) => (await ledgerSide(place)).append(place, lines, options),
    ...(own.writeIndex === undefined ? {} : { writeIndex: own.writeIndex }),
    async commit(change) {
      const isShared = isCommonDocument(change.place);
      const outcome = await (isShared ? theirs : own).commit(change);
      if (isShared && outcome.kind === "committed") await copyOut(common, change.place, { bytes: change.bytes, lines: change.lines });
      return outcome;
    },
    recover: async (log, document) => (isCommonLog(log) ? theirs : own).recover(log, document),
    rewriteLog: async (place, lines) => (await ledgerSide(place)).rewriteLog(place, lines),
  };
}

/** A document as the shared store has it now, and the lines of its ledger that say so. */
export interface Known {
  readonly bytes: Uint8Array | null;
  readonly lines: readonly string[];
}

/**
 * The working copy becomes what the shared store has now, unless somebody changed it outside Codicil since this machine last saw it. What
 * was asked for has happened by then: a disk that refuses the copy is no reason to say it had not, and `sync` tries again.
 */
export async function copyOut(common: Common, place: Place, { bytes, lines }: Known): Promise<boolean> {
  const { files } = common;
  const writer = writerOf(files);
  try {
    const [copy, base] = [await files.read(place), await files.read(basePlace(place))];
    if (lines.length > 0) await noteSeen(files, place, { generation: common.contact.generation, lines, bytes });
    if ((copy?.version ?? null) !== (base?.version ?? null)) return false;
    if (!(await put(writer, place, bytes, copy?.version ?? null))) return false;
    return await put(writer, basePlace(place), bytes, base?.version ?? null);
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** The same after a merge: the copy that was `seen` gives way. One that somebody edited again since stays, and is synced next. */
export async function replaceCopy(common: Common, place: Place, copy: Known & { readonly seen: string | null }): Promise<void> {
  if (await put(writerOf(common.files), place, copy.bytes, copy.seen)) await noteBase(common, place, copy);
}

/** Notes what both sides have now. */
export async function noteBase(common: Common, place: Place, { bytes, lines }: Known): Promise<void> {
  await noteSeen(common.files, place, { generation: common.contact.generation, lines, bytes });
  const base = await common.files.read(basePlace(place));
  await put(writerOf(common.files), basePlace(place), bytes, base?.version ?? null);
}

async function put(writer: Writer, place: Place, bytes: Uint8Array | null, expect: string | null): Promise<boolean> {
  if (bytes !== null) return (await writer.write(place, bytes, expect)).kind === "written";
  return expect === null || (await writer.remove(place, expect)).kind === "removed";
}
