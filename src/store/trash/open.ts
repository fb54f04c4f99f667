// The trash: what an agent deletes is moved here, and what it overwrites is copied here, with a way back. Nothing is ever
// overwritten here.
//
//   T1 the note is on disk before the file moves: a crash leaves a note without a file, never a file without a note
//   T2 links are moved, never followed
//   T3 what lies on another disk is copied whole before the original goes; a copy that fails leaves nothing
//   T4 identical content that is kept twice is stored once (content/HASH-MODE is a second name of it)

import {
  chmodSync,
  existsSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { AppError, type Clock, type Random, sha256, stamp } from "../../base/index.ts";
import { diskError } from "../disk/osErrors.ts";
import { copyFile, copyWhole, isLinked, makeFolder, move, sizeOf } from "./bytes.ts";
import { forgetNote, type NoteHead, readNotes, type Trashed, writeListOf, writeNoteOf } from "./trashNotes.ts";

export type Put = { readonly kind: "trashed"; readonly trashed: Trashed } | { readonly kind: "failed"; readonly error: unknown };

export interface Trash {
  readonly folder: string;
  /** Moves what is at absolute paths, one answer for each. Throws only where the trash itself cannot be written. */
  put(paths: readonly string[]): readonly Put[];
  /** Copies a file or folder as it is now. */
  keep(path: string): Trashed;
  list(): readonly Trashed[];
  /** Bytes of one item. With the same `seen`, content that is stored once counts once. */
  sizeOf(id: string, seen?: Set<string>): number;
  /** Brings it back where it was, or to another path. `over`: what is there now goes to the trash first. */
  restore(id: string, options?: RestoreOptions): Trashed;
  /** Deletes items for good. */
  remove(ids: readonly string[]): void;
}

export interface RestoreOptions {
  readonly over?: boolean | undefined;
  /** Absolute. */
  readonly to?: string | undefined;
}

/** From so many on, one list instead of a note for each. */
const LIST_FROM = 8;
/** Larger files are copied without looking for the same content. */
const LARGEST_SHARED = 64 * 1024 * 1024;

export function openTrash(folder: string, clock: Clock, random: Random): Trash {
  const files = join(folder, "files");
  const notes = join(folder, "info");
  const content = join(folder, "content");
  let count = 0;

  const newHead = (kind: Trashed["kind"]): NoteHead => {
    for (const each of [files, notes]) makeFolder(each);
    const at = clock.now();
    // Sortable also within one command: what went first is listed first.
    return {
      id: `${stamp(at)}-${String(at.getUTCMilliseconds()).padStart(3, "0")}${String(count++).padStart(4, "0")}-${random.hex(3)}`,
      kind,
      at,
    };
  };
  const placeOf = (id: string) => join(files, id.replace(".", "/"));
  const moved = (path: string, trashed: Trashed, place = placeOf(trashed.id)): Put => {
    try {
      move(path, place);
      return { kind: "trashed", trashed };
    } catch (error) {
      return { kind: "failed", error };
    }
  };

  const trash: Trash = {
    folder,
    put(paths) {
      if (paths.length >= LIST_FROM) {
        const head = newHead("delete");
        writeListOf(notes, head, paths);
        const place = join(files, head.id);
        mkdirSync(place, { mode: 0o700 });
        const at = head.at.toISOString();
        return paths.map((original, index) =>
          moved(original, { id: `${head.id}.${index}`, original, at, kind: "delete" }, `${place}/${index}`),
        );
      }
      return paths.map((original) => {
        const head = newHead("delete");
        writeNoteOf(notes, head, original);
        const put = moved(original, { id: head.id, original, at: head.at.toISOString(), kind: "delete" });
        if (put.kind === "failed") forgetNote(notes, head.id);
        return put;
      });
    },
    keep(path) {
      const head = newHead("keep");
      writeNoteOf(notes, head, path);
      try {
        copyWhole(path, placeOf(head.id), (from, to, facts) => storeOnce(content, from, to, facts));
      } catch (error) {
        forgetNote(notes, head.id);
        throw error;
      }
      return { id: head.id, original: path, at: head.at.toISOString(), kind: "keep" };
    },
    list() {
      // A note without a file is what a crash left of a move that did not happen, or what was restored from a list.
      return readNotes(notes).flatMap(({ id, isList, items }) => {
        const there = isList ? new Set(existsSync(join(files, id)) ? readdirSync(join(files, id)) : []) : null;
        return items.filter((each) =>
          there === null ? lstatSync(placeOf(each.id), { throwIfNoEntry: false }) !== undefined : there.has(each.id.slice(id.length + 1)),
        );
      });
    },
    sizeOf: (id, seen) => sizeOf(placeOf(id), seen),
    restore(id, options = {}) {
      const trashed = found(trash.list(), id);
      const target = options.to ?? trashed.original;
      makeRoom(trash, trashed, target, options);
      try {
        mkdirSync(dirname(target), { recursive: true });
        bringBack(placeOf(trashed.id), target);
      } catch (error) {
        throw diskError(error, { doing: "write", file: target });
      }
      tidy(wholeOf(trashed.id));
      return trashed;
    },
    remove(ids) {
      // List by list: to look after each of thousands of items whether it was the last takes minutes.
      for (const [whole, items] of Map.groupBy(ids, wholeOf)) {
        for (const id of items) rmSync(placeOf(id), { recursive: true, force: true });
        tidy(whole);
      }
      dropUnused(content);
    },
  };

  /** The note of what is gone goes too; a list when its last item is gone. */
  function tidy(whole: string): void {
    const place = join(files, whole);
    if (existsSync(place)) {
      if (readdirSync(place).length > 0) return;
      rmdirSync(place);
    }
    forgetNote(notes, whole);
  }
  return trash;
}

/** Of an item of a list: the list's. */
function wholeOf(id: string): string {
  return id.split(".", 1)[0] ?? id;
}

/** By the whole id, or by an end of it that only one has. */
function found(all: readonly Trashed[], id: string): Trashed {
  const matches = id === "" ? [] : all.filter((each) => each.id === id || each.id.endsWith(`-${id}`));
  const [first] = matches;
  if (first === undefined)
    throw new AppError("NOT_FOUND", `there is nothing ${id} in the trash`, { hint: "codicil trash list shows what there is." });
  if (matches.length > 1)
    throw new AppError("BAD_INPUT", `${matches.length} items in the trash end with ${id}`, {
      hint: "codicil trash list --json shows their whole ids.",
    });
  return first;
}

function makeRoom(trash: Trash, trashed: Trashed, target: string, { over, to }: RestoreOptions): void {
  for (let folder = dirname(target); folder !== dirname(folder); folder = dirname(folder)) {
    const facts = lstatSync(folder, { throwIfNoEntry: false });
    if (facts === undefined) continue;
    if (facts.isDirectory() || facts.isSymbolicLink()) break;
    throw new AppError("ALREADY_EXISTS", `${folder} is a file now, so ${target} cannot be there`, {
      file: folder,
      hint: "--to PATH restores it to another place.",
    });
  }
  if (lstatSync(target, { throwIfNoEntry: false }) === undefined) return;
  // A kept copy is always of something that is still there.
  if (over !== true && (trashed.kind === "delete" || to !== undefined))
    throw new AppError("ALREADY_EXISTS", `something else is at ${target} again`, {
      file: target,
      hint: "--over moves what is there to the trash first; --to PATH restores to another place.",
    });
  const [put] = trash.put([target]);
  if (put?.kind === "failed") throw diskError(put.error, { doing: "write", file: target });
}

/** Content that has other names here is copied, so that a later change of the file does not change them. */
function bringBack(from: string, to: string): void {
  const facts = lstatSync(from);
  if (!facts.isDirectory() && !(facts.isFile() && facts.nlink > 1)) return move(from, to);
  if (facts.isDirectory() && !holdsShared(from)) return move(from, to);
  copyWhole(from, to);
  rmSync(from, { recursive: true });
}

function holdsShared(folder: string): boolean {
  return readdirSync(folder, { withFileTypes: true }).some((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? holdsShared(path) : entry.isFile() && lstatSync(path).nlink > 1;
  });
}

function storeOnce(content: string, from: string, to: string, facts: Stats): void {
  if (facts.size === 0 || facts.size > LARGEST_SHARED) return copyFile(from, to, facts);
  // What is hashed is what is written: the original may change meanwhile.
  const bytes = readFileSync(from);
  const shared = join(content, `${sha256(bytes)}-${(facts.mode & 0o777).toString(8)}`);
  if (isLinked(shared, to)) return;
  writeFileSync(to, bytes, { flag: "wx", mode: 0o600 });
  chmodSync(to, facts.mode & 0o7777);
  lutimesSync(to, facts.atime, facts.mtime);
  makeFolder(content);
  if (!existsSync(shared)) isLinked(to, shared);
}

function dropUnused(content: string): void {
  if (!existsSync(content)) return;
  for (const name of readdirSync(content)) if (lstatSync(join(content, name)).nlink === 1) rmSync(join(content, name), { force: true });
}

/** A trash inside of a project: its owner's alone, and no business of Git's. */
export function ignoreItself(folder: string): void {
  makeFolder(folder);
  const file = join(folder, ".gitignore");
  if (!existsSync(file)) writeFileSync(file, "*\n", { mode: 0o600 });
}
