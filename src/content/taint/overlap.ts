// Which lines of a text have the wording of something that the session read and the person did not write.

import type { LineIndex } from "../characters/editorLines.ts";
import type { Finding } from "../judging/poison.ts";
import { hasWordingOf, type Prints } from "./prints.ts";
import { readWords } from "./taintWords.ts";

export interface ForeignRead {
  /** An address, a tool, a file: as a person would name it. */
  readonly source: string;
  /** When it was read, as a person would say it. */
  readonly when: string;
  /** null: the host did not say what was read, or it was too long to look at. */
  readonly prints: Prints | null;
}

/** What the session of the writer read. */
export interface SessionReads {
  /** The session itself, or what it was made from, read something foreign: it may grant, forbid and redirect nothing by itself. */
  readonly isTainted: boolean;
  /** Everything that the text is compared with. */
  readonly reads: readonly ForeignRead[];
  /** Why nothing can be compared any more; null: it can. */
  readonly blind: string | null;
}

export const NOTHING_READ: SessionReads = { isTainted: false, reads: [], blind: null };

export function findOverlap(text: string, lines: LineIndex, { reads, blind }: SessionReads): Finding[] {
  const finding = (line: number, why: string): Finding => ({ kind: "taint", line, why });
  const written = nonBlank(text, lines);
  if (blind !== null) return written.map((line) => finding(line, blind));
  const seen = reads.filter((each): each is ForeignRead & { readonly prints: Prints } => each.prints !== null);
  const found = new Map<number, Finding>();
  for (const unit of unitsOf(text, lines, written)) {
    const source = unit.every((line) => found.has(line)) ? null : sourceOf(piecesOf(unit.map((line) => lineAt(text, lines, line))), seen);
    if (source !== null) for (const line of unit) if (!found.has(line)) found.set(line, finding(line, whyOf(source)));
  }
  return [...found.values()].sort((a, b) => a.line - b.line);
}

/** A line of fewer words says too little to be compared alone. */
const SHORT = 5;

/** Each line, and each run of short ones: a sentence may have been cut into lines. */
function unitsOf(text: string, lines: LineIndex, written: readonly number[]): number[][] {
  const units = written.map((line) => [line]);
  let run: number[] = [];
  for (const line of [...written, 0]) {
    if (line !== 0 && countWords(lineAt(text, lines, line)) < SHORT) run.push(line);
    else {
      if (run.length > 1) units.push(run);
      run = [];
    }
  }
  return units;
}

function countWords(line: string): number {
  const { spaced, runs } = readWords(line);
  return spaced.length + runs.join("").length / 2;
}

/** As a person reads it in a receipt and in the review. */
export function whyOf({ source, when }: Pick<ForeignRead, "source" | "when">): string {
  return `has the wording of ${source}, read ${when}`;
}

function sourceOf(pieces: readonly string[], reads: readonly (ForeignRead & { readonly prints: Prints })[]): ForeignRead | null {
  return reads.find(({ prints }) => pieces.some((piece) => hasWordingOf(piece, prints))) ?? null;
}

/** The whole and each of its sentences: a long line may hold one foreign sentence, and a sentence may be cut by full stops. */
function piecesOf(texts: readonly string[]): string[] {
  const whole = texts.join("\n");
  const parts = whole.split(/[.!?;。！？；]/).filter((part) => part.trim() !== "");
  return parts.length < 2 ? [whole] : [whole, ...parts];
}

function lineAt(text: string, lines: LineIndex, line: number): string {
  return text.slice(lines.start(line), lines.end(line));
}

function nonBlank(text: string, lines: LineIndex): number[] {
  const found: number[] = [];
  for (let line = 1; line <= lines.count; line++) if (lineAt(text, lines, line).trim() !== "") found.push(line);
  return found;
}
