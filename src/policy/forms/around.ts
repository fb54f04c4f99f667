// What the forms have in common: a draft (what one sentence asks for, before it becomes a rule), the sentences around one, and
// short questions about its things.

import { wordSet } from "../../base/index.ts";
import type { Example, Matcher, Order, Replacement, RuleEffect } from "../match/rule.ts";
import type { Span } from "../tokens/spans.ts";
import type { Slots, Target } from "../grammar/slots.ts";
import type { Token } from "../tokens/sentenceTokens.ts";

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
  /** Whatever else its sentence says leaves it as it is: a form of messages. */
  readonly whole?: true;
  /** Why it is not certain; empty where it is. */
  readonly doubts: readonly string[];
  /** What the rule itself names as the way to go. */
  readonly instead?: string;
  /** Where the generator of examples would need words that only the sentence has. */
  readonly stopped?: Example;
  readonly passes?: Example;
}

export interface Around {
  /** Spans named by the sentences before: what "it" may mean. */
  readonly named: readonly Span[];
  /** Those are what the clause is about: "`gen/` is made by a tool; never edit it". */
  readonly sure: boolean;
  /** Kinds of files that the sentence before names: "lockfiles are generated; never edit them". */
  readonly kinds: readonly Target[];
  /** The command that the next sentence says to use. */
  readonly better: Span | null;
  /** All commands of the clause: `uv run python` is the way to go where `python` alone is not. */
  readonly commands: readonly Span[];
}

/** A sentence with what is around it, for readings that are only likely. */
export interface Sight {
  readonly slots: Slots;
  readonly tokens: readonly Token[];
  /** The whole clause. */
  readonly text: string;
  /** The headings and leads above it. */
  readonly above: string;
  /** The verb comes last. */
  readonly verbLast: boolean;
  /** It is in brackets after something else. */
  readonly aside: boolean;
  /** Code that the sentences before name: what "it" may mean. */
  readonly named: readonly Span[];
}

/** Asked for many times a sentence, where `flatMap` costs several times as much. */
export function spansOf(targets: readonly Target[]): Span[] {
  const spans: Span[] = [];
  for (const each of targets) if (each.kind === "span") spans.push(each.span);
  return spans;
}

/** Acts that change a file. */
export const WRITING = /^(?:change|create|write|delete|add)$/;

/** Acts that bring a file into Git. */
export const COMMITS = /^(?:add|commit|stage|push)$/;

/** "Add `x` to `.gitignore`, never commit it": where it is listed. */
export const isIgnoreFile = (target: Target): boolean => target.kind === "span" && /^\.(?:git|docker)ignore$/.test(target.span.text);

/** Programs with so many uses that their bare name says nothing. */
export const MANY_USES = wordSet(
  "npm pnpm yarn bun pip uv cargo go git gh docker kubectl terraform make python node gradle mvn aws gcloud",
);

export const WRITTEN_WHERE = "where it must not be written is a guess";
export const SOFT = "it is worded as advice";

export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** Whether one of several things that speak against a form is so. */
export const isAny = (...against: readonly boolean[]): boolean => against.includes(true);

/** Whether every act is one of these. */
export const onlyActs = ({ parts: { main } }: Slots, verbs: ReadonlySet<string>): boolean => main.acts.every(({ verb }) => verbs.has(verb));

/** Globs that targets name. */
export const pathsOf = (targets: readonly Target[]): string[] =>
  spansOf(targets).flatMap(({ type, text }) => (type === "path" ? [text] : []));

export const notRead = (words: readonly string[]): string[] =>
  words.length === 0 ? [] : [`these words were not understood: ${words.slice(0, 6).join(", ")}`];
