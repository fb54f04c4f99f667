// Other programs' settings on disk. Written whole and by rename, through a link to where it leads, with the mode they had.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { AppError } from "../../base/index.ts";

/** null: there is none. */
export function readSettings(path: string): Buffer | null {
  return existsSync(path) ? readFileSync(path) : null;
}

export function textOf(bytes: Buffer, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new AppError("NOT_UTF8", "the settings are not UTF-8 text", { file: path, cause, hint: "Nothing was changed." });
  }
}

/** The real path of the part that exists; the rest as it is. */
export function realPath(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : join(realPath(parent), basename(path));
}

/** Answers the folders that had to be made, outermost first. */
export function writeSettings(path: string, content: string | Buffer): string[] {
  const made: string[] = [];
  for (let folder = dirname(path); !existsSync(folder); folder = dirname(folder)) made.unshift(folder);
  for (const folder of made) mkdirSync(folder, { mode: 0o755 });
  const mode = existsSync(path) ? statSync(path).mode & 0o777 : 0o644;
  const draft = `${path}.codicil-${process.pid}.tmp`;
  try {
    writeFileSync(draft, content, { mode });
    chmodSync(draft, mode);
    renameSync(draft, path);
  } catch (cause) {
    rmSync(draft, { force: true });
    for (const folder of made.toReversed()) removeIfEmpty(folder);
    throw new AppError("IO", `the settings cannot be written: ${(cause as Error).message}`, {
      file: path,
      cause,
      hint: "Nothing was changed.",
    });
  }
  return made;
}

export function removeSettings(path: string): void {
  rmSync(path, { force: true });
}

/** Those that were made for our files and hold nothing else, innermost first. */
export function removeFolders(folders: readonly string[]): void {
  for (const folder of [...new Set(folders)].sort((a, b) => b.length - a.length)) removeIfEmpty(folder);
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Something else is in it by now: it stays.
  }
}
