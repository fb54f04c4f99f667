// What a query asks for. Every text is a query: signs that mean nothing here are only punctuation.
//
//   "exact words"   not:word   doc:NAME   day:2026-05-01   day:2026-05   day:A..B   day:yesterday   session:ID

import { type Days, readDays } from "./days.ts";
import { simplified } from "../../base/index.ts";
import { readCharacters, readQueryForms, readQueryWords } from "./words.ts";

export interface Query {
  /** Without repetitions; each with the forms that it may have in a text. */
  readonly words: readonly (readonly string[])[];
  /** The first form of each. */
  readonly terms: readonly string[];
  /** Single Han characters, for when no pair is found. */
  readonly characters: readonly string[];
  /** As they must stand in the text, folded. */
  readonly phrases: readonly string[];
  /** The query is nothing but phrases: then they are a condition. In a sentence they only count for more. */
  readonly onlyPhrases: boolean;
  /** Terms that exclude a unit. */
  readonly without: readonly string[];
  readonly documents: readonly string[];
  readonly sessions: readonly string[];
  /** Filters: a hit lies in one of them. */
  readonly within: readonly Days[];
  /** Days that the words of the query name: a hit there counts for more. */
  readonly days: readonly Days[];
  readonly asksWhen: boolean;
  readonly asksHowMany: boolean;
  /** The words as they were typed, folded: for queries of stop words only. */
  readonly plain: string;
}

/** A query is a question, not a book; what lies behind this is not read. */
const LONGEST_QUERY = 4000;
const MOST_TERMS = 64;

const OPERATOR = /(?<![\p{L}\p{N}])(not|doc|day|session):(?:"([^"]*)"|(\S+))|"([^"]+)"|“([^“”]+)”/giu;

export function readQuery(text: string, today: string): Query {
  const filters = { not: [] as string[], doc: [] as string[], day: [] as string[], session: [] as string[] };
  const phrases: string[] = [];
  const rest = simplified(text.slice(0, LONGEST_QUERY).toWellFormed())
    .replace(OPERATOR, (whole, name: string | undefined, quoted: string | undefined, bare: string | undefined, phrase: string | undefined, curly: string | undefined) => {
      if (name !== undefined) {
        filters[name.toLowerCase() as keyof typeof filters].push(quoted ?? bare ?? "");
        return " ";
      }
      phrases.push(phrase ?? curly ?? "");
      return ` ${whole} `;
    });
  const outside = rest.replace(/"[^"]+"|“[^“”]+”/g, " ");
  const words = [...new Map(readQueryForms(rest).map((forms) => [forms[0], forms])).values()].slice(0, MOST_TERMS);
  const within = filters.day.flatMap((value) => daysOf(value, today));
  return {
    words,
    terms: words.map(([first = ""]) => first),
    characters: [...new Set(readCharacters(rest))].slice(0, MOST_TERMS),
    phrases: phrases.map(fold).filter((phrase) => phrase !== ""),
    onlyPhrases: phrases.length > 0 && readQueryWords(outside).length === 0,
    without: filters.not.flatMap((value) => readQueryForms(value).flat()),
    documents: filters.doc.map((name) => name.toLowerCase()),
    sessions: filters.session,
    // A day that cannot be understood finds nothing, rather than everything.
    within: filters.day.length > 0 && within.length === 0 ? [{ from: "9999-12-31", to: "0000-01-01" }] : within,
    days: readDays(outside, today),
    asksWhen: /^\s*when\b|\bhow long\b|\b(?:what|which) (?:year|month|date|day|week|time)\b|什么时候|何时|哪[年天]|几[月号点]|多久/i.test(outside),
    asksHowMany: /\bhow (?:many|much|old|often)\b|多少|几[个次人岁]/i.test(outside),
    plain: fold(outside),
  };
}

/** Every term that a match may stand for. */
export function lookedFor({ words, characters }: Query): ReadonlySet<string> {
  return new Set([...words.flat(), ...characters]);
}

/** How texts are compared letter by letter: one case, one form, simplified, single spaces. */
export function fold(text: string): string {
  return simplified(text.normalize("NFKC")).toLowerCase().replace(/[\s\p{Cc}\p{Z}]+/gu, " ").trim();
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
