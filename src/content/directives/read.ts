// Reads text as sentences of words, each with what it can do. One pass over runs of characters, no search.

import { simplified, wordSet } from "../../base/index.ts";
import { formsOf } from "../wording/dictionary.ts";
import { foldLetters } from "../characters/lookalikes.ts";
import { withoutIgnorables } from "../characters/properties.ts";
import { CLASSES, type ClassName } from "./lexicon.ts";

/** A set of classes as bits; there are more than 32. */
export type Classes = bigint;

export const NAMES = Object.keys(CLASSES) as readonly ClassName[];
const bit = new Map(NAMES.map((name, at) => [name, 1n << BigInt(at)]));

export function classesNamed(names: readonly string[]): Classes {
  return names.reduce((set, name) => {
    const found = bit.get(name as ClassName);
    if (found === undefined) throw new Error(`there is no class ${name}`);
    return set | found;
  }, 0n);
}

export interface Sentence {
  readonly words: readonly Classes[];
  /** Where it begins and ends in lines of the text, 1-based. */
  readonly line: number;
}

interface Dictionary {
  readonly spaced: ReadonlyMap<string, Classes>;
  /** By their first word, longest first. */
  readonly phrases: ReadonlyMap<string, readonly (readonly [words: readonly string[], classes: Classes])[]>;
  /** By their first character, longest first. */
  readonly unspaced: ReadonlyMap<string, readonly (readonly [word: string, classes: Classes])[]>;
}

let made: Dictionary | undefined;

function dictionary(): Dictionary {
  if (made !== undefined) return made;
  const all = new Map<string, Classes>();
  for (const name of NAMES) {
    const words = CLASSES[name].split(" ").filter((word) => word !== "");
    for (const word of words.flatMap(inflected)) all.set(word, (all.get(word) ?? 0n) | (bit.get(name) ?? 0n));
  }
  const spaced = new Map<string, Classes>();
  const phrases = new Map<string, [string[], Classes][]>();
  const unspaced = new Map<string, [string, Classes][]>();
  for (const [word, classes] of all) {
    const parts = word.split("_");
    if (isUnspaced(word)) add(unspaced, word[0] ?? "", [word, classes] as [string, Classes]);
    else if (parts.length > 1) add(phrases, parts[0] ?? "", [parts, classes] as [string[], Classes]);
    else spaced.set(word, classes);
  }
  for (const list of [...phrases.values(), ...unspaced.values()]) list.sort((a, b) => b[0].length - a[0].length);
  return (made = { spaced, phrases, unspaced });
}

/** `*`: all forms of a verb; `+`: those that say what somebody does, not what was done. */
function inflected(word: string): readonly string[] {
  return word.endsWith("+") ? formsOf(`${word.slice(0, -1)}*`).filter((form) => !form.endsWith("ed")) : formsOf(word);
}

function add<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key) ?? [];
  list.push(value);
  map.set(key, list);
}

/** A word that the lexicon does not know. */
const WORDLESS = classesNamed(["wordless"]);
const STOPS = ".!?。！？";
/** They part what is waited for from what happens then. */
const COMMAS = ",，";
/** A longer sentence is read in parts. */
const LONGEST = 120;

export function readSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  for (const [at, line] of text.split(/\r\n|\n|\r/).entries()) {
    let words: (string | Classes)[] = [];
    const end = (): void => {
      if (words.length > 0) sentences.push({ words: withPhrases(words), line: at + 1 });
      words = [];
    };
    for (const run of plain(line).split(/\s+/)) {
      for (const piece of splitAtScripts(run)) {
        words.push(...wordsOf(piece), ...(COMMAS.includes(piece.at(-1) ?? " ") ? ["comma"] : []));
        if (STOPS.includes(piece.at(-1) ?? " ") || words.length >= LONGEST) end();
      }
    }
    end();
  }
  return sentences;
}

function plain(line: string): string {
  return simplified(foldLetters(withoutIgnorables(line)).toLowerCase());
}

/** Runs of characters with and without spaces between words, each stop at the end of its run. */
function splitAtScripts(run: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (let at = 1; at <= run.length; at++) {
    const before = run[at - 1] ?? "";
    const turns = at < run.length && isUnspaced(before) !== isUnspaced(run[at] ?? "") && !STOPS.includes(run[at] ?? "");
    if (at < run.length && !turns && !"。！？；，、：".includes(before)) continue;
    pieces.push(run.slice(from, at));
    from = at;
  }
  return pieces.filter((piece) => piece !== "");
}

function isUnspaced(text: string): boolean {
  const code = text.codePointAt(0) ?? 0;
  return code >= 0x3400 && code <= 0x9fff;
}

function wordsOf(piece: string): (string | Classes)[] {
  if (isUnspaced(piece)) return unspacedWords(piece);
  if (isAddress(piece)) return [classesNamed(isQueryAddress(piece) ? ["address", "query"] : ["address"])];
  const words: string[] = [];
  let word = "";
  for (const char of `${piece} `) {
    if (isWordChar(char)) word += char;
    else if (char !== "'" && char !== "’") {
      if (word !== "") words.push(word);
      word = "";
    }
  }
  return words;
}

function isWordChar(char: string): boolean {
  return (char >= "a" && char <= "z") || (char >= "0" && char <= "9") || (char > "\u00bf" && !isUnspaced(char) && char < "\u2000");
}

/** Characters that are no word count half, as two make one. */
function unspacedWords(piece: string): Classes[] {
  const found: Classes[] = [];
  const { unspaced } = dictionary();
  let idle = 0;
  for (let at = 0; at < piece.length;) {
    const match = (unspaced.get(piece[at] ?? "") ?? []).find(([word]) => piece.startsWith(word, at));
    if (match === undefined) {
      if (idle++ % 2 === 0) found.push(0n);
      at++;
    } else {
      found.push(match[1]);
      idle = 0;
      at += match[0].length;
    }
  }
  return found;
}

function withPhrases(words: readonly (string | Classes)[]): Classes[] {
  const { spaced, phrases } = dictionary();
  const found: Classes[] = [];
  for (let at = 0; at < words.length;) {
    const word = words[at];
    if (typeof word !== "string") {
      found.push(word ?? 0n);
      at++;
      continue;
    }
    const phrase = (phrases.get(word) ?? []).find(([parts]) => parts.every((part, next) => words[at + next] === part));
    found.push(phrase === undefined ? (spaced.get(word) ?? WORDLESS) : phrase[1]);
    at += phrase === undefined ? 1 : phrase[0].length;
  }
  return found;
}

/** Endings of names that people meet; a file's name has others. */
const ENDINGS = wordSet(
  "com net org io dev ru cn app co uk de fr jp info xyz example test me ai cloud site online top eu us in biz tech local",
  "internal",
);
const AROUND = new Set("\"'`()[]{}<>,;:!?。，；：！？（）「」“”‘’.*_");

/** Whether a run of characters is an address: of the web, of a mailbox, of a machine, of a telephone. */
export function isAddress(run: string): boolean {
  const bare = trimmed(run);
  if (bare.includes("://")) return true;
  // `.env.example` is a file.
  if (run.startsWith(".")) return false;
  const host = (bare.split("/")[0] ?? "").split(":")[0] ?? "";
  if (host.startsWith("@")) return host.length > 3;
  if (host.includes("@")) return isName(host.slice(host.lastIndexOf("@") + 1));
  return isName(host) || isNumbers(host) || isTelephone(bare);
}

/** It carries something behind a question mark. */
export function isQueryAddress(run: string): boolean {
  const bare = trimmed(run);
  return bare.includes("://") && bare.includes("?") && bare.indexOf("=", bare.indexOf("?")) > 0;
}

function trimmed(run: string): string {
  let [from, to] = [0, run.length];
  while (from < to && AROUND.has(run[from] ?? "")) from++;
  while (to > from && AROUND.has(run[to - 1] ?? "")) to--;
  return run.slice(from, to);
}

function isName(host: string): boolean {
  const labels = host.split(".");
  return labels.length > 1 && ENDINGS.has(labels.at(-1) ?? "") && labels.every((label) => /^[a-z0-9-]+$/.test(label));
}

function isNumbers(host: string): boolean {
  const parts = host.split(".");
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part));
}

function isTelephone(run: string): boolean {
  return run.startsWith("+") && /^[\d-]+$/.test(run.slice(1)) && run.length >= 8;
}
