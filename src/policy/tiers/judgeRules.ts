// A policy's rules on one call. Apart from combine.ts: judging a call needs none of what makes a policy.

import type { Call, Effects, World } from "../../analysis/index.ts";
import { check, judge, type JudgeContext, type RuleVerdict } from "../match/judge.ts";
import type { Rule } from "../match/rule.ts";
import type { Policy } from "./combine.ts";

/** What of the new text a rule objects to, after the call ran. */
export function checkRules(policy: Policy, call: Call, effects: Effects, world: World): readonly Rule[] {
  return check(policy.rules, call, effects, world);
}

/** What each rule that applies says of a call. */
export function judgeRules(policy: Policy, call: Call, effects: Effects, context: JudgeContext): readonly RuleVerdict[] {
  return judge(policy.rules, call, effects, context);
}

/** Proposed readings that would stop the call if somebody had confirmed them. */
export function judgeProposed(policy: Policy, call: Call, effects: Effects, context: JudgeContext): readonly RuleVerdict[] {
  return policy.proposed.length === 0 ? [] : judge(policy.proposed, call, effects, context);
}
