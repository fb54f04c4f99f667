// What a person who reviews a text cannot see in it: letters of another alphabet that look like Latin ones, and characters
// that show nothing. Each is named with its line, so that a yes is given to what the text says, not to what it looks like.

import { keptIn } from "../../base/index.ts";
import { findHidden } from "./characters.ts";
import { indexLines } from "./editorLines.ts";
import { foldLetters, isLookAlikeWord } from "./lookalikes.ts";

export interface EyeMark {
  /** 1-based line of the text. */
  readonly line: number;
  readonly why: string;
}

/** More of them say nothing new. */
const MOST = 20;
const WORD = /[A-Za-z\u0131\u0251-\u029f\u0370-\u058f\u1d00-\u1d7f\uff21-\uff5a]+/g;
const LATIN = /[A-Za-z]/;

/** Linear in the text; at most 20. */
export function eyeMarks(text: string): EyeMark[] {
  const lines = indexLines(text);
  const marks: (EyeMark & { readonly index: number })[] = [];
  for (const { why, index } of findHidden(text)) marks.push({ line: lines.lineAt(index), why: `${codeAt(text, index)}: ${why}`, index });
  const foreign = new Map<number, boolean>();
  const isForeign = (line: number): boolean => {
    return keptIn(foreign, line, () => isForeignLine(text.slice(lines.start(line), lines.end(line))));
  };
  for (const match of text.matchAll(WORD)) {
    const [word] = match;
    const line = lines.lineAt(match.index);
    if (!isLookAlikeWord(word) && (!isCopy(word) || isForeign(line))) continue;
    marks.push({ line, why: `“${word}” is not “${foldLetters(word)}”: ${strangers(word)}`, index: match.index });
  }
  return marks
    .sort((a, b) => a.index - b.index)
    .slice(0, MOST)
    .map(({ line, why }) => ({ line, why }));
}

/** Not one Latin letter, and reads as a Latin word. */
function isCopy(word: string): boolean {
  return word.length >= 3 && !LATIN.test(word) && /^[A-Za-z]+$/.test(foldLetters(word));
}

/** A Russian or Greek line has words that no Latin letters could spell, or no Latin word at all. */
function isForeignLine(line: string): boolean {
  const words = [...line.matchAll(WORD)].map(([each]) => each);
  return !words.some((each) => LATIN.test(each)) || words.some((each) => !LATIN.test(each) && !isCopy(each));
}

function strangers(word: string): string {
  const named = [...new Set([...word].filter((char) => !LATIN.test(char)))].map((char) => `${char} is ${codeAt(char, 0)}`);
  return named.slice(0, 4).join(", ");
}

function codeAt(text: string, index: number): string {
  return `U+${(text.codePointAt(index) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
