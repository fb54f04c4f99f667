// Adding bytes to a log that is open and settled, and taking them back when the disk refuses.

import { fstatSync, fsyncSync, ftruncateSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import { LOG_LIMIT, tooLarge } from "../port/limits.ts";
import type { Spot } from "./places.ts";
import { syncFolder, writeWhole } from "./regular.ts";

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
  /** The last batch got no verdict although its change is durable: whoever opens the log next must settle it. */
  hasUndecided: boolean;
}

/** One write, then fsync. On any error the log is cut back to what it was, as far as the disk still obeys. */
export function appendDurably(log: OpenLog, bytes: Buffer): void {
  if (!log.inParts && log.size + bytes.length > LOG_LIMIT) throw tooLarge(log.spot.shown, log.size + bytes.length, LOG_LIMIT);
  try {
    writeWhole(log.fd, bytes);
    fsyncSync(log.fd);
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
