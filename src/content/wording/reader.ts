// Reads text as sentences of classed words, in one pass and without cutting strings.

import { classOfHash, hashWord, openDictionary, wordAt } from "./dictionary.ts";

/** Valid only while it is being visited. */
export interface Sentence {
  /** One letter per word: its class, or "." (invariant: shape.length === number of words). */
  readonly shape: string;
  /** Offsets of the words in the text. */
  start(word: number): number;
  end(word: number): number;
}

export interface Visitor {
  /** Asked first, with the classes that are in the sentence as two bit sets: most sentences end here. */
  wants(lower: number, upper: number, start: number): boolean;
  visit(sentence: Sentence, lower: number, upper: number): void;
  /** Five words of one letter in a row, or four characters of a script without spaces: spaced-out text. */
  onLetters?(offset: number): void;
  /** A character that may read as another one. */
  onRare?(): void;
  /** A command of class 1. */
  onCommand?(): void;
  /** Something beside which, or in which, a secret may are. */
  onSecret?(): void;
}

const LONGEST_SENTENCE = 240;
const DOT = 46;
const URL = 85;
const COMMAND = 49;
const SECRET = 50;
const DATA = 107;

/** Room for one sentence. Never read before it is written, and a visitor never reads sentences itself. */
const codes = new Uint16Array(LONGEST_SENTENCE + 4);
const starts = new Int32Array(LONGEST_SENTENCE + 4);
const ends = new Int32Array(LONGEST_SENTENCE + 4);

const PLAIN = 0;
const LETTER = 1;
const DIGIT = 2;
const STOP = 3;
const BREAK = 4;
const UNSPACED = 5;

const KIND = new Uint8Array(128);
for (let c = 0; c < 128; c++) {
  if ((c >= 65 && c <= 90) || (c >= 97 && c <= 122) || c === 95) KIND[c] = LETTER;
  else if (c >= 48 && c <= 57) KIND[c] = DIGIT;
}
for (const c of "!?;") KIND[c.charCodeAt(0)] = STOP;
KIND[10] = BREAK;
KIND[13] = BREAK;

/** Latin letters with accents, read as their base letter. */
const BASE = new Uint16Array(0x250);
for (let c = 0xc0; c < 0x250; c++) {
  const base = String.fromCharCode(c).normalize("NFD").charCodeAt(0);
  BASE[c] = base < 128 ? base | 32 : c;
}

const LEET: Readonly<Record<string, string>> = { "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "9": "g" };

/** A line break ends a sentence when a blank line, a list item, a quote, a heading or a table row follows. */
function endsAtBreak(text: string, at: number): boolean {
  let i = at + 1;
  while (i < text.length && i < at + 40 && (text.charCodeAt(i) === 32 || text.charCodeAt(i) === 9)) i++;
  if (i >= text.length) return true;
  const code = text.charCodeAt(i);
  return (
    code === 10 || code === 13 || "-*+#>|=`~".includes(text[i] ?? "") || (KIND[code] === DIGIT && /^\d{1,3}[.)]/.test(text.slice(i, i + 5)))
  );
}

/** Leet spelling: digits inside a word stand for letters; "1" may be i or l. */
function classOfLeet(word: string): number {
  const folded = word.toLowerCase().replace(/[0-9]/g, (digit) => LEET[digit] ?? digit);
  return (
    classOfHash(hashWord(folded)) ||
    classOfHash(hashWord(folded.replace(/i/g, "l"))) ||
    classOfHash(
      hashWord(
        word
          .toLowerCase()
          .replace(/1/g, "l")
          .replace(/[0-9]/g, (digit) => LEET[digit] ?? digit),
      ),
    )
  );
}

/** Shows the visitor every sentence in which a classed word is. */
// oxlint-disable-next-line complexity -- one automaton over characters; its state is local variables, for speed
export function readSentences(text: string, visitor: Visitor): void {
  openDictionary();
  // Plain local variables, captured by nothing: this loop meets every character.
  const end = text.length;
  let count = 0;
  let lower = 0;
  let upper = 0;
  /** Unclassed characters of a script without spaces since the last word; two make a word. */
  let idle = 0;
  let letters = 0;
  /** The words joined by dots so far ("AGENTS.md"), and where they began. */
  let joined = 0;
  let joinedStart = -1;
  let lastUnspaced = -9;
  let gaps = 0;
  let rare = false;
  let command = false;
  let secret = false;

  for (let i = 0; i < end; i++) {
    const code = text.charCodeAt(i);
    let kind = code < 128 ? (KIND[code] ?? PLAIN) : kindOfWide(code);
    let start = i;
    let wordClass = 0;
    let stop = i + 1;

    if (kind === LETTER || kind === DIGIT) {
      let hash = 0;
      let digits = 0;
      if (joinedStart < 0) {
        joinedStart = i;
        joined = 0;
      }
      for (; i < end; i++) {
        let unit = text.charCodeAt(i);
        kind = unit < 128 ? (KIND[unit] ?? PLAIN) : kindOfWide(unit);
        if (unit > 0x130) rare = true;
        if (kind === LETTER) unit = fold(unit);
        else if (kind === DIGIT) digits++;
        // an apostrophe inside a word is skipped: don't and dont are one word
        else if ((unit === 39 || unit === 0x2019) && i + 1 < end && KIND[text.charCodeAt(i + 1)] === LETTER) continue;
        else break;
        hash = (Math.imul(hash, 31) + unit) | 0;
        joined = (Math.imul(joined, 31) + unit) | 0;
      }
      if (i < end && isAddress(text, i)) {
        const scheme = i;
        while (i < end && !isAddressEnd(text.charCodeAt(i))) i++;
        wordClass = URL;
        joinedStart = -1;
        secret ||= holdsCredentials(text, scheme, i);
      } else {
        // a word that mixes letters and digits, or is too long for one, may be drawn by a machine
        if (i - start > (digits > 0 && digits < i - start ? 4 : 13)) secret = true;
        wordClass = classOfHash(hash);
        if (wordClass === 0 && digits > 0 && digits < i - start && i - start < 24) wordClass = classOfLeet(text.slice(start, i));
      }
      stop = i;
      letters = stop - start === 1 ? letters + 1 : 0;
      if (letters === 5) visitor.onLetters?.(start);
      i--;
    } else if (kind === UNSPACED) {
      joinedStart = -1;
      const gap = i - lastUnspaced;
      gaps = gap > 1 && gap < 4 ? gaps + 1 : 0;
      lastUnspaced = i;
      if (gaps === 3) visitor.onLetters?.(i);
      const found = wordAt(text, i, code);
      if (found === undefined) {
        if ((idle++ & 1) === 0) continue;
      } else {
        wordClass = found[1];
        stop = i + found[0].length;
        i = stop - 1;
        lastUnspaced = i;
        idle = 0;
      }
    } else {
      if (code > 0x2070 && (code < 0x3000 || code > 0xd800) && !isWidePunctuation(code)) rare = true;
      if (code === DOT) {
        const next = text.charCodeAt(i + 1);
        if (next < 128 && (KIND[next] === LETTER || KIND[next] === DIGIT)) {
          joined = (Math.imul(joined, 31) + DOT) | 0;
          continue;
        }
      }
      joinedStart = -1;
      const ends = kind === STOP ? code !== 33 || text.charCodeAt(i + 1) !== 91 : kind === BREAK && endsAtBreak(text, i);
      if (ends || code === DOT) {
        if ((lower | upper) !== 0) show(visitor, count, lower, upper);
        count = lower = upper = idle = 0;
      }
      continue;
    }

    for (;;) {
      codes[count] = wordClass === 0 ? DOT : wordClass;
      starts[count] = start;
      ends[count] = stop;
      count++;
      if (wordClass >= 97) lower |= 1 << (wordClass - 97);
      else if (wordClass >= 65) upper |= 1 << (wordClass - 65);
      else if (wordClass === COMMAND) command = true;
      else if (wordClass === SECRET) secret = true;
      if (wordClass === DATA) secret = true;
      // words joined by dots count as themselves and once more as a whole
      if (joinedStart < 0 || joinedStart === start) break;
      wordClass = classOfHash(joined);
      start = joinedStart;
      if (wordClass === 0) break;
    }
    if (count >= LONGEST_SENTENCE) {
      if ((lower | upper) !== 0) show(visitor, count, lower, upper);
      count = lower = upper = idle = 0;
    }
  }
  if ((lower | upper) !== 0) show(visitor, count, lower, upper);
  if (rare) visitor.onRare?.();
  if (command) visitor.onCommand?.();
  if (secret) visitor.onSecret?.();
}

function show(visitor: Visitor, count: number, lower: number, upper: number): void {
  if (!visitor.wants(lower, upper, starts[0] ?? 0)) return;
  const shape = String.fromCharCode(...codes.subarray(0, count));
  visitor.visit({ shape, start: (word) => starts[word] ?? 0, end: (word) => ends[word] ?? 0 }, lower, upper);
}

function kindOfWide(code: number): number {
  if (code >= 0x4e00 && code <= 0x9fff) return UNSPACED;
  if (code < 0x600) return code < 0xc0 ? PLAIN : LETTER;
  if ((code >= 0xac00 && code <= 0xd7a3) || (code >= 0x3040 && code <= 0x30ff)) return UNSPACED;
  return code === 0x3002 || code === 0xff01 || code === 0xff1f || code === 0xff1b || code === 0x2028 || code === 0x2029 ? STOP : PLAIN;
}

function isWidePunctuation(code: number): boolean {
  return (code > 0xff00 && code < 0xff10) || (code >= 0xff1a && code <= 0xff20);
}

/** Lower case, and without accents. */
function fold(code: number): number {
  if (code < 128) return code < 91 ? code | 32 : code;
  if (code < 0x250) return BASE[code] ?? code;
  return code >= 0x410 && code <= 0x42f ? code + 32 : code;
}

/** A scheme or a mailbox has just been read as a word. */
function isAddress(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code === 58) return text.charCodeAt(at + 1) === 47 && text.charCodeAt(at + 2) === 47;
  return code === 64 && KIND[text.charCodeAt(at + 1)] === LETTER;
}

/** Addresses with a user in them, or with digits. */
function holdsCredentials(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code === 64 || (code >= 48 && code <= 57)) return true;
  }
  return false;
}

function isAddressEnd(code: number): boolean {
  return (
    code <= 32 || code === 34 || code === 39 || code === 41 || code === 60 || code === 62 || code === 93 || code === 96 || code >= 0x3000
  );
}
