// One line of an instruction file as its author should see it: how it was read, what it stops and lets pass, how sure that
// is and why. Calls come from the repository itself where it has any that fit.

import { doubtsOf, doubtText } from "./doubtText.ts";
import {
  type Call,
  type ClauseReport,
  type CompiledFile,
  type Evidence,
  joinEvidence,
  type ReadingSource,
  type Rule,
  stoppedOf,
} from "../policy/index.ts";

export interface ReportedClause {
  readonly line: number;
  readonly text: string;
  readonly state: string;
  readonly why: string;
  readonly rule?: string;
  /** How the line was read, in plain words. */
  readonly reading?: string;
  readonly effect?: string;
  /** Calls that it stops and lets through: the repository's own where some fit, else the examples of its rule. */
  readonly stops?: readonly Call[];
  readonly passes?: readonly Call[];
  /** Of a line that is enforced: what else of it is only proposed. */
  readonly alsoProposed?: string;
  /** Why it is only proposed. */
  readonly doubts?: readonly string[];
  readonly source?: ReadingSource;
  /** false: a line that asks for nothing. */
  readonly directive: boolean;
}

export interface ReportedFile {
  readonly path: string;
  readonly clauses: readonly ReportedClause[];
  readonly problems: readonly { readonly line: number; readonly message: string }[];
}

export interface Shown {
  readonly evidence: Evidence | undefined;
  readonly root: string;
}

export function reportedFile({ path, clauses, rules, problems, shows }: CompiledFile, { evidence, root }: Shown): ReportedFile {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const seen = joinEvidence([{ commands: shows }, evidence ?? {}]);
  return {
    path,
    clauses: clauses.map((clause) =>
      reportedClause(
        clause,
        clause.rules.flatMap((id) => byId.get(id) ?? []),
        { evidence: seen, root },
      ),
    ),
    problems,
  };
}

function reportedClause(
  { line, text, state, why, directive }: ClauseReport,
  all: readonly Rule[],
  shown: { readonly evidence: Evidence; readonly root: string },
): ReportedClause {
  // One sentence of a line may be enforced and another proposed: what is shown as in force is.
  const inForce = all.filter(({ tier }) => tier !== "proposed");
  const rules = inForce.length === 0 ? all : inForce;
  const others = all.filter((each) => !rules.includes(each));
  const [rule] = rules;
  if (rule === undefined) return { line, text, state, why: doubtText(why), directive };
  const doubts = doubtsOf(rules);
  return {
    line,
    text,
    state,
    why: whyOf(rule, why, doubts),
    rule: rule.id,
    reading: readingsOf(rules),
    ...(others.length === 0 ? {} : { alsoProposed: readingsOf(others) }),
    effect: rule.effect,
    ...callsOf(rule, shown),
    ...(doubts.length === 0 ? {} : { doubts }),
    source: rule.source,
    directive,
  };
}

const readingsOf = (rules: readonly Rule[]) => rules.map(({ reading }) => reading).join("; ");

function whyOf({ tier, source }: Rule, why: string, doubts: readonly string[]): string {
  if (tier === "proposed") return doubts[0] ?? "not every word of the line was understood";
  if (source === "person") return "you confirmed it";
  return source === "lock" ? "confirmed in .agents/policy.lock.yaml" : why;
}

const MOST = 3;

export function callsOf(
  rule: Rule,
  { evidence, root }: { readonly evidence: Evidence; readonly root: string },
): { readonly stops: readonly Call[]; readonly passes: readonly Call[] } {
  const { stopped, passes } = rule.examples;
  // What an order or a limit stops depends on what ran before: its own examples say it better. The same call passes once
  // that was done, so what is shown to pass is what must be done.
  if (rule.order !== undefined) return { stops: [stopped.call], passes: (passes.history ?? []).slice(stopped.history?.length ?? 0) };
  if (rule.atMost !== undefined) return { stops: [stopped.call], passes: [] };
  if (rule.effect === "check") return { stops: [stopped.call], passes: [passes.call] };
  const tried = stoppedOf(rule, evidence, { root });
  const stops = tried.stopped.slice(0, MOST).map(({ call }) => call);
  const [first] = stops.length > 0 ? stops : [stopped.call];
  const alike = tried.passed
    .filter(({ call }) => programOf(call) !== null && programOf(call) === programOf(first))
    .slice(0, MOST)
    .map(({ call }) => call);
  return { stops: stops.length > 0 ? stops : [stopped.call], passes: alike.length > 0 ? alike : [passes.call] };
}

function programOf(call: Call | undefined): string | null {
  return call !== undefined && "command" in call ? (/^\S+/.exec(String(call.command))?.[0] ?? null) : null;
}
