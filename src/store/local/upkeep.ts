// Upkeep: what a check-up asks of the disk, and the one thing it may do about it. No content passes here: permissions
// only ever become narrower, and every answer is a plain value, also where the disk refuses to say.

import { accessSync, closeSync, constants, fchmodSync, fstatSync, lstatSync, openSync, type Stats, statfsSync } from "node:fs";
import { onDisk } from "../disk/osErrors.ts";

export interface FileTimes {
  readonly modified: number;
  readonly changed: number;
  readonly size: number;
}

export interface UpkeepFacts {
  readonly kind: "file" | "folder" | "other";
  /** The lower nine bits: who may read, write and enter. 0o700 where the system has no such thing. */
  readonly mode: number;
  readonly modified: Date;
  /** Another one for every write and every change of name, time or rights, which nobody can set back. Of the last one, in milliseconds. */
  readonly changed: number;
  readonly size: number;
}

export interface SpaceFacts {
  /** Bytes that this user may still write. */
  readonly free: number;
  /** network: locks and renames are another machine's word; memory: gone after a restart. */
  readonly kind: "disk" | "network" | "memory";
}

/** NFS, SMB, CIFS, SMB2, AFS, FUSE's sshfs is not told apart from other FUSE and counts as a disk. */
const NETWORK = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f]);
const MEMORY = new Set([0x01021994, 0x858458f6]);

/** When a file was written and changed last, in milliseconds, and its size; null: no file is there. Links are not followed. */
export function fileTimes(path: string): FileTimes | null {
  const facts = factsAt(path);
  // Asked of ten thousand sessions for one answer: rounded as the date of it is, which takes longer to make.
  return facts?.isFile() === true ? { modified: Math.round(facts.mtimeMs), changed: facts.ctimeMs, size: facts.size } : null;
}

/** The same of what was looked at already. */
export function timesIn({ kind, modified, changed, size }: UpkeepFacts): FileTimes | null {
  return kind === "file" ? { modified: modified.getTime(), changed, size } : null;
}

/** null: nothing is there, or it may not be looked at. Links are not followed. */
export function upkeepFacts(path: string): UpkeepFacts | null {
  const facts = factsAt(path);
  if (facts === null) return null;
  const kind = facts.isFile() ? "file" : facts.isDirectory() ? "folder" : "other";
  const mode = process.platform === "win32" ? 0o700 : facts.mode & 0o777;
  return { kind, mode, modified: facts.mtime, changed: facts.ctimeMs, size: facts.size };
}

function factsAt(path: string): Stats | null {
  try {
    return lstatSync(path, QUIETLY) ?? null;
  } catch {
    // EACCES, ENOTDIR, ELOOP: whoever wanted to read it reports that; here there is nothing to tell.
    return null;
  }
}

const QUIETLY = { throwIfNoEntry: false } as const;

/** Whether this user could read (or change) what is there. A read-only disk counts as no. */
export function mayAccess(path: string, how: "read" | "write"): boolean {
  try {
    accessSync(path, how === "read" ? constants.R_OK : constants.W_OK);
    return true;
  } catch {
    // Every errno means the same here: it would not work.
    return false;
  }
}

export function spaceFacts(folder: string): SpaceFacts | null {
  try {
    const facts = statfsSync(folder);
    const kind = NETWORK.has(facts.type) ? "network" : MEMORY.has(facts.type) ? "memory" : "disk";
    return { free: facts.bavail * facts.bsize, kind };
  } catch {
    // Not every file system answers; then nothing is said about its space.
    return null;
  }
}

/** Takes a real file's or folder's permissions away from everybody but its owner. Throws READ_ONLY, IO. */
export function closeToOthers(path: string): void {
  onDisk({ doing: "write", file: path }, () => {
    const fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    try {
      fchmodSync(fd, fstatSync(fd).mode & 0o700);
    } finally {
      closeSync(fd);
    }
  });
}
