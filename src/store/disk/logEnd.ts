// A log from its end. A writer decides what is undecided before it adds to a log; so whatever is before a verdict is
// decided, and a line of the store's own (frames.ts) is a place where reading can begin.

import { constants, statSync } from "node:fs";
import { traceOf } from "../port/entryLines.ts";
import { parseLog, undecided, visibleLines } from "../port/frames.ts";
import { LOG_LIMIT } from "../port/limits.ts";
import type { LogEnd } from "../port/port.ts";
import { readLogFile } from "./log.ts";
import { openParts } from "./parts.ts";
import type { Roots, Spot } from "./realPlaces.ts";
import { closeServed, openRegular, readWhole } from "./regular.ts";
import { verdictOf } from "./settle.ts";

const FIRST_LOOK = 64 * 1024;
const PART = 4 * 1024 * 1024;
const FRAME = Buffer.from('\n{"codicil":"');

/** Reads ever larger ends until one has so many lines; a log in which no frame is found is read as a whole. */
export function readEndOfLog(spot: Spot, roots: Roots, count: number): LogEnd {
  const opened = openRegular(spot, constants.O_RDONLY);
  if (opened === null) return { lines: [], isWhole: true };
  try {
    for (let look = FIRST_LOOK; look < opened.stat.size; look *= 4) {
      const bytes = readWhole(opened, spot, { limit: LOG_LIMIT, from: opened.stat.size - look });
      const start = bytes.indexOf(FRAME);
      if (start === -1) continue;
      const parsed = parseLog(bytes.subarray(start + 1));
      // A commit is under way, or was cut off: the careful way looks again where the log moves on.
      if (undecided(parsed).length > 0 && statSync(spot.file, { throwIfNoEntry: false })?.size !== opened.stat.size) break;
      const lines = visibleLines(parsed, (batch) => verdictOf(batch, roots));
      if (lines.length >= count) return { lines: lines.slice(lines.length - count), isWhole: false };
    }
  } finally {
    closeServed(opened.fd);
  }
  const { lines } = readLogFile(spot, roots);
  return lines.length > count ? { lines: lines.slice(lines.length - count), isWhole: false } : { lines, isWhole: true };
}

/** false: these entries surely are nowhere in the log. Its bytes are searched; nothing is decoded or judged. */
export function mayHaveEntries(spot: Spot, entries: readonly string[]): boolean {
  const log = openParts(spot);
  if (log === null) return false;
  try {
    const traces = entries.map((entry) => Buffer.from(traceOf(entry)));
    const overlap = Math.max(0, ...traces.map((trace) => trace.length));
    const part = Buffer.allocUnsafe(Math.min(PART + overlap, log.size));
    for (let from = 0; from < log.size; from += PART) {
      const found = part.subarray(0, log.read(part, from));
      if (traces.some((trace) => found.includes(trace))) return true;
    }
    return false;
  } finally {
    log.close();
  }
}
