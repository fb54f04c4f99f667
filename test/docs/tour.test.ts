// The tour and the README cannot rot: their commands are run, and what they print is what the documents say.
// After a change of what the program prints: CODICIL_GOLDEN=write npx vitest run test/docs/tour

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { hasTerminal, makeWorld } from "../kit.ts";
import { judge, readSteps, rewrite, runSteps } from "./console.ts";

const WRITES = process.env["CODICIL_GOLDEN"] === "write";
const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const read = (path: string) => readFileSync(file(path), "utf8");

async function faultsOf(path: string): Promise<string[]> {
  const markdown = read(path);
  const outcomes = await runSteps(makeWorld(), markdown);
  if (WRITES) {
    writeFileSync(file(path), rewrite(markdown, outcomes));
    return outcomes.flatMap(({ step, exit, output }) => (exit === step.exit ? [] : [`line ${step.line}: exit ${exit}\n${output}`]));
  }
  const names = new Map<string, string>();
  return outcomes.flatMap((outcome) => judge(outcome, names) ?? []);
}

describe.skipIf(!hasTerminal)(`documents whose commands are run${hasTerminal ? "" : " (skipped: there is no `script` to make a terminal)"}`, () => {
  it.each(["docs/tour.md", "README.md"])("%s: every command exits and prints as it says", async (path) => {
    expect(await faultsOf(path)).toEqual([]);
  });
});

describe("the reader of console blocks", () => {
  const run = async (markdown: string) => {
    const outcomes = await runSteps(makeWorld(), markdown);
    const names = new Map<string, string>();
    return outcomes.map((outcome) => judge(outcome, names));
  };
  const block = (...lines: string[]) => ["```console", ...lines, "```"].join("\n");

  it("finds the commands, their marks and their output", () => {
    const { setup, steps } = readSteps(`\`\`\`sh setup\nexport A=1\n\`\`\`\n${block("$ one \\", "> two # exits 3", "out", "$ three # at a terminal")}`);
    expect(setup).toBe("export A=1");
    expect(steps).toEqual([
      { command: "one \\\ntwo", exit: 3, where: "anywhere", output: "out\n", line: 5 },
      { command: "three", exit: 0, where: "terminal", output: "", line: 8 },
    ]);
  });

  it("negative control: a wrong exit code and a wrong output are seen", async () => {
    expect(await run(block("$ true", "$ echo a", "a"))).toEqual([null, null]);
    expect(await run(block("$ false", "$ echo a", "b", "$ true # exits 4"))).not.toContain(null);
  });

  it("negative control: ids may differ from run to run, but not from line to line", async () => {
    const [one, two] = ["e_20261115000000_000000000001", "e_20261115000000_000000000002"];
    const [here, there] = ["e_20261116000000_00000000000a", "e_20261116000000_00000000000b"];
    expect(await run(block(`$ echo ${here} ${here}`, `${one} ${one}`))).toEqual([null]);
    expect(await run(block(`$ echo ${here} ${there}`, `${one} ${one}`))).not.toContain(null);
    expect(await run(block(`$ echo ${here} ${here}`, `${one} ${two}`))).not.toContain(null);
  });
});

describe("the README's own commands", () => {
  it("are scripts of package.json", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const named = [...read("README.md").matchAll(/npm (?:run )?(start|test|dev|bench|golden|test:fault|check|build)\b/g)].map((match) => match[1] ?? "");
    expect(named).toEqual(expect.arrayContaining(["start", "test"]));
    for (const name of named) expect(Object.keys(scripts)).toContain(name);
    for (const command of ["npm install && npm start", "npm install && npm test"]) expect(read("README.md")).toContain(command);
  });
});
