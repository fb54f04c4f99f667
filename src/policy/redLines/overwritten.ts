// Files that a tool other than the shell overwrites, and that Git does not have as they are now: a copy is kept before the
// call, by whoever lets it happen. Shell commands keep theirs themselves (../rewrite/overwrites.ts).

import { type Effects, isCommitted, type PathEffect, type World } from "../../analysis/index.ts";
import { placeOf } from "./pathPlaces.ts";

/** A patch may name many; the rest of a giant one is in Git, or was made by a program. */
const MOST_FILES = 64;

export function overwritten({ paths }: Effects, world: World): readonly string[] {
  const found = new Set<string>();
  for (const effect of paths) {
    if (found.size === MOST_FILES) break;
    if (
      isOverwrite(effect) &&
      placeOf(effect.path, world) === "project" &&
      world.kind(effect.path) === "file" &&
      !isCommitted(world, effect.path)
    )
      found.add(effect.path);
  }
  return [...found];
}

function isOverwrite({ program, access, exists, matching, unknown, elsewhere }: PathEffect): boolean {
  return program === null && access === "write" && exists === true && matching === undefined && unknown !== true && elsewhere !== true;
}
