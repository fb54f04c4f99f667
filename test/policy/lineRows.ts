// Lines of corpora with calls that they stop and calls that they let pass, parted by ¦.

import { readFileSync } from "node:fs";
import type { Policy } from "../../src/policy/judging.ts";
import { judgeRow, type RowCall } from "./compileKit.ts";

const TOOLS: Readonly<Record<string, string>> = { "w:": "write", "e:": "edit", "r:": "read" };
const FILES = ["migrations/001.sql", "tests/a.test.ts", "a.txt"];

function callOf(text: string): RowCall {
  const [past, last, more] = text.includes("=>") ? text.split("=>") : ["", text];
  if (more !== undefined) throw new Error(`one "=>" before the call that is judged, "&&&" between those before it: ${text}`);
  const history = past === "" ? [] : (past as string).split("&&&").map((each) => callOf(each));
  const said = (last as string).trim();
  const tool = TOOLS[said.slice(0, 2)];
  const [path, content] = said.slice(2).split("«");
  return tool === undefined
    ? { tool: "shell", command: said, history }
    : { tool, path, history, ...(content === undefined ? {} : { content }) };
}

const calls = (text: string): string[] => text.split(";;").filter((each) => each.trim() !== "");

/** The parts of each line of a corpus; `\n` is a line break. */
export function linesOf(corpus: string): readonly (readonly string[])[] {
  return readFileSync(new URL(`../corpora/${corpus}`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split("¦").map((part) => part.replaceAll("\\n", "\n")));
}

export const listed = (text: string | undefined): readonly string[] => calls(text ?? "");

export const stops = (policy: Policy, call: string): boolean => judgeRow(policy, callOf(call), { files: FILES }).length > 0;
