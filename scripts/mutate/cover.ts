// Which tests pass through the place of a mutant, and in which order they are tried: what is quick in every file, then the rest.

import { readFileSync } from "node:fs";
import type { Copy } from "./instrument.ts";
import type { Answer } from "./runner.ts";
import type { Runner } from "./startRunner.ts";

/** Test files with the ids of their tests; a file may come twice. */
type Steps = readonly (readonly [file: string, ids: readonly string[]])[];
export type Cover = ReadonlyMap<number, Steps>;

/** Most tests that start the program take longer, most others do not. */
const QUICK_MS = 120;

export async function coverage(copy: Copy, runner: Runner): Promise<Cover> {
  const first = await runner.run({ awake: "cover", files: runner.files.map((file) => [file, null]), stopAtFirst: false }, null);
  // Such a test would seem to notice everything.
  if (first.failed.length > 0) throw new Error(`tests fail before anything is changed: ${first.failed.join("; ")}`);
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
  const time = new Map(first.times.map(({ id, ms }) => [id, ms]));
  return new Map([...hits].map(([id, files]) => [id, inOrder(files, (test) => time.get(test) ?? 0)]));
}

function testsOf({ times }: Answer, file: string): string[] {
  return times.filter((each) => each.file === file).map(({ id }) => id);
}

function inOrder(files: ReadonlyMap<string, ReadonlySet<string>>, ms: (test: string) => number): Steps {
  const total = (ids: readonly string[]) => ids.reduce((sum, id) => sum + ms(id), 0);
  const part = (isQuick: boolean): Steps =>
    [...files]
      .map(([file, ids]) => [file, [...ids].filter((id) => ms(id) < QUICK_MS === isQuick)] as const)
      .filter(([, ids]) => ids.length > 0)
      .sort((a, b) => total(a[1]) - total(b[1]));
  return [...part(true), ...part(false)];
}
