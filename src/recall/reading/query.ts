// What a query asks for. Every text is a query: signs that mean nothing here are only punctuation.
//
//   "exact words"   not:word   in:NAME (or doc:)   by:SPEAKER   session:ID
//   day:2026-05-01   day:2026-05   day:A..B   day:yesterday   before:DAY   after:DAY

import { type Asked, readAsked } from "./asks.ts";
import { type Days, FEASTS, readDays, takeDays } from "../days/days.ts";
import { daysBefore, either, simplified } from "../../base/index.ts";
import { asksAssistant } from "./speakers.ts";
import { HAN_STOP_CHARACTERS } from "./stopWords.ts";
import { type QueryPiece, readCharacters, readQueryForms, readQueryPieces, readQueryWords } from "./tokeniser.ts";

/** A question as it was read: words, exact phrases, days, documents. */
export interface Query extends Asked {
  /** Without repetitions; each with the forms that it may have in a text. */
  readonly words: readonly (readonly string[])[];
  /** Pieces of its words, for texts that are not English. */
  readonly pieces: readonly QueryPiece[];
  /** Each as it was typed, in lower case. */
  readonly typed: readonly string[];
  /** The first form of each. */
  readonly terms: readonly string[];
  /** Single Han characters, for when no pair is found. */
  readonly characters: readonly string[];
  /** As they must be in the text, folded. */
  readonly phrases: readonly string[];
  /** The query is nothing but phrases: then they are a condition. In a sentence they only count for more. */
  readonly onlyPhrases: boolean;
  /** Terms that exclude a unit. */
  readonly without: readonly string[];
  readonly documents: readonly string[];
  readonly sessions: readonly string[];
  /** Filters: a hit lies in one of them. */
  readonly within: readonly Days[];
  /** Filters: a hit lies in all of them. */
  readonly bounds: readonly Days[];
  /** Who speaks, as far as the filters say. */
  readonly speakers: readonly string[];
  /** Days that the words of the query name: what lies there comes first. Their words are not looked for. */
  readonly days: readonly Days[];
  /** These, and those of feasts and seasons. */
  readonly feasts: readonly Days[];
  /** The words that name these. */
  readonly feastWords: readonly (readonly string[])[];
  /** The words that name them: looked for where nothing lies in the days. */
  readonly dayWords: readonly (readonly string[])[];
  /** Beside the days it asks for nothing in particular: "what happened", "what did I decide". */
  readonly isVague: boolean;
  /** "What did you recommend": the assistant's own words are wanted. */
  readonly asksAssistant: boolean;
  /** The words as they were typed, folded: for queries of stop words only. */
  readonly plain: string;
}

/** A query is a question, not a book; what lies behind this is not read. */
const LONGEST_QUERY = 4000;
const MOST_TERMS = 64;
const MOST_PIECES = 256;

const NAMES = either`not, doc, in, by, day, before, after, session`;
const OPERATOR = new RegExp(`(?<![\\p{L}\\p{N}])(${NAMES}):(?:"([^"]*)"|(\\S+))|"([^"]+)"|“([^“”]+)”`, "giu");

/** Reads a question; days such as "yesterday" are counted from `today`. */
export function readQuery(text: string, today: string): Query {
  const filters = {
    not: [] as string[],
    doc: [] as string[],
    in: [] as string[],
    by: [] as string[],
    day: [] as string[],
    before: [] as string[],
    after: [] as string[],
    session: [] as string[],
  };
  const phrases: string[] = [];
  const rest = simplified(text.slice(0, LONGEST_QUERY).toWellFormed()).replace(
    OPERATOR,
    (
      whole,
      name: string | undefined,
      quoted: string | undefined,
      bare: string | undefined,
      phrase: string | undefined,
      curly: string | undefined,
    ) => {
      if (name !== undefined) {
        filters[name.toLowerCase() as keyof typeof filters].push(quoted ?? bare ?? "");
        return " ";
      }
      phrases.push(phrase ?? curly ?? "");
      return ` ${whole} `;
    },
  );
  const outside = rest.replace(/"[^"]+"|“[^“”]+”/g, " ");
  const about = outsideQuotes(rest, (each) => takeDays(each, today).rest);
  const read = [...new Map(readQueryForms(about).map((word) => [word.forms[0], word])).values()].slice(0, MOST_TERMS);
  const taken = takeDays(outside, today);
  const withFeasts = takeDays(outside, today, FEASTS);
  const isVague = readQueryWords(`${withFeasts.rest} ${phrases.join(" ")}`).every(isVagueTerm);
  const within = filters.day.flatMap((value) => daysOf(value, today));
  return {
    words: read.map(({ forms }) => forms),
    pieces: readQueryPieces(about).slice(0, MOST_PIECES),
    typed: read.map(({ typed }) => typed),
    terms: read.map(({ forms: [first = ""] }) => first),
    characters: [...new Set(readCharacters(about))].slice(0, MOST_TERMS),
    phrases: phrases.map(fold).filter((phrase) => phrase !== ""),
    onlyPhrases: phrases.length > 0 && readQueryWords(outside).length === 0 && !phrases.every(isWholeSentence),
    without: filters.not.flatMap((value) => readQueryForms(value).flatMap(({ forms }) => forms)),
    documents: [...filters.doc, ...filters.in],
    speakers: filters.by.map((name) => (OURSELVES.has(name.toLowerCase()) ? "you" : name.toLowerCase())),
    bounds: [...filters.before.map((value) => beyond(value, today, -1)), ...filters.after.map((value) => beyond(value, today, 1))],
    isVague,
    sessions: filters.session,
    // A day that cannot be understood finds nothing, rather than everything.
    within: filters.day.length > 0 && within.length === 0 ? [NEVER] : within,
    days: isVague ? withFeasts.days : taken.days,
    feasts: withFeasts.days,
    feastWords: readQueryForms(withFeasts.words).map(({ forms }) => forms),
    dayWords: readQueryForms(taken.words).map(({ forms }) => forms),
    ...readAsked(outside),
    asksAssistant: asksAssistant(rest),
    plain: fold(outside),
  };
}

/** A question in quotes, or a sentence with its full stop: nobody noted it in just those words. */
function isWholeSentence(phrase: string): boolean {
  return /[?？]\s*$/.test(phrase) || (/[.!…。！]\s*$/.test(phrase) && phrase.length >= (/\p{Script=Han}/u.test(phrase) ? 8 : 24));
}

const NEVER: Days = { from: "9999-12-31", to: "0000-01-01" };
const OURSELVES = new Set(["me", "i", "myself", "我"]);
/** Stems of what people ask about a day when they mean everything of it. */
const VAGUE = new Set(
  "happen go do get decid note say talk chat speak tell work discuss mention write plan learn finish chang log record thing event anyth everyth".split(
    " ",
  ),
);
/** The same in Chinese, by the characters of such words: 发生 做 决定 说 讨论 干 忙 记录 事情 学 完成 聊. */
const VAGUE_CHARACTERS = new Set("发生做决定说讨论干忙记录事情些学完成聊");

function isVagueTerm(term: string): boolean {
  return VAGUE.has(term) || [...term].every((each) => VAGUE_CHARACTERS.has(each) || HAN_STOP_CHARACTERS.has(each));
}

/** Quoted words are left as they are. */
function outsideQuotes(text: string, change: (part: string) => string): string {
  return text.replace(/"[^"]+"|“[^“”]+”|[^"“]+/g, (part) => (/^["“]/.test(part) ? part : change(part)));
}

/** Before the first or after the last day of what is named. */
function beyond(value: string, today: string, way: -1 | 1): Days {
  const span = oneOf(value, today);
  if (span === null) return NEVER;
  return way < 0 ? { from: "0000-01-01", to: daysBefore(span.from, 1) } : { from: daysBefore(span.to, -1), to: "9999-12-31" };
}

/** Every term that a match may stand for. */
export function lookedFor({ words, dayWords, pieces, characters }: Query): ReadonlySet<string> {
  return new Set([...words.flat(), ...dayWords.flat(), ...pieces.flatMap(({ forms }) => forms), ...characters]);
}

/** Every term whose places a search has to know. */
export function neededFor(query: Query): readonly string[] {
  return [...new Set([...lookedFor(query), ...query.pieces.map(({ among }) => among), ...query.without])];
}

/** How texts are compared letter by letter: one case, one form, simplified, single spaces. */
export function fold(text: string): string {
  return simplified(text.normalize("NFKC"))
    .toLowerCase()
    .replace(/[\s\p{Cc}\p{Z}]+/gu, " ")
    .trim();
}

function daysOf(value: string, today: string): Days[] {
  const [first = "", second] = value.split("..");
  const from = oneOf(first, today);
  if (second === undefined) return from === null ? [] : [from];
  const to = oneOf(second, today);
  // One end may be open, not both.
  if ((first !== "" && from === null) || (second !== "" && to === null) || (from === null && to === null)) return [];
  return [{ from: from?.from ?? "0000-01-01", to: to?.to ?? "9999-12-31" }];
}

function oneOf(value: string, today: string): Days | null {
  if (/^\d{4}$/.test(value)) return { from: `${value}-01-01`, to: `${value}-12-31` };
  return readDays(value.replace(/[_+]/g, " "), today)[0] ?? null;
}
