// The trash is in the state. Where that cannot be written (a sandbox that has only the project and the temporary folder, a
// full or read-only disk), what is in the project goes to `.codicil-trash` there, which ignores itself.

import { lstatSync } from "node:fs";
import { AppError, type Clock, type Random } from "../../base/index.ts";
import type { Trashed } from "./trashNotes.ts";
import { ignoreItself, openTrash, type Trash } from "./open.ts";

export const FALLBACK_TRASH = ".codicil-trash";
/** The trash itself is the trouble, not the file. */
const NO_TRASH = new Set(["ENOENT", "EROFS", "EACCES", "EPERM", "ENOSPC", "EDQUOT", "ENOTDIR"]);

export interface Trashes {
  readonly main: Trash;
  readonly fallback: Trash | null;
}

export interface TrashPlaces {
  readonly state: string;
  readonly project: string | null;
}

export function openTrashes({ state, project }: TrashPlaces, clock: Clock, random: Random): Trashes {
  const open = (folder: string) => openTrash(folder, clock, random);
  return { main: open(`${state}/trash`), fallback: project === null ? null : open(`${project}/${FALLBACK_TRASH}`) };
}

export function isNoTrash(error: unknown): boolean {
  return NO_TRASH.has((error as NodeJS.ErrnoException).code ?? "");
}

/** Copies a file or folder as it is now to the first trash that takes it. */
export function keepAnywhere({ main, fallback }: Trashes, path: string): Trashed {
  try {
    return main.keep(path);
  } catch (error) {
    if (fallback === null || !isNoTrash(error)) throw noCopy(error, path);
  }
  try {
    ignoreItself(fallback.folder);
    return fallback.keep(path);
  } catch (error) {
    throw noCopy(error, path);
  }
}

/** The same for a file of at most so many bytes; null: it is larger, or gone. */
export function keepSmall(trashes: Trashes, path: string, bytes: number): Trashed | null {
  const facts = lstatSync(path, { throwIfNoEntry: false });
  return facts === undefined || !facts.isFile() || facts.size > bytes ? null : keepAnywhere(trashes, path);
}

function noCopy(error: unknown, path: string): unknown {
  return (error as NodeJS.ErrnoException).code === undefined
    ? error
    : new AppError(
        (error as NodeJS.ErrnoException).code === "ENOSPC" ? "DISK_FULL" : "IO",
        `no copy of ${path} can be kept: ${(error as Error).message}`,
        { file: path, hint: "Free some space or make the state folder writable, then try again.", cause: error },
      );
}
