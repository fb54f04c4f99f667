// One file replaced as a whole: temp file beside it, fsync, rename, fsync of the folder (P1, P2, P4).

import { accessSync, closeSync, constants, fchmodSync, fchownSync, fsyncSync, openSync, renameSync, type Stats, unlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { AppError, hashParts, type Random, sha256 } from "../../base/index.ts";
import { DOCUMENT_LIMIT, tooLarge } from "../port/limits.ts";
import { belongsTo, tempName, tempOwner } from "../port/placeNames.ts";
import type { Source, WriteOutcome } from "../port/port.ts";
import { isErrno } from "./osErrors.ts";
import { lstatOrNull, type Spot } from "./realPlaces.ts";
import {
  CAREFULLY,
  closeServed,
  folderMode,
  makeFolder,
  namesIn,
  newFileMode,
  openRegular,
  partsOfFile,
  readWhole,
  syncFolder,
  writeWhole,
} from "./regular.ts";

/** What the writing functions need besides the file. */
export interface Tools {
  readonly random: Random;
  readonly tempSuffix: string;
  /** Logs may be larger than documents. */
  readonly limit?: number;
}

export interface Current {
  readonly bytes: Buffer;
  readonly version: string;
  readonly stat: Stats;
}

export function readCurrent(spot: Spot, limit = DOCUMENT_LIMIT): Current | null {
  const opened = openRegular(spot, constants.O_RDONLY);
  if (opened === null) return null;
  try {
    const bytes = readWhole(opened, spot, { limit });
    let version: string | undefined;
    return {
      bytes,
      // Hashed when somebody asks: most readers of config and pending files never compare versions.
      get version() {
        return (version ??= sha256(bytes));
      },
      stat: opened.stat,
    };
  } finally {
    closeServed(opened.fd);
  }
}

const LONG = 64 * 1024;

/** What a file is now, without holding all of a long one. */
export function lookAt(spot: Spot, limit = DOCUMENT_LIMIT): Omit<Current, "bytes"> | null {
  const opened = openRegular(spot, constants.O_RDONLY);
  if (opened === null) return null;
  const { fd, stat } = opened;
  try {
    if (stat.size > limit) throw tooLarge(spot.shown, stat.size, limit);
    // A short one without Node's own hash, which takes a while to load.
    const version = stat.size < LONG ? sha256(readWhole(opened, spot, { limit })) : hashParts(partsOfFile(fd));
    return { version, stat };
  } finally {
    closeServed(fd);
  }
}

/** Compare-and-set of one file. `isSwept`: nothing of a crash can be beside it. */
export function replaceFile(
  spot: Spot,
  given: Uint8Array | Source,
  expect: string | null,
  tools: Tools & { readonly isSwept?: boolean },
): WriteOutcome {
  if (tools.isSwept !== true) sweepTemps(spot, [tempOwner(basename(spot.file), null)]);
  const before = lookAt(spot, tools.limit);
  if ((before?.version ?? null) !== expect) return { kind: "stale", actual: before?.version ?? null };
  const temp = writeTemp(spot, given, { ...tools, owner: tempOwner(basename(spot.file), null), like: before?.stat ?? null });
  try {
    // The last look before the point of no return: somebody may have saved while the temp file was being written.
    const now = lookAt(spot, tools.limit)?.version ?? null;
    if (now !== expect) {
      unlinkSync(temp);
      return { kind: "stale", actual: now };
    }
    renameSync(temp, spot.file);
  } catch (error) {
    dropTemp(temp);
    throw error;
  }
  syncFolder(dirname(spot.file));
  return { kind: "written", version: given instanceof Uint8Array ? sha256(given) : given.sha256 };
}

/** An absent file counts as removed, but only after its absence is durable too. */
export function removeFile(spot: Spot, expect: string): WriteOutcome | { readonly kind: "removed" } {
  sweepTemps(spot, [tempOwner(basename(spot.file), null)]);
  const current = readCurrent(spot);
  if (current !== null && current.version !== expect) return { kind: "stale", actual: current.version };
  if (current !== null) {
    refuseReadOnly(spot, current.stat);
    unlinkSync(spot.file);
  }
  if (lstatOrNull(dirname(spot.file)) !== null) syncFolder(dirname(spot.file));
  return { kind: "removed" };
}

/** A durable temp file beside the target, ready to be renamed over it. On any error nothing of it remains. */
export function writeTemp(
  spot: Spot,
  given: Uint8Array | Source,
  options: Tools & { readonly owner: string; readonly like: Stats | null },
): string {
  const limit = options.limit ?? DOCUMENT_LIMIT;
  const [size, parts] = given instanceof Uint8Array ? [given.length, [given]] : [given.size, given.parts()];
  if (size > limit) throw tooLarge(spot.shown, size, limit);
  if (options.like) refuseReadOnly(spot, options.like);
  makeFolder(dirname(spot.file), folderMode(spot));
  const { temp, fd } = createTemp(spot, options);
  try {
    try {
      for (const part of parts) writeWhole(fd, part);
      if (options.like) keepOwnerAndMode(fd, options.like);
      fsyncSync(fd);
    } finally {
      closeSync(fd); // an error of close counts as well: network disks report a full quota only here
    }
    return temp;
  } catch (error) {
    dropTemp(temp);
    throw error;
  }
}

/** Removes temp files of these owners that a crash left beside a file. The caller's lock says that none is in use. */
export function sweepTemps(spot: Spot, owners: readonly string[]): void {
  const folder = dirname(spot.file);
  for (const name of namesIn(folder)) if (owners.some((owner) => belongsTo(name, owner))) dropTemp(join(folder, name));
}

/** For the way out after an error: the first error is the one to report. What stays is swept by the next write. */
export function dropTemp(temp: string): void {
  try {
    unlinkSync(temp);
  } catch {
    // Absent is what we want; anything else is a disk in trouble, about which the caller is already being told.
  }
}

/** A file that its owner made read-only is refused, as writing into it would be; rename alone would not ask. */
export function refuseReadOnly(spot: Spot, stat: Stats): void {
  if ((stat.mode & 0o222) !== 0) return accessSync(spot.file, constants.W_OK);
  throw new AppError("READ_ONLY", `${spot.shown} is write-protected`, {
    file: spot.shown,
    hint: "Make the file writable for you (chmod u+w), then try again.",
  });
}

function createTemp(spot: Spot, options: Tools & { readonly owner: string }): { temp: string; fd: number } {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | CAREFULLY;
  for (let attempt = 1; ; attempt++) {
    const temp = join(dirname(spot.file), tempName(options.owner, options.random.hex(6), options.tempSuffix));
    try {
      return { temp, fd: openSync(temp, flags, newFileMode(spot)) };
    } catch (error) {
      if (attempt >= 5 || !isErrno(error) || error.code !== "EEXIST") throw error;
    }
  }
}

function keepOwnerAndMode(fd: number, like: Stats): void {
  // Owner first: changing it clears the special bits of the mode.
  if (process.geteuid?.() === 0) fchownSync(fd, like.uid, like.gid);
  fchmodSync(fd, like.mode & 0o7777);
}
