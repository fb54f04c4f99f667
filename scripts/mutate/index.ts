// npm run mutate -- ROOM [--limit N] [--seed S] [--file PART] [--tests PATH] [--budget SECONDS] [--all]: changes conditions, constants and calls
// of a room one at a time and runs the tests that pass through the changed place. What no test noticed is printed (--all: the
// others too); docs/mutation.md has a word on each. --tests: these instead of the room's. --budget: how long the slow tests of
// one place may take together.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { mutantsIn, sample } from "./choose.ts";
import { type Copy, makeCopy } from "./instrument.ts";
import { roomNamed } from "./rooms.ts";
import { type Fate, type Outcome, tryAll } from "./trial.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const OPTIONS = {
  limit: { type: "string", default: "80" },
  seed: { type: "string", default: "1" },
  file: { type: "string", default: "" },
  tests: { type: "string", multiple: true, default: [] as string[] },
  budget: { type: "string", default: "30" },
  all: { type: "boolean", default: false },
} as const;
const LONGEST = 90;

async function main(): Promise<number> {
  const {
    values,
    positionals: [name],
  } = parseArgs({ allowPositionals: true, options: OPTIONS });
  if (name === undefined) {
    console.error("npm run mutate -- ROOM [--limit N] [--seed S] [--file PART] [--tests PATH] [--budget SECONDS] [--all]");
    return 3;
  }
  const room = roomNamed(name);
  const all = mutantsIn(ROOT, room, values.file);
  const chosen = sample(all, Number(values.limit), values.seed);
  console.log(
    `${name}: ${all.length} mutants in ${new Set(all.map(({ file }) => file)).size} files; ${chosen.length} of them are tried, seed ${values.seed}`,
  );
  const root = mkdtempSync(join(tmpdir(), "codicil-mutate-"));
  try {
    const copy = makeCopy(ROOT, root, chosen);
    build(copy);
    const tests = values.tests.length > 0 ? values.tests : room.tests;
    const outcomes = await tryAll(copy, chosen, { tests, budgetMs: 1000 * Number(values.budget) }, (outcome) => {
      if (values.all || outcome.fate !== "killed") console.log(describe(outcome));
    });
    console.log(`${name}: ${summary(outcomes)}`);
    return 0;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** The program that tests start is the bundle: it starts several times as fast as the source. */
function build({ root, bundle }: Copy): void {
  const built = spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", "scripts/build.ts", bundle], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (built.status !== 0) throw new Error("the copy could not be built");
}

function describe({ mutant: { file, line, original, replacement }, fate, seconds, leftOut }: Outcome): string {
  const short = (text: string) => {
    const flat = text.replace(/\s+/g, " ");
    return flat.length > LONGEST ? `${flat.slice(0, LONGEST - 1)}…` : flat;
  };
  const untried = fate === "survived" && leftOut > 0 ? ` (${leftOut} slow tests not tried)` : "";
  return `${fate} in ${seconds.toFixed(0)} s: ${file}:${line}  ${short(original)}  →  ${short(replacement)}${untried}`;
}

function summary(outcomes: readonly Outcome[]): string {
  const count = (fate: Fate) => outcomes.filter((each) => each.fate === fate).length;
  const died = count("killed") + count("timed out");
  return `${died} of ${outcomes.length} died (${((100 * died) / Math.max(1, outcomes.length)).toFixed(0)} %): ${count("killed")} killed, ${count("timed out")} timed out, ${count("survived")} survived, ${count("not reached")} not reached`;
}

process.exitCode = await main();
