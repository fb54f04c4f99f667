// The trash: what an agent deletes is moved here, in the freedesktop layout (files/ and info/*.trashinfo), so that other
// tools can read it too. rm's own semantics; nothing is ever overwritten here.
//
//   T1 the note is on disk before the file moves: a crash leaves a note without a file, never a file without a note
//   T2 links are moved, never followed
//   T3 what lies on another disk is copied whole before the original goes

import { cpSync, existsSync, fsyncSync, lstatSync, mkdirSync, openSync, closeSync, readdirSync, readFileSync, renameSync, rmSync, writeSync, constants } from "node:fs";
import { basename, dirname, join } from "node:path";
import { AppError, type Clock, type Random, stamp } from "../base/index.ts";
import { diskError, isErrno } from "./disk/osErrors.ts";

export interface Trashed {
  readonly id: string;
  readonly original: string;
  readonly at: string;
  /** delete: it was moved here · keep: a copy from before it was overwritten */
  readonly kind: "delete" | "keep";
}

export interface Trash {
  /** Moves what stands at an absolute path; gives its id. */
  put(path: string): Trashed;
  /** Copies a file as it is now. */
  keep(path: string): Trashed;
  list(): Trashed[];
  /** Brings it back where it was. `over`: what stands there now is kept first. */
  restore(id: string, options?: { readonly over?: boolean }): Trashed;
  empty(): number;
}

export function openTrash(folder: string, clock: Clock, random: Random): Trash {
  const files = join(folder, "files");
  const notes = join(folder, "info");
  let count = 0;

  const note = (path: string, kind: Trashed["kind"]): Trashed => {
    for (const each of [files, notes]) mkdirSync(each, { recursive: true, mode: 0o700 });
    const at = clock.now();
    // Sortable also within one command: what went first is listed first.
    const id = `${stamp(at)}-${String(at.getUTCMilliseconds()).padStart(3, "0")}${String(count++).padStart(4, "0")}-${random.hex(3)}`;
    const text = `[Trash Info]\nPath=${encodeURI(path)}\nDeletionDate=${at.toISOString().slice(0, 19)}\nX-Codicil-Kind=${kind}\n`;
    const descriptor = openSync(join(notes, `${id}.trashinfo`), "wx", 0o600);
    try {
      writeSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    return { id, original: path, at: at.toISOString(), kind };
  };
  const forgetNote = (id: string) => rmSync(join(notes, `${id}.trashinfo`), { force: true });

  const trash: Trash = {
    put(path) {
      const trashed = note(path, "delete");
      try {
        move(path, join(files, trashed.id));
      } catch (error) {
        forgetNote(trashed.id);
        throw diskError(error, { doing: "write", file: path });
      }
      return trashed;
    },
    keep(path) {
      const trashed = note(path, "keep");
      try {
        cpSync(path, join(files, trashed.id), { recursive: true, verbatimSymlinks: true, preserveTimestamps: true, errorOnExist: true, mode: constants.COPYFILE_FICLONE });
      } catch (error) {
        forgetNote(trashed.id);
        throw diskError(error, { doing: "read", file: path });
      }
      return trashed;
    },
    list() {
      if (!existsSync(notes)) return [];
      return readdirSync(notes)
        .filter((name) => name.endsWith(".trashinfo"))
        .sort()
        .flatMap((name) => {
          const id = name.slice(0, -".trashinfo".length);
          // A note without a file is what a crash left of a move that did not happen.
          return lstatSync(join(files, id), { throwIfNoEntry: false }) ? [readNote(id, readFileSync(join(notes, name), "utf8"))] : [];
        });
    },
    restore(id, options = {}) {
      const trashed = trash.list().find((each) => each.id === id);
      if (!trashed) throw new AppError("NOT_FOUND", `there is nothing ${id} in the trash`, { hint: "codicil trash list shows what there is." });
      if (lstatSync(trashed.original, { throwIfNoEntry: false })) {
        if (options.over !== true && trashed.kind === "delete") throw new AppError("ALREADY_EXISTS", `something stands at ${trashed.original} again`, { file: trashed.original, hint: "--over keeps what is there in the trash and brings this back." });
        trash.put(trashed.original);
      }
      mkdirSync(dirname(trashed.original), { recursive: true });
      move(join(files, id), trashed.original);
      forgetNote(id);
      return trashed;
    },
    empty() {
      const all = trash.list();
      for (const { id } of all) {
        rmSync(join(files, id), { recursive: true, force: true });
        forgetNote(id);
      }
      return all.length;
    },
  };
  return trash;
}

function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!isErrno(error) || error.code !== "EXDEV") throw error;
    cpSync(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true, errorOnExist: true });
    rmSync(from, { recursive: true });
  }
}

function readNote(id: string, text: string): Trashed {
  const field = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(text)?.[1] ?? "";
  return { id, original: decodeURI(field("Path")), at: field("DeletionDate"), kind: field("X-Codicil-Kind") === "keep" ? "keep" : "delete" };
}

export type Removal = { readonly kind: "removed"; readonly trashed: Trashed | null } | { readonly kind: "failed"; readonly message: string } | { readonly kind: "absent" };

export interface RemoveOptions {
  readonly recursive: boolean;
  readonly force: boolean;
  /** -d: empty folders only. */
  readonly folders: boolean;
}

const WORDS: Readonly<Record<string, string>> = { ENAMETOOLONG: "File name too long", EACCES: "Permission denied", ELOOP: "Too many levels of symbolic links" };

/** One operand of rm, with rm's own refusals in rm's own words. */
export function removeLikeRm(trash: Trash, operand: string, path: string, options: RemoveOptions): Removal {
  const failed = (why: string): Removal => ({ kind: "failed", message: `cannot remove '${operand}': ${why}` });
  if (operand === "") return options.force ? { kind: "absent" } : failed("No such file or directory");
  const bare = operand.replace(/(?<!\/)\/+$/, "");
  if (["", ".", ".."].includes(basename(bare === "" ? "/" : bare)) || /(^|\/)\.\.?\/*$/.test(operand)) {
    return { kind: "failed", message: `refusing to remove '.' or '..' or '/' directory: skipping '${operand}'` };
  }
  let facts;
  try {
    facts = lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    return failed(WORDS[(error as NodeJS.ErrnoException).code ?? ""] ?? (error as Error).message);
  }
  if (!facts) return options.force ? { kind: "absent" } : failed("No such file or directory");
  if (operand.endsWith("/") && facts.isSymbolicLink()) return failed("Not a directory");
  if (facts.isDirectory() && !options.recursive) {
    if (!options.folders) return failed("Is a directory");
    if (readdirSync(path).length > 0) return failed("Directory not empty");
  }
  try {
    return { kind: "removed", trashed: trash.put(path) };
  } catch (error) {
    return failed((error as Error).message);
  }
}

