// The language people write, as rows: a line, calls it must stop, calls it must let pass. `rules` is the given corpus;
// `rules-own` was written in other words, most of it before the compiler could read it; `rules-fresh` in batches, each
// measured at first sight before anything was changed for it (docs/benchmarks.md has those figures); `rules-ways` says a
// dozen rules in a hundred ways each.

import { describe, expect, it } from "vitest";
import type { Policy } from "../../src/policy/compile/combine.ts";
import { documentOf, type Judge, judgeRow, policyFrom, readRows, readWays, type Row, type Score, scoreOf, share } from "./compileKit.ts";

const rows = readRows("rules");
const own = readRows("rules-own");
const fresh = readRows("rules-fresh");
const policies = new Map<Row, Policy>();

const compiled: Judge = (row, call) => {
  const policy = policies.get(row) ?? policyFrom(documentOf(row));
  policies.set(row, policy);
  return judgeRow(policy, call).map((each) => ({ effect: each.rule.effect, ...(each.call !== undefined && "command" in each.call ? { command: String(each.call.command) } : {}) }));
};

/** What others do: a forbidding word in the line, and the backticked words of it somewhere in the call. */
const substrings: Judge = (row, call) => {
  const line = documentOf(row);
  if (!/never|not|don't|no |must|before|ask|instead|only|禁|不|勿|别|先|前|only/i.test(line)) return [];
  const words = [...line.matchAll(/`([^`]+)`/g)].map((match) => match[1] as string);
  const text = JSON.stringify({ ...call, history: undefined });
  return words.some((word) => text.includes(word.replace(/\/$/, ""))) ? [{ effect: "deny" }] : [];
};

describe("the rule corpora", () => {
  it.each([
    ["the given rows", rows],
    ["rows in other words", own],
    ["rows of the fresh batches", fresh],
  ])("OR-01 %s: violations are stopped and innocent calls pass", (_name, set) => {
    const score = scoreOf(set, compiled);
    expect(share(score.stopped, score.violations)).toBeGreaterThanOrEqual(0.97);
    expect(share(score.passed, score.innocent)).toBeGreaterThanOrEqual(0.99);
    expect(share(score.rightEffect, score.stopped)).toBeGreaterThanOrEqual(0.95);
    expect(share(score.rewritten, score.rewrites)).toBeGreaterThanOrEqual(0.9);
  });

  it("a rule is the same rule in nearly every way it can be said", () => {
    const score = scoreOf(readWays(), compiled);
    expect(score.violations).toBeGreaterThan(2_000);
    expect(share(score.stopped, score.violations)).toBeGreaterThanOrEqual(0.97);
    expect(share(score.passed, score.innocent)).toBeGreaterThanOrEqual(0.995);
    expect(share(score.rightEffect, score.stopped)).toBeGreaterThanOrEqual(0.98);
  });

  it.each(["en", "zh"] as const)("both languages are held: %s", (lang) => {
    const score = scoreOf([...rows, ...own, ...fresh].filter((row) => row.lang === lang), compiled);
    expect(share(score.stopped, score.violations)).toBeGreaterThanOrEqual(0.97);
    expect(share(score.passed, score.innocent)).toBeGreaterThanOrEqual(0.99);
  });

  it("lines that are no rules hold nothing", () => {
    const score = scoreOf([...rows, ...own, ...fresh].filter((row) => row.effect === "none"), compiled);
    expect(score.passed).toBe(score.innocent);
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
