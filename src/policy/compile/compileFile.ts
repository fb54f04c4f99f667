// AGENTS.md to rules. A clause whose text and context did not change is taken over from the last compilation as it is:
// one changed line compiles one clause.

import type { Rule, RuleEffect } from "../match/rule.ts";
import { commandsInMarkdown, type ShownCommand } from "./evidence.ts";
import { LONGEST_LINE, readBlocks } from "../grammar/blocks.ts";
import { type Clause, identityOf, type PolicyBlock, readClauses, type Reading } from "../grammar/clauses.ts";
import { type ClauseReading, readClause } from "../clause/readClause.ts";
import { clauseHash } from "./clauseHash.ts";
import { scoped, scopeOf } from "./fileScope.ts";
import { makeRule } from "./makeRule.ts";
import { readPolicyBlock } from "./policyBlock.ts";
import { canFire } from "./prove.ts";

/** What becomes of a sentence: enforced in some way, or left as advice. */
export type ClauseState = "gated" | "asked" | "rewritten" | "ordered" | "limited" | "checked" | "proposed" | "advice";

/** What a sentence was taken to mean, and what it does. */
export interface ClauseReport {
  readonly line: number;
  readonly text: string;
  readonly state: ClauseState;
  /** What is held, or the one reason why nothing can be. */
  readonly why: string;
  readonly rules: readonly string[];
  /** A directive at all: the denominator of coverage. */
  readonly directive: boolean;
  /** The hash of the clause and its headings; absent for an item of a policy block. */
  readonly clause?: string;
}

export interface Problem {
  readonly line: number;
  readonly message: string;
}

/** An instruction file with its sentences read. */
export interface CompiledFile {
  readonly path: string;
  readonly clauses: readonly ClauseReport[];
  readonly rules: readonly Rule[];
  readonly problems: readonly Problem[];
  /** Commands that the file itself shows to be right. */
  readonly shows: readonly ShownCommand[];
  /** It could not be compiled in time: nobody knows what it forbids. */
  readonly unread?: true;
}

export interface CompileOptions {
  /** Off only where somebody measures: it is then not tried whether a rule can fire. */
  readonly prove?: boolean;
}

/** What one clause, or one policy block, was compiled to. */
export interface Part {
  readonly line: number;
  readonly reports: readonly ClauseReport[];
  readonly rules: readonly Rule[];
  readonly problems: readonly Problem[];
}

/** By all that a part depends on; the same words may be in a file more than once. */
type Parts = ReadonlyMap<string, readonly Part[]>;
type Compiled = { readonly parts: readonly Part[]; readonly byIdentity: Parts };

/** What was compiled, clause by clause; kept beside the value so that the value stays plain data. */
const kept = new WeakMap<CompiledFile, Parts>();
/** Longer files are data; the rest is reported as not read. */
const LONGEST_FILE = 8 * 1024 * 1024;
/** Nobody writes so many rules; whoever generates them shall not make every start slow. */
const MOST_RULES = 5_000;
/** Characters that show nothing: they would hide a rule from the reader, or from us. */
const COLOURS = String.raw`\u001b\[[0-9;]*m`;
const UNSEEN = new RegExp(String.raw`${COLOURS}|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b-\u200f\u2060\ufeff]`, "g");

/** Reads an instruction file into sentences and rules. With an earlier result, only what changed. */
export function compileFile(path: string, text: string, previous?: CompiledFile, options: CompileOptions = {}): CompiledFile {
  const problems: Problem[] = [];
  const readable = readableText(text, problems);
  const reading = readClauses(readBlocks(readable));
  const before = previous?.path === path ? kept.get(previous) : undefined;
  const { parts, byIdentity } = compileAll(reading, before, {
    clause: (clause) => compileClause(path, clause, options),
    block: (block) => compileBlock(path, block, options),
  });
  const all = gathered(parts, (part) => part.rules);
  if (all.length >= MOST_RULES)
    problems.push({ line: 1, message: `More than ${MOST_RULES} rules were read from this file; what comes after them is advice.` });
  const scope = scopeOf(path, readable);
  const rules = scope === null ? all : all.map((rule) => scoped(rule, scope));
  const file: CompiledFile = {
    path,
    clauses: gathered(parts, (part) => part.reports),
    rules,
    problems: [...problems, ...gathered(parts, (part) => part.problems)],
    shows: shownBeside(rules, commandsInMarkdown(readable, path.slice(path.lastIndexOf("/") + 1))),
  };
  kept.set(file, byIdentity);
  return file;
}

/** `flatMap` at a fraction of its cost: most parts have one report and one rule, or none. */
function gathered<T>(parts: readonly Part[], list: (part: Part) => readonly T[]): T[] {
  const all: T[] = [];
  for (const part of parts) for (const each of list(part)) all.push(each);
  return all;
}

/** What each clause became, as plain data for another process. */
export function partsOf(file: CompiledFile): readonly (readonly [identity: string, parts: readonly Part[]])[] {
  return [...(kept.get(file) ?? [])];
}

/** A compilation of another process, or only its parts: as `previous` it gives what did not change. */
export function fileOfParts(
  path: string,
  parts: readonly (readonly [identity: string, parts: readonly Part[]])[],
  file: CompiledFile = { path, clauses: [], rules: [], problems: [], shows: [] },
): CompiledFile {
  kept.set(file, new Map(parts));
  return file;
}

type Compilers = { readonly clause: (clause: Clause) => Part; readonly block: (block: PolicyBlock) => Part };

/** Every clause looked up by all that it depends on, and compiled where it was not there. */
function compileAll(reading: Reading, before: Parts | undefined, compile: Compilers): Compiled {
  const byIdentity = new Map<string, Part[]>();
  const take = (key: string, line: number, make: (first: Part | undefined) => Part): Part => {
    const list = byIdentity.get(key);
    const old = before?.get(key)?.[list?.length ?? 0];
    const part = old === undefined ? make(list?.[0]) : moved(old, line);
    if (list === undefined) byIdentity.set(key, [part]);
    else list.push(part);
    return part;
  };
  let count = 0;
  const parts = reading.clauses.map((clause) => {
    const part = take(identityOf(clause), clause.line, (first) => {
      if (first !== undefined) return repeated(first, clause.line);
      return count >= MOST_RULES ? tooMany(clause) : compile.clause(clause);
    });
    count += part.rules.length;
    return part;
  });
  if (reading.policies.length === 0) return { parts, byIdentity };
  const blocks = reading.policies.map((block) => take(`policy\n${block.text}`, block.line, () => compile.block(block)));
  return { parts: [...parts, ...blocks].sort((a, b) => a.line - b.line), byIdentity };
}

/** What a line forbids, asks about or replaces, the same line does not show to be right. */
function shownBeside(rules: readonly Rule[], shows: readonly ShownCommand[]): readonly ShownCommand[] {
  if (shows.length === 0) return shows;
  const lines = new Set(rules.filter(({ effect }) => effect !== "require-before" && effect !== "check").map(({ line }) => line));
  return shows.filter(({ where }) => !lines.has(Number(where.slice(where.lastIndexOf(":") + 1))));
}

/** The same clause on another line. */
function moved(part: Part, line: number): Part {
  const by = line - part.line;
  if (by === 0) return part;
  const shift = <T extends { readonly line: number }>(each: T): T => ({ ...each, line: each.line + by });
  return { line, reports: part.reports.map(shift), rules: part.rules.map(shift), problems: part.problems.map(shift) };
}

function readableText(text: string, problems: Problem[]): string {
  if (text.length > LONGEST_FILE)
    problems.push({ line: 1, message: "The file is longer than 8 MiB; only its beginning was read for rules." });
  return text.slice(0, LONGEST_FILE).replace(UNSEEN, "");
}

/** The same words once more in the same context: the same rule, named twice. */
function repeated(first: Part, line: number): Part {
  return { ...moved(first, line), line, rules: [], problems: [] };
}

function tooMany(clause: Clause): Part {
  return {
    line: clause.line,
    reports: [
      {
        line: clause.line,
        text: clause.text,
        state: "advice",
        why: "needs judgement",
        rules: [],
        directive: false,
        clause: clauseHash(clause),
      },
    ],
    rules: [],
    problems: [],
  };
}

function compileClause(path: string, clause: Clause, options: CompileOptions): Part {
  if (clause.text.length > LONGEST_LINE)
    return {
      ...tooMany(clause),
      problems: [{ line: clause.line, message: `This paragraph has more than ${LONGEST_LINE} characters and was not read for rules.` }],
    };
  const reading = readClause(clause);
  if (reading.drafts.length === 0) return { line: clause.line, reports: [advice(clause, reading)], rules: [], problems: [] };
  const rules: Rule[] = [];
  const problems: Problem[] = [];
  const hash = clauseHash(clause);
  reading.drafts.forEach((draft, at) => {
    const tier = draft.doubts.length === 0 ? "certain" : "proposed";
    const rule = makeRule(draft, {
      file: path,
      line: clause.line,
      text: clause.text,
      at,
      clause: hash,
      tier,
      source: "grammar",
      doubts: draft.doubts,
    });
    if (options.prove === false || canFire(rule)) rules.push(rule);
    else
      problems.push({
        line: rule.line,
        message: "A rule of this line can never fire: no call could be made that it stops. It is kept as advice.",
      });
  });
  const why = rules.length === 0 ? "could never fire" : [...new Set(rules.map((rule) => rule.reading))].join("; ").slice(0, 300);
  const report: ClauseReport = {
    line: clause.line,
    text: clause.text,
    state: stateOf(rules),
    why,
    rules: rules.map((rule) => rule.id),
    directive: true,
    clause: hash,
  };
  return { line: clause.line, reports: [report], rules, problems };
}

function advice(clause: Clause, reading: ClauseReading): ClauseReport {
  return {
    line: clause.line,
    text: clause.text,
    state: "advice",
    why: reading.reason,
    rules: [],
    directive: reading.directive,
    clause: clauseHash(clause),
  };
}

function compileBlock(path: string, block: PolicyBlock, options: CompileOptions): Part {
  const read = readPolicyBlock(path, block, { prove: options.prove !== false });
  const reports = read.rules.map((rule): ClauseReport => ({
    line: rule.line,
    text: rule.text,
    state: stateOf([rule]),
    why: "a policy block",
    rules: [rule.id],
    directive: true,
  }));
  const off = read.off.map(({ line, text }): ClauseReport => ({
    line,
    text,
    state: "advice",
    why: "turned off",
    rules: [],
    directive: false,
  }));
  return { line: block.line, reports: [...reports, ...off], rules: read.rules, problems: read.problems };
}

const STATES: Readonly<Record<RuleEffect, ClauseState>> = {
  deny: "gated",
  ask: "asked",
  rewrite: "rewritten",
  "require-before": "ordered",
  limit: "limited",
  check: "checked",
};
const RANK: readonly ClauseState[] = ["gated", "asked", "rewritten", "ordered", "limited", "checked", "advice"];

export function stateOf(all: readonly Rule[]): ClauseState {
  const rules = all.filter(({ tier }) => tier === "certain");
  if (rules.length === 0 && all.length > 0) return "proposed";
  return RANK.find((state) => rules.some((rule) => STATES[rule.effect] === state)) ?? "advice";
}
