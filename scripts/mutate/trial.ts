// Each mutant in its turn: awake, and the tests that pass through its place, until one of them fails.

import { type Cover, coverage } from "./cover.ts";
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
    await control(cover, runner);
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

/** Negative control: chosen tests pass while every mutant sleeps, or each of them would seem to be noticed. */
async function control(cover: Cover, runner: Runner): Promise<void> {
  const [files] = cover.values();
  const { failed } = await runner.run({ awake: "0", files: files ?? [], stopAtFirst: false }, null);
  if (failed.length > 0) throw new Error(`tests fail although no mutant is awake: ${failed.join("; ")}`);
}

/** Much longer than the tests of any place take. */
const PATIENCE_MS = 240_000;

async function fateOf(mutant: PlacedMutant, cover: Cover, runner: Runner): Promise<Fate> {
  const files = cover.get(mutant.id);
  if (files === undefined) return "not reached";
  const answer = await runner.run({ awake: String(mutant.id), files, stopAtFirst: true }, PATIENCE_MS);
  if (answer === "timed out") return answer;
  return answer.failed.length > 0 ? "killed" : "survived";
}
