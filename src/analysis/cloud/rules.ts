// A rule about a command line: when the words of a program fit a pattern, something is at stake.

import { either } from "../../base/index.ts";
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

/** One of these stands among the words of the command: said`delete, secret\s+put`. */
export function said(list: TemplateStringsArray, ...parts: readonly string[]): RegExp {
  return new RegExp(`(?:^|\\s)(?:${either(list, ...parts)})(?:\\s|$)`);
}

export const DELETES = "it deletes things on other machines";
export const CHANGES = "it changes things on other machines";
const EMPTIES = "it changes or empties a database";

export const deletes = (pattern: RegExp): Rule => rule(pattern, "destructive", DELETES);
export const changes = (pattern: RegExp): Rule => rule(pattern, "remote", CHANGES);
export const empties = (pattern: RegExp): Rule => rule(pattern, "destructive", EMPTIES);
