// Languages beside English and Chinese whose words have endings. A unit is read in one language, told by its small words;
// a query is too short to tell, so it looks for its words in all of them. A stem carries the mark of its language
// (`de~haus`), so that no German ending is ever cut from an English word.

import { stemmer as dutch } from "@orama/stemmers/dutch";
import { stemmer as french } from "@orama/stemmers/french";
import { stemmer as german } from "@orama/stemmers/german";
import { stemmer as italian } from "@orama/stemmers/italian";
import { stemmer as portuguese } from "@orama/stemmers/portuguese";
import { stemmer as spanish } from "@orama/stemmers/spanish";
import { stemmer as swedish } from "@orama/stemmers/swedish";
import { folded } from "./wordPieces.ts";
import { STOP_WORDS } from "./stopWords.ts";

export interface Language {
  readonly mark: string;
  readonly small: ReadonlySet<string>;
  stem(word: string): string;
}

const language = (mark: string, stem: (word: string) => string, small: string): Language => ({
  mark,
  stem,
  small: new Set(small.split(" ")),
});

export const LANGUAGES: readonly Language[] = [
  language(
    "de",
    german,
    "der die das und ist nicht ein eine einen einem einer ich wir sie mit auf für von dem den des zu im auch sich wie wenn aber oder bei nach wird wurde wurden haben hat sind noch nur über dass mein dein unser kann durch zum zur als vom",
  ),
  language(
    "es",
    spanish,
    "el la los las de que en un una es por con para se su al lo como más pero está fue son este esta del muy mi nos ya sus hay y o a no",
  ),
  language(
    "fr",
    french,
    "le la les de des en est une un et dans pour que qui sur pas avec ce cette je nous vous il elle ils sont mais ou où au aux du plus été avoir être mon ton notre leur par ne se",
  ),
  language(
    "it",
    italian,
    "il lo la gli le di che un una per con non si sono della del nel alla questo questa anche più ma ho ha dei delle dal è e a o",
  ),
  language(
    "pt",
    portuguese,
    "os as de que em um uma por com para não se do da na dos das mais como foi está meu minha ao pelo pela nos é o a e no ou seu sua",
  ),
  language(
    "nl",
    dutch,
    "de het een en van dat die niet met voor op aan zijn ook maar naar wordt ik je hij wij bij nog werd deze uit om te er",
  ),
  language("sv", swedish, "och att det som en är på för med den av inte till ett om har jag vi men så kan var från de sin ska"),
];

/** Written in Latin letters, and none of the above: told by letters that English has not. */
export const OTHER: Language = language("xx", (word) => word, "");

/** Words of English that are none of another language here: "no" and "do" are Portuguese as well, and tell neither. */
const ENGLISH = new Set(STOP_WORDS);
const TOLD_BY = new Map<string, number[]>();
LANGUAGES.forEach(({ small }, index) => {
  for (const word of small) {
    // A letter tells nothing: "e" is in "e.g." and in every list.
    if (word.length === 1) continue;
    ENGLISH.delete(word);
    if (!STOP_WORDS.has(word)) TOLD_BY.set(word, [...(TOLD_BY.get(word) ?? []), index]);
  }
});

/** A command between words says nothing about their language. */
const CODE = /```[\s\S]*?```|`[^`\n]+`/g;
/** The beginning is enough to tell. */
const LOOKED_AT = 600;
const FEWEST = 2;
const SHARE = 0.15;
/** Of words with a letter beyond ASCII. */
const FOREIGN_SHARE = 0.1;

/** Null: English, or nothing that could be told. `otherwise`: where the text is too short to tell. */
export function languageOf(text: string, otherwise: Language | null = null): Language | null {
  const prose = text.slice(0, 2 * LOOKED_AT).replace(CODE, " ");
  const { words, counts, english, foreign } = countWords(prose.slice(0, LOOKED_AT).toLowerCase());
  const most = Math.max(...counts);
  if (most < FEWEST && english < FEWEST && otherwise !== null) return otherwise;
  if (most >= FEWEST && most > english && most >= SHARE * words) return LANGUAGES[counts.indexOf(most)] ?? null;
  return foreign >= FEWEST && foreign > english && foreign >= FOREIGN_SHARE * words ? OTHER : null;
}

/** How many words a text has, how many are small ones of each language and of English, how many have a letter beyond ASCII. */
function countWords(text: string): {
  readonly words: number;
  readonly counts: number[];
  readonly english: number;
  readonly foreign: number;
} {
  const counts = LANGUAGES.map(() => 0);
  let [words, english, foreign] = [0, 0, 0];
  // Without the classes of all Unicode where they are not needed: see words.ts.
  for (const [word] of text.matchAll(BEYOND_ASCII.test(text) ? /\p{Script=Latin}+/gu : /[a-z]+/g)) {
    words++;
    if (ENGLISH.has(word)) english++;
    if (BEYOND_ASCII.test(word)) foreign++;
    for (const index of TOLD_BY.get(word) ?? []) counts[index] = (counts[index] as number) + 1;
  }
  return { words, counts, english, foreign };
}

const BEYOND_ASCII = /[\u0080-\uffff]/;

/** Without its accents, so that a query typed without them finds it. Small words are none. */
export function stemIn(language: Language, word: string): string[] {
  const { mark, small, stem } = language;
  if (small.has(word)) return [];
  // Where the language is not known, accents may be all that parts two words (Vietnamese): both spellings are kept.
  if (language === OTHER) return [...new Set([word, folded(word)])].map((each) => `${mark}~${each}`);
  return [`${mark}~${withoutAccents(stem(word))}`];
}

export function withoutAccents(word: string): string {
  return !/[\u0080-\uffff]/.test(word)
    ? word
    : word
        .normalize("NFKD")
        .replace(/(?<=\p{Script=Latin})\p{M}+/gu, "")
        .normalize("NFC");
}

/** A term as it is shown to people. */
export function plainTerm(term: string): string {
  return term.replace(/^[a-z]{2}~/, "");
}
