// Which tests pass through the place of a mutant, and in which order they are tried: what is quick in every file, then the rest,
// those first that pass through few places. Of the rest only as many as fit into a budget: a place that every test passes is not
// tried with all of them. How many were left out is told with every survivor; one of them might have noticed it.

import { readFileSync } from "node:fs";
import type { Copy } from "./instrument.ts";
import type { Answer, Stage } from "./runner.ts";
import type { Runner } from "./startRunner.ts";

export interface Chosen {
  readonly stages: readonly Stage[];
  /** How long all of them took. */
  readonly ms: number;
  /** Slow tests that pass there too and did not fit into the budget. */
  readonly leftOut: number;
}
/** By the id of a mutant. */
export type Cover = ReadonlyMap<number, Chosen>;

interface Test {
  readonly file: string;
  readonly id: string;
  readonly ms: number;
  /** How many places it passes through. */
  readonly breadth: number;
}

/** Most tests that start the program take longer, most others do not, also on a busy machine. */
const QUICK_MS = 400;

/** `budgetMs`: for the tests of one mutant that are not quick. */
export async function coverage(copy: Copy, runner: Runner, budgetMs: number): Promise<Cover> {
  const first = await runner.run({ awake: "cover", stages: [runner.files.map((file) => [file, null])], stopAtFirst: false }, null);
  // Such a test would seem to notice everything.
  if (first.failed.length > 0) throw new Error(`tests fail before anything is changed: ${first.failed.map(({ name }) => name).join("; ")}`);
  const hits = new Map<number, Map<string, Set<string>>>();
  for (const line of readFileSync(copy.hitsFile, "utf8").split("\n")) {
    const [id, where] = line === "" ? [0, ""] : (JSON.parse(line) as [number, string]);
    if (where === "") continue;
    const [file, test] = JSON.parse(where) as [string, string | null];
    const files = hits.get(id) ?? new Map<string, Set<string>>();
    const ids = files.get(file) ?? new Set();
    // What runs while a file is loaded belongs to every test in it.
    for (const each of test === null ? testsOf(first, file) : [test]) ids.add(each);
    hits.set(id, files.set(file, ids));
  }
  const places = [...hits.values()].flatMap((files) => [...files.values()].flatMap((ids) => [...ids]));
  const breadth = Map.groupBy(places, (id) => id);
  const tests = new Map(first.times.map(({ file, id, ms }) => [id, { file, id, ms, breadth: breadth.get(id)?.length ?? 0 }]));
  return new Map(
    [...hits].map(([id, files]) => {
      const own = [...files.values()].flatMap((ids) => [...ids].flatMap((each) => tests.get(each) ?? []));
      return [id, inOrder(own, budgetMs)];
    }),
  );
}

function testsOf({ times }: Answer, file: string): string[] {
  return times.filter((each) => each.file === file).map(({ id }) => id);
}

export function inOrder(tests: readonly Test[], budgetMs: number): Chosen {
  const sorted = tests.toSorted((a, b) => a.breadth - b.breadth || a.ms - b.ms);
  const quick = sorted.filter(({ ms }) => ms < QUICK_MS);
  const slow = sorted.filter(({ ms }) => ms >= QUICK_MS);
  let left = budgetMs;
  const rest = slow.filter(({ ms }, at) => {
    const fits = at === 0 || ms < left;
    if (fits) left -= ms;
    return fits;
  });
  return {
    stages: [byFile(quick), byFile(rest)].filter((stage) => stage.length > 0),
    ms: [...quick, ...rest].reduce((sum, { ms }) => sum + ms, 0),
    leftOut: slow.length - rest.length,
  };
}

function byFile(tests: readonly Test[]): Stage {
  return [...Map.groupBy(tests, ({ file }) => file)].map(([file, own]) => [file, own.map(({ id }) => id)]);
}
