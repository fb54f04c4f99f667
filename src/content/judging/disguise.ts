// Wording in disguise: look-alike and styled letters, hidden characters, reversed, rotated, spaced-out and encoded text.
// A view is made only of the lines that call for it, in one linear pass; decoding nests twice.

import { either } from "../../base/index.ts";
import { decodeRuns, resolveEscapes } from "../characters/decode.ts";
import { indexLines, type LineIndex } from "../characters/editorLines.ts";
import { FOLDABLE, foldLetters, isLookAlikeWord } from "../characters/lookalikes.ts";
import { withoutIgnorables } from "../characters/properties.ts";
import { findWording, type WordingFinding, type WordingHints } from "../wording/wording.ts";

export interface DisguisedFinding {
  readonly kind: WordingFinding["kind"] | "look-alike";
  readonly why: string;
  /** 1-based line of the text. */
  readonly line: number;
}

export interface DisguiseHints {
  readonly lines: LineIndex;
  /** Offsets of characters that nobody sees. */
  readonly hidden: readonly number[];
  /** Offsets of sentences with words written backwards or rotated. */
  readonly mirrored: readonly number[];
  /** Offsets of spaced-out text. */
  readonly letters: readonly number[];
  /** Whether any character may read as another one. */
  readonly rare: boolean;
}

const DEEPEST = 2;
const WORD = /[A-Za-z\u0370-\u058f]+/g;
const RUN_TOGETHER = new RegExp(
  String.raw`(?:${either`ignore, disregard, forget, bypass, skip, override`})` +
    String.raw`(?:${either`all, any, every, the, your, previous, prior, safety, system`}){0,4}` +
    String.raw`(?:${either`instruction, rule, prompt, polic, confirm, check`})|(?:approve|allow)(?:all|every|any)`,
  "i",
);

/** Everything that plain reading does not see. Never throws; linear in the text. */
export function findDisguised(
  text: string,
  { lines, hidden, mirrored, letters, rare }: DisguiseHints,
  depth = DEEPEST,
): DisguisedFinding[] {
  const findings: DisguisedFinding[] = [];
  const look = (how: string, { view, lineOf }: { view: string; lineOf: (line: number) => number }): void => {
    const words = findWording(view);
    if (words.length === 0) return;
    const inView = indexLines(view);
    for (const { kind, why, start } of words) findings.push({ kind, why: `${how} and ${why}`, line: lineOf(inView.lineAt(start)) });
  };
  const viewOf = (offsets: Iterable<number>, change: (line: string) => string): { view: string; lineOf: (line: number) => number } => {
    const numbers = [...new Set([...offsets].map((offset) => lines.lineAt(offset)))].sort((a, b) => a - b);
    const parts = numbers.map((number) => change(text.slice(lines.start(number), lines.end(number))).replace(/[\r\n]/g, " "));
    return { view: parts.join("\n"), lineOf: (line) => numbers[line - 1] ?? 1 };
  };

  const foldable = rare ? linesWith(FOLDABLE, text, lines) : [];
  if (foldable.length > 0) {
    for (const match of text.matchAll(WORD)) {
      if (isLookAlikeWord(match[0]))
        findings.push({ kind: "look-alike", why: "mixes look-alike letters of two scripts in one word", line: lines.lineAt(match.index) });
    }
    look("uses look-alike or styled letters", viewOf(foldable, foldLetters));
  }
  if (hidden.length > 0) look("is broken up by hidden characters", viewOf(hidden, withoutIgnorables));
  if (mirrored.length > 0) {
    look(
      "is written backwards",
      viewOf(mirrored, (line) => [...line].toReversed().join("")),
    );
    look("is rotated by 13 letters", viewOf(mirrored, rotate));
  }
  if (letters.length > 0) {
    const closed = viewOf(letters, closeUp);
    look("is spaced out", closed);
    const together = RUN_TOGETHER.exec(closed.view);
    if (together !== null)
      findings.push({
        kind: "override",
        why: "is spaced out and asks to set rules aside",
        line: closed.lineOf(indexLines(closed.view).lineAt(together.index)),
      });
  }
  if (depth > 0) lookInside(text, lines, { depth, findings, look });
  return findings;
}

/** What plain reading hears on its way, for the views. */
export function collectHints(): {
  readonly hints: Pick<DisguiseHints, "mirrored" | "letters" | "rare"> & { readonly command: boolean; readonly secret: boolean };
  readonly take: WordingHints;
} {
  const mirrored: number[] = [];
  const letters: number[] = [];
  const hints = { mirrored, letters, rare: false, command: false, secret: false };
  const take: WordingHints = {
    onMirrored: (offset) => void mirrored.push(offset),
    onLetters: (offset) => void letters.push(offset),
    onRare: () => void (hints.rare = true),
    onCommand: () => void (hints.command = true),
    onSecret: () => void (hints.secret = true),
  };
  return { hints, take };
}

interface Inside {
  readonly depth: number;
  readonly findings: DisguisedFinding[];
  readonly look: (how: string, view: { view: string; lineOf: (line: number) => number }) => void;
}

function lookInside(text: string, lines: LineIndex, { depth, findings, look }: Inside): void {
  const resolved = resolveEscapes(text);
  if (resolved !== null) look("is hidden in escapes", { view: resolved, lineOf: (line) => line });
  for (const run of decodeRuns(text)) {
    const line = lines.lineAt(run.at);
    const { hints, take } = collectHints();
    for (const { kind, why } of findWording(run.text, take)) findings.push({ kind, why: `is hidden in ${run.how} and ${why}`, line });
    for (const deeper of findDisguised(run.text, { lines: indexLines(run.text), hidden: [], ...hints }, depth - 1))
      findings.push({ ...deeper, line });
  }
}

/** An offset in each line that matches; the rest of such a line is not looked at again. */
function linesWith(pattern: RegExp, text: string, lines: LineIndex): number[] {
  const offsets: number[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    offsets.push(match.index);
    const line = lines.lineAt(match.index);
    if (line >= lines.count) break;
    pattern.lastIndex = lines.start(line + 1);
  }
  return offsets;
}

function rotate(text: string): string {
  return text.replace(/[A-Za-z]/g, (char) => {
    const code = char.charCodeAt(0);
    const from = code >= 97 ? 97 : 65;
    return String.fromCharCode(((code - from + 13) % 26) + from);
  });
}

/** Single letters with one separator between them become words; a wider gap was a space between words. */
function closeUp(text: string): string {
  return text
    .replace(/(?<![A-Za-z])([A-Za-z])([ ._*|-]{1,3})(?=[A-Za-z](?![A-Za-z]))/g, (_, letter: string, gap: string) =>
      gap.length > 1 ? `${letter} ` : letter,
    )
    .replace(/([\u4e00-\u9fff])[ ._*|·-]{1,2}(?=[\u4e00-\u9fff])/g, "$1");
}
