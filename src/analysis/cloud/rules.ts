// A rule about a command line: when the words of a program fit a pattern, something is at stake.

import type { Hazard } from "../call/effects.ts";

export interface Rule {
  readonly pattern: RegExp;
  readonly kind: Hazard["kind"];
  readonly why: string;
}

export type RuleTable = Readonly<Record<string, readonly Rule[]>>;

export function rule(pattern: RegExp, kind: Hazard["kind"], why: string): Rule {
  return { pattern, kind, why };
}

export const DELETES = "it deletes things on other machines";
export const CHANGES = "it changes things on other machines";
