// The bytes of the trash: moves, copies and sizes. Links are copied as links and never followed.

import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  type Stats,
} from "node:fs";
import { dirname } from "node:path";
import { isAbsent, isErrno } from "../disk/osErrors.ts";

/** By rename; from another disk by a whole copy before the original goes. A failed copy leaves nothing. */
export function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!isErrno(error) || error.code !== "EXDEV") throw error;
    copyWhole(from, to);
    rmSync(from, { recursive: true });
  }
}

/** With its parents. Node's own way never ends where a parent cannot be made (/proc). */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (isErrno(error) && error.code === "EEXIST") return;
    if (!isAbsent(error) || existsSync(dirname(path))) throw error;
    makeFolder(dirname(path));
    mkdirSync(path, { mode: 0o700 });
  }
}

/** `store`: how a regular file is copied; two names of one file stay two names of one file. */
export function copyWhole(from: string, to: string, store: (from: string, to: string, facts: Stats) => void = copyFile): void {
  try {
    copyInto(from, to, { store, names: new Map() });
  } catch (error) {
    rmSync(to, { recursive: true, force: true });
    throw error;
  }
}

interface Copying {
  readonly store: (from: string, to: string, facts: Stats) => void;
  /** Of files with several names: the copy of the first. */
  readonly names: Map<string, string>;
}

function copyInto(from: string, to: string, copying: Copying): void {
  const facts = lstatSync(from);
  if (facts.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else if (facts.isDirectory()) {
    mkdirSync(to, { mode: 0o700 });
    for (const name of readdirSync(from)) copyInto(`${from}/${name}`, `${to}/${name}`, copying);
    chmodSync(to, facts.mode & 0o7777);
  } else if (facts.isFile()) {
    const key = `${facts.dev}:${facts.ino}`;
    const first = facts.nlink > 1 ? copying.names.get(key) : undefined;
    if (first === undefined || !isLinked(first, to)) copying.store(from, to, facts);
    if (facts.nlink > 1) copying.names.set(key, to);
  } else throw Object.assign(new Error(`${from} is not a file, folder or link, and cannot go to another disk`), { code: "ENOTSUP" });
  if (!facts.isFile()) lutimesSync(to, facts.atime, facts.mtime);
}

export function copyFile(from: string, to: string, facts: Stats): void {
  copyFileSync(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  lutimesSync(to, facts.atime, facts.mtime);
}

/** False: this disk has no second names for files, or no more of them. */
export function isLinked(first: string, second: string): boolean {
  try {
    linkSync(first, second);
    return true;
  } catch (error) {
    if (isErrno(error) && ["EPERM", "EXDEV", "EMLINK", "ENOTSUP", "EOPNOTSUPP", "ENOENT"].includes(error.code ?? "")) return false;
    throw error;
  }
}

/** Bytes below a path; a file with several names counts once for each `seen`. */
export function sizeOf(path: string, seen: Set<string> = new Set()): number {
  const facts = lstatSync(path, { throwIfNoEntry: false });
  if (facts === undefined) return 0;
  if (facts.isDirectory()) return readdirSync(path).reduce((sum, name) => sum + sizeOf(`${path}/${name}`, seen), 0);
  const key = `${facts.dev}:${facts.ino}`;
  if (facts.nlink > 1 && seen.has(key)) return 0;
  if (facts.nlink > 1) seen.add(key);
  return facts.size;
}
