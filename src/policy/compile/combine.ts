// Several files as one policy, from global to near. A nearer file can add rules and never takes one away.

import { sha256 } from "../../base/index.ts";
import type { Call } from "../call.ts";
import type { Effects } from "../effects.ts";
import { judge, type JudgeContext, type RuleVerdict } from "../match/judge.ts";
import type { Rule } from "../match/rule.ts";
import type { CompiledFile } from "./compileFile.ts";

export interface Policy {
  readonly files: readonly CompiledFile[];
  readonly rules: readonly Rule[];
  /** Of the rules alone: text that changes no rule changes no policy. */
  readonly hash: string;
}

export function combine(files: readonly CompiledFile[]): Policy {
  const rules = files.flatMap((file) => file.rules);
  return { files, rules, hash: sha256(JSON.stringify(rules.map(({ id, effect, matcher, exception, order, replacement, atMost, session }) => [id, effect, matcher, exception, order, replacement, atMost, session]))) };
}

export function judgeRules(policy: Policy, call: Call, effects: Effects, context: JudgeContext): readonly RuleVerdict[] {
  return judge(policy.rules, call, effects, context);
}
