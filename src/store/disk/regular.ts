// The few things done to open files. Everything is synchronous on purpose: no other code of this process runs in
// between, and a kill can be aimed at each single system call.

import { closeSync, constants, fstatSync, fsyncSync, mkdirSync, openSync, readdirSync, readSync, type Stats, writeSync } from "node:fs";
import { dirname } from "node:path";
import { AppError } from "../../base/index.ts";
import { tooLarge } from "../port/limits.ts";
import { isAbsent, isErrno } from "./osErrors.ts";
import { lstatOrNull, type Spot } from "./realPlaces.ts";

const NOFOLLOW = constants.O_NOFOLLOW ?? 0;
const NONBLOCK = constants.O_NONBLOCK ?? 0;
const FOLDER = constants.O_DIRECTORY ?? 0;

/** Flags that neither follow a link that was put there after the path was checked, nor wait for a FIFO's other end. */
export const CAREFULLY = NOFOLLOW | NONBLOCK;

export interface Opened {
  readonly fd: number;
  readonly stat: Stats;
}

/** null when nothing is there. A device is refused unopened, because opening one can already have an effect. */
export function openRegular(spot: Spot, flags: number): Opened | null {
  const found = lstatOrNull(spot.file);
  if (found === null) return null;
  refuseUnlessRegular(spot, found);
  let fd: number;
  try {
    fd = openSync(spot.file, flags | CAREFULLY);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
  try {
    const stat = fstatSync(fd);
    refuseUnlessRegular(spot, stat);
    return { fd, stat };
  } catch (error) {
    closeServed(fd);
    throw error;
  }
}

export function refuseUnlessRegular(spot: Spot, stat: Stats): void {
  if (stat.isSymbolicLink()) throw new AppError("BAD_PATH", `${spot.shown} became a link`, { file: spot.shown, hint: "Try again." });
  const fault = stat.isFile() ? (stat.nlink > 1 ? "has several names (hard links)" : null) : `is ${kindOf(stat)}`;
  if (fault === null) return;
  throw new AppError("NOT_A_FILE", `${spot.shown} ${fault}`, {
    file: spot.shown,
    hint: stat.isFile() ? "Replace it by a copy of its own." : "Move it away, or choose another name.",
  });
}

/** Reads from `from` to the end; refuses by the size of that before a single byte is read. */
export function readWhole(opened: Opened, spot: Spot, options: { limit: number; from?: number }): Buffer {
  const from = options.from ?? 0;
  const refuse = (size: number) => {
    if (size - from > options.limit) throw tooLarge(spot.shown, size, options.limit);
  };
  refuse(opened.stat.size);
  const chunks: Buffer[] = [];
  let at = from;
  let room = Math.max(opened.stat.size - from, 0) + 1; // one byte more than expected, to see the end in one call
  for (;;) {
    const chunk = Buffer.allocUnsafe(room);
    const count = readSync(opened.fd, chunk, 0, chunk.length, at);
    if (count === 0) break;
    chunks.push(chunk.subarray(0, count));
    at += count;
    refuse(at);
    room = 64 * 1024;
    if (count < chunk.length && at >= opened.stat.size) break;
  }
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
}

const PART_BYTES = 256 * 1024;
/** Not in use now: a new one for each of many files would be garbage by the hundred megabytes before V8 looks for it. */
const rooms: Uint8Array[] = [];

export function takeRoom(): Uint8Array {
  return rooms.pop() ?? new Uint8Array(PART_BYTES);
}

export function giveRoom(room: Uint8Array): void {
  rooms.push(room);
}

/** All of an open file, a part after the other. Each is good until the next one is asked for: they are in one place. */
export function* partsOfFile(fd: number): Generator<Uint8Array, void> {
  const room = takeRoom();
  try {
    for (let at = 0, count = 1; count > 0; at += count) {
      count = readSync(fd, room, 0, room.length, at);
      if (count > 0) yield room.subarray(0, count);
    }
  } finally {
    giveRoom(room);
  }
}

/** The kernel may take less than it was given (a nearly full disk does): go on until all is written or an error says why not. */
export function writeWhole(fd: number, bytes: Uint8Array): void {
  let done = 0;
  while (done < bytes.length) done += writeSync(fd, bytes, done, bytes.length - done);
}

/** For descriptors that have served: what was read is here, what was written was synced, so close has no news. */
export function closeServed(fd: number): void {
  try {
    closeSync(fd);
  } catch {
    // An error now would report as failed what has happened, or hide the error that made it fail.
  }
}

/** None where there is no folder. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

/** Makes names in a folder (created, renamed, removed) survive power loss. */
export function syncFolder(folder: string): void {
  if (process.platform === "win32") return; // folders cannot be opened there; the file system journals names itself
  const fd = openSync(folder, constants.O_RDONLY | FOLDER | NOFOLLOW);
  try {
    fsyncSync(fd);
  } catch (error) {
    // Some network file systems have no such operation: there is nothing more that could be done.
    if (!isErrno(error) || (error.code !== "EINVAL" && error.code !== "ENOTSUP")) throw error;
  } finally {
    closeServed(fd);
  }
}

/** Creates missing folders one by one, each made durable in its parent before the next one is put into it. */
export function makeFolder(folder: string, mode: number): void {
  if (lstatOrNull(folder) !== null) return;
  const parent = dirname(folder);
  makeFolder(parent, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (!isErrno(error) || error.code !== "EEXIST") throw error; // another process was quicker: just as well
  }
  syncFolder(parent);
}

export function folderMode(spot: Spot): number {
  return spot.place.root === "project" ? 0o755 : 0o700;
}

export function newFileMode(spot: Spot): number {
  return spot.place.root === "project" ? 0o644 : 0o600;
}

function kindOf(stat: Stats): string {
  if (stat.isDirectory()) return "a folder";
  if (stat.isFIFO()) return "a FIFO";
  if (stat.isSocket()) return "a socket";
  return "a device";
}
