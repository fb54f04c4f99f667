// Several files as one policy, from global to near. A nearer file can add rules and never takes one away.

import { sha256 } from "../../base/index.ts";
import { analyse } from "../analysis/index.ts";
import type { Call, World } from "../call.ts";
import type { Effects } from "../effects.ts";
import { check, judge, type JudgeContext, type RuleVerdict } from "../match/judge.ts";
import type { Rule } from "../match/rule.ts";
import type { CompiledFile } from "./compileFile.ts";
import { suggestion } from "./makeRule.ts";
import { bareWorld } from "./prove.ts";

export interface Policy {
  readonly files: readonly CompiledFile[];
  readonly rules: readonly Rule[];
  /** Of the rules alone: text that changes no rule changes no policy. */
  readonly hash: string;
}

export function combine(files: readonly CompiledFile[]): Policy {
  const all = files.flatMap((file) => file.rules);
  const rules = all.some((rule) => rule.alternative !== undefined) ? all.map((rule) => withoutForbiddenAdvice(rule, all)) : all;
  return { files, rules, hash: sha256(JSON.stringify(rules.map(({ id, effect, matcher, exception, order, replacement, atMost, session }) => [id, effect, matcher, exception, order, replacement, atMost, session]))) };
}

/** No rule sends an agent to what another rule holds. */
function withoutForbiddenAdvice(rule: Rule, rules: readonly Rule[]): Rule {
  const { alternative } = rule;
  if (alternative === undefined) return rule;
  const world = bareWorld();
  const call: Call = { tool: "shell", command: alternative };
  const held = judge(rules, call, analyse(call, world), { history: [], session: "main", world }).some((each) => each.rule.effect === "deny" || each.rule.effect === "ask");
  if (!held) return rule;
  const { alternative: _, ...rest } = rule;
  return { ...rest, message: rule.message.replace(suggestion(alternative), "") };
}

/** What of the new text a rule objects to, after the call ran. */
export function checkRules(policy: Policy, call: Call, effects: Effects, world: World): readonly Rule[] {
  return check(policy.rules, call, effects, world);
}

export function judgeRules(policy: Policy, call: Call, effects: Effects, context: JudgeContext): readonly RuleVerdict[] {
  return judge(policy.rules, call, effects, context);
}
