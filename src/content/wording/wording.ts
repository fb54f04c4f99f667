// Text that addresses the agent, grants permission or asks for harm: found by the shape of its sentences.

import { isLetter } from "../characters/properties.ts";
import { readSentences, type Sentence } from "./reader.ts";
import { RULES, type Rule, type WordingKind } from "./rules.ts";

export interface WordingFinding {
  readonly kind: WordingKind;
  readonly why: string;
  /** Offsets in the text that was read. */
  readonly start: number;
  readonly end: number;
}

export interface WordingHints {
  /** Hears of sentences that hold words written backwards or rotated. */
  readonly onMirrored?: (offset: number) => void;
  /** Hears of spaced-out text. */
  readonly onLetters?: (offset: number) => void;
  /** Hears once of characters that may read as others. */
  readonly onRare?: () => void;
  /** Hears once of commands that fetch, run or connect. */
  readonly onCommand?: () => void;
  /** Hears once that a secret may be in the text. */
  readonly onSecret?: () => void;
}

interface Gate {
  readonly rule: Rule;
  readonly lower: Int32Array;
  readonly upper: Int32Array;
}

function bits(letters: string): readonly [number, number] {
  let lower = 0;
  let upper = 0;
  for (const letter of letters) {
    const code = letter.charCodeAt(0);
    if (code >= 97) lower |= 1 << (code - 97);
    else upper |= 1 << (code - 65);
  }
  return [lower, upper];
}

const GATES: readonly Gate[] = RULES.map((rule) => {
  const pairs = rule.needs.map(bits);
  return { rule, lower: Int32Array.from(pairs, ([lower]) => lower), upper: Int32Array.from(pairs, ([, upper]) => upper) };
});

function isOpen(gate: Gate, lower: number, upper: number): boolean {
  for (let k = 0; k < gate.lower.length; k++) {
    if (((lower & (gate.lower[k] ?? 0)) | (upper & (gate.upper[k] ?? 0))) === 0) return false;
  }
  return true;
}

/** The class of words that are written backwards or rotated. */
const [MIRRORED] = bits("l");

/**
 * Findings in the order of the text; at most one per sentence, and none where the sentence only talks about such text.
 */
export function findWording(text: string, hints: WordingHints = {}): WordingFinding[] {
  const findings: WordingFinding[] = [];
  readSentences(text, {
    onLetters: (offset) => hints.onLetters?.(offset),
    onRare: () => hints.onRare?.(),
    onCommand: () => hints.onCommand?.(),
    onSecret: () => hints.onSecret?.(),
    wants(lower, upper, start) {
      if ((lower & MIRRORED) !== 0) hints.onMirrored?.(start);
      for (const gate of GATES) if (isOpen(gate, lower, upper)) return true;
      return false;
    },
    visit(sentence, lower, upper) {
      for (const gate of GATES) {
        if (!isOpen(gate, lower, upper)) continue;
        const match = gate.rule.shape.exec(sentence.shape);
        if (match === null) continue;
        const start = sentence.start(match.index);
        const end = sentence.end(match.index + match[0].length - 1);
        if (isMention(text, sentence, { start, end })) continue;
        findings.push({ kind: gate.rule.kind, why: gate.rule.why, start, end });
        return;
      }
    },
  });
  return findings;
}

const OPENING = "\"'`“‘「『«„";
const CLOSING = "\"'`”’」』»“";

/**
 * A mention, not a use: the words are in quotes or code, and the sentence around them says that they are an
 * example, an attack, a test. Both are needed: quotes alone are too easy to add.
 */
function isMention(text: string, sentence: Sentence, match: { start: number; end: number }): boolean {
  if (!sentence.shape.includes("K")) return false;
  const from = Math.max(0, match.start - 120);
  const before = text.slice(from, match.start);
  const after = text.slice(match.end, match.end + 160);
  for (let k = 0; k < OPENING.length; k++) {
    const opening = OPENING[k] ?? "";
    const closing = CLOSING[k] ?? "";
    const opened = before.lastIndexOf(opening);
    if (opened < 0 || before.indexOf("\n\n", opened) >= 0) continue;
    if (opening !== closing && before.indexOf(closing, opened + 1) >= 0) continue;
    if (opening === closing && isWordInside(before, opened)) continue;
    if (after.includes(closing)) return true;
  }
  return false;
}

/** An apostrophe between letters quotes nothing. */
function isWordInside(text: string, at: number): boolean {
  return isLetter(text[at - 1] ?? "") && isLetter(text[at + 1] ?? "");
}
