// A draft: what one sentence asks for, before it becomes a rule with an id, a message and proven examples.

import type { Example, Matcher, Order, Replacement, RuleEffect } from "../match/rule.ts";

export interface Draft {
  readonly effect: RuleEffect;
  readonly matcher: Matcher;
  readonly exception?: Matcher;
  readonly order?: Order;
  readonly replacement?: Replacement;
  readonly atMost?: number;
  readonly session?: "main" | "shared";
  /** What is held, in a few words: "`npm`", "changes in `auth/`". */
  readonly shown: string;
  /** What the rule itself names as the way to go. */
  readonly instead?: string;
  /** Line of the sentence below the clause's first. */
  readonly row: number;
  /** The clause's other sentences add nothing to it. */
  readonly complete?: true;
  /** Where the generator of examples would need words that only the sentence has. */
  readonly stopped?: Example;
  readonly passes?: Example;
}

/** Why a clause cannot be held. */
export type Reason = "no tool signal" | "target not named" | "needs judgement" | "outside state" | "code style";
