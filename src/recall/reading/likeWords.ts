// Words that are one slip of the finger away: a letter too many, too few, another one, or two in the wrong order. They are
// made and looked up, not searched for: so any shelf can be asked, and none has to list its words.

import { MONTHS, WEEKDAYS } from "../days/calendar.ts";
import { STOP_WORDS } from "./stopWords.ts";
import { termsOfWord } from "./tokeniser.ts";

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
/** Of shorter words nearly every one has a neighbour that means something else; three letters may be four of which one is missing, save a last one that only bends a word: "use" is no "user". */
const SHORTEST = 4;
const MISSING_ONE = SHORTEST - 1;
const LONGEST = 24;
const BENT = /[rsdy]$/;

/** A letter that was left out or two that changed places are what they are; of other letters there are twenty-five. The last: where the ending was cut off. */
const CHANCES = { moved: 1, other: 0.1, ending: 0.03 };

/** The terms of words like this one, without its own, and how likely each slip is. None where a small word is nearest: "waht" is "what", and not "wait". */
export function likeWords(typed: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  if (typed.length < MISSING_ONE || typed.length > LONGEST || !/^[a-z][a-z0-9]*$/.test(typed)) return found;
  const slips = slipsOf(typed).filter((word) => word.length >= SHORTEST);
  if (isLikeSmallWord(slips, typed)) return found;
  if (typed.length < SHORTEST) {
    const longer = slips.filter((word) => word.at(-1) === typed.at(-1) || !BENT.test(word));
    return new Map(longer.flatMap(termsOfWord).map((term) => [term, CHANCES.moved]));
  }
  const own = termsOfWord(typed);
  const endings = own.flatMap(slipsOf).filter((word) => word.length >= SHORTEST);
  for (const term of endings) found.set(term, CHANCES.ending);
  for (const word of slips) for (const term of termsOfWord(word)) found.set(term, Math.max(found.get(term) ?? 0, chanceOf(word, typed)));
  for (const term of own) found.delete(term);
  return found;
}

/** In a small word a letter is missing, or two changed places. */
function isLikeSmallWord(slips: readonly string[], typed: string): boolean {
  return slips.some((word) => STOP_WORDS.has(word) && chanceOf(word, typed) === CHANCES.moved);
}

/** Letters and digits that are no slip of a small word. */
export function isPlainWord(typed: string): boolean {
  return /^[a-z\d]{2,}$/.test(typed) && !isLikeSmallWord(slipsOf(typed), typed);
}

function chanceOf(word: string, typed: string): number {
  const isMoved = word.length > typed.length || (word.length === typed.length && lettersOf(word) === lettersOf(typed));
  return isMoved ? CHANCES.moved : CHANCES.other;
}

function lettersOf(word: string): string {
  return [...word].sort().join("");
}

/** Words that tell when, or how much: a question is read by them, and not only found by them. */
const READ_BY = new Set(
  [...MONTHS, ...WEEKDAYS, ..."yesterday today weekend last week month year when what which long often many much first".split(" ")].filter(
    (word) => word.length >= SHORTEST,
  ),
);
const OPENING = new Set("what which when where".split(" "));

/** The one of them that is one slip away. In a short one no letter may be another one (Jane is not June), save in the first word of a question. */
export function likeReadBy(typed: string, { isFirst }: { readonly isFirst: boolean }): string | undefined {
  if (!/^[a-z]{3,12}$/.test(typed)) return undefined;
  const isOther = (word: string) => word.length === typed.length && lettersOf(word) !== lettersOf(typed);
  return slipsOf(typed).find((word) => READ_BY.has(word) && (word.length > SHORT_TIME || !isOther(word) || (isFirst && OPENING.has(word))));
}

const SHORT_TIME = 5;

/** A term as a text has it: the first of its words that it stands for. */
export function wordFor(term: string, texts: readonly string[]): string {
  for (const text of texts) {
    const word = (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).find((each) => termsOfWord(each).includes(term));
    if (word !== undefined) return word;
  }
  return term;
}

function slipsOf(word: string): string[] {
  const made: string[] = [];
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    if (after !== "") made.push(before + after.slice(1));
    if (after.length > 1) made.push(`${before}${after[1]}${after[0]}${after.slice(2)}`);
    for (const letter of LETTERS) {
      if (after !== "") made.push(before + letter + after.slice(1));
      made.push(before + letter + after);
    }
  }
  return made;
}
