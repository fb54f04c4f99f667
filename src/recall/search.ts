// Search: a query and a shelf to hits, in ten steps. Lexical, without a model and without a network; meaning joins where there are vectors.
//
// The steps are written once, as a generator that says what it will take from the shelf before it takes it. A shelf that is
// at hand answers at once; one whose books are in a database brings them first. So both give the same hits.

import { bestOf } from "./packed/best.ts";
import { freshFirst } from "./ranking/duplicates.ts";
import { fuse } from "./ranking/fuse.ts";
import { isWithin, preferDays, type Row, rowOf, scoreTerms, unitsIn, unitsOf, weighKinds } from "./ranking/score.ts";
import { matchedWords, snippetOf } from "./ranking/snippet.ts";
import { currentFirst, type Mark } from "./ranking/updates.ts";
import { type Weights, WEIGHTS } from "./ranking/weights.ts";
import { languageOf, plainTerm } from "./reading/languages.ts";
import { NO_DAY } from "./days/days.ts";
import { lookedFor, type Query } from "./reading/query.ts";
import { HAN_STOP_CHARACTERS } from "./reading/stopWords.ts";
import { readWords } from "./reading/tokeniser.ts";
import { searchable } from "./units/digest.ts";
import type { Shelf } from "./units/shelf.ts";
import { admission, phraseFactor, scoreLetters } from "./steps/filters.ts";
import { type Shown, withLinked } from "./steps/links.ts";
import { placeOf, shelfPlace, type Steps } from "./steps/positions.ts";
import { charactersOf, feedback, type Hears, withoutSlips } from "./steps/queryWords.ts";
import { bodyOf, type Unit } from "./units/units.ts";

/** One answer of a search. */
export interface Hit extends Mark {
  readonly document: string;
  readonly unit: Unit;
  readonly score: number;
  readonly snippet: string;
  /** What it was found by. */
  readonly why: string;
  /** It has none of the words and is of no day that was asked for; it is next to something that has them. */
  readonly isBeside?: true;
}

/** How a search is done: how many hits, on which day, with which weights. */
export interface SearchOptions extends Partial<Hears> {
  readonly limit?: number;
  /** The day against which "yesterday" is read. */
  readonly today: string;
  readonly weights?: Weights;
  /** The query's vector, where there is an embedder; null where it cannot be had. */
  readonly meaning?: Meaning | null;
}

/** Vectors beside the words of a search. */
export interface Meaning {
  readonly vector: Float32Array;
  /** How much it counts beside the words. */
  readonly weight: number;
}

/** A shelf made ready: what every query on it shares is reckoned once. */
export interface Searcher {
  /** On a shelf that is at hand as a whole. */
  search(text: string, options: SearchOptions): Hit[];
  /** The same units in the same order, without what a citation needs. */
  find(text: string, options: SearchOptions): Unit[];
  /** On any shelf. One after the other: they share the room in which they reckon. */
  ask(text: string, options: SearchOptions): Promise<Hit[]>;
}

/** `rows`: of an earlier searcher over documents with the same facts; what was reckoned there need not be again. */
export function createSearcher(shelf: Shelf, rows: Rows = newRows()): Searcher {
  const begin = (
    text: string,
    { limit = 10, today, weights = WEIGHTS, meaning = null, told = () => {}, absent = () => {} }: SearchOptions,
  ) => {
    rows.row ??= rowOf(shelf);
    return searchRow(shelf, rows.row, { text, limit, today, weights, meaning, told, absent });
  };
  return {
    search: (text, options) => atOnce(shelf, begin(text, options)).map(cite),
    find: (text, options) => atOnce(shelf, begin(text, options)).map(({ unit }) => unit),
    ask(text, options) {
      const run = async () => {
        const steps = begin(text, options);
        for (let step = steps.next(); ; step = steps.next()) {
          if (step.done === true) return step.value.map(cite);
          await shelf.fetch?.(step.value);
        }
      };
      const answer = rows.inUse.then(run, run);
      rows.inUse = answer;
      return answer;
    },
  };
}

function atOnce<T>(shelf: Shelf, steps: Steps<T>): T {
  if (shelf.fetch !== undefined) throw new Error("this shelf is not at hand; ask it");
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

/** Tables of numbers that searches use again. */
export interface Rows {
  row?: Row;
  /** Whoever reckons in them now. */
  inUse: Promise<unknown>;
}

/** Such tables, empty. */
export function newRows(): Rows {
  return { inUse: Promise.resolve() };
}

function* searchRow(
  shelf: Shelf,
  row: Row,
  { text, limit, today, weights, meaning, told, absent }: Required<SearchOptions> & { readonly text: string },
): Steps<Found[]> {
  // Step 1. Read the query. Every text is one; an empty one finds nothing. The shelf holds what the asker may see and
  // nothing else, so that what is private is neither found nor counted. A word that is nowhere is read as the one that is
  // a slip away.
  let query = yield* withoutSlips(shelf, row, { text, today, told, absent });

  // Step 2. Score the words, any of them: a natural question never is in one unit as a whole.
  // Days on which nothing was noted may be in a text: "built in 1923", "the train on Sunday".
  const dayWords = query.dayWords.length > 0 && unitsIn(shelf, row, query.days).length === 0 ? query.dayWords : [];
  const words = [...[...query.words, ...dayWords].map((forms) => ({ forms, share: 1 })), ...query.pieces];
  let scores = scoreTerms(shelf, row, { words, weights });
  // Where none of the pairs is anywhere, step 3 looks for their characters.
  const characters = scores.documents.size === 0 ? [] : charactersOf(shelf, row, query);
  if (characters.length > 0) scores = scoreTerms(shelf, row, { words: characters, weights, onto: scores });
  const more = yield* feedback(shelf, row, { query, scores, weights });
  if (more.length > 0) scores = scoreTerms(shelf, row, { words: more, weights, onto: scores });

  // Step 3. Pairs of Han characters that are nowhere: look for the characters. So no short query stays without a hit.
  if (scores.documents.size === 0 && query.characters.length > 0) {
    yield { kind: "postings", terms: [...new Set([...query.characters, ...query.without])] };
    scores = scoreTerms(shelf, row, { words: query.characters.map((each) => ({ forms: [each], share: 1 })), weights });
    query.terms.filter((term) => ![...term].some((each) => /[a-z\d]/.test(each) || HAN_STOP_CHARACTERS.has(each))).forEach(absent);
    // Then the days that it names say more than a character.
    query = { ...query, isVague: true };
  }

  // Step 4. Nothing but stop words or signs, or a filter alone: look letter by letter, or take what the filter leaves.
  if (scores.documents.size === 0) scores = yield* scoreLetters(shelf, row, query);
  // None of the words is anywhere: then the days that are named are all that is known.
  if (scores.documents.size === 0) query = { ...query, isVague: true, days: query.feasts };

  // Step 5. Weigh what a unit is: who speaks, and whether it has what is asked for.
  weighKinds(shelf, row, { query, scores, weights });

  // Step 6. Filters, days and phrases. A quoted phrase is a condition where the query is nothing else, and a reason otherwise:
  // people quote titles in questions whose answer is a line further down.
  const admits = yield* admission(shelf, row, query);
  preferDays(shelf, row, { query, scores, weights, admits });
  const { total } = scores;
  const score = (unit: number) => ((total[unit] as number) > 0 && admits(unit) ? (total[unit] as number) : 0);
  const wanted = Math.max(0, Math.min(limit, row.count));
  const best = bestOf(
    unitsOf(row, scores.documents),
    wanted * 2 + (query.phrases.length > 0 || query.end !== null ? 200 : 20),
    (unit) => total[unit] as number,
    admits,
  );

  // Step 7. Meaning, where the units have vectors: what is near joins, and all of them are weighed by both.
  const pool = yield* withMeaning(shelf, row, { best, score, admits, meaning, query });

  // Step 8. Order. Recency parts those that are as good as equal and no others, so an exact hit of last spring stays on top.
  yield { kind: "units", places: pool.map(({ unit }) => shelfPlace(row, unit)) };
  const candidates = pool.map(({ unit, score: points, near }) => ({
    ...placeOf(shelf, row, unit),
    near,
    score: points * phraseFactor(shelf, row, { query, unit, factor: weights.phrase }),
  }));
  const top = candidates.reduce((most, each) => Math.max(most, each.score), 0);
  // Who asks for the first or the last of something takes what answers nearly as well, by its day.
  const rank = (value: number) => (query.end !== null && value > top * NEARLY ? 1000 : Math.round((value / top) * 1000));
  const older = (a: { day: string | null }, b: { day: string | null }) =>
    query.end === "first" ? compareDays(a.day ?? NO_DAY, b.day ?? NO_DAY) : compareDays(b.day, a.day);
  candidates.sort((a, b) => rank(b.score) - rank(a.score) || older(a, b) || b.score - a.score || a.index - b.index);

  // Step 9. What is true now comes before what it replaced, a source before its echo; what says the same again is last.
  const shown = candidates.map((each) => ({
    ...each,
    unit: shelf.unit(each.documentNumber, each.ordinal),
    document: each.document.id,
    isSession: each.document.session !== undefined,
  }));
  const isFixed = areDaysAsked(query, candidates[0]?.day);
  const linked: readonly Shown[] = isFixed ? shown : yield* withLinked(shelf, row, { shown, admits });
  const judged = currentFirst(linked, { words: query.words, isFixed, asksState: query.asksState });
  const ordered = freshFirst(judged, { wanted, termsOf: (each) => new Set(readWords(each.unit.text).terms) });

  return ordered.map((each) => ({ ...each, query }));
}

/** "Open on Sunday" asks for no day where the best answer lies on another one. */
function areDaysAsked({ end, asksState, days, within, bounds }: Query, day: string | null | undefined): boolean {
  if (end === "first" || within.length + bounds.length > 0) return true;
  return days.length > 0 && (!asksState || isWithin(day, days));
}

interface Found extends Mark {
  readonly document: string;
  readonly unit: Unit;
  readonly score: number;
  readonly near: number | null;
  readonly query: Query;
  readonly isLinked?: true;
}

/** Step 10. Cite: document, section, lines, day, the words around the match, and why. */
function cite({ document, unit, score, near, query, isLinked, until, newer }: Found): Hit {
  const reason = reasonOf(unit, query, near) ?? (isLinked === true ? "tells of a change of a matching passage" : null);
  const isOnDay = isWithin(unit.day, query.days);
  return {
    document,
    unit,
    score: round(score),
    snippet: snippetOf(bodyOf(unit), lookedFor(query)),
    why: [reason ?? (isOnDay ? null : "next to a matching passage"), isOnDay ? "on the day" : null]
      .filter((each) => each !== null)
      .join("; "),
    ...(reason === null && !isOnDay ? { isBeside: true as const } : {}),
    ...(until === undefined ? {} : { until }),
    ...(newer === undefined ? {} : { newer }),
  };
}

/** Of the best score, where the first or the last is asked for. */
const NEARLY = 0.75;

/** Newer is greater; what has no day is oldest. */
function compareDays(a: string | null, b: string | null): number {
  const [left, right] = [a ?? "", b ?? ""];
  return left < right ? -1 : left > right ? 1 : 0;
}

interface Pooled {
  readonly unit: number;
  readonly score: number;
  /** The cosine, where it is above the pool's average. */
  readonly near: number | null;
}

/** How many of the nearest join the pool beside the best by words. */
const NEAREST = 200;

function* withMeaning(
  shelf: Shelf,
  row: Row,
  {
    best,
    score,
    admits,
    meaning,
    query,
  }: {
    readonly best: readonly number[];
    score(unit: number): number;
    admits(unit: number): boolean;
    readonly meaning: Meaning | null;
    readonly query: Query;
  },
): Steps<Pooled[]> {
  // Who quotes, or filters and says nothing else, asks for letters.
  if (meaning === null || shelf.meaning === undefined || query.onlyPhrases || query.plain === "")
    return best.map((unit) => ({ unit, score: score(unit), near: null }));
  yield { kind: "nearest", vector: meaning.vector, count: NEAREST };
  const near = shelf.meaning.nearest(meaning.vector, NEAREST).map(({ document, ordinal }) => (row.starts[document] as number) + ordinal);
  const units = [...new Set([...best, ...near.filter(admits)])];
  yield { kind: "similarity", vector: meaning.vector, places: units.map((unit) => shelfPlace(row, unit)) };
  const pool = units.map((unit) => {
    const { documentNumber, ordinal } = placeOf(shelf, row, unit);
    return { unit, words: score(unit), similarity: shelf.meaning?.similarity(meaning.vector, documentNumber, ordinal) ?? null };
  });
  const fused = fuse(pool, meaning.weight);
  return pool
    .map(({ unit, words, similarity }) => ({ unit, score: fused.get(unit) ?? 0, near: (fused.get(unit) ?? 0) > words ? similarity : null }))
    .filter((each) => each.score > 0);
}

/** null: nothing of its own. */
function reasonOf(unit: Unit, query: Query, near: number | null): string | null {
  const terms = new Set(readWords(searchable(unit), languageOf(unit.text)).terms);
  const known = query.words.flatMap((forms) => forms.filter((form) => terms.has(form)).slice(0, 1)).map(plainTerm);
  // As they are written there; what is only in its heading, or in who speaks, by its stem.
  const written = matchedWords(unit.text, lookedFor(query));
  // Of a pair that is nowhere its characters were looked for.
  const found = [written, known, query.characters.filter((each) => unit.text.includes(each))].find((each) => each.length > 0) ?? [];
  const reasons = [
    ...(found.length > 0 ? [`contains ${found.slice(0, 8).join(", ")}`] : []),
    ...(near === null ? [] : [`near in meaning (${near.toFixed(2)})`]),
  ];
  return reasons.length === 0 ? null : reasons.join("; ");
}

function round(score: number): number {
  return Number(score.toFixed(3));
}
