// doctor --ci: a pull request's instruction files, on a machine without a mind; and the workflow that runs it.

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { makeWarmWorld as makeWorld } from "../kit.ts";

const SECRET = "ghp_Zx81kQpW0vYtR4nLs7HbE2mCuJ9aDf5GiK3o";

it("fails on a secret, hidden text and a dead reference, with file and line; clean files pass", () => {
  const world = makeWorld();
  world.write("project/package.json", '{ "scripts": { "test": "x" } }');
  world.write("project/AGENTS.md", "# Rules\n\n- Run `npm test` before you commit.\n");
  expect(world.run(["doctor", "--ci"])).toMatchObject({ code: 0, out: expect.stringContaining("no secrets") });
  world.write(
    "project/AGENTS.md",
    `# Rules\n\n- The key is ${SECRET}.\n- Read docs/gone.md first.\n- Be kind.\u200b\u200b\u{e0041}\u{e0042}\n`,
  );
  const ran = world.run(["doctor", "--ci", "--json"]);
  const found = ran.json<{ code: string; line: number; file: string }[]>();
  expect([ran.code, found.map(({ code, line }) => [code, line]).sort()]).toEqual([
    1,
    expect.arrayContaining([
      ["secret", 3],
      ["dead-path", 4],
      ["hidden-text", 5],
    ]),
  ]);
  expect(ran.out).not.toContain(SECRET);
  const shown = world.run(["doctor", "--ci"], { env: { GITHUB_ACTIONS: "true", GITHUB_WORKSPACE: world.project } });
  expect([shown.code, shown.out]).toEqual([1, expect.stringMatching(/^::error file=AGENTS\.md,line=3,title=codicil doctor%3A secret::/m)]);
});

it("what is in the person's own files is not the project's", () => {
  const world = makeWorld();
  world.write("home/MEMORY.md", `# Memory\n\n## Keys\n\n${SECRET}\n`);
  expect(world.run(["doctor", "--ci"]).code).toBe(0);
});

it("the workflow in the docs runs commands and options that there are", () => {
  const workflow = parse(readFileSync("docs/ci/codicil.yml", "utf8")) as { jobs: { instructions: { steps: { run?: string }[] } } };
  const lines = workflow.jobs.instructions.steps.flatMap(({ run }) => run ?? []);
  expect(lines.map((line) => line.replace(/^npx --yes codicil /, "").split(" ")[0])).toEqual(["policy", "doctor"]);
  const help = (words: readonly string[]) => makeWorld().run([...words, "--help"]).out;
  for (const [line, words] of [
    [lines[0], ["policy", "test"]],
    [lines[1], ["doctor"]],
  ] as const)
    for (const option of (line ?? "").match(/--(?!yes)\w[\w-]*/g) ?? []) expect(help(words)).toContain(option);
});
