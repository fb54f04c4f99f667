// Whole files: the lines that must be held, the calls that must stop by them, the calls that must pass.

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { asIfConfirmed, combine } from "../../src/policy/compile/combine.ts";
import { compileFile } from "../../src/policy/compile/compileFile.ts";
import { PROJECT } from "./analysisWorld.ts";
import { judgeRow, type RowCall } from "./compileKit.ts";

const FOLDER = new URL("../corpora/agents-files/", import.meta.url);

interface Spec {
  readonly rules: readonly { readonly line: number; readonly effect: string }[];
  readonly optional?: readonly { readonly line: number }[];
  readonly calls: readonly { readonly call: RowCall; readonly verdict: "stop" | "pass"; readonly line?: number; readonly effect?: string }[];
}

const names = readdirSync(FOLDER).filter((name) => name.endsWith(".json")).map((name) => name.replace(/\.json$/, ""));

describe.each(names)("%s.md", (name) => {
  const spec = JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), "utf8")) as Spec;
  const compiled = compileFile(`${PROJECT}/AGENTS.md`, readFileSync(new URL(`${name}.md`, FOLDER), "utf8"));
  const policy = asIfConfirmed(combine([compiled]));
  const enforced = compiled.rules.filter((rule) => rule.effect !== "check");

  it("every rule is found on its line, and no other line is held", () => {
    const optional = new Set(spec.optional?.map((each) => each.line));
    const lines = new Set(enforced.map((rule) => rule.line).filter((line) => !optional.has(line)));
    expect([...lines].sort((a, b) => a - b)).toEqual([...new Set(spec.rules.map((rule) => rule.line))].sort((a, b) => a - b));
    expect(compiled.problems).toEqual([]);
  });

  it.each(spec.calls.filter((each) => each.verdict === "stop"))("line $line stops $call", ({ call, line, effect }) => {
    const held = judgeRow(policy, call);
    expect(held.map((each) => `${each.rule.line} ${each.rule.effect}`)).toContain(`${line} ${effect}`);
    if (call.becomes !== undefined) expect(held.map((each) => (each.call !== undefined && "command" in each.call ? String(each.call.command) : ""))).toEqual(expect.arrayContaining([expect.stringMatching(new RegExp(call.becomes))]));
  });

  it.each(spec.calls.filter((each) => each.verdict === "pass"))("lets $call pass", ({ call }) => {
    expect(judgeRow(policy, call).map((each) => each.rule.text)).toEqual([]);
  });
});
