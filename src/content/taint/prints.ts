// Fingerprints of a text that was read, and whether another text has its wording. A print is a number for two words that
// are near each other, or for three characters in a row where words have no spaces. Near, not next to each other, and in
// either order: so a word left out, put in or moved leaves most prints as they were. The text cannot be read back from them.

import { readWords } from "./taintWords.ts";

/** Sorted and unique. */
export type Prints = Uint32Array;

export interface ReadPrints {
  readonly prints: Prints;
  /** The text was longer than what is looked at. */
  readonly cut: boolean;
}

/** No tool's answer that a model can use is longer. */
const LONGEST = 200_000;
/** Words that are this near each other in what was read make a print. */
const NEAR = 3;
/** In the text that is compared: a word may have been put between two. */
const NEXT = 2;
const GRAM = 3;

export function printsOf(text: string): ReadPrints {
  const { spaced, runs } = readWords(text.slice(0, LONGEST));
  const found = new Set<number>();
  for (let at = 0; at < spaced.length; at++) {
    for (let next = at + 1; next <= at + NEAR && next < spaced.length; next++) found.add(pairOf(spaced[at] ?? "", spaced[next] ?? ""));
  }
  for (const run of runs) for (let at = 0; at + GRAM <= run.length; at++) found.add(hash(run.slice(at, at + GRAM)));
  return { prints: Uint32Array.from(found).sort(), cut: text.length > LONGEST };
}

/** At least so many prints, and half of all; or so many in a row, however long the text around them. */
const FEWEST = 3;
const IN_A_ROW = 5;
/** Three characters in a row are met by chance more often than two words. */
const FEWEST_GRAMS = 4;
const GRAMS_IN_A_ROW = 7;

export function hasWordingOf(text: string, prints: Prints): boolean {
  const { spaced, runs } = readWords(text);
  const words = spaced.slice(0, -1).map((word, at) => {
    for (let next = at + 1; next <= at + NEXT && next < spaced.length; next++)
      if (has(prints, pairOf(word, spaced[next] ?? ""))) return true;
    return false;
  });
  if (isMuch(words, words.length === 2 ? 2 : FEWEST, IN_A_ROW)) return true;
  const grams = runs.flatMap((run) =>
    Array.from({ length: Math.max(0, run.length - GRAM + 1) }, (_, at) => has(prints, hash(run.slice(at, at + GRAM)))),
  );
  return isMuch(grams, FEWEST_GRAMS, GRAMS_IN_A_ROW);
}

function isMuch(met: readonly boolean[], fewest: number, inARow: number): boolean {
  let [count, row, longest] = [0, 0, 0];
  for (const each of met) {
    row = each ? row + 1 : 0;
    if (each) count++;
    longest = Math.max(longest, row);
  }
  return longest >= inARow || (count >= fewest && count * 2 >= met.length);
}

function pairOf(one: string, other: string): number {
  return one < other ? hash(`${one} ${other}`) : hash(`${other} ${one}`);
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}

function has(prints: Prints, wanted: number): boolean {
  let [low, high] = [0, prints.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const value = prints[middle] as number;
    if (value === wanted) return true;
    if (value < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}
