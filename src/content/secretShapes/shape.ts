// What a string looks like: how many of which kind of character, how often the kind turns, how wordy the
// letters are. A drawn key turns its kind at every second character; a name or a path hardly ever does.

import { ALNUM, bitsOf, DIGITS, HEX_ANY, LOWER, UPPER } from "./chars.ts";

export interface Shape {
  readonly length: number;
  readonly lower: number;
  readonly upper: number;
  readonly digit: number;
  /** Everything else, beyond ASCII included. */
  readonly symbol: number;
  /** Only 0-9, a-f in one case. */
  readonly hex: boolean;
  /** Changes between lower, upper and digit among neighbours, 0 to 1. */
  readonly turns: number;
  readonly distinct: number;
  /** Share of letter pairs that English words are made of, 0 to 1; 0.4 is what chance gives. */
  readonly wordy: number;
}

// The 257 letter pairs that make up 97 % of the pairs in English technical prose.
const PAIRS =
  "a:bcdgilmnprstuvwy b:aeijlorsuy c:aehiklorstu d:adeiosu e:abcdefgilmnopqrstvwx f:aefiortuy g:aehilnrsu h:aeiortu " +
  "i:abcdefglmnoprstv j:es k:aeis l:adeilostuvy m:abeilmopsu n:acdefgiklnopstuy o:bcdfglmnoprstuvw p:aeilmoprstuy q:u " +
  "r:acdegiklmnoprstuwy s:acdehioprstuy t:acehiloprstuwy u:abcdegilmnprst v:aei w:aehinors x:acpt y:noprw z:z";

let common: Uint8Array | undefined;

function commonPairs(): Uint8Array {
  if (common !== undefined) return common;
  common = new Uint8Array(1024);
  for (const row of PAIRS.split(" ")) {
    const first = row.charCodeAt(0) & 31;
    for (let i = 2; i < row.length; i++) common[(first << 5) | (row.charCodeAt(i) & 31)] = 1;
  }
  return common;
}

const LONGEST = 512;

/** Looks at the first 512 characters. */
// oxlint-disable-next-line complexity -- counts everything in one pass over characters; its counters are local variables, for speed
export function shapeOf(value: string): Shape {
  const pairs = commonPairs();
  const length = Math.min(value.length, LONGEST);
  let lower = 0;
  let upper = 0;
  let digit = 0;
  let hexUpper = 0;
  let hexLower = 0;
  let hexAll = true;
  let turns = 0;
  let neighbours = 0;
  let letterPairs = 0;
  let wordPairs = 0;
  let previousKind = 0;
  let previousUnit = 0;
  let low = 0;
  let high = 0;
  let higher = 0;
  let highest = 0;
  for (let i = 0; i < length; i++) {
    const unit = value.charCodeAt(i);
    const bits = bitsOf(unit);
    const bit = 1 << (unit & 31);
    if (unit < 32 || unit > 127) low |= bit;
    else if (unit < 64) high |= bit;
    else if (unit < 96) higher |= bit;
    else highest |= bit;
    if ((bits & HEX_ANY) === 0) hexAll = false;
    let kind = 0;
    if ((bits & LOWER) !== 0) {
      lower++;
      kind = 1;
      if ((bits & HEX_ANY) !== 0) hexLower++;
    } else if ((bits & UPPER) !== 0) {
      upper++;
      kind = 2;
      if ((bits & HEX_ANY) !== 0) hexUpper++;
    } else if ((bits & DIGITS) !== 0) {
      digit++;
      kind = 3;
    }
    if (kind !== 0 && previousKind !== 0) {
      neighbours++;
      // The capital that starts a word is no turn back: only count lower → upper there.
      if (kind !== previousKind) turns++;
      if (kind < 3 && previousKind < 3 && !(kind === 2 && previousKind === 1)) {
        letterPairs++;
        wordPairs += pairs[((previousUnit & 31) << 5) | (unit & 31)] as number;
      }
    }
    previousKind = (bits & ALNUM) === 0 ? 0 : kind;
    previousUnit = unit;
  }
  return {
    length: value.length,
    lower,
    upper,
    digit,
    symbol: length - lower - upper - digit,
    hex: hexAll && (hexLower === 0 || hexUpper === 0),
    turns: neighbours === 0 ? 0 : turns / neighbours,
    distinct: ones(low) + ones(high) + ones(higher) + ones(highest),
    wordy: letterPairs === 0 ? 0 : wordPairs / letterPairs,
  };
}

function ones(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Whether a machine drew it: long enough, and its characters do not follow each other as in words or numbers. */
export function looksDrawn(value: string, atLeast = 16): boolean {
  const shape = shapeOf(value);
  const letters = shape.lower + shape.upper;
  const size = letters + shape.digit;
  if (size < atLeast || shape.distinct < Math.min(9, size / 2)) return false;
  if (shape.symbol > size / 3) return false;
  if (shape.hex) return shape.digit >= size / 5 && letters > 0;
  if (letters < size / 4) return false;
  const bothCases = shape.upper > 0 && shape.lower > 0;
  if (shape.digit > 0) return bothCases ? isDrawnOfThree(shape, letters) : isDrawnWithDigits(shape);
  return bothCases ? isDrawnOfLetters(shape, letters) : size >= 16 && shape.wordy < 0.5;
}

/** Lower case, upper case and digits. Words written in camelCase turn often too, but seldom have many capitals. */
function isDrawnOfThree({ upper, digit, turns, wordy }: Shape, letters: number): boolean {
  if (wordy >= 0.7 && upper / letters < 0.3 && digit < (letters + digit) / 5) return false;
  return turns >= 0.34 || (turns >= 0.2 && wordy < 0.62);
}

/** Letters of one case and digits. */
function isDrawnWithDigits({ digit, turns, wordy }: Shape): boolean {
  return digit >= 2 && (turns >= 0.2 ? wordy < 0.72 : turns >= 0.08 && wordy < 0.56);
}

/** Letters of both cases. */
function isDrawnOfLetters({ upper, turns, wordy }: Shape, letters: number): boolean {
  const capitals = upper / letters;
  if (wordy >= 0.6 && (capitals < 0.35 || capitals > 0.65)) return false;
  return turns >= 0.3 || (turns >= 0.22 && wordy < (capitals > 0.3 && capitals < 0.75 ? 0.6 : 0.5));
}
