// A draft: what one sentence asks for, before it becomes a rule with an id and a message.

import type { Example, Matcher, Order, Replacement, RuleEffect } from "../match/rule.ts";

export interface Draft {
  readonly effect: RuleEffect;
  readonly matcher: Matcher;
  readonly exception?: Matcher;
  readonly order?: Order;
  readonly replacement?: Replacement;
  readonly atMost?: number;
  readonly session?: "main" | "shared";
  /** In plain words, where the matcher alone would not tell it well. */
  readonly reading?: string;
  /** Why it is not certain; empty where it is. */
  readonly doubts: readonly string[];
  /** What the rule itself names as the way to go. */
  readonly instead?: string;
  /** Where the generator of examples would need words that only the sentence has. */
  readonly stopped?: Example;
  readonly passes?: Example;
}

/** Why a clause cannot be held. */
export type Reason = "no tool signal" | "target not named" | "needs judgement" | "outside state" | "code style";
