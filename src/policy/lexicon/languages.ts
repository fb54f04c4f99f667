// Which table reads a text: by its script, and for Latin letters by how many of its words each table knows.

import { CHINESE } from "./chinese.ts";
import { ENGLISH } from "./english.ts";
import { FRENCH } from "./french.ts";
import { GERMAN } from "./german.ts";
import { JAPANESE } from "./japanese.ts";
import { KOREAN } from "./korean.ts";
import { type Language, wordsOfTable } from "./language.ts";
import { PORTUGUESE } from "./portuguese.ts";
import { SPANISH } from "./spanish.ts";
import { TERMS } from "./terms.ts";

export const LANGUAGES = {
  en: ENGLISH,
  zh: CHINESE,
  ja: JAPANESE,
  ko: KOREAN,
  es: SPANISH,
  de: GERMAN,
  fr: FRENCH,
  pt: PORTUGUESE,
  terms: TERMS,
} as const;

/** Beside English. */
const LATIN: readonly Language[] = [SPANISH, GERMAN, FRENCH, PORTUGUESE];
/** "Em dash": small words of other languages. */
const DASHES: ReadonlySet<string> = new Set(["em", "en"]);
const known = new Map<Language, ReadonlySet<string>>();

function vocabulary(language: Language): ReadonlySet<string> {
  let words = known.get(language);
  if (words === undefined)
    known.set(language, (words = new Set([...wordsOfTable(language)].filter((word) => !(language === ENGLISH && DASHES.has(word))))));
  return words;
}

/** English words that say little: other languages borrow them, or write words of their own like them. */
const SHARED: ReadonlySet<string> = new Set(
  `a an as am in on no do me or so die war was also pas de commit push pull force merge
  main master branch test tests build lint pr file message script deploy release`
    .trim()
    .split(/\s+/),
);

/** Words enough to tell a language by. */
const MOST_WORDS = 60;
const MOST_CHARACTERS = 1200;

export function languageOf(text: string): Language {
  if (/[\u2e80-\udfff\uf900-\uffff]/.test(text)) {
    if (/[\u3040-\u30ff]/.test(text)) return JAPANESE;
    if (/[\uac00-\ud7af]/.test(text)) return KOREAN;
    if (/\p{Script=Han}/u.test(text)) return CHINESE;
  }
  const words = (
    text
      .slice(0, MOST_CHARACTERS)
      .toLowerCase()
      // Spans are in between, which are no letters.
      .match(/[\x80-\udfff]/.test(text) ? /[\p{L}'’-]+/gu : /[a-z'-]+/g) ?? []
  ).slice(0, MOST_WORDS);
  const count = (language: Language): number => {
    const known = vocabulary(language);
    return words.filter((word) => known.has(word)).length;
  };
  let best: Language = ENGLISH;
  let most = count(ENGLISH);
  const shared = words.filter((word) => SHARED.has(word)).length;
  if ((most - shared) * 2 > words.length - shared) return ENGLISH;
  for (const language of LATIN) {
    const found = count(language);
    if (found > most) [best, most] = [language, found];
  }
  return best;
}
