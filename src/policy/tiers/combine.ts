// Several files as one policy, from global to near. A nearer file can add rules and never takes one away.
//
// The readings of all files are weighed against the repository's evidence, then settled by decisions: what is certain or
// confirmed is held, the rest is only proposed.

import { sha256 } from "../../base/index.ts";
import { analyse, type Call } from "../../analysis/index.ts";
import { judge } from "../match/judge.ts";
import { placeOf } from "../match/ready.ts";
import type { Rule } from "../match/rule.ts";
import { confirmed, type Decisions, NO_DECISIONS, settle, type Settled } from "./decisions.ts";
import { type Evidence, joinEvidence, NO_EVIDENCE } from "../compile/evidence.ts";
import { itemsOf, type ModelItems, NO_ITEMS, withModelReadings } from "./modelReadings.ts";
import { weigh } from "./weigh.ts";
import { type ClauseReport, type CompiledFile, stateOf } from "../compile/compileFile.ts";
import { suggestion } from "../compile/messages.ts";
import { bareWorld } from "../compile/prove.ts";

/** Every rule that holds, with its file and line. */
export interface Policy {
  /** With the states that their clauses have after weighing and settling. */
  readonly files: readonly CompiledFile[];
  /** What is held: certain or confirmed. */
  readonly rules: readonly Rule[];
  /** What would be held if somebody confirmed it. */
  readonly proposed: readonly Rule[];
  /** Of the rules alone: text that changes no rule changes no policy. */
  readonly hash: string;
  /** Files whose rules nobody knows: while there are some, no call is allowed. */
  readonly unread?: readonly string[];
}

/** What decides which readings hold: evidence, decisions, and the mode for what is proposed. */
export interface Settling {
  readonly evidence?: Evidence | undefined;
  readonly decisions?: Decisions | undefined;
  /** The project's root, absolute. */
  readonly root?: string | undefined;
  /** `hold`: what is proposed is enforced as if it were confirmed. */
  readonly proposed?: "ask" | "pass" | "hold" | undefined;
  /** Items that a model wrote, by clause: they are proposed. */
  readonly models?: ModelItems | undefined;
}

/** Compiled files as one policy: which readings hold and which are proposed, by evidence and decisions. */
export function combine(
  compiled: readonly CompiledFile[],
  { evidence = NO_EVIDENCE, decisions = NO_DECISIONS, root = "/project", proposed: mode, models = NO_ITEMS }: Settling = {},
): Policy {
  const items = itemsOf(models, decisions);
  const files = items.size === 0 ? compiled : compiled.map((file) => withModelReadings(file, items));
  const seen = joinEvidence([...files.map((file) => ({ commands: shownIn(file, root) })), evidence]);
  const { rules, same } = onlyOnce(files.flatMap((file) => file.rules));
  const settled = new Map(
    weigh(rules, seen, { root }).map((rule) => [rule.id, mode === "hold" ? heldAnyway(settle(rule, decisions)) : settle(rule, decisions)]),
  );
  const kept = [...settled.values()].flatMap((each) => (each.kind === "dismissed" ? [] : [each]));
  const held = kept.filter(({ kind }) => kind === "held").map(({ rule }) => rule);
  const proposed = kept.filter(({ kind }) => kind === "proposed").map(({ rule }) => rule);
  return policyOf(
    files.map((file) => settledFile(file, settled, same)),
    held,
    proposed,
  );
}

function shownIn({ path, shows }: CompiledFile, root: string): CompiledFile["shows"] {
  return path.startsWith(`${root}/`) ? shows : shows.map((each) => ({ ...each, own: true }));
}

/** Hosts have files of their own beside AGENTS.md, often with the same lines: what is said twice in one place is one rule. */
function onlyOnce(all: readonly Rule[]): { readonly rules: readonly Rule[]; readonly same: ReadonlyMap<string, Rule> } {
  const first = new Map<string, Rule>();
  const same = new Map<string, Rule>();
  for (const rule of all) {
    const key = `${rule.clause}\n${rule.reading}\n${placeOf(rule, { project: "/", userHome: "" }).base}`;
    const before = first.get(key);
    // A file that applies only sometimes must not hide one that always does.
    const isBetter = before === undefined || (before.tier === "proposed" && rule.tier === "certain");
    if (isBetter) first.set(key, rule);
    if (before === undefined || before.file === rule.file) continue;
    if (isBetter) same.set(before.id, rule);
    else same.set(rule.id, before);
  }
  return { rules: all.filter(({ id }) => !same.has(id)), same };
}

/** A model's reading stays proposed: nobody but a person or the team says that it holds. */
function heldAnyway(settled: Settled): Settled {
  return settled.kind === "proposed" && settled.rule.source !== "model"
    ? { kind: "held", rule: confirmed(settled.rule, "hold", settled.rule.source) }
    : settled;
}

/** The policy as it would be if somebody confirmed every proposed reading; where a model read the line too, the model's. */
export function asIfConfirmed(policy: Policy): Policy {
  if (policy.proposed.length === 0) return policy;
  return policyOf(
    policy.files,
    [
      ...policy.rules,
      ...policy.proposed.filter(({ readOtherwise }) => readOtherwise !== true).map((rule) => confirmed(rule, "hold", "person")),
    ],
    [],
  );
}

function policyOf(files: readonly CompiledFile[], held: readonly Rule[], proposed: readonly Rule[]): Policy {
  const rules = held.some((rule) => rule.alternative !== undefined) ? held.map((rule) => withoutForbiddenAdvice(rule, held)) : held;
  const unread = files.filter((file) => file.unread === true).map(({ path }) => path);
  return {
    files,
    rules,
    proposed,
    hash: sha256(JSON.stringify([rules.map(identity), proposed.map(identity), ...unread])),
    ...(unread.length === 0 ? {} : { unread }),
  };
}

function identity({ id, tier, doubts, source, effect, matcher, exception, order, replacement, atMost, session }: Rule): unknown {
  return [id, tier, doubts, source, effect, matcher, exception, order, replacement, atMost, session];
}

function settledFile(file: CompiledFile, settled: ReadonlyMap<string, Settled>, same: ReadonlyMap<string, Rule>): CompiledFile {
  const now = (id: string): Rule[] => {
    const found = settled.get(id);
    return found === undefined || found.kind === "dismissed" ? [] : [found.rule];
  };
  const clauses = file.clauses.map((clause): ClauseReport => {
    if (clause.rules.length === 0) return clause;
    const other = clause.rules.map((id) => same.get(id)).find((each) => each !== undefined);
    // Counted where it is said first.
    if (other !== undefined && clause.rules.every((id) => same.has(id)))
      return { ...clause, state: "advice", why: `the same as ${other.file}:${other.line}`, rules: [], directive: false };
    const rules = clause.rules.flatMap(now);
    return rules.length === 0
      ? { ...clause, state: "advice", why: "dismissed by you", rules: [] }
      : { ...clause, state: stateOf(rules), rules: rules.map(({ id }) => id) };
  });
  return { ...file, clauses, rules: file.rules.flatMap(({ id }) => now(id)) };
}

/** No rule sends an agent to what another rule holds. */
function withoutForbiddenAdvice(rule: Rule, rules: readonly Rule[]): Rule {
  const { alternative } = rule;
  if (alternative === undefined) return rule;
  const world = bareWorld();
  const call: Call = { tool: "shell", command: alternative };
  const held = judge(rules, call, analyse(call, world), { history: [], session: "main", world }).some(
    (each) => each.rule.effect === "deny" || each.rule.effect === "ask",
  );
  if (!held) return rule;
  const { alternative: _, ...rest } = rule;
  return { ...rest, message: rule.message.replace(suggestion(alternative), "") };
}
