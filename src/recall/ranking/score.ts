// Scores: BM25 of a unit, of its neighbours and of its document, each with its own statistics over the same shelf.

import { type Facts, HAS_NUMBER, SPEAKS_OF_TIME } from "../digest.ts";
import { type Days, widened } from "../reading/days.ts";
import { mergedPairs } from "../packed/postings.ts";
import type { Query } from "../reading/query.ts";
import type { Posting, Shelf } from "../shelf.ts";
import type { Weights } from "./weights.ts";
import { isAssistant, isPerson, isRole } from "../reading/speakers.ts";
import { readWords } from "../reading/words.ts";

/** All units of a shelf in one row, document after document. */
export interface Row {
  readonly count: number;
  /** Where each document begins; one more entry for the end. */
  readonly starts: Uint32Array;
  readonly documentOf: Uint32Array;
  readonly lengths: Float64Array;
  readonly nearLengths: Float64Array;
  readonly documentLengths: Float64Array;
  readonly averages: { readonly own: number; readonly near: number; readonly whole: number };
  /** Those of a talk between two, each once: a query may name one of them. */
  readonly speakers: ReadonlySet<string>;
  /** 1 for a document in which two speak. */
  readonly talks: Uint8Array;
  /** 1 for a document in which anybody speaks, also one who is only a role. */
  readonly hasSpeakers: Uint8Array;
  /** 1 for a unit that somebody speaks. */
  readonly isSpoken: Uint8Array;
  /** Room to reckon in, used again by every query: a hundred thousand units would leave megabytes behind each time. */
  readonly room: {
    readonly own: Float64Array;
    readonly near: Float64Array;
    readonly nearby: Float64Array;
    readonly total: Float64Array;
    readonly whole: Float64Array;
    readonly touched: Uint32Array;
  };
}

export interface Scores {
  readonly total: Float64Array;
  /** Units that hold a term themselves. */
  readonly own: Float64Array;
}

export function rowOf(shelf: Shelf, reach: number): Row {
  const starts = new Uint32Array(shelf.documents.length + 1);
  shelf.documents.forEach(({ facts }, index) => (starts[index + 1] = (starts[index] ?? 0) + (facts.count ?? facts.lengths.length)));
  const count = starts[shelf.documents.length] ?? 0;
  const row = {
    count,
    starts,
    documentOf: new Uint32Array(count),
    lengths: new Float64Array(count),
    nearLengths: new Float64Array(count),
    documentLengths: new Float64Array(shelf.documents.length),
    talks: new Uint8Array(shelf.documents.length),
    hasSpeakers: new Uint8Array(shelf.documents.length),
    isSpoken: new Uint8Array(count),
  };
  const speakers = new Set<string>();
  shelf.documents.forEach(({ facts }, document) => {
    const [start, end] = [starts[document] as number, starts[document + 1] as number];
    const speaking = facts.fill?.(row, start) ?? fillFrom(facts, row, start);
    row.hasSpeakers[document] = speaking.length > 0 ? 1 : 0;
    const named = speaking.filter((speaker) => !isRole(speaker));
    let whole = 0;
    for (let unit = start; unit < end; unit++) {
      row.documentOf[unit] = document;
      whole += row.lengths[unit] as number;
      let near = 0;
      for (let other = Math.max(start, unit - reach); other < Math.min(end, unit + reach + 1); other++)
        if (other !== unit) near += row.lengths[other] as number;
      row.nearLengths[unit] = near;
    }
    row.documentLengths[document] = whole;
    if (named.length !== 2) return;
    row.talks[document] = 1;
    for (const speaker of named) speakers.add(speaker);
  });
  const averages = { own: average(row.lengths), near: average(row.nearLengths), whole: average(row.documentLengths) };
  const numbers = () => new Float64Array(count);
  return {
    ...row,
    averages,
    speakers,
    room: {
      own: numbers(),
      near: numbers(),
      nearby: numbers(),
      total: numbers(),
      whole: new Float64Array(shelf.documents.length),
      touched: new Uint32Array(count),
    },
  };
}

/** Who speaks, each once. */
function fillFrom({ lengths, speakers }: Facts, row: { lengths: Float64Array; isSpoken: Uint8Array }, start: number): string[] {
  const named = new Set<string>();
  for (let ordinal = 0; ordinal < lengths.length; ordinal++) {
    const speaker = speakers[ordinal] ?? null;
    row.lengths[start + ordinal] = lengths[ordinal] as number;
    row.isSpoken[start + ordinal] = speaker === null ? 0 : 1;
    if (speaker !== null) named.add(speaker);
  }
  return [...named];
}

/** A word of the query with the forms that it may have, and how much it counts. */
export interface Looked {
  readonly forms: readonly string[];
  readonly share: number;
  /** How rare it is, is reckoned among the units that hold this term; without it, among all. */
  readonly among?: string;
}

/** The answer stands in the row's room: it is good until the next query. `onto`: what was scored last, to which these words are added. */
export function scoreTerms(
  shelf: Shelf,
  row: Row,
  { words, weights, onto }: { readonly words: readonly Looked[]; readonly weights: Weights; readonly onto?: Scores },
): Scores {
  const { count, starts, averages } = row;
  const { own, near, nearby, whole, touched } = row.room;
  if (onto === undefined) for (const each of [own, near, nearby, whole]) each.fill(0);
  const { saturation: k, reach } = weights;
  const b = lengthShareOf(averages.own, weights);
  const bm25 = (frequency: number, length: number, mean: number) => (frequency * (k + 1)) / (frequency + k * (1 - b + (b * length) / mean));
  const holders = holdersIn(shelf, count);
  for (const { forms, share, among } of words) {
    const those = holders(among);
    if (those.units === 0) continue;
    // The forms of a word are one: how rare it is, is reckoned over all of them.
    const postings = mergedPostings(forms.map((form) => [...shelf.postings(form)]));
    const holding = postings.reduce((sum, { pairs }) => sum + pairs.length / 2, 0);
    if (holding === 0) continue;
    // One measure of rarity for a unit and its neighbours: how many units hold the term.
    const rare = share * rarity(holding, those.units);
    const rareDocument = share * rarity(postings.length, those.documents);
    let last = 0;
    for (const { document, pairs } of postings) {
      const [start, end] = [starts[document] ?? 0, starts[document + 1] ?? 0];
      let sum = 0;
      for (let at = 0; at < pairs.length; at += 2) {
        const unit = start + (pairs[at] as number);
        const frequency = pairs[at + 1] as number;
        sum += frequency;
        own[unit] = (own[unit] as number) + rare * bm25(frequency, row.lengths[unit] as number, averages.own);
        for (let other = Math.max(start, unit - reach); other < Math.min(end, unit + reach + 1); other++) {
          if (other === unit) continue;
          if (nearby[other] === 0) touched[last++] = other;
          nearby[other] = (nearby[other] as number) + frequency;
        }
      }
      whole[document] = (whole[document] as number) + rareDocument * bm25(sum, row.documentLengths[document] as number, averages.whole);
    }
    for (let index = 0; index < last; index++) {
      const unit = touched[index] as number;
      near[unit] = (near[unit] as number) + rare * bm25(nearby[unit] as number, row.nearLengths[unit] as number, averages.near);
      nearby[unit] = 0;
    }
  }
  return sumUp(row, weights);
}

/** Of each unit what it scored itself, with its neighbours and its document. */
function sumUp({ count, documentOf, isSpoken, averages, room }: Row, weights: Weights): Scores {
  const { own, near, whole, total } = room;
  // A short unit says little by itself and borrows from those around it; a long one needs them less.
  const borrowed = Math.min(1, weights.shortUnit / Math.max(1, averages.own));
  for (let unit = 0; unit < count; unit++) {
    const around = (whole[documentOf[unit] as number] as number) * weights.document;
    const share = isSpoken[unit] === 1 ? weights.near : weights.near * weights.written;
    const both = (own[unit] as number) + (near[unit] as number) * share * borrowed;
    total[unit] = both + around;
  }
  return { total, own };
}

/** How many units and documents hold a term, each asked for once; without a term, all of them. */
function holdersIn(shelf: Shelf, units: number): (term: string | undefined) => { readonly units: number; readonly documents: number } {
  const all = { units, documents: shelf.documents.length };
  const known = new Map<string, typeof all>();
  return (term) => {
    const before = term === undefined ? all : known.get(term);
    if (before !== undefined || term === undefined) return before ?? all;
    const postings = [...shelf.postings(term)];
    const found = { units: postings.reduce((sum, { pairs }) => sum + pairs.length / 2, 0), documents: postings.length };
    known.set(term, found);
    return found;
  };
}

/** Two forms of a word in one unit are the word twice, and not two words. */
function mergedPostings(all: readonly (readonly Posting[])[]): readonly Posting[] {
  const [only, ...others] = all.filter((each) => each.length > 0);
  if (only === undefined || others.length === 0) return only ?? [];
  const byDocument = new Map<number, Posting>();
  for (const posting of [only, ...others].flat()) {
    const before = byDocument.get(posting.document);
    byDocument.set(
      posting.document,
      before === undefined ? posting : { document: posting.document, pairs: mergedPairs(before.pairs, posting.pairs) },
    );
  }
  return [...byDocument.values()];
}

/** Factors for what a unit is: spoken by whom the query names, on a day that it names, of the kind that it asks for. */
export function weighKinds(
  shelf: Shelf,
  row: Row,
  { query, scores, weights }: { readonly query: Query; readonly scores: Scores; readonly weights: Weights },
): void {
  const { total } = scores;
  const asked = askedSpeakers(row, query);
  const bySpeakerAlone = !query.asksWhen && !query.asksHowMany;
  // A hundred thousand units have a handful of speakers.
  const voices = new Map<string | null | undefined, number>();
  const voiceOf = (speaker: string | null | undefined) => {
    const isOther = query.asksAssistant ? isPerson(speaker) : isAssistant(speaker);
    voices.set(speaker, isOther ? weights.otherVoice : 1);
    return voices.get(speaker) as number;
  };
  shelf.documents.forEach(({ facts }, document) => {
    const [start, end] = [row.starts[document] as number, row.starts[document + 1] as number];
    // Unpacked only where something has a score, and may be weighed otherwise than the rest.
    if (bySpeakerAlone && row.hasSpeakers[document] === 0) return;
    let known: Pick<Facts, "marks" | "speakers"> | null = null;
    for (let unit = start; unit < end; unit++) {
      const score = total[unit] as number;
      if (score === 0) continue;
      known ??= { marks: facts.marks, speakers: facts.speakers };
      const marks = known.marks[unit - start] as number;
      const speaker = known.speakers[unit - start];
      let factor = voices.get(speaker) ?? voiceOf(speaker);
      if (query.asksWhen && (marks & SPEAKS_OF_TIME) !== 0) factor *= weights.time;
      if (query.asksHowMany && (marks & HAS_NUMBER) !== 0) factor *= weights.number;
      if (speaker !== null && speaker !== undefined && row.talks[document] === 1 && asked.has(speaker)) factor *= weights.speaker;
      total[unit] = score * factor;
    }
  });
}

/**
 * What lies in the days that a query names comes first: where something of it is admitted and holds a word, else in days
 * around them, else anywhere. A query that asks for nothing but the days gets all that lies in them. Where little lies in
 * them, it follows: a note of that day may answer in other words.
 */
export function preferDays(
  shelf: Shelf,
  row: Row,
  {
    query,
    scores,
    weights,
    admits,
  }: { readonly query: Query; readonly scores: Scores; readonly weights: Weights; admits(unit: number): boolean },
): void {
  if (query.days.length === 0) return;
  const { total, own } = scores;
  const spans = widening(query).map((days) => unitsIn(shelf, row, days).filter(admits));
  const found = spans.map((units) => units.filter((unit) => query.isVague || (own[unit] as number) > 0)).find((units) => units.length > 0);
  const most = total.reduce((best, each) => Math.max(best, each), 0) || 1;
  for (const unit of found ?? []) total[unit] = (total[unit] as number) + 1.01 * most * weights.day;
  const named = spans[0] ?? [];
  if (named.length <= FEW) for (const unit of named) total[unit] = Math.max(total[unit] as number, most * OTHERWISE);
}

/** So many notes of the days that a query names are shown even without a word of it, as half as good as the best. */
const FEW = 20;
const OTHERWISE = 0.5;

/** The days that are named, then those around them. Who asks for nothing but the days gets the nearest ones that have something. */
function widening({ days, isVague }: Query): Days[][] {
  const all = [[...days]];
  for (let times = 0; times < (isVague ? WIDEST : 1); times++) all.push((all.at(-1) as Days[]).map(widened));
  return all;
}

/** Each time threefold: a day has become three years. */
const WIDEST = 6;

export function unitsIn(shelf: Shelf, row: Row, spans: readonly Days[]): number[] {
  return shelf.documents.flatMap(({ facts }, document) =>
    Array.from({ length: facts.days.length }, (_, ordinal) => ordinal)
      .filter((ordinal) => isWithin(facts.days[ordinal], spans))
      .map((ordinal) => (row.starts[document] as number) + ordinal),
  );
}

export function isWithin(day: string | null | undefined, spans: readonly Days[]): boolean {
  return day !== null && day !== undefined && spans.some(({ from, to }) => from <= day && day <= to);
}

function askedSpeakers({ speakers }: Row, query: Query): Set<string> {
  const named = new Set(query.terms);
  return new Set([...speakers].filter((speaker) => readWords(speaker).terms.some((term) => named.has(term))));
}

/** In short units length is chance; among long ones it says how much else a unit is about. */
function lengthShareOf(average: number, { lengthShare: [least, most], shortUnit }: Weights): number {
  return least + (most - least) * Math.min(1, average / shortUnit);
}

export function rarity(holding: number, all: number): number {
  return Math.log(1 + (all - holding + 0.5) / (holding + 0.5));
}

function average(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return Math.max(1, sum / Math.max(1, values.length));
}
