// A copy of the tree in which chosen mutants sleep: each place asks which one is awake. One copy serves all of them, for the
// programs that tests start as well, because the answer comes from a file and not from the memory of the test's process.

import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Mutant } from "./mutants.ts";

export interface PlacedMutant extends Mutant {
  readonly id: number;
  readonly file: string;
  readonly line: number;
}

export interface Copy {
  readonly root: string;
  /** Which mutant is awake: its id, or "cover" to note which test passes where. */
  readonly awakeFile: string;
  /** The test that runs now, for programs that it starts. */
  readonly testFile: string;
  readonly hitsFile: string;
  /** The folder for the program that tests start. */
  readonly bundle: string;
}

const COPIED = [
  "src",
  "test",
  "scripts",
  "docs",
  "examples",
  "skills",
  "web",
  "words",
  "package.json",
  "tsconfig.json",
  "vitest.config.ts",
  "README.md",
  "CHANGELOG.md",
  "AGENTS.md",
  "ARCHITECTURE.md",
  "CONTEXT.md",
  "codicil",
];

export function makeCopy(from: string, root: string, mutants: readonly PlacedMutant[]): Copy {
  for (const name of COPIED) cpSync(join(from, name), join(root, name), { recursive: true });
  symlinkSync(join(from, "node_modules"), join(root, "node_modules"));
  const copy = {
    root,
    awakeFile: join(root, ".mutate/awake"),
    testFile: join(root, ".mutate/test"),
    hitsFile: join(root, ".mutate/hits"),
    bundle: join(root, ".mutate/dist"),
  };
  mkdirSync(dirname(copy.awakeFile));
  for (const file of [copy.awakeFile, copy.testFile, copy.hitsFile]) writeFileSync(file, "");
  writeFileSync(join(root, ".mutate/awake.mjs"), switchText(copy));
  writeFileSync(join(root, ".mutate/setup.mjs"), setupText(copy));
  for (const [file, own] of Map.groupBy(mutants, (mutant) => mutant.file)) {
    const source = readFileSync(join(from, file), "utf8");
    const path = relative(dirname(file), ".mutate/awake.mjs");
    writeFileSync(
      join(root, file),
      `import { isAwake as __isAwake } from "${path.startsWith(".") ? path : `./${path}`}";\n${instrument(source, own)}`,
    );
  }
  return copy;
}

/** Mutants may be inside each other; a mutant's own text is the original one. */
export function instrument(source: string, mutants: readonly PlacedMutant[], from = 0, to = source.length): string {
  const inside = mutants.filter(({ start, end }) => start >= from && end <= to);
  const outermost = inside.filter((each) => !inside.some((other) => other !== each && contains(other, each)));
  let out = "";
  let at = from;
  for (const { start, end } of uniquePlaces(outermost)) {
    const own = inside.filter((each) => each.start === start && each.end === end);
    const rest = inside.filter((each) => !own.includes(each));
    const choices = own.map(({ id, replacement }) => `__isAwake(${id}) ? (${replacement}) : `).join("");
    out += `${source.slice(at, start)}(${choices}(${instrument(source, rest, start, end)}))`;
    at = end;
  }
  return out + source.slice(at, to);
}

const contains = (outer: Mutant, inner: Mutant) =>
  outer.start <= inner.start && outer.end >= inner.end && outer.end - outer.start > inner.end - inner.start;

function uniquePlaces(mutants: readonly Mutant[]): readonly Mutant[] {
  return [...new Map(mutants.map((each) => [`${each.start}-${each.end}`, each])).values()].sort((a, b) => a.start - b.start);
}

const switchText = ({ awakeFile, testFile, hitsFile }: Copy) => `import { appendFileSync, readFileSync } from "node:fs";
const awake = readFileSync(${JSON.stringify(awakeFile)}, "utf8");
const covers = awake === "cover";
const awakeId = Number(awake);
const begun = covers ? readFileSync(${JSON.stringify(testFile)}, "utf8") : "";
const seen = new Set();
let last = "";
export function isAwake(id) {
  if (!covers) return awakeId === id;
  const test = globalThis.__runningTest ?? begun;
  if (test !== last) seen.clear();
  last = test;
  if (!seen.has(id)) appendFileSync(${JSON.stringify(hitsFile)}, JSON.stringify([id, test]) + "\\n");
  seen.add(id);
  return false;
}
`;

/** In cover mode: notes the test's name. What runs while a file is loaded, and before a group of tests, belongs to every test in it. */
const setupText = ({ awakeFile, testFile }: Copy) => `import { readFileSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect } from "vitest";
if (readFileSync(${JSON.stringify(awakeFile)}, "utf8") === "cover") {
  const note = (name) => { globalThis.__runningTest = name; writeFileSync(${JSON.stringify(testFile)}, name); };
  const wholeFile = JSON.stringify([expect.getState().testPath ?? globalThis.__vitest_worker__?.filepath, null]);
  note(wholeFile);
  beforeEach((context) => note(JSON.stringify([context.task.file.filepath, context.task.id])));
  afterEach(() => note(wholeFile));
}
`;
