// The language people write, as rows: a line, calls it must stop, calls it must let pass. `rules` is the given corpus;
// `rules-own` was written in other words, most of it before the compiler could read it; `rules-fresh` in batches, each
// measured at first sight before anything was changed for it. Thresholds are floors; docs/benchmarks.md has the figures.

import { describe, expect, it } from "vitest";
import { asIfConfirmed, combine, compileFile } from "../../src/policy/index.ts";
import { type Policy } from "../../src/policy/judging.ts";
import { PROJECT } from "../analysis/analysisWorld.ts";
import { documentOf, type Judge, judgeRow, readRows, type Row, type RowCall, type Score, scoreOf, share } from "./compileKit.ts";

const rows = readRows("rules");
const own = readRows("rules-own");
const fresh = readRows("rules-fresh");
const policies = new Map<Row, Policy>();

function compiledRow(row: Row): Policy {
  const policy = policies.get(row) ?? combine([compileFile(`${PROJECT}/AGENTS.md`, documentOf(row))]);
  policies.set(row, policy);
  return policy;
}

/** Several tests ask for the same row and call: each is compiled and judged once. */
const verdicts = (made: (policy: Policy) => Policy): Judge => {
  const known = new Map<RowCall, ReturnType<Judge>>();
  const enforced = new Map<Row, Policy>();
  return (row, call) => {
    const before = known.get(call);
    if (before !== undefined) return before;
    const policy = enforced.get(row) ?? made(compiledRow(row));
    enforced.set(row, policy);
    const held = judgeRow(policy, call).map((each) => ({
      effect: each.rule.effect,
      ...(each.call !== undefined && "command" in each.call ? { command: String(each.call.command) } : {}),
    }));
    known.set(call, held);
    return held;
  };
};

/** Every reading enforced. */
const compiled = verdicts(asIfConfirmed);
/** What is enforced before anybody confirmed anything. */
const certain = verdicts((policy) => policy);

/** What others do: a forbidding word in the line, and the backticked words of it somewhere in the call. */
const substrings: Judge = (row, call) => {
  const line = documentOf(row);
  if (!/never|not|don't|no |must|before|ask|instead|only|禁|不|勿|别|先|前|only/i.test(line)) return [];
  const words = [...line.matchAll(/`([^`]+)`/g)].map((match) => match[1] as string);
  const text = JSON.stringify({ ...call, history: undefined });
  return words.some((word) => text.includes(word.replace(/\/$/, ""))) ? [{ effect: "deny" }] : [];
};

describe("the rule corpora", () => {
  const all = [...rows, ...own, ...fresh];

  it.each([
    ["the given rows", rows],
    ["rows in other words", own],
    ["rows of the fresh batches", fresh],
  ])("OR-01 %s: certain readings let innocent calls pass, proposed ones reach most violations", (_name, set) => {
    const held = scoreOf(set, certain);
    expect(share(held.passed, held.innocent)).toBeGreaterThanOrEqual(0.99);
    expect(share(held.stopped, held.violations)).toBeGreaterThanOrEqual(0.15);
    const score = scoreOf(set, compiled);
    expect(share(score.stopped, score.violations)).toBeGreaterThanOrEqual(0.4);
    expect(share(score.passed, score.innocent)).toBeGreaterThanOrEqual(0.96);
  });

  it.each(["en", "zh"] as const)("both languages are read: %s", (lang) => {
    const set = all.filter((row) => row.lang === lang);
    const { stopped, violations } = scoreOf(set, compiled);
    expect(share(stopped, violations)).toBeGreaterThanOrEqual(0.4);
  });

  it("lines that are no rules stop nothing for certain", () => {
    const score = scoreOf(
      all.filter((row) => row.effect === "none"),
      certain,
    );
    expect(share(score.passed, score.innocent)).toBeGreaterThanOrEqual(0.995);
  });

  it("negative control: a compiler that matches substrings stops much and fails the innocent", () => {
    const score: Score = scoreOf(rows, substrings);
    expect(share(score.stopped, score.violations)).toBeGreaterThan(0.3);
    expect(share(score.passed, score.innocent)).toBeLessThan(0.97);
  });

  it("negative control: a compiler that holds nothing is seen", () => {
    expect(share(scoreOf(rows, () => []).stopped, 1)).toBe(0);
  });
});
