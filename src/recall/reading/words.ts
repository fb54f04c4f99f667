// The tokeniser: text to terms. One for documents and queries and for every back end, so that they cannot disagree.
//
// Pure. Terms are: stems of words; identifiers whole (they keep their signs, so no word is mistaken for one) and in
// parts; pairs of neighbouring Han, Kana or Hangul characters, and each such character alone.

import { stemmer as stemEnglish } from "@orama/stemmers/english";
import { stemmer as stemRussian } from "@orama/stemmers/russian";
import { IRREGULAR } from "./irregular.ts";
import { HAN_STOP_CHARACTERS, HAN_STOP_WORDS, STOP_WORDS } from "./stopWords.ts";

/** Beyond this a run of signs is data (base64, a minified line): its beginning is enough to find it by. */
const LONGEST_TERM = 64;
const REMEMBERED = 50_000;

const SYLLABIC = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々〇ー]+/gu;
const PLAIN = /^[a-z]+$/;
const WHITE = /[\s\p{Cc}\p{Cf}\p{Z}]+/u;

export interface Terms {
  /** In the order of the text, repeated where they are. */
  readonly terms: readonly string[];
  /** How long the text counts: words and characters once, whatever else was made of them. */
  readonly length: number;
}

/** The terms by which a text is found. */
export function readWords(text: string): Terms {
  const terms: string[] = [];
  let length = 0;
  for (const chunk of text.normalize("NFKC").split(WHITE)) {
    if (chunk === "") continue;
    const known = readChunk(chunk);
    for (const term of known.terms) terms.push(term);
    length += known.length;
  }
  return { terms, length };
}

/** The terms by which a query looks: like a text's, but single characters only where they stand alone. */
export function readQueryWords(text: string): string[] {
  const terms: string[] = [];
  for (const chunk of text.normalize("NFKC").split(WHITE)) {
    if (chunk === "") continue;
    for (const run of splitSyllabic(chunk)) {
      if (run.syllabic) terms.push(...pairsForQuery(run.text));
      else terms.push(...readLetters(run.text).terms);
    }
  }
  return terms;
}

/** Every Han character by itself: what a query falls back to when its pairs are nowhere. */
export function readCharacters(text: string): string[] {
  return [...text.normalize("NFKC").matchAll(SYLLABIC)].flatMap(([run]) => [...run]).filter((each) => !HAN_STOP_CHARACTERS.has(each));
}

// A text repeats its words; what became of one is remembered. The map is emptied when it is full: memory stays bounded.
const remembered = new Map<string, Terms>();

function readChunk(chunk: string): Terms {
  const known = remembered.get(chunk);
  if (known !== undefined) return known;
  const terms: string[] = [];
  let length = 0;
  for (const run of splitSyllabic(chunk)) {
    if (run.syllabic) {
      const characters = [...run.text];
      terms.push(...characters, ...pairsOf(characters));
      length += characters.length;
    } else {
      const letters = readLetters(run.text);
      terms.push(...letters.terms);
      length += letters.length;
    }
  }
  const made = { terms, length };
  if (chunk.length <= LONGEST_TERM) {
    if (remembered.size >= REMEMBERED) remembered.clear();
    remembered.set(chunk, made);
  }
  return made;
}

function splitSyllabic(chunk: string): { readonly text: string; readonly syllabic: boolean }[] {
  const runs: { text: string; syllabic: boolean }[] = [];
  let at = 0;
  for (const match of chunk.matchAll(SYLLABIC)) {
    if (match.index > at) runs.push({ text: chunk.slice(at, match.index), syllabic: false });
    runs.push({ text: match[0], syllabic: true });
    at = match.index + match[0].length;
  }
  if (at < chunk.length) runs.push({ text: chunk.slice(at), syllabic: false });
  return runs;
}

function pairsOf(characters: readonly string[]): string[] {
  return characters.slice(1).map((each, index) => `${characters[index] ?? ""}${each}`);
}

function pairsForQuery(run: string): string[] {
  // Question words go, and what stood on their two sides is not read as neighbours.
  let parts = [run];
  for (const word of HAN_STOP_WORDS) parts = parts.flatMap((part) => part.split(word));
  const pairs = parts.flatMap((part) => {
    const characters = [...part];
    if (characters.length === 1) return HAN_STOP_CHARACTERS.has(part) ? [] : [part];
    return pairsOf(characters).filter((pair) => ![...pair].every((each) => HAN_STOP_CHARACTERS.has(each)));
  });
  if (pairs.length > 0) return pairs;
  const characters = [...run];
  return characters.length === 1 ? characters : pairsOf(characters);
}

/** A chunk without Han: an identifier, a word, or words with punctuation around and between them. */
function readLetters(chunk: string): Terms {
  const terms: string[] = [];
  let length = 0;
  // Brackets, quotes and commas end a word wherever they stand; dots, slashes, dashes and the like may be inside of one.
  for (const raw of chunk.split(/[^\p{L}\p{N}\p{M}_.\-/\\+#@:'’*~=$%&]+|[–—…]+/u)) {
    const word = trimSigns(raw);
    if (word === "") continue;
    const added = readWord(word.slice(0, LONGEST_TERM * 4));
    terms.push(...added);
    length += added.length === 0 ? 0 : Math.max(1, word.includes("-") || word.includes("/") ? added.length - 1 : 1);
  }
  return { terms, length };
}

/** Signs at the ends go, save those that belong to a name: `--force`, `-rf`, `C++`, `C#`, `.env`. */
function trimSigns(raw: string): string {
  const tail = raw.replace(/[^\p{L}\p{N}\p{M}+#_]+$/u, "");
  const end = /[+#]$/.test(tail) && !/^\p{L}{1,2}(?:\+\+|#)$/u.test(tail) ? tail.replace(/[+#]+$/, "") : tail;
  const head = /^(?:--?|\.)(?=\p{L})/u.exec(end)?.[0] ?? "";
  const body = end.slice(head.length).replace(/^[^\p{L}\p{N}\p{M}_]+/u, "");
  return body === "" ? "" : head + body;
}

function readWord(word: string): string[] {
  const plain = word.toLowerCase();
  if (PLAIN.test(plain) && !/[a-z][A-Z]|[A-Z]{2}[a-z]/.test(word)) return stemOf(plain);
  const bare = plain.replace(/['’]s$/, "").replace(/['’]/g, "");
  const parts = partsOf(word.replace(/['’]s$/, "").replace(/['’]/g, ""));
  const found = parts.flatMap((part) => stemOf(part.toLowerCase()));
  if (parts.length <= 1 && bare === parts[0]?.toLowerCase()) return found;
  return [bare.slice(0, LONGEST_TERM), ...found];
}

/** camelCase, snake_case, kebab-case, paths, versions and flags: at every sign, and where lower case meets upper. */
function partsOf(word: string): string[] {
  return word
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .flatMap((part) => part.split(/(?<=\p{Ll}|\p{N})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u))
    .filter((part) => part !== "");
}

function stemOf(word: string): string[] {
  if (STOP_WORDS.has(word)) return [];
  const folded = /^[\p{ASCII}]*$/u.test(word) ? word : word.normalize("NFKD").replace(/(?<=\p{Script=Latin})\p{M}+/gu, "").normalize("NFC");
  const short = folded.slice(0, LONGEST_TERM);
  if (/^[a-z]+$/.test(short)) return [stemEnglish(IRREGULAR.get(short) ?? short)];
  if (/^\p{Script=Cyrillic}+$/u.test(short)) return [stemRussian(short)];
  return [short];
}
