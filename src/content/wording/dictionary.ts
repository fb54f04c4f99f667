// The lexicon made ready for looking up: spaced words by hash, words of scripts without spaces by their first character.
// It is made when the first text is read, because much text is never asked for its words.

import { CLASSES, TRADITIONAL } from "./lexicon.ts";

export type Word = readonly [word: string, letter: number];

/** Open addressing, hash and class side by side; class 0 is an empty place. */
const PLACES = 4096;
const hashes = new Int32Array(PLACES);
const classes = new Uint8Array(PLACES);
/** Longest words first. */
const unspaced = new Map<number, Word[]>();
/** Characters that a word without spaces can begin with, traditional ones included. */
const begins = new Uint8Array(65_536);
const simplify = new Map<number, number>();
let open = false;

export function openDictionary(): void {
  if (open) return;
  open = true;
  for (const [letter, words] of CLASSES) {
    for (const word of words.split(" ")) store(word, letter.charCodeAt(0));
  }
  for (let i = 0; i < TRADITIONAL.length; i += 2) simplify.set(TRADITIONAL.charCodeAt(i), TRADITIONAL.charCodeAt(i + 1));
  for (const [code, list] of unspaced) {
    list.sort((a, b) => b[0].length - a[0].length);
    begins[code] = 1;
  }
  for (const [code, simple] of simplify) if (begins[simple] === 1) begins[code] = 1;
}

function store(word: string, letter: number): void {
  const first = word.charCodeAt(0);
  if (first < 0x3000) {
    for (const form of formsOf(word)) storeHash(hashWord(form), letter);
    return;
  }
  const list = unspaced.get(first) ?? [];
  list.push([word, letter]);
  unspaced.set(first, list);
}

function storeHash(hash: number, letter: number): void {
  let place = placeOf(hash);
  while (classes[place] !== 0 && hashes[place] !== hash) place = (place + 1) & (PLACES - 1);
  hashes[place] = hash;
  classes[place] = letter;
}

function placeOf(hash: number): number {
  return (hash ^ (hash >>> 15)) & (PLACES - 1);
}

/** A verb marked with a star in all its regular forms. */
export function formsOf(word: string): readonly string[] {
  if (!word.endsWith("*")) return [word];
  const verb = word.slice(0, -1);
  const stem = verb.endsWith("e") ? verb.slice(0, -1) : verb;
  return [verb, /(?:s|sh|ch|x)$/.test(verb) ? `${verb}es` : `${verb}s`, `${stem}ed`, `${stem}ing`];
}

/** Hashes a lower-case word; the reader computes the same value letter by letter without cutting the text. */
export function hashWord(word: string): number {
  let hash = 0;
  for (let i = 0; i < word.length; i++) hash = (Math.imul(hash, 31) + word.charCodeAt(i)) | 0;
  return hash;
}

/** The class of a spaced word by its hash, or 0. */
export function classOfHash(hash: number): number {
  let place = placeOf(hash);
  while (classes[place] !== 0) {
    if (hashes[place] === hash) return classes[place] ?? 0;
    place = (place + 1) & (PLACES - 1);
  }
  return 0;
}

/** The longest word of a script without spaces that is at this offset. */
export function wordAt(text: string, at: number, code: number): Word | undefined {
  if (begins[code] !== 1) return undefined;
  for (const entry of unspaced.get(simplify.get(code) ?? code) ?? unspaced.get(code) ?? []) if (standsAt(text, at, entry[0])) return entry;
  return undefined;
}

function standsAt(text: string, at: number, word: string): boolean {
  for (let k = 0; k < word.length; k++) {
    const code = text.charCodeAt(at + k);
    if (code !== word.charCodeAt(k) && simplify.get(code) !== word.charCodeAt(k)) return false;
  }
  return true;
}
