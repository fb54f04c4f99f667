// The tokeniser: text to terms. One for documents and queries and for every back end, so that they cannot disagree.
//
// Pure. Terms are: stems of words; identifiers whole (as one word where only dashes, underscores or capitals part it, else
// with their signs) and in parts; numbers without the signs that group their digits; pairs of neighbouring Han, Kana or Hangul
// characters, and each such character alone, in simplified form; pieces of words that are not English.

import { stemmer as stemRussian } from "@orama/stemmers/russian";
import { stemEnglish } from "./english.ts";
import { IRREGULAR } from "./irregular.ts";
import { type Language, languageOf, LANGUAGES, OTHER, stemIn, withoutAccents } from "./languages.ts";
import { folded, HAS_PIECES, isOfAScript, piecesOf } from "./wordPieces.ts";
import { SHORT_FORMS } from "./shortForms.ts";
import { HAN_STOP_CHARACTERS, HAN_STOP_WORDS, STOP_WORDS } from "./stopWords.ts";
import { simplified } from "../../base/index.ts";

/** Beyond this a run of signs is data (base64, a minified line): its beginning is enough to find it by. */
const LONGEST_TERM = 64;
const REMEMBERED = 50_000;

/** Most texts are ASCII, and the classes of all Unicode take milliseconds to compile: such a text never touches them. */
const BEYOND_ASCII = /[\u0080-\uffff]/;

const SYLLABIC = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々〇ー]+/gu;
const PLAIN = /^[a-z]+$/;
const WHITE = /[\s\p{Cc}\p{Cf}\p{Z}]+/u;
const ASCII_WHITE = /[^!-~]+/;

/** How a chunk is cut: between words, at their ends, and inside of them. */
const SIGNS = {
  between: /[^\p{L}\p{N}\p{M}_.\-/\\+#@:'’*~=$%&]+|[–—…]+/u,
  tail: /(?<![^\p{L}\p{N}\p{M}+#_])[^\p{L}\p{N}\p{M}+#_]+$/u,
  named: /^\p{L}{1,2}(?:\+\+|#)$/u,
  flag: /^(?:--?|\.)(?=\p{L})/u,
  head: /^[^\p{L}\p{N}\p{M}_]+/u,
  inside: /[^\p{L}\p{N}\p{M}]+/u,
  humps: /(?<=\p{Ll}|\p{N})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u,
};
/** The same for ASCII. */
const ASCII_SIGNS: typeof SIGNS = {
  between: /[^A-Za-z0-9_.\-/\\+#@:'*~=$%&]+/,
  tail: /(?<![^A-Za-z0-9+#_])[^A-Za-z0-9+#_]+$/,
  named: /^[A-Za-z]{1,2}(?:\+\+|#)$/,
  flag: /^(?:--?|\.)(?=[A-Za-z])/,
  head: /^[^A-Za-z0-9_]+/,
  inside: /[^A-Za-z0-9]+/,
  humps: /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/,
};

function signsFor(text: string): typeof SIGNS {
  return BEYOND_ASCII.test(text) ? SIGNS : ASCII_SIGNS;
}

function chunksOf(text: string): string[] {
  return (BEYOND_ASCII.test(text) ? simplified(text.normalize("NFKC")).split(WHITE) : text.split(ASCII_WHITE)).filter(
    (chunk) => chunk !== "",
  );
}

export interface Terms {
  /** In the order of the text, repeated where they are. */
  readonly terms: readonly string[];
  /** How long the text counts: words and characters once, whatever else was made of them. */
  readonly length: number;
}

/** The terms by which a text is found; `language` where it is none of English. */
export function readWords(text: string, language: Language | null = null): Terms {
  const terms: string[] = [];
  let length = 0;
  for (const chunk of chunksOf(text)) {
    const known = readChunk(chunk, language);
    for (const term of known.terms) terms.push(term);
    length += known.length;
  }
  return { terms, length };
}

/**
 * What a query looks for: its words, each with the forms that it may have in a text. The first form is the one of English,
 * Chinese or an identifier; the others are for texts in other languages and mostly are nowhere. Single characters
 * count only where they are alone.
 */
export function readQueryForms(text: string): QueryWord[] {
  const language = languageOf(text);
  return (
    chunksOf(text)
      .flatMap(splitSyllabic)
      .flatMap((run) =>
        run.syllabic ? pairsForQuery(run.text).map((pair) => ({ typed: pair, forms: [pair] })) : wordsOf(run.text).flatMap(formsOf),
      )
      // Small words of the query's language are in no text of it; elsewhere they would count as rare.
      .filter(({ typed }) => language?.small.has(typed) !== true)
  );
}

export interface QueryWord {
  /** As it was typed, in lower case. */
  readonly typed: string;
  readonly forms: readonly string[];
}

/** A piece of a word, and how much it counts: all pieces of a word together as much as the word. */
export interface QueryPiece {
  /** The piece itself, then the word: who holds a word holds its pieces, also where nobody could tell its language. */
  readonly forms: readonly [string, ...string[]];
  readonly share: number;
  readonly among: typeof HAS_PIECES;
}

/** The pieces by which the words of a query are found in other languages than English, whose texts have none. */
export function readQueryPieces(text: string): QueryPiece[] {
  const parts = chunksOf(text)
    .flatMap(splitSyllabic)
    .flatMap((run) => (run.syllabic ? [] : wordsOf(run.text).flatMap((word) => dissect(word).parts)));
  return parts.flatMap((part) => {
    const pieces = new Set(piecesIn(part, OTHER));
    const forms = isLatin(part) ? stemOf(part, null) : [];
    return [...pieces].map((piece) => ({ forms: [piece, ...forms] as const, share: 1 / pieces.size, among: HAS_PIECES }));
  });
}

/** The words of a question that are looked for. */
export function readQueryWords(text: string): string[] {
  return readQueryForms(text).map(({ forms: [first = ""] }) => first);
}

function formsOf(word: string): QueryWord[] {
  const { wholes, parts } = dissect(word);
  const inAll = parts.flatMap((part) =>
    stemOf(part, null).map((first) => ({
      typed: part,
      forms: [
        ...new Set([
          first,
          ...LANGUAGES.flatMap((language) => stemOf(part, language)),
          ...stemOf(part, OTHER).slice(0, 1),
          ...otherNames(part),
        ]),
      ],
    })),
  );
  return [...wholes.map((whole) => ({ typed: whole, forms: [whole] })), ...inAll];
}

/** What is written short and in full: a query for one finds the other. */
function otherNames(part: string): string[] {
  return (SHORT_FORMS.get(part) ?? []).flatMap((name) => stemOf(name, null));
}

/** The terms of one plain word, for whoever looks for words like it. */
export function termsOfWord(word: string): string[] {
  return stemOf(word, null);
}

/** Every Han character by itself: what a query falls back to when its pairs are nowhere. */
export function readCharacters(text: string): string[] {
  if (!BEYOND_ASCII.test(text)) return [];
  return [...simplified(text.normalize("NFKC")).matchAll(SYLLABIC)]
    .flatMap(([run]) => [...run])
    .filter((each) => !HAN_STOP_CHARACTERS.has(each));
}

// A text repeats its words; what became of one is remembered. The map is emptied when it is full: memory stays bounded.
const remembered = new Map<string, Terms>();

function readChunk(chunk: string, language: Language | null): Terms {
  const name = language === null ? chunk : `${language.mark} ${chunk}`;
  const known = remembered.get(name);
  if (known !== undefined) return known;
  const terms: string[] = [];
  let length = 0;
  for (const run of splitSyllabic(chunk)) {
    if (run.syllabic) {
      const characters = [...run.text];
      terms.push(...characters, ...pairsOf(characters));
      length += characters.length;
    } else {
      const letters = readLetters(run.text, language);
      terms.push(...letters.terms);
      length += letters.length;
    }
  }
  const made = { terms, length };
  if (chunk.length <= LONGEST_TERM) {
    if (remembered.size >= REMEMBERED) remembered.clear();
    remembered.set(name, made);
  }
  return made;
}

function splitSyllabic(chunk: string): { readonly text: string; readonly syllabic: boolean }[] {
  if (!BEYOND_ASCII.test(chunk)) return [{ text: chunk, syllabic: false }];
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
  // Question words go, and what were on their two sides is not read as neighbours.
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
function readLetters(chunk: string, language: Language | null): Terms {
  const terms: string[] = [];
  let length = 0;
  for (const word of wordsOf(chunk)) {
    const added = readWord(word, language);
    terms.push(...added);
    length += added.length === 0 ? 0 : Math.max(1, word.includes("-") || word.includes("/") ? added.length - 1 : 1);
  }
  return { terms, length };
}

/** Brackets, quotes and commas end a word wherever they are; dots, slashes, dashes and the like may be inside of one. */
function wordsOf(chunk: string): string[] {
  const signs = signsFor(chunk);
  return (GROUPED.test(chunk) ? chunk.replace(GROUPS, "") : chunk)
    .split(signs.between)
    .map((raw) => trimSigns(raw, signs).slice(0, LONGEST_TERM * 4))
    .filter((word) => word !== "");
}

/** 12,500 and 12_500 and 12'500 are 12500. */
const GROUPED = /\d[,_'’]\d{3}(?!\d)/;
const GROUPS = /(?<=\d)[,_'’](?=\d{3}(?!\d))/g;

/** Signs at the ends go, save those that belong to a name: `--force`, `-rf`, `C++`, `C#`, `.env`. */
function trimSigns(raw: string, signs: typeof SIGNS): string {
  const tail = raw.replace(signs.tail, "");
  const end = /[+#]$/.test(tail) && !signs.named.test(tail) ? tail.replace(/(?<![+#])[+#]+$/, "") : tail;
  const head = signs.flag.exec(end)?.[0] ?? "";
  const body = end.slice(head.length).replace(signs.head, "");
  return body === "" ? "" : head + body;
}

function readWord(word: string, language: Language | null): string[] {
  const { wholes, parts } = dissect(word);
  return [...wholes, ...parts.flatMap((part) => [...stemOf(part, language), ...piecesIn(part, language)])];
}

function piecesIn(part: string, language: Language | null): string[] {
  if (language !== null && isLatin(part)) return language.small.has(part) ? [] : piecesOf(folded(part), OTHER.mark);
  return BEYOND_ASCII.test(part) && isOfAScript(part) ? piecesOf(folded(part)) : [];
}

/** A plain word is its only part; what has signs or capitals inside is kept whole as well, and so is the name at the end of a path. */
function dissect(word: string): { readonly wholes: readonly string[]; readonly parts: readonly string[] } {
  const plain = word.toLowerCase();
  if (PLAIN.test(plain) && !/[a-z][A-Z]|[A-Z]{2}[a-z]/.test(word)) return { wholes: [], parts: [plain] };
  const bare = plain.replace(/['’]s$/, "").replace(/['’]/g, "");
  const parts = partsOf(word.replace(/['’]s$/, "").replace(/['’]/g, "")).map((part) => part.toLowerCase());
  if (parts.length <= 1 && bare === parts[0]) return { wholes: [], parts };
  const name = /(?<=[/\\])[^/\\._-]*[._-][^/\\]*$/.exec(bare)?.[0];
  return { wholes: [bare, ...(name === undefined ? [] : [name])].flatMap(asOne).map((whole) => whole.slice(0, LONGEST_TERM)), parts };
}

/** maxRetryCount, max_retry_count and maxretrycount are one name. */
function asOne(whole: string): string[] {
  const joined = whole.replace(/[_-]/g, "");
  return /^[\p{L}\p{N}]+$/u.test(joined) && !/^[_-]/.test(whole) ? stemOf(joined, null) : [whole];
}

/** camelCase, snake_case, kebab-case, paths, versions and flags: at every sign, and where lower case meets upper. */
function partsOf(word: string): string[] {
  const signs = signsFor(word);
  return word
    .split(signs.inside)
    .flatMap((part) => part.split(signs.humps))
    .filter((part) => part !== "");
}

function stemOf(word: string, language: Language | null): string[] {
  if (language !== null && isLatin(word)) return stemIn(language, word.slice(0, LONGEST_TERM - 3));
  if (STOP_WORDS.has(word)) return [];
  const short = withoutAccents(word).slice(0, LONGEST_TERM);
  if (PLAIN.test(short)) return [stemEnglish(IRREGULAR.get(short) ?? short)];
  if (!BEYOND_ASCII.test(short)) return [short];
  if (/^\p{Script=Cyrillic}+$/u.test(short)) return [stemRussian(short)];
  return [isOfAScript(short) ? folded(short) : short];
}

function isLatin(word: string): boolean {
  return PLAIN.test(word) || (BEYOND_ASCII.test(word) && /^\p{Script=Latin}+$/u.test(word));
}

/** Words that texts have and the index has not, or in another form. */
const UNWRITTEN = [...STOP_WORDS, ...IRREGULAR.keys(), ...LANGUAGES.flatMap(({ small }) => [...small])].join(" ");

/** Whether these letters are in such a word: then no list of terms tells where they are. */
export function isInSmallWord(letters: string): boolean {
  return UNWRITTEN.includes(letters);
}
