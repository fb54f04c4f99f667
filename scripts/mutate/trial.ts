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
  /** Slow tests of the place that were not tried. */
  readonly leftOut: number;
}

export async function tryAll(
  copy: Copy,
  mutants: readonly PlacedMutant[],
  { tests, budgetMs }: { readonly tests: readonly string[]; readonly budgetMs: number },
  tell: (outcome: Outcome) => void,
): Promise<Outcome[]> {
  const runner = await startRunner(copy, tests);
  try {
    const cover = await coverage(copy, runner, budgetMs);
    const judge = judging(cover, runner);
    const outcomes: Outcome[] = [];
    for (const mutant of mutants) {
      const begun = Date.now();
      const fate = await judge(mutant);
      const outcome = { mutant, fate, seconds: (Date.now() - begun) / 1000, leftOut: cover.get(mutant.id)?.leftOut ?? 0 };
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
  const flickering = new Set<string>();
  return async ({ id }) => {
    const all = cover.get(id);
    if (all === undefined) return "not reached";
    for (;;) {
      const chosen = without(flickering, all);
      const order = { awake: String(id), stages: chosen.stages, stopAtFirst: true };
      // A busy machine may be slow once; what never ends does not end in three times the time either.
      const first = await runner.run(order, patience(chosen));
      const answer = first === "timed out" ? await runner.run(order, 3 * patience(chosen)) : first;
      if (answer === "timed out") return answer;
      const [failure] = answer.failed;
      if (failure === undefined) return "survived";
      if (failure.id !== undefined && trusted.has(failure.id)) return "killed";
      const alsoAsleep = await failuresAsleep(failure, chosen, runner);
      if (alsoAsleep.length === 0) {
        if (failure.id !== undefined) trusted.add(failure.id);
        return "killed";
      }
      console.error(`left out, because it fails although no mutant is awake: ${alsoAsleep.map(({ name }) => name).join("; ")}`);
      const named = alsoAsleep.flatMap((each) => each.id ?? []);
      if (named.length === 0) throw new Error("tests fail although no mutant is awake");
      for (const each of named) flickering.add(each);
    }
  };
}

function without(left: ReadonlySet<string>, chosen: Chosen): Chosen {
  const rest = (stage: Stage) =>
    stage.map(([file, ids]) => [file, ids?.filter((each) => !left.has(each)) ?? null] as const).filter(([, ids]) => ids?.length !== 0);
  return { ...chosen, stages: chosen.stages.map(rest).filter((stage) => stage.length > 0) };
}

/** Negative control: what was run up to the failure, while every mutant sleeps. What fails then would seem to notice each of them. */
async function failuresAsleep({ id }: Failure, chosen: Chosen, runner: Runner): Promise<readonly Failure[]> {
  const answer = await runner.run({ awake: "0", stages: upTo(id, chosen.stages), stopAtFirst: true }, 2 * patience(chosen));
  if (answer === "timed out") throw new Error("tests never end although no mutant is awake");
  return answer.failed;
}

/** The files of its stage up to the one with the test. */
function upTo(test: string | undefined, stages: readonly Stage[]): readonly Stage[] {
  if (test === undefined) return stages;
  return stages.flatMap((stage) => {
    const at = stage.findIndex(([, ids]) => ids?.includes(test) === true);
    return at === -1 ? [] : [stage.slice(0, at + 1)];
  });
}
