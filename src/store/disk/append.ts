// Adding bytes to a log that is open and settled, and taking them back when the disk refuses.

import { fstatSync, fsync, fsyncSync, ftruncateSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import { LOG_LIMIT, tooLarge } from "../port/limits.ts";
import type { Spot } from "./realPlaces.ts";
import { closeServed, syncFolder, writeWhole } from "./regular.ts";

/** A log that was opened for writing and settled: everything up to `size` is whole and decided. */
export interface OpenLog {
  readonly spot: Spot;
  readonly fd: number;
  readonly created: boolean;
  size: number;
  /** As it was when it was settled; null before. */
  stat: Stats | null;
  /** Read in parts by its owner, and therefore free to grow. */
  readonly inParts: boolean;
  /** Whoever has it synced after it was written, and closes it. */
  takenBy?: (file: number) => void;
  /** The last batch got no verdict although its change is durable: whoever opens the log next must settle it. */
  hasUndecided: boolean;
}

/** One write, then fsync, here or by `later`. On any error the log is cut back to what it was, as far as the disk still obeys. */
export function appendDurably(log: OpenLog, bytes: Buffer, later?: (file: number) => void): void {
  if (!log.inParts && log.size + bytes.length > LOG_LIMIT) throw tooLarge(log.spot.shown, log.size + bytes.length, LOG_LIMIT);
  try {
    writeWhole(log.fd, bytes);
    if (later !== undefined && log.size > 0) log.takenBy = later;
    else fsyncSync(log.fd);
    if (log.size === 0) syncFolder(dirname(log.spot.file)); // first line: the log's own name must last too
  } catch (error) {
    cutBack(log, { to: log.size, written: bytes.length });
    throw error;
  }
  log.size += bytes.length;
}

/** True when the log ends at `to` again. Never cuts more than what was just written. */
export function cutBack(log: OpenLog, cut: { readonly to: number; readonly written: number }): boolean {
  try {
    const size = fstatSync(log.fd).size;
    if (size > cut.to + cut.written) return false;
    if (size !== cut.to) {
      ftruncateSync(log.fd, cut.to);
      fsyncSync(log.fd);
    }
    log.size = cut.to;
    return true;
  } catch {
    // The error that led here is the one to report; what stays behind is a torn or undecided tail for `settle`.
    return false;
  }
}

// One sync for all lines that were written while the last one ran. A sync takes milliseconds in which this process can do other
// things; who wrote waits for one that began after its write.

/** Takes over a descriptor that was written to, and says when that is durable. It closes it. */
export type LateSync = (file: number) => Promise<void>;

export function lateSync(): LateSync {
  let next: { readonly files: number[]; readonly done: Promise<void> } | null = null;
  let last: Promise<unknown> = Promise.resolve();
  return (file) => {
    if (next === null) {
      const files: number[] = [];
      const begin = () => {
        next = null;
        return syncAll(files);
      };
      next = { files, done: last.then(begin) };
      // Who waits for this one hears what went wrong; the next one is tried all the same.
      last = next.done.catch(() => undefined);
    }
    next.files.push(file);
    return next.done;
  };
}

/** Descriptors of the same file are synced once. */
async function syncAll(files: readonly number[]): Promise<void> {
  try {
    const each = new Map(files.map((file) => [fstatSync(file).ino, file]));
    await Promise.all([...each.values()].map(syncOne));
  } finally {
    for (const file of files) closeServed(file);
  }
}

function syncOne(file: number): Promise<void> {
  return new Promise((resolve, reject) => fsync(file, (error) => (error === null ? resolve() : reject(error))));
}
