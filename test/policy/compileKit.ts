// Rows of the rule corpora and how they are judged: the given document alone, built-in guards off.

import { readFileSync } from "node:fs";
import { analyse, type Call, type World } from "../../src/analysis/index.ts";
import { asIfConfirmed, combine, compileFile, judgeRules } from "../../src/policy/index.ts";
import { type Policy } from "../../src/policy/judging.ts";
import type { RuleVerdict } from "../../src/policy/match/judge.ts";
import { PROJECT, type Scene, worldOf } from "../analysis/analysisWorld.ts";

/** A call as the corpora write it: with its history, session, folder and expected rewrite beside it. */
export interface RowCall {
  readonly tool: string;
  readonly history?: readonly RowCall[];
  readonly session?: "main" | "shared";
  readonly becomes?: string;
  readonly cwd?: string;
  readonly [field: string]: unknown;
}

export interface Row {
  readonly id: string;
  readonly lang: "en" | "zh";
  readonly context?: string;
  readonly line: string;
  readonly effect: string;
  readonly must_stop: readonly RowCall[];
  readonly must_pass: readonly RowCall[];
}

export function readRows(name: string): Row[] {
  return readFileSync(new URL(`../corpora/${name}.jsonl`, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Row);
}

export function documentOf(row: Row): string {
  return row.context === undefined ? row.line : row.context.replace("{{LINE}}", () => row.line);
}

export function callOf(row: RowCall): Call {
  const { history: _, session: __, becomes: ___, cwd: ____, ...call } = row;
  return call as unknown as Call;
}

/** What the lines were read as, proposed readings included. */
export function policyFrom(text: string, file = `${PROJECT}/AGENTS.md`): Policy {
  return asIfConfirmed(combine([compileFile(file, text)]));
}

export function judgeRow(policy: Policy, row: RowCall, scene: Scene = { files: [] }): readonly RuleVerdict[] {
  const world: World = worldOf({ branch: null, ...scene, ...(row.cwd === undefined ? {} : { cwd: `${PROJECT}/${row.cwd}` }) });
  const history = (row.history ?? []).map((past) => ({ call: callOf(past), effects: analyse(callOf(past), world) }));
  const call = callOf(row);
  return judgeRules(policy, call, analyse(call, world), { history, session: row.session ?? "main", world });
}

/** For tests that speak in commands: `deny`, `ask`, `rewrite`, or nothing. */
export function verdictOn(text: string, call: string | RowCall, scene?: Scene): string {
  const row: RowCall = typeof call === "string" ? { tool: "shell", command: call } : call;
  const verdicts = judgeRow(policyFrom(text), row, scene).map((each) => each.verdict);
  return verdicts.includes("deny") ? "deny" : verdicts.includes("ask") ? "ask" : verdicts.includes("rewrite") ? "rewrite" : "pass";
}

export function rewritten(text: string, command: string): string | undefined {
  const call = judgeRow(policyFrom(text), { tool: "shell", command }).find((each) => each.call !== undefined)?.call;
  return call !== undefined && "command" in call ? String(call.command) : undefined;
}

export interface Score {
  readonly stopped: number;
  readonly violations: number;
  readonly passed: number;
  readonly innocent: number;
  readonly rewritten: number;
  readonly rewrites: number;
  readonly rightEffect: number;
}

export type Judge = (row: Row, call: RowCall) => readonly { readonly effect: string; readonly command?: string }[];

export function scoreOf(rows: readonly Row[], judge: Judge): Score {
  const score = { stopped: 0, violations: 0, passed: 0, innocent: 0, rewritten: 0, rewrites: 0, rightEffect: 0 };
  for (const row of rows) {
    for (const call of row.must_stop) {
      const held = judge(row, call);
      score.violations++;
      if (held.length > 0) score.stopped++;
      if (held.some((each) => each.effect === row.effect)) score.rightEffect++;
      if (call.becomes === undefined) continue;
      score.rewrites++;
      if (held.some((each) => each.command !== undefined && new RegExp(call.becomes as string).test(each.command))) score.rewritten++;
    }
    for (const call of row.must_pass) {
      score.innocent++;
      if (judge(row, call).length === 0) score.passed++;
    }
  }
  return score;
}

export const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);
