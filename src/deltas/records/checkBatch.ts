// A delta judged before anybody applies it (LW-83).

import { AppError } from "../../base/index.ts";
import { fromProjectRoot, resolveTarget } from "../../knowledge/index.ts";
import type { Entry, LocatedDelta } from "../../schema/index.ts";
import { describeRepeat, findRepeat } from "./batch.ts";
import type { Deps } from "./deps.ts";

/** A whole file as one batch, for `validate`: every key resolves, and no two entries claim one section. */
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
