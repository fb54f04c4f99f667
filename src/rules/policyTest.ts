// policyTest: what should fail, fails. Rules that can never fire, the person's own cases, rules that were lost since another
// commit, and a share of enforced lines that is too small.

import { AppError } from "../base/index.ts";
import { combineInTime, compileInTime, gatherEvidence, settlementAt } from "../gate/compiling.ts";
import { rootOf } from "../gate/index.ts";
import { canFire, type CompiledFile, type Rule } from "../policy/index.ts";
import { type PolicyCase, readPolicyCases } from "../schema/index.ts";
import { readGitBlob, readSmallText } from "../store/index.ts";
import { policySource } from "../mind/session/decide.ts";
import type { Mind } from "../mind/open.ts";
import { type CheckRow, checkRow, policyReport, readCheckRow } from "./policyReport.ts";
import { instructionFiles } from "../mind/session/policySource.ts";

export interface TestFinding {
  readonly kind: "rule" | "case" | "lost" | "share" | "problem";
  readonly ok: boolean;
  readonly file: string;
  readonly line: number;
  readonly message: string;
  readonly rule?: string;
}

export interface PolicyTestOptions {
  /** Default: `.agents/policy.cases.yaml`, where it exists. */
  readonly cases?: string | undefined;
  /** A commit, branch or tag: rules that it enforced and that are gone now. */
  readonly against?: string | undefined;
  /** Percent of the instructions that must be enforced. */
  readonly failUnder?: number | undefined;
}

const CASES = ".agents/policy.cases.yaml";

export async function policyTest(mind: Mind, options: PolicyTestOptions = {}): Promise<readonly TestFinding[]> {
  const report = policyReport(mind, []);
  const { rules, proposed } = policySource(mind).capture();
  const fired = [...rules, ...proposed].map((rule): TestFinding => {
    const ok = canFire(rule) || rule.source === "block";
    return {
      kind: "rule",
      ok,
      file: rule.file,
      line: rule.line,
      rule: rule.id,
      message: ok ? "" : `this rule can never fire: ${rule.text}`,
    };
  });
  const problems = report.files.flatMap(({ path, problems: some }) =>
    some.map(({ line, message }): TestFinding => ({ kind: "problem", ok: false, file: path, line, message })),
  );
  const cases = await caseFindings(mind, options.cases);
  const lost = options.against === undefined ? [] : await lostSince(mind, options.against, [...rules, ...proposed]);
  return [...fired, ...problems, ...cases, ...lost, ...shareFinding(report.totals, options.failUnder, rootOf(mind.where))];
}

async function caseFindings(mind: Mind, given: string | undefined): Promise<TestFinding[]> {
  const root = rootOf(mind.where);
  const file = given === undefined ? `${root}/${CASES}` : given.startsWith("/") ? given : `${mind.where.cwd}/${given}`;
  const text = readSmallText(file);
  if (text === null) {
    if (given === undefined) return [];
    throw new AppError("NOT_FOUND", "there is no such file of cases", { file });
  }
  const findings: TestFinding[] = [];
  for (const each of readPolicyCases(text, file)) findings.push(await tryCase(mind, each, file));
  return findings;
}

async function tryCase(mind: Mind, { call, history, session, expect, line }: PolicyCase, file: string): Promise<TestFinding> {
  const row = readCheckRow({ call, history, ...(session === undefined ? {} : { session }) } as object) as CheckRow;
  const { verdict, rules } = await checkRow(mind, row);
  const stopped = verdict === "deny" || verdict === "ask";
  const ok = expect === "stop" ? stopped : expect === "pass" ? !stopped : verdict === expect;
  const by = rules[0] === undefined ? "" : ` by ${rules[0].line === 0 ? rules[0].id : `${rules[0].file}:${rules[0].line}`}`;
  return {
    kind: "case",
    ok,
    file,
    line,
    message: ok ? "" : `expected ${expect}, and the verdict is ${verdict}${by}: ${JSON.stringify(call)}`,
  };
}

/** Files that may have been removed since. */
const AT_ROOT = ["AGENTS.md", "CLAUDE.md", "GEMINI.md", "QWEN.md", ".cursorrules", ".github/copilot-instructions.md"];

/** Enforced or proposed then, and gone now: a line that was removed, or one that means less. */
async function lostSince(mind: Mind, ref: string, now: readonly Rule[]): Promise<TestFinding[]> {
  const root = rootOf(mind.where);
  const { decisions } = settlementAt(mind.where);
  const files = instructionFiles(mind).filter(({ path }) => path.startsWith(`${root}/`));
  const before: CompiledFile[] = [];
  for (const name of new Set([...files.map(({ path }) => path.slice(root.length + 1)), ...AT_ROOT])) {
    const text = await readGitBlob(root, ref, name);
    if (text !== null) before.push(compileInTime(`${root}/${name}`, text));
  }
  const then = combineInTime(before, { evidence: gatherEvidence(mind.where), decisions, root }).rules;
  const readings = new Set(now.map(({ reading }) => reading));
  return then
    .filter(({ reading }) => !readings.has(reading))
    .map(({ file, line, reading, text }) => ({
      kind: "lost",
      ok: false,
      file,
      line,
      message: `enforced at ${ref} and not now: ${reading} (“${text.slice(0, 120)}”)`,
    }));
}

function shareFinding(totals: Readonly<Record<string, number>>, least: number | undefined, root: string): TestFinding[] {
  if (least === undefined) return [];
  const { advice = 0, prose: _ = 0, proposed = 0, ...held } = totals;
  const enforced = Object.values(held).reduce((sum, each) => sum + each, 0);
  const all = enforced + proposed + advice;
  const percent = all === 0 ? 100 : (enforced / all) * 100;
  const ok = percent >= least;
  return [
    {
      kind: "share",
      ok,
      file: `${root}/AGENTS.md`,
      line: 1,
      message: ok ? "" : `${enforced} of ${all} instructions are enforced (${percent.toFixed(1)} %); at least ${least} % were wanted`,
    },
  ];
}
