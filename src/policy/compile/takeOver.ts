// What one compilation keeps for the next of the same file. Where a few clauses changed, all before and after them are taken
// over as they are, without looking their words up again.

import { type Clause, identityOf } from "../grammar/clauses.ts";
import type { Rule } from "../match/rule.ts";
import type { ClauseReport, Problem } from "./compileFile.ts";

/** What one clause, or one policy block, was compiled to. */
export interface Part {
  readonly line: number;
  readonly reports: readonly ClauseReport[];
  readonly rules: readonly Rule[];
  readonly problems: readonly Problem[];
}

export interface Kept {
  readonly clauses: readonly Clause[];
  /** One for each clause. */
  readonly parts: readonly Part[];
  /** By all that a part depends on; the same words may be in a file more than once. */
  readonly byIdentity: ReadonlyMap<string, readonly Part[]>;
  /** The file has clauses and nothing else, none of them twice, and fewer rules than are read at most. */
  readonly plain: boolean;
}

/** null: some clause is there twice, so that each must be looked up by its words. */
export function takeOver(kept: Kept, clauses: readonly Clause[], compile: (clause: Clause) => Part): Kept | null {
  if (!kept.plain) return null;
  const most = Math.min(kept.clauses.length, clauses.length);
  let start = 0;
  while (start < most && isSame(kept.clauses[start] as Clause, clauses[start] as Clause)) start++;
  const by = clauses.length - kept.clauses.length;
  let end = clauses.length;
  while (end > start && end - by > start && isSame(kept.clauses[end - by - 1] as Clause, clauses[end - 1] as Clause)) end--;
  const byIdentity = new Map(kept.byIdentity);
  for (const clause of kept.clauses.slice(start, end - by)) byIdentity.delete(identityOf(clause));
  const parts: Part[] = [];
  for (let at = 0; at < clauses.length; at++) {
    const clause = clauses[at] as Clause;
    if (at < start || at >= end) {
      parts.push(moved(kept.parts[at < start ? at : at - by] as Part, clause.line));
      continue;
    }
    const identity = identityOf(clause);
    if (byIdentity.has(identity)) return null;
    const part = compile(clause);
    byIdentity.set(identity, [part]);
    parts.push(part);
  }
  return { clauses, parts, byIdentity, plain: true };
}

function isSame(a: Clause, b: Clause): boolean {
  return (
    a.text === b.text &&
    a.kind === b.kind &&
    areSame(a.heading, b.heading) &&
    areSame(a.leads, b.leads) &&
    areSame(a.code, b.code) &&
    areSame(a.items, b.items) &&
    areSame(a.header, b.header)
  );
}

function areSame(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}

/** The same clause on another line. */
export function moved(part: Part, line: number): Part {
  const by = line - part.line;
  if (by === 0) return part;
  const shift = <T extends { readonly line: number }>(each: T): T => ({ ...each, line: each.line + by });
  return { line, reports: part.reports.map(shift), rules: part.rules.map(shift), problems: part.problems.map(shift) };
}
