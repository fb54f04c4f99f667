// Each mutant in its turn: awake, and the tests that pass through its place, until one of them fails.

import { type Chosen, type Cover, coverage } from "./cover.ts";
import type { Copy, PlacedMutant } from "./instrument.ts";
import type { Failure, Stage } from "./runner.ts";
import { type Runner, startRunner } from "./startRunner.ts";

/** not reached: no test of the room's passes there. */
export type Fate = "killed" | "timed out" | "survived" | "not reached";

export interface Outcome {
  readonly mutant: PlacedMutant;
  readonly fate: Fate;
  readonly seconds: number;
}

export async function tryAll(
  copy: Copy,
  mutants: readonly PlacedMutant[],
  tests: readonly string[],
  tell: (outcome: Outcome) => void,
): Promise<Outcome[]> {
  const runner = await startRunner(copy, tests);
  try {
    const judge = judging(await coverage(copy, runner), runner);
    const outcomes: Outcome[] = [];
    for (const mutant of mutants) {
      const begun = Date.now();
      const fate = await judge(mutant);
      const outcome = { mutant, fate, seconds: (Date.now() - begun) / 1000 };
      outcomes.push(outcome);
      tell(outcome);
    }
    return outcomes;
  } finally {
    runner.stop();
  }
}

/** Much longer than the tests took before: the machine may be busy. */
const patience = ({ ms }: Chosen) => 40_000 + 5 * ms;

function judging(cover: Cover, runner: Runner): (mutant: PlacedMutant) => Promise<Fate> {
  const trusted = new Set<string>();
  return async ({ id }) => {
    const chosen = cover.get(id);
    if (chosen === undefined) return "not reached";
    const answer = await runner.run({ awake: String(id), stages: chosen.stages, stopAtFirst: true }, patience(chosen));
    if (answer === "timed out") return answer;
    const [failure] = answer.failed;
    if (failure === undefined) return "survived";
    if (failure.id === undefined || !trusted.has(failure.id)) await control(failure, chosen, runner);
    if (failure.id !== undefined) trusted.add(failure.id);
    return "killed";
  };
}

/** Negative control: what was run up to the failure passes while every mutant sleeps, or it would seem to notice each of them. */
async function control({ id }: Failure, chosen: Chosen, runner: Runner): Promise<void> {
  const answer = await runner.run({ awake: "0", stages: upTo(id, chosen.stages), stopAtFirst: true }, 2 * patience(chosen));
  if (answer === "timed out") throw new Error("tests never end although no mutant is awake");
  if (answer.failed.length > 0)
    throw new Error(`tests fail although no mutant is awake: ${answer.failed.map(({ name }) => name).join("; ")}`);
}

/** The files of its stage up to the one with the test. */
function upTo(test: string | undefined, stages: readonly Stage[]): readonly Stage[] {
  if (test === undefined) return stages;
  return stages.flatMap((stage) => {
    const at = stage.findIndex(([, ids]) => ids?.includes(test) === true);
    return at === -1 ? [] : [stage.slice(0, at + 1)];
  });
}
