// A driver that keeps a mind in memory: the same promises as far as a single process can break them. It shows that they are
// the port's and not a disk's, and it is the smallest one to begin another with.

import { type Clock, type Random, sha256 } from "../../src/base/index.ts";
import { entriesAmong } from "../../src/store/port/entryLines.ts";
import { checkLines, joinLines } from "../../src/store/port/frames.ts";
import { DOCUMENT_LIMIT, tooLarge } from "../../src/store/port/limits.ts";
import { checkGrammar } from "../../src/store/port/placeNames.ts";
import type { Place, Store, StoredFile, Writer } from "../../src/store/port/port.ts";
import { runLocked, Turns } from "../../src/store/port/turns.ts";
import { registerWriter } from "../../src/store/port/pen.ts";

export interface MemoryOptions {
  readonly random: Random;
  readonly clock?: Clock;
}

/** A log keeps its lines, a document its bytes. */
type Kept = { readonly file: StoredFile } | { readonly lines: string[]; readonly modified: Date };

export function openMemory(options: MemoryOptions): Store {
  const kept = new Map<string, Kept>();
  const turns = new Turns();
  const now = () => options.clock?.now() ?? new Date(0);
  const key = (place: Place) => {
    checkGrammar(place);
    return `${place.root}:${place.path}`;
  };
  const readFile = (place: Place): StoredFile | null => {
    const found = kept.get(key(place));
    if (!found) return null;
    if ("file" in found) return { ...found.file, bytes: found.file.bytes.slice() };
    const bytes = joinLines(found.lines);
    return { bytes, version: sha256(bytes), modified: found.modified };
  };
  const put = (place: Place, bytes: Uint8Array): string => {
    if (bytes.length > DOCUMENT_LIMIT) throw tooLarge(key(place), bytes.length, DOCUMENT_LIMIT);
    const version = sha256(bytes);
    kept.set(key(place), { file: { bytes: bytes.slice(), version, modified: now() } });
    return version;
  };
  /** A log that only grows is not copied for each line. */
  const add = (place: Place, lines: readonly string[]): void => {
    const all = linesOf(place);
    for (const line of lines) all.push(line);
    kept.set(key(place), { lines: all, modified: now() });
  };
  const linesOf = (place: Place): string[] => {
    const found = kept.get(key(place));
    if (!found) return [];
    if ("lines" in found) return found.lines;
    return Buffer.from(found.file.bytes).toString("utf8").split("\n").slice(0, -1);
  };
  const store: Store = {
    describe: (place) => `memory:${place.root}/${place.path}`,
    async canonical(place) {
      key(place);
      return place;
    },
    async lockName(place) {
      return key(place);
    },
    async read(place) {
      return readFile(place);
    },
    async list(root, folder) {
      const start = folder === "" ? `${root}:` : `${key({ root, path: folder })}/`;
      return [...kept.keys()]
        .filter((name) => name.startsWith(start) && !name.slice(start.length).includes("/"))
        .map((name) => name.slice(start.length))
        .sort();
    },
    async readLog(place) {
      return { lines: [...linesOf(place)], torn: null };
    },
    async readLogEnd(place, count) {
      const lines = linesOf(place);
      return { lines: lines.slice(Math.max(0, lines.length - count)), isWhole: lines.length <= count };
    },
    async entriesIn(place, entries) {
      return entriesAmong(linesOf(place), entries);
    },
    lock: (name, run, lockOptions = {}) =>
      runLocked(turns, name.normalize("NFC").toLowerCase(), {
        take: async () => () => {},
        run,
        options: lockOptions,
        random: options.random,
      }),
    async close() {
      kept.clear();
    },
  };
  const writer: Writer = {
    async write(place, bytes, expect) {
      const actual = readFile(place)?.version ?? null;
      return actual === expect ? { kind: "written", version: put(place, bytes) } : { kind: "stale", actual };
    },
    async remove(place, expect) {
      const actual = readFile(place)?.version ?? null;
      if (actual !== null && actual !== expect) return { kind: "stale", actual };
      kept.delete(key(place));
      return { kind: "removed" };
    },
    async append(place, lines) {
      checkLines(lines, key(place));
      if (lines.length > 0) add(place, lines);
    },
    async commit({ place, expect, bytes, log, lines }) {
      checkLines(lines, key(log));
      const actual = readFile(place)?.version ?? null;
      if (actual !== expect) return { kind: "stale", version: actual };
      const version = bytes === null ? null : put(place, bytes);
      if (bytes === null) kept.delete(key(place));
      add(log, lines);
      return { kind: "committed", version };
    },
    async recover(log, document) {
      key(log); // nothing can be left undecided here, but a bad place is a bad place
      if (document) key(document);
    },
    async rewriteLog(place, lines) {
      const all = [...lines];
      checkLines(all, key(place));
      kept.set(key(place), { lines: all, modified: now() });
    },
  };
  registerWriter(store, writer);
  return store;
}
