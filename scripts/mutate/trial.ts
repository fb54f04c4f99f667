// Each mutant in its turn: awake, and the tests that pass through its place, until one of them fails.

import { readFileSync } from "node:fs";
import type { Copy, PlacedMutant } from "./instrument.ts";
import { type Runner, startRunner } from "./startRunner.ts";

/** not reached: no test of the room's passes there. */
export type Fate = "killed" | "timed out" | "survived" | "not reached";

export interface Outcome {
  readonly mutant: PlacedMutant;
  readonly fate: Fate;
}

export async function tryAll(
  copy: Copy,
  mutants: readonly PlacedMutant[],
  tests: readonly string[],
  tell: (outcome: Outcome) => void,
): Promise<Outcome[]> {
  const runner = await startRunner(copy, tests);
  try {
    const cover = await coverage(copy, runner);
    const outcomes: Outcome[] = [];
    for (const mutant of mutants) {
      const fate = await fateOf(mutant, cover, runner);
      outcomes.push({ mutant, fate });
      tell({ mutant, fate });
    }
    return outcomes;
  } finally {
    runner.stop();
  }
}

/** Which tests pass through a mutant's place, by file, the quickest first. */
type Cover = ReadonlyMap<number, readonly (readonly [string, readonly string[] | null])[]>;

async function coverage(copy: Copy, runner: Runner): Promise<Cover> {
  const first = await runner.run({ awake: "cover", files: runner.files.map((file) => [file, null]), stopAtFirst: false }, null);
  // Such a test would seem to notice everything.
  if (first.failed.length > 0) throw new Error(`tests fail before anything is changed: ${first.failed.join("; ")}`);
  const time = new Map(first.times);
  const hits = readFileSync(copy.hitsFile, "utf8")
    .trim()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as [number, string]);
  const cover = new Map<number, Map<string, Set<string | null>>>();
  for (const [id, where] of hits) {
    if (where === "") continue;
    const [file, test] = JSON.parse(where) as [string, string | null];
    const files = cover.get(id) ?? new Map<string, Set<string | null>>();
    files.set(file, (files.get(file) ?? new Set()).add(test));
    cover.set(id, files);
  }
  const timeOf = (ids: ReadonlySet<string | null>) =>
    ids.has(null) ? Number.MAX_VALUE : [...ids].reduce((sum, id) => sum + (time.get(id ?? "") ?? 0), 0);
  return new Map(
    [...cover].map(([id, files]) => [
      id,
      [...files]
        .sort((a, b) => timeOf(a[1]) - timeOf(b[1]))
        .map(([file, ids]) => [file, ids.has(null) ? null : ([...ids] as string[])] as const),
    ]),
  );
}

/** Much longer than the tests of any place take. */
const PATIENCE_MS = 90_000;

async function fateOf(mutant: PlacedMutant, cover: Cover, runner: Runner): Promise<Fate> {
  const files = cover.get(mutant.id);
  if (files === undefined) return "not reached";
  const answer = await runner.run({ awake: String(mutant.id), files, stopAtFirst: true }, PATIENCE_MS);
  if (answer === "timed out") return answer;
  return answer.failed.length > 0 ? "killed" : "survived";
}
