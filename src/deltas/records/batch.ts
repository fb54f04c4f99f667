// Which entries of one batch for one document contradict each other (LW-30…33, LW-55). Pure.
//
// A batch is what one session flushed, or one file that a person wrote. `append` and `replace` (1.1.0) say what they
// change and may repeat; the four operations of 1.0.0 claim a whole section and may not.

import type { Entry } from "../../schema/index.ts";

const CLAIMS_SECTION = new Set(["no-op", "update", "clear", "delete"]);

export interface Repeat {
  readonly heading: string;
  readonly level: number | null;
  readonly first: number;
  readonly second: number;
}

/** The first two entries that claim the same section; a level of null stands for any level. */
export function findRepeat(entries: readonly Entry[]): Repeat | null {
  const byHeading = new Map<string, { level: number | null; index: number }[]>();
  for (const [index, entry] of entries.entries()) {
    if (!CLAIMS_SECTION.has(entry.operation)) continue;
    const level = entry.key.level ?? null;
    const earlier = byHeading.get(entry.key.heading) ?? [];
    const clash = earlier.find((other) => other.level === level || other.level === null || level === null);
    if (clash) return { heading: entry.key.heading, level, first: clash.index, second: index };
    earlier.push({ level, index });
    byHeading.set(entry.key.heading, earlier);
  }
  return null;
}

export function describeRepeat(repeat: Repeat): string {
  const level = repeat.level === null ? "without a level" : `at level ${repeat.level}`;
  return `two entries of one batch claim the section ${JSON.stringify(repeat.heading)} ${level}`;
}
