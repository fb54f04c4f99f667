// Whole files: the lines that must be held, the calls that must stop by them, the calls that must pass.

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { asIfConfirmed, combine, compileFile } from "../../src/policy/index.ts";
import { type Policy } from "../../src/policy/judging.ts";
import { PROJECT } from "../analysis/analysisWorld.ts";
import { judgeRow, type RowCall } from "./compileKit.ts";

const FOLDER = new URL("../corpora/agents-files/", import.meta.url);

interface Spec {
  readonly rules: readonly { readonly line: number; readonly effect: string }[];
  readonly optional?: readonly { readonly line: number }[];
  readonly calls: readonly {
    readonly call: RowCall;
    readonly verdict: "stop" | "pass";
    readonly line?: number;
    readonly effect?: string;
  }[];
}

const names = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.replace(/\.json$/, ""));

describe.each(names)("%s.md", (name) => {
  const spec = JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), "utf8")) as Spec;
  const compiled = compileFile(`${PROJECT}/AGENTS.md`, readFileSync(new URL(`${name}.md`, FOLDER), "utf8"));
  const certain = combine([compiled]);

  it("a certain reading is of a line that is a rule", () => {
    const lines = new Set([...spec.rules, ...(spec.optional ?? [])].map((each) => each.line));
    expect(certain.rules.filter((rule) => !lines.has(rule.line)).map((rule) => `${rule.line} ${rule.text}`)).toEqual([]);
    expect(compiled.problems).toEqual([]);
  });

  it.each(spec.calls.filter((each) => each.verdict === "pass"))("certain readings let $call pass", ({ call }) => {
    expect(judgeRow(certain, call).map((each) => each.rule.text)).toEqual([]);
  });
});

describe("all files together", () => {
  const specs = names.map((name) => ({
    spec: JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), "utf8")) as Spec,
    policy: asIfConfirmed(combine([compileFile(`${PROJECT}/AGENTS.md`, readFileSync(new URL(`${name}.md`, FOLDER), "utf8"))])),
  }));
  const shareOf = (verdict: "stop" | "pass", judge: (policy: Policy, call: RowCall) => boolean) => {
    const calls = specs.flatMap(({ spec, policy }) =>
      spec.calls.filter((each) => each.verdict === verdict).map(({ call }) => judge(policy, call)),
    );
    return calls.filter(Boolean).length / calls.length;
  };

  it("with proposed readings most violations are reached and nearly all innocent calls pass", () => {
    expect(shareOf("stop", (policy, call) => judgeRow(policy, call).length > 0)).toBeGreaterThanOrEqual(0.4);
    expect(shareOf("pass", (policy, call) => judgeRow(policy, call).length === 0)).toBeGreaterThanOrEqual(0.97);
  });

  it("negative control: a policy without rules reaches no violation", () => {
    expect(shareOf("stop", (policy, call) => judgeRow({ ...policy, rules: [] }, call).length > 0)).toBe(0);
  });
});
