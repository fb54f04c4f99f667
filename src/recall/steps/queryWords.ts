// The words of a query on this shelf: what is nowhere is read as the word that is a slip away, and a long question is
// asked again with what its best units have in common.

import { bestOf } from "../packed/best.ts";
import { candidatesOf, chosenFrom, feedbackShare, READ_AGAIN } from "../ranking/feedback.ts";
import { type Looked, rarity, type Row, type Scores, unitsOf } from "../ranking/score.ts";
import type { Weights } from "../ranking/weights.ts";
import type { Days } from "../days/days.ts";
import { isPlainWord, likeReadBy, likeWords } from "../reading/likeWords.ts";
import { lookedFor, neededFor, type Query, readQuery } from "../reading/query.ts";
import { HAN_STOP_CHARACTERS, STOP_WORDS } from "../reading/stopWords.ts";
import type { Shelf } from "../units/shelf.ts";
import { holdersIn, isEmpty, isWide, shelfPlace, type Steps } from "./positions.ts";
import { readingsOf } from "./slipReadings.ts";

/** Words are looked for that are like those which are nowhere; a query has few of them, or it is in another language. */
const MOST_SLIPS = 4;

/** Who hears of each word that is nowhere: as which other one it was read, or that it was not. */
export interface Hears {
  told(typed: string, term: string): void;
  absent(typed: string): void;
}

export function* withoutSlips(
  shelf: Shelf,
  row: Row,
  { text, today, ...hears }: Hears & { readonly text: string; readonly today: string },
): Steps<Query> {
  const isThere = (term: string) => !isEmpty(shelf.postings(term));
  const read = readQuery(text, today);
  yield { kind: "postings", terms: neededFor(read) };
  const asked = withUnnamedFeasts(read, isThere);
  const nowhereIn = ({ words, typed }: Query) =>
    words.flatMap((forms, at) => (forms.some(isThere) ? [] : [{ at, typed: typed[at] ?? "" }]));
  const absentWords = new Set(nowhereIn(asked).map(({ typed }) => typed));
  const meant = text.replace(/[a-z]+/gi, (word, at: number) => {
    const isFirst = text.slice(0, at).trim() === "";
    const like = absentWords.has(word.toLowerCase()) ? likeReadBy(word.toLowerCase(), { isFirst }) : undefined;
    if (like !== undefined && like !== word.toLowerCase() && !STOP_WORDS.has(like)) hears.told(word, like);
    return like ?? word;
  });
  const query = withoutWrongCharacters(meant === text ? asked : readQuery(meant, today), isThere);
  if (query !== asked) yield { kind: "postings", terms: neededFor(query) };
  const absent = nowhereIn(query).map((each) => ({ ...each, like: likeWords(each.typed) }));
  const like = absent.flatMap((each) => [...each.like.keys()]);
  const isRead = !query.onlyPhrases && like.length > 0 && absent.filter((each) => each.like.size > 0).length <= MOST_SLIPS;
  if (isRead) yield { kind: "postings", terms: [...new Set([...neededFor(query), ...like])] };
  const hearOfAbsent = ({ typed, forms }: { readonly typed: string; readonly forms: readonly string[] }) =>
    isPlainWord(typed) && !hasPiecesThere(query, forms, isThere) && hears.absent(typed);
  const [words, terms] = [[...query.words], [...query.terms]];
  for (const { at, typed, like } of absent) {
    const others = query.words.filter((_, other) => other !== at);
    const readings = isRead ? readingsOf(shelf, row, { like, others }) : [];
    const [likeliest] = readings;
    // "eMlanie" is a name, and a part of one: both are the same word, which counts once.
    const isAgain = absent.some((other) => other.at < at && terms[other.at] === likeliest);
    if (likeliest === undefined) hearOfAbsent({ typed, forms: words[at] ?? [] });
    else {
      words[at] = isAgain ? [] : [...(words[at] ?? []), ...readings];
      terms[at] = likeliest;
      if (!isAgain) hears.told(typed, likeliest);
    }
  }
  return { ...query, words, terms };
}

/** In another language than English a word is found by its pieces too. */
function hasPiecesThere({ pieces }: Query, forms: readonly string[], isThere: (term: string) => boolean): boolean {
  return pieces.some(({ forms: [piece, ...of] }) => of.some((form) => forms.includes(form)) && isThere(piece));
}

/** A feast or a season that no text names is meant by its days: "guests over the Easter weekend". */
function withUnnamedFeasts(query: Query, isThere: (term: string) => boolean): Query {
  const isUnnamed = (forms: readonly string[]) => !forms.some(isThere);
  const isKnown = ({ from, to }: Days) => query.days.some((days) => days.from === from && days.to === to);
  if (query.isVague || query.feasts.every(isKnown) || !query.feastWords.some(isUnnamed)) return query;
  const names = new Set(query.feastWords.filter(isUnnamed).map(([first]) => first));
  const kept = <T>(all: readonly T[]) => all.filter((_, at) => !names.has(query.terms[at]));
  return { ...query, days: query.feasts, words: kept(query.words), typed: kept(query.typed), terms: kept(query.terms) };
}

/** 红绕肉: neither of two pairs is anywhere, so the character that they share is wrong, and those beside it are looked for. */
function withoutWrongCharacters(query: Query, isThere: (term: string) => boolean): Query {
  // 情人节 is a day, though nobody noted it by name; and where nothing of a question is there, it is no slip in it.
  if (query.feasts.length > 0 || !query.words.some((forms) => forms.some(isThere))) return query;
  const words = [...query.words];
  query.terms.forEach((pair, at) => {
    const next = query.terms[at + 1] ?? "";
    const [wrong = "", after = ""] = next;
    if (!PAIR.test(pair + next) || pair[1] !== wrong || HAN_STOP_CHARACTERS.has(wrong) || isThere(pair) || isThere(next)) return;
    words[at] = [pair.charAt(0)];
    words[at + 1] = [after];
  });
  return { ...query, words };
}

const PAIR = /^\p{Script=Han}{4}$/u;

/** Of the pairs that are looked for: 爬山 and 登山 have one character in common, which says a little. What many units have says nothing. */
export function charactersOf(shelf: Shelf, row: Row, { words, characters }: Query): Looked[] {
  const inPairs = new Set(words.flatMap(([form = ""]) => (/^\p{Script=Han}{2}$/u.test(form) ? [...form] : [])));
  const telling = [...new Set(characters)].filter((each) => inPairs.has(each) && !isWide(shelf, each, Math.max(FEW, row.count / WIDE)));
  return telling.map((each) => ({ forms: [each], share: CHARACTER }));
}

/** How much of a word it counts. */
const CHARACTER = 0.25;
const WIDE = 4;
const FEW = 2;

/** What the best units of a long question say beside its words; nothing for any other question. */
export function* feedback(
  shelf: Shelf,
  row: Row,
  { query, scores, weights }: { readonly query: Query; readonly scores: Scores; readonly weights: Weights },
): Steps<Looked[]> {
  const share = query.onlyPhrases
    ? 0
    : feedbackShare(query.words, weights, (forms) => forms.some((form) => !isEmpty(shelf.postings(form))));
  if (share <= 0) return [];
  const { own, total, documents } = scores;
  const scoreOf = (unit: number) => ((own[unit] as number) > 0 ? (total[unit] as number) : 0);
  const best = bestOf(unitsOf(row, documents), READ_AGAIN, scoreOf).map((unit) => ({
    ...shelfPlace(row, unit),
    score: total[unit] as number,
  }));
  yield { kind: "units", places: best };
  const candidates = candidatesOf(
    best.map(({ document, ordinal, score }) => ({ unit: shelf.unit(document, ordinal), score })),
    lookedFor(query),
  );
  yield { kind: "postings", terms: [...new Set([...neededFor(query), ...candidates.map(({ term }) => term)])] };
  return chosenFrom(candidates, share, (term) => rarity(holdersIn(shelf, term), row.count));
}
