// Which table reads a text: by its script, and for Latin letters by the words that tell languages apart.

import { CHINESE } from "./chinese.ts";
import { ENGLISH } from "./english.ts";
import type { Language } from "./language.ts";
import { FRENCH, GERMAN, JAPANESE, KOREAN, PORTUGUESE, SPANISH, TERMS } from "./others.ts";

export const LANGUAGES = { en: ENGLISH, zh: CHINESE, ja: JAPANESE, ko: KOREAN, es: SPANISH, de: GERMAN, fr: FRENCH, pt: PORTUGUESE, terms: TERMS } as const;

const LATIN: readonly (readonly [Language, ReadonlySet<string>])[] = [SPANISH, GERMAN, FRENCH, PORTUGUESE].map((each) => [each, new Set((each.marks ?? "").split(" "))] as const);
const ENGLISH_MARKS = new Set("the a an of to and or is are not do never before always with without for in on".split(" "));

export function languageOf(text: string): Language {
  if (/[\u3040-\u30ff]/.test(text)) return JAPANESE;
  if (/[\uac00-\ud7af]/.test(text)) return KOREAN;
  if (/\p{Script=Han}/u.test(text)) return CHINESE;
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  let best: Language = ENGLISH;
  let most = words.filter((word) => ENGLISH_MARKS.has(word)).length;
  for (const [language, marks] of LATIN) {
    const count = words.filter((word) => marks.has(word)).length;
    if (count > most && count > 1) {
      best = language;
      most = count;
    }
  }
  return best;
}
