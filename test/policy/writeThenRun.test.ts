// What an agent writes in one call and runs in the next, and what values flow into a command's own name. The rows were written
// before the code was; each goes through the real `policy check`.

import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Call } from "../../src/analysis/index.ts";
import { makeWarmWorld as makeWorld } from "../kit.ts";

interface Row {
  readonly expect: "stopped" | "passed";
  readonly history: readonly Call[];
  readonly command: string;
}

const ROWS = readFileSync(new URL("../corpora/write-then-run.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Row);
const HOME = "/home/u";
const FILES = [
  ..."notes.txt data/1.csv data/2.csv src/a.ts src/index.ts scripts/build.js scripts/deploy.sh scripts/test.sh script.py package.json".split(
    " ",
  ),
  ..."Makefile justfile README.md app.db .env test/a.test.ts node_modules/.bin/vitest".split(" "),
  ...["Documents/thesis.txt", ".ssh/id_rsa", ".aws/credentials", ".bashrc"].map((file) => `${HOME}/${file}`),
];

/** All rows in one run of the program: each with its verdict. */
function judge(rows: readonly Row[]): readonly string[] {
  const lines = rows.map(({ history, command }, at) => {
    return JSON.stringify({
      id: String(at),
      call: { tool: "shell", command },
      history,
      agents: "",
      project: `${HOME}/proj`,
      cwd: `${HOME}/proj`,
      files: FILES,
    });
  });
  const ran = makeWorld().run(["policy", "check", "--jsonl"], { input: `${lines.join("\n")}\n` });
  const verdicts = ran.out
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { verdict: string }).verdict);
  expect(verdicts, ran.err).toHaveLength(rows.length);
  return verdicts;
}

const isStopped = (verdict: string) => verdict === "ask" || verdict === "deny" || verdict === "rewrite";
const shown = ({ history, command }: Row) => `${JSON.stringify(history)} → ${command}`;

describe("what runs is read", () => {
  test("more than a hundred dangerous scripts and values: none passes as it is", () => {
    const rows = ROWS.filter((row) => row.expect === "stopped");
    const verdicts = judge(rows);
    expect(rows.length).toBeGreaterThan(130);
    expect(rows.filter((_, at) => !isStopped(verdicts[at] ?? "")).map(shown)).toEqual([]);
  });

  test("more than a hundred everyday scripts and values beside them: nobody is asked about one", () => {
    const rows = ROWS.filter((row) => row.expect === "passed");
    const verdicts = judge(rows);
    expect(rows.length).toBeGreaterThan(120);
    expect(rows.filter((_, at) => verdicts[at] === "ask" || verdicts[at] === "deny").map(shown)).toEqual([]);
  });

  test("and it is the earlier call that matters: the same command on a committed script passes", () => {
    const rows = ROWS.filter(
      (row) =>
        row.expect === "stopped" &&
        row.history.length === 1 &&
        /^(?:sh|bash|python3|node) [\w./]+\.\w+$/.test(row.command) &&
        !row.command.includes("/tmp"),
    );
    const verdicts = judge(rows.map((row) => ({ ...row, history: [] })));
    expect(rows.length).toBeGreaterThan(25);
    expect(rows.filter((_, at) => verdicts[at] !== "allow").map(shown)).toEqual([]);
  });
});

test("a Makefile or manifest that is new and too large, a pipe or a device is asked about, and one that can be read is read", () => {
  const { project, run } = makeWorld();
  const verdict = (command: string) =>
    (JSON.parse(run(["policy", "check", "--json", "--", ...command.split(" ")]).out) as { verdict: string }).verdict;
  const put = (name: string, text: string) => writeFileSync(join(project, name), text);
  const large = " ".repeat(1_200_000);
  put("Makefile", `all: ; ls\n#${large}\n`);
  put("package.json", `{${large}"scripts":{"build":"ls"}}`);
  put("AGENTS.md", "");
  expect([verdict("make all"), verdict("npm run build")]).toEqual(["ask", "ask"]);
  rmSync(join(project, "Makefile"));
  rmSync(join(project, "package.json"));
  expect(spawnSync("mkfifo", [join(project, "Makefile")]).status).toBe(0);
  symlinkSync("/dev/zero", join(project, "package.json"));
  expect([verdict("make all"), verdict("npm run build")]).toEqual(["ask", "ask"]);
  rmSync(join(project, "Makefile"));
  rmSync(join(project, "package.json"));
  put("Makefile", "all: ; ls\n");
  put("package.json", '{"scripts":{"build":"ls"}}');
  expect([verdict("make all"), verdict("npm run build"), verdict("make other")]).toEqual(["allow", "allow", "allow"]);
});
