// Decisions on readings: what a person, or the team's lock file, said about a clause. Kept by the hash of clause and headings.
//
//   D1 the lock file only tightens: it holds what is proposed, and never touches what is certain
//   D2 a decision to hold or ask is for the readings that were shown; a new reading of the same clause is asked about again
//   D3 the person's decision comes before the team's
//   D4 only a decision that was made on this machine loosens

import { messageOf } from "../compile/messages.ts";
import { inWords } from "../explain/inWords.ts";
import type { ModelItem, Rule } from "../match/rule.ts";

/** How a person settled a reading. */
export type DecidedAs = "hold" | "ask" | "advice";

/** What a person decided about a sentence. */
export interface ClauseDecision {
  readonly as: DecidedAs;
  /** The readings that the decision was about. */
  readonly readings: readonly string[];
  /** It was made on this machine: only then may it loosen. A restored or copied decision may tighten and no more. */
  readonly own: boolean;
  /** A model's item that it was about: kept here too, so that it is enforced whatever a model proposes later. */
  readonly item?: ModelItem;
}

/** What people decided about sentences, by hash. */
export interface Decisions {
  /** By clause. */
  readonly person: ReadonlyMap<string, ClauseDecision>;
  readonly lock: ReadonlyMap<string, ClauseDecision>;
}

/** Nobody has decided anything. */
export const NO_DECISIONS: Decisions = { person: new Map(), lock: new Map() };

export type Settled = { readonly kind: "held" | "proposed"; readonly rule: Rule } | { readonly kind: "dismissed" };

export function settle(rule: Rule, { person, lock }: Decisions): Settled {
  const own = person.get(rule.clause);
  if (own !== undefined && (own.own || !loosens(rule, own.as))) {
    if (own.as === "advice") return { kind: "dismissed" };
    if (own.readings.includes(rule.reading)) return { kind: "held", rule: confirmed(rule, own.as, "person") };
  }
  if (rule.tier === "certain") return { kind: "held", rule };
  const team = lock.get(rule.clause);
  if (team !== undefined && team.as !== "advice" && team.readings.includes(rule.reading))
    return { kind: "held", rule: confirmed(rule, team.as, "lock") };
  return { kind: "proposed", rule };
}

/** Whether it lets pass what would be stopped without it. */
function loosens(rule: Rule, as: DecidedAs): boolean {
  return rule.tier === "certain" && (as === "advice" || (as === "ask" && rule.effect !== "ask"));
}

/** As if somebody had said `hold`. */
export function confirmed(rule: Rule, as: "hold" | "ask", source: Rule["source"]): Rule {
  const held: Rule = { ...rule, tier: "certain", source };
  // A check happens after the call: there is nothing to ask about.
  if (as === "hold" || rule.effect === "check" || rule.effect === "ask") return held;
  const { replacement: _, ...rest } = held;
  const asking: Rule = { ...rest, effect: "ask" };
  return { ...asking, reading: inWords(asking), message: messageOf(asking) };
}
