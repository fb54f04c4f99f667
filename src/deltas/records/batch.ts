// Which entries of one batch for one document contradict each other (LW-30…33, LW-55).
//
// A batch is what one session flushed, or one file that a person wrote. `append` and `replace` (1.1.0) say what they change and
// may repeat; the four operations of 1.0.0 claim a whole section and may not.

import type { Entry, LocatedDelta } from "../../schema/index.ts";
import { AppError, keptIn } from "../../base/index.ts";
import { fromProjectRoot, resolveTarget } from "../../knowledge/index.ts";
import type { Deps } from "./deps.ts";

const CLAIMS_SECTION = new Set(["no-op", "update", "clear", "delete"]);

export interface Repeat {
  readonly heading: string;
  readonly level: number | null;
  readonly second: number;
}

/** The first two entries that claim the same section; a level of null stands for any level. */
export function findRepeat(entries: readonly Entry[]): Repeat | null {
  const byHeading = new Map<string, { level: number | null; index: number }[]>();
  for (const [index, entry] of entries.entries()) {
    if (!CLAIMS_SECTION.has(entry.operation)) continue;
    const level = entry.key.level ?? null;
    const earlier = keptIn(byHeading, entry.key.heading, () => []);
    const clash = earlier.find((other) => other.level === level || other.level === null || level === null);
    if (clash) return { heading: entry.key.heading, level, second: index };
    earlier.push({ level, index });
  }
  return null;
}

export function describeRepeat(repeat: Repeat): string {
  const level = repeat.level === null ? "without a level" : `at level ${repeat.level}`;
  return `two entries of one batch claim the section ${JSON.stringify(repeat.heading)} ${level}`;
}

/** A whole file as one batch, for `validate` (LW-83): every key resolves, and no two entries claim one section. */
export function checkBatch(deps: Deps, delta: LocatedDelta, file: string): void {
  const located = delta.entries.map((entry, index) => ({ entry, line: delta.spans[index]?.line }));
  for (const group of Map.groupBy(located, ({ entry, line }) => targetId(deps, entry, { file, line })).values()) {
    const repeat = findRepeat(group.map(({ entry }) => entry));
    if (repeat === null) continue;
    const hint = "Merge the two entries, or give them different levels.";
    throw new AppError("DUPLICATE_HEADING", describeRepeat(repeat), { file, line: group[repeat.second]?.line, hint });
  }
}

function targetId(deps: Deps, entry: Entry, where: { file: string; line: number | undefined }): string {
  try {
    const target = resolveTarget(fromProjectRoot(deps.environment), entry.key);
    return target.kind === "remote" ? target.url : target.document.id;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.code, error.message, { ...where, hint: error.hint, cause: error });
  }
}
