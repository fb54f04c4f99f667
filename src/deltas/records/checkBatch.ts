// A delta judged before anybody applies it (LW-83).

import { AppError } from "../../base/index.ts";
import { fromProjectRoot, resolveTarget } from "../../knowledge/index.ts";
import type { Entry, LocatedDelta } from "../../schema/index.ts";
import { describeRepeat, findRepeat } from "./batch.ts";
import type { Deps } from "./deps.ts";

/** A whole file as one batch, for `validate`: every key resolves, and no two entries claim one section. */
export function checkBatch(deps: Deps, delta: LocatedDelta, file: string): void {
  const groups = new Map<string, number[]>();
  for (const [index, entry] of delta.entries.entries()) {
    const id = targetId(deps, entry, { file, line: delta.spans[index]?.line });
    groups.set(id, [...(groups.get(id) ?? []), index]);
  }
  for (const indexes of groups.values()) {
    const repeat = findRepeat(indexes.map((index) => delta.entries[index] as Entry));
    if (repeat === null) continue;
    const line = delta.spans[indexes[repeat.second] ?? 0]?.line;
    throw new AppError("DUPLICATE_HEADING", describeRepeat(repeat), {
      file,
      line,
      hint: "Merge the two entries, or give them different levels.",
    });
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
