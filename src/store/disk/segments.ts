// A log without end: when its file has grown large it is renamed to the next number (`verdicts.000001.jsonl`), and the log
// goes on in a new one. Read in parts, the numbered files and the last one are one log.

import { renameSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { OpenBytes } from "../port/port.ts";
import { openParts } from "./parts.ts";
import { lstatOrNull, type Spot } from "./realPlaces.ts";
import { namesIn, syncFolder } from "./regular.ts";

const DIGITS = 6;

/** After a write, so that the file ends in a whole line. The caller holds the log's lock. */
export function startSegment(spot: Spot, from: number): void {
  if ((lstatOrNull(spot.file)?.size ?? 0) < from) return;
  const last = Number(segmentNames(spot).at(-1)?.slice(stem(spot).length, -SUFFIX.length) ?? 0);
  renameSync(spot.file, join(dirname(spot.file), `${stem(spot)}${String(last + 1).padStart(DIGITS, "0")}${SUFFIX}`));
  syncFolder(dirname(spot.file));
}

export function openSegments(spot: Spot): OpenBytes | null {
  for (;;) {
    const names = segmentNames(spot);
    if (names.length === 0) {
      const only = openParts(spot);
      // The first file may have been renamed between the two looks.
      if (only !== null || segmentNames(spot).length === 0) return only;
      continue;
    }
    const parts = [...names.map((name) => ({ ...spot, file: join(dirname(spot.file), name) })), spot]
      .map(openParts)
      .filter((part) => part !== null);
    if (segmentNames(spot).length === names.length) return joined(parts);
    for (const part of parts) part.close();
  }
}

const SUFFIX = ".jsonl";

function stem(spot: Spot): string {
  return `${basename(spot.file, SUFFIX)}.`;
}

function segmentNames(spot: Spot): string[] {
  const start = stem(spot);
  const isNumbered = (end: string) => end.length === DIGITS + SUFFIX.length && /^\d+\.jsonl$/.test(end);
  return namesIn(dirname(spot.file))
    .filter((name) => name.startsWith(start) && isNumbered(name.slice(start.length)))
    .sort();
}

/** One log from several files. It is the same log as long as its first file is. */
function joined(parts: readonly OpenBytes[]): OpenBytes {
  const starts = parts.map((_, at) => parts.slice(0, at).reduce((sum, { size }) => sum + size, 0));
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  return {
    size,
    identity: parts[0]?.identity ?? "",
    modified: Math.max(...parts.map(({ modified }) => modified)),
    read(target, position) {
      let done = 0;
      for (const [at, part] of parts.entries()) {
        const from = position + done - (starts[at] ?? 0);
        if (from < 0 || from >= part.size || done === target.length) continue;
        const wanted = Math.min(target.length - done, part.size - from);
        const count = part.read(target.subarray(done, done + wanted), from);
        done += count;
        if (count < wanted) break;
      }
      return done;
    },
    close: () => {
      for (const part of parts) part.close();
    },
  };
}
