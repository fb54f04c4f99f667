// How much of a stream must wait for what follows. Something that is further on may reach back for a value ("X is my
// password", `bob:X | chpasswd`) or for the beginning of its own word (the scheme before `://`). Words that could never be
// such a value need not wait: plain prose flows word by word.

import { bitsOf, DIGITS, isIn, ALNUM, LOWER, UPPER } from "../secretShapes/chars.ts";

/** No detector answers with a start further before its trigger. */
export const LOOK_BACK = 96;
/** The dashes in front of `BEGIN`, with spaces between them. */
const DASHES_BACK = 6;

/** What is between words: white space, and what ends a clause in Chinese. No value before its name holds either. */
export function isBreak(unit: number): boolean {
  return unit <= 32 || (unit > 0x3000 && CLAUSE_ENDS.has(unit));
}

const CLAUSE_ENDS: ReadonlySet<number> = new Set([..."，。；！？、"].map((char) => char.charCodeAt(0)));

/** The first place before `at` that a trigger at `at` or behind it could take as the start of a secret. */
export function heldFrom(text: string, at: number, floor: number): number {
  const least = Math.max(floor, at - LOOK_BACK);
  for (let start = least; start < at; start++) {
    if (isBreak(text.charCodeAt(start))) continue;
    let end = start + 1;
    while (end < text.length && !isBreak(text.charCodeAt(end))) end++;
    // The word in which `at` is is not at its end yet.
    if (end >= at || !isNeverSecret(text, start, end)) return Math.min(start, dashesFrom(text, at, floor));
    start = end;
  }
  return Math.min(Math.max(least, at), dashesFrom(text, at, floor));
}

function dashesFrom(text: string, at: number, floor: number): number {
  const dash = text.indexOf("-", Math.max(floor, at - DASHES_BACK));
  return dash === -1 || dash > at ? at : dash;
}

const APOSTROPHES_AND_DASH: ReadonlySet<number> = new Set([..."'’-"].map((char) => char.charCodeAt(0)));

/**
 * Whether no part of a word could pass for a secret without quotes or an equals sign (`isSecret`, `bare`): that takes eight
 * characters of three kinds that turn often, or twelve letters and digits that a machine drew. Holds for every part of a
 * word for which it holds.
 */
function isNeverSecret(text: string, start: number, end: number): boolean {
  let lower = 0;
  let upper = 0;
  let digit = 0;
  let symbol = 0;
  let inside = 0;
  let isStrange = false;
  let first = -1;
  let last = -1;
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    const bits = bitsOf(unit);
    if ((bits & LOWER) !== 0) lower++;
    else if ((bits & UPPER) !== 0) upper++;
    else if ((bits & DIGITS) !== 0) digit++;
    else {
      symbol++;
      continue;
    }
    if (first === -1) first = at;
    else if (at - last > 1) {
      inside += at - last - 1;
      isStrange ||= !APOSTROPHES_AND_DASH.has(text.charCodeAt(at - 1));
    }
    last = at;
  }
  const isCapitalised = upper === 1 && isIn(text.charCodeAt(first), UPPER & ALNUM);
  const isWord = isCapitalised && lower < 16 && symbol <= 2 && inside <= 1 && !isStrange;
  return isHarmless({ lower, upper, digit, symbol }, isWord);
}

function isHarmless(
  { lower, upper, digit, symbol }: { readonly lower: number; readonly upper: number; readonly digit: number; readonly symbol: number },
  isWord: boolean,
): boolean {
  const size = lower + upper + digit;
  const length = size + symbol;
  const kinds = Number(lower > 0) + Number(upper > 0) + Number(digit > 0) + Number(symbol > 0);
  if (size < 12 && (length < 8 || kinds < 3)) return true;
  if (lower + upper === 0) return length < 36;
  if (digit > 0) return false;
  // Letters of one case are drawn only where there are sixteen of them.
  if (upper === 0) return lower < 16;
  if (lower === 0) return upper < 16;
  // A word with its capital in front: it turns once.
  return isWord;
}
