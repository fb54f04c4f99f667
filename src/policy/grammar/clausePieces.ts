// A clause as pieces: each part of a sentence with a force of its own, and the labels that are before it.

import { wordSet } from "../../base/index.ts";
import { pointsDown } from "./leads.ts";
import { readSlots } from "./readSlots.ts";
import type { Slots, Target } from "./slots.ts";
import type { Sentence, Token } from "../tokens/sentenceTokens.ts";

export interface Piece {
  readonly slots: Slots;
  readonly sentence: Sentence;
  /** Its own part of the sentence. */
  readonly tokens: readonly Token[];
  /** What was before a colon: a label, or words that hold for what follows. */
  readonly labels: readonly Slots[];
}

export function piecesOf(sentences: readonly Sentence[], verbLast: boolean): Piece[] {
  const pieces: Piece[] = [];
  let labels: Slots[] = [];
  sentences.forEach((sentence, index) => {
    for (const { slots, tokens, last } of partsOf(sentence, verbLast)) {
      if (last && isLabel(slots, sentence, sentences[index + 1])) {
        labels = [...labels, slots];
        continue;
      }
      const before = pieces.at(-1);
      if (before !== undefined && asksInstead(before, { slots, sentence })) {
        before.slots.consent ??= "lacking";
        slots.parts.before.acts.length = 0;
      }
      pieces.push({ slots, sentence, tokens, labels });
      labels = [];
    }
  });
  if (labels.length > 0)
    pieces.push(...labels.map((slots) => ({ slots, sentence: { tokens: [], end: ":", aside: false }, tokens: [], labels: [] })));
  return pieces;
}

/** The parts of a sentence, each with a force of its own. */
function partsOf({ tokens }: Sentence, verbLast: boolean): (Pick<Piece, "slots" | "tokens"> & { readonly last: boolean })[] {
  const parts: ReturnType<typeof partsOf> = [];
  let overall = false;
  let leading: Slots["leading"] = [];
  for (let at = 0; at < tokens.length;) {
    const { slots, next } = readSlots(tokens, at, verbLast);
    // 未经允许，不提交、不推送: both want consent.
    if (overall && slots.force === "never") slots.consent ??= "lacking";
    overall ||= slots.overall;
    // "During a review, …, never run `x`": what opens the sentence holds for all of it.
    if (leading.length > 0 && slots.condition.length === 0) slots.condition.push(...leading);
    else leading = slots.leading.filter((each) => each.kind === "when");
    parts.push({ slots, tokens: tokens.slice(at, next), last: next >= tokens.length });
    at = Math.max(next, at + 1);
  }
  return parts;
}

/** Words before a colon that only say what comes, or that hold for what follows. */
function isLabel({ parts: { main } }: Slots, { end }: Sentence, after: Sentence | undefined): boolean {
  if (after === undefined || !/^[:：]$/.test(end)) return false;
  const listed = after.tokens[0]?.kind === "span";
  const opens = (each: Target): boolean =>
    pointsDown(each) || (each.kind === "it" && listed) || (each.kind === "noun" && each.noun !== "conventional");
  return main.targets.every(opens);
}

const ASKING = wordSet("ask who filler first consent granted needs must it before act");

/** "No new dependencies, ask first", "Never edit `x`. If you need to change it, ask": the question is about what was forbidden. */
function asksInstead(before: Piece, { slots, sentence }: Pick<Piece, "slots" | "sentence">): boolean {
  if (before.slots.force !== "never" || slots.force !== "ask") return false;
  const { main, before: first } = slots.parts;
  const forbidden = before.slots.parts.main.acts.map(({ verb }) => verb);
  if (first.targets.length > 0 || first.acts.some(({ verb }) => !forbidden.includes(verb))) return false;
  if (before.sentence === sentence) return main.acts.length + main.targets.length === 0;
  // "If unsure, ask" and "Ask in the channel" are about more than that.
  const known = sentence.tokens.every(({ kind, sense }) => kind === "mark" || ASKING.has(sense?.cls ?? ""));
  return known && !sentence.aside && main.acts.every(({ verb }) => forbidden.includes(verb));
}

export function isQuestion({ sentence }: Piece): boolean {
  return sentence.end === "?" || sentence.end === "？";
}

/** "`type`: in English": what follows is said of one part of a message. */
export function namesPart(before: Piece | undefined): boolean {
  return /^[:：]$/.test(before?.sentence.end ?? "") && before?.slots.parts.main.targets.some((each) => each.kind === "span") === true;
}
