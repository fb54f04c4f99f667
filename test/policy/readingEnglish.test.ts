// English lines of our own by family (Git actions, commands, orders, paths, messages, packages, secrets, tokens), with traps.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { asIfConfirmed, combine, compileFile } from "../../src/policy/index.ts";
import { type Policy } from "../../src/policy/judging.ts";
import { PROJECT } from "../analysis/analysisWorld.ts";
import { judgeRow, type RowCall } from "./compileKit.ts";

const TOOLS: Readonly<Record<string, string>> = { "w:": "write", "e:": "edit", "r:": "read" };
const FILES = ["migrations/001.sql", "tests/a.test.ts", "a.txt"];

function callOf(text: string): RowCall {
  const [past, last] = text.includes("=>") ? text.split("=>") : ["", text];
  const history = past === "" ? [] : (past as string).split("&&&").map((each) => callOf(each));
  const said = (last as string).trim();
  const tool = TOOLS[said.slice(0, 2)];
  const [path, content] = said.slice(2).split("«");
  return tool === undefined
    ? { tool: "shell", command: said, history }
    : { tool, path, history, ...(content === undefined ? {} : { content }) };
}

interface Line {
  readonly tier: string;
  readonly text: string;
  readonly stop: readonly string[];
  readonly pass: readonly string[];
}

const calls = (text: string): string[] => text.split(";;").filter((each) => each.trim() !== "");

const LINES: readonly Line[] = readFileSync(new URL("../corpora/english.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => {
    const [tier = "", text = "", stop = "", pass = ""] = line.split("¦");
    return { tier, text: text.replaceAll("\\n", "\n"), stop: calls(stop), pass: calls(pass) };
  });

const stops = (policy: Policy, call: string): boolean => judgeRow(policy, callOf(call), { files: FILES }).length > 0;

describe("English lines", () => {
  it.each(LINES.map((line) => [line.text, line] as const))("%s", (_, { tier, text, stop, pass }) => {
    const certain = combine([compileFile(`${PROJECT}/AGENTS.md`, text)]);
    const all = asIfConfirmed(certain);
    expect(stop.filter((call) => !stops(tier === "c" ? certain : all, call))).toEqual([]);
    if (tier === "d")
      expect(
        stop.filter((call) => stops(certain, call)),
        "only proposed",
      ).toEqual([]);
    expect(pass.filter((call) => stops(all, call))).toEqual([]);
  });

  it("control: the table has each kind of line, and a line without a rule stops nothing", () => {
    expect(new Set(LINES.map(({ tier }) => tier))).toEqual(new Set(["c", "p", "d", "n"]));
    expect(LINES.some(({ tier, stop }) => tier !== "n" && stop.length > 0)).toBe(true);
    const policy = asIfConfirmed(combine([compileFile(`${PROJECT}/AGENTS.md`, "This is a small project.")]));
    expect(LINES.flatMap(({ stop }) => stop).filter((call) => stops(policy, call))).toEqual([]);
  });
});
