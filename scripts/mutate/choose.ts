// The mutants of a room, and a sample of them.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { PlacedMutant } from "./instrument.ts";
import { mutantsOf } from "./mutants.ts";
import type { Room } from "./rooms.ts";

/** `part`: only files with this in their path. */
export function mutantsIn(root: string, { sources, without = [] }: Room, part: string): PlacedMutant[] {
  const placed = sources
    .flatMap((path) => filesOf(root, path))
    .filter((file) => (part === "" ? !without.some((each) => file.startsWith(each)) : file.includes(part)))
    .flatMap((file) => {
      const source = readFileSync(join(root, file), "utf8");
      return mutantsOf(source).map((mutant) => ({ ...mutant, file, line: source.slice(0, mutant.start).split("\n").length }));
    });
  return placed.map((mutant, id) => ({ ...mutant, id: id + 1 }));
}

function filesOf(root: string, path: string): string[] {
  if (statSync(join(root, path)).isFile()) return [path];
  return readdirSync(join(root, path), { recursive: true, encoding: "utf8" })
    .filter((each) => each.endsWith(".ts"))
    .sort()
    .map((each) => join(path, each));
}

/** The same for the same seed and the same text: a mutant's turn depends on its own file up to its place. */
export function sample(mutants: readonly PlacedMutant[], limit: number, seed: string): PlacedMutant[] {
  const nth = new Map<string, number>();
  const turns = mutants.map((mutant) => {
    const what = [seed, mutant.file, mutant.original, mutant.replacement].join("\0");
    nth.set(what, (nth.get(what) ?? 0) + 1);
    return {
      mutant,
      turn: createHash("sha256")
        .update(`${what}\0${String(nth.get(what))}`)
        .digest("hex"),
    };
  });
  return turns
    .sort((a, b) => (a.turn < b.turn ? -1 : 1))
    .slice(0, limit)
    .map(({ mutant }) => mutant)
    .sort((a, b) => a.id - b.id);
}
