// Logs that are read in parts, and the side files that make finding the parts fast. A side file is never the truth: it
// may be deleted at any time, is written without a sync, and where it cannot be written or read nothing is lost.

import { closeSync, constants, openSync, readSync, renameSync, type Stats } from "node:fs";
import { basename, dirname, join } from "node:path";
import { AppError, type Random, unlessRefused } from "../../base/index.ts";
import { tempName, tempOwner } from "../port/placeNames.ts";
import type { OpenBytes, Place } from "../port/port.ts";
import { dropTemp } from "./atomic.ts";
import { isErrno, onDisk } from "./osErrors.ts";
import { findSpot, lstatOrNull, type Roots, type Spot } from "./realPlaces.ts";
import { CAREFULLY, closeServed, folderMode, makeFolder, newFileMode, openRegular, giveRoom, takeRoom, writeWhole } from "./regular.ts";

export function openParts(spot: Spot): OpenBytes | null {
  const opened = onDisk({ doing: "read", file: spot.shown }, () => openRegular(spot, constants.O_RDONLY));
  if (opened === null) return null;
  const { fd, stat } = opened;
  return {
    size: stat.size,
    identity: identityOf(stat),
    modified: stat.mtimeMs,
    read: (target, position) => onDisk({ doing: "read", file: spot.shown }, () => readFully(fd, target, position)),
    close: () => closeServed(fd),
  };
}

/** All of it, a part after the other. Each is good until the next one is asked for: they are in one place. */
export function* inParts(opened: OpenBytes): Generator<Uint8Array, void> {
  const room = takeRoom();
  try {
    for (let at = 0; at < opened.size; at += room.length) {
      const part = room.subarray(0, opened.size - at);
      if (opened.read(part, at) < part.length)
        throw new AppError("STALE", "a file became shorter while it was being read", { hint: "Try again." });
      yield part;
    }
  } finally {
    giveRoom(room);
  }
}

function identityOf({ dev, ino, birthtimeMs }: Stats): string {
  return `${dev}:${ino}:${birthtimeMs}`;
}

/** As `stampOf` of the port. Links and whatever is no plain file are opened, which refuses them. */
export function stampAt(roots: Roots, { root, path }: Place): string | null {
  const base = roots[root];
  const stat = base === null ? null : lstatOrNull(join(base, path));
  return stat?.isFile() === true && stat.nlink === 1 ? `${identityOf(stat)} ${stat.size} ${stat.mtimeMs}` : null;
}

/** Shorter logs are read as a whole. */
const LONG = 64 * 1024;
/** Most lines are shorter. */
const NEAR = 4 * 1024;

/** Of a log of plain lines: up to where it is whole, found without reading it; undefined where it has to be read. */
export function wholeLines(spot: Spot): number | undefined {
  const log = openParts(spot);
  if (log === null) return undefined;
  try {
    if (log.size < LONG) return undefined;
    for (const length of [NEAR, LONG]) {
      const end = new Uint8Array(length);
      const last = end.subarray(0, log.read(end, log.size - length)).lastIndexOf(0x0a);
      if (last !== -1) return log.size - length + last + 1;
    }
    return undefined;
  } finally {
    log.close();
  }
}

/** The kernel gives at most 2 GiB a call, and may give less. */
function readFully(fd: number, target: Uint8Array, position: number): number {
  let done = 0;
  while (done < target.length) {
    const count = readSync(fd, target, done, Math.min(target.length - done, 1 << 30), position + done);
    if (count === 0) break;
    done += count;
  }
  return done;
}

function sideSpot(roots: Roots, name: string): Spot {
  return findSpot(roots, { root: "state", path: `index/${name}` });
}

export function openSideFile(roots: Roots, name: string): OpenBytes | null {
  // Unreadable or no plain file: as good as none, the log itself is read.
  return unlessRefused(() => openParts(sideSpot(roots, name)));
}

export function writeSideFile(roots: Roots, name: string, parts: readonly Uint8Array[], random: Random): boolean {
  let temp: string | null = null;
  try {
    const spot = sideSpot(roots, name);
    const folder = dirname(spot.file);
    makeFolder(folder, folderMode(spot));
    temp = join(folder, tempName(tempOwner(basename(spot.file), null), random.hex(6), ""));
    const fd = openSync(temp, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | CAREFULLY, newFileMode(spot));
    try {
      for (const part of parts) writeWhole(fd, part);
    } finally {
      closeSync(fd);
    }
    renameSync(temp, spot.file);
    return true;
  } catch (error) {
    if (!isErrno(error) && !(error instanceof AppError)) throw error;
    if (temp !== null) dropTemp(temp);
    return false; // a read-only or full disk: everything works without the index, only slower
  }
}
