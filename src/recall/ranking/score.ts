// Scores: BM25 of a unit, of its neighbours and of its document, each with its own statistics over the same shelf.

import { type Facts, MARKS, outlineOf, REACH, SPEAKS_OF_TIME, type UnitRow } from "../units/digest.ts";
import { type Days, widened } from "../days/days.ts";
import { mergedPairs } from "../packed/postings.ts";
import type { Query } from "../reading/query.ts";
import type { Posting, Shelf, ShelvedDocument } from "../units/shelf.ts";
import type { Weights } from "./weights.ts";
import { isAssistant, isPerson, isRole } from "../reading/speakers.ts";
import { readWords } from "../reading/tokeniser.ts";

/** All units of a shelf in one row, document after document. What is in it of a document's units is there once that was opened. */
export interface Row extends UnitRow {
  readonly count: number;
  /** Where each document begins; one more entry for the end. */
  readonly starts: Uint32Array;
  readonly documentLengths: Float64Array;
  readonly averages: { readonly own: number; readonly near: number; readonly whole: number };
  /** Those of a talk between two, each once: a query may name one of them. */
  readonly speakers: ReadonlySet<string>;
  /** 1 for a document in which two speak. */
  readonly talks: Uint8Array;
  /** 1 for a document in which anybody speaks, also one who is only a role. */
  readonly hasSpeakers: Uint8Array;
  readonly isOpen: Uint8Array;
  /** Room to reckon in, used again by every query: a hundred thousand units would leave megabytes behind each time. */
  readonly room: {
    readonly own: Float64Array;
    readonly near: Float64Array;
    readonly nearby: Float64Array;
    readonly total: Float64Array;
    readonly whole: Float64Array;
    readonly touched: Uint32Array;
    /** Documents of which anything here is not zero. */
    readonly used: Set<number>;
  };
}

export interface Scores {
  readonly total: Float64Array;
  /** Units that hold a term themselves. */
  readonly own: Float64Array;
  /** In which documents any unit has a score: of ten thousand a query may touch a hundred. */
  readonly documents: Set<number>;
}

export function rowOf(shelf: Shelf): Row {
  const { length } = shelf.documents;
  const starts = new Uint32Array(length + 1);
  const documentLengths = new Float64Array(length);
  const talks = new Uint8Array(length);
  const hasSpeakers = new Uint8Array(length);
  const speakers = new Set<string>();
  let [all, near] = [0, 0];
  shelf.documents.forEach(({ facts }, document) => {
    const outline = facts.outline ?? outlineOf(facts);
    starts[document + 1] = (starts[document] as number) + outline.count;
    documentLengths[document] = outline.length;
    all += outline.length;
    near += outline.near;
    if (outline.speakers.length === 0) return;
    hasSpeakers[document] = 1;
    const named = outline.speakers.filter((speaker) => !isRole(speaker));
    if (named.length !== 2) return;
    talks[document] = 1;
    for (const speaker of named) speakers.add(speaker);
  });
  const count = starts[length] as number;
  const numbers = () => new Float64Array(count);
  const average = (sum: number, of: number) => Math.max(1, sum / Math.max(1, of));
  return {
    count,
    starts,
    documentLengths,
    talks,
    hasSpeakers,
    speakers,
    averages: { own: average(all, count), near: average(near, count), whole: average(all, length) },
    lengths: numbers(),
    kinds: new Uint32Array(count),
    isOpen: new Uint8Array(length),
    room: {
      own: numbers(),
      near: numbers(),
      nearby: numbers(),
      total: numbers(),
      whole: new Float64Array(length),
      touched: new Uint32Array(count),
      used: new Set(),
    },
  };
}

/** The lengths of a document's units: most queries need those of few documents. */
function openDocument(shelf: Shelf, row: Row, document: number): void {
  if (row.isOpen[document] === 1) return;
  row.isOpen[document] = 1;
  const { facts } = shelf.documents[document] as ShelvedDocument;
  const start = row.starts[document] as number;
  if (facts.fill === undefined) fillFrom(facts, row, start);
  else facts.fill(row, start);
}

function fillFrom(facts: Facts, row: UnitRow, start: number): void {
  const { lengths, marks, speakers } = facts;
  const names = speakerNamesOf(facts);
  for (let ordinal = 0; ordinal < lengths.length; ordinal++) {
    row.lengths[start + ordinal] = lengths[ordinal] as number;
    row.kinds[start + ordinal] = (marks[ordinal] as number) + MARKS * (names.indexOf(speakers[ordinal] ?? "") + 1);
  }
}

/** In the order in which they speak first. */
function speakerNamesOf(facts: Facts): readonly string[] {
  return facts.speakerNames ?? (facts.outline ?? outlineOf(facts)).speakers;
}

/** Which document a unit is of. */
export function documentOf({ starts }: Row, unit: number): number {
  let [low, high] = [0, starts.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as number) <= unit) low = middle;
    else high = middle;
  }
  return low;
}

/** The units of these documents in the order of the row. */
export function* unitsOf({ starts }: Row, documents: Iterable<number>): Generator<readonly [start: number, end: number]> {
  for (const document of [...documents].sort((a, b) => a - b)) yield [starts[document] as number, starts[document + 1] as number];
}

/** A word of the query with the forms that it may have, and how much it counts. */
export interface Looked {
  readonly forms: readonly string[];
  readonly share: number;
  /** How rare it is, is reckoned among the units that hold this term; without it, among all. */
  readonly among?: string;
}

/** The answer is in the row's room: it is good until the next query. `onto`: what was scored last, to which these words are added. */
export function scoreTerms(
  shelf: Shelf,
  row: Row,
  { words, weights, onto }: { readonly words: readonly Looked[]; readonly weights: Weights; readonly onto?: Scores },
): Scores {
  const { count, starts, averages, lengths } = row;
  const { own, near, nearby, whole, touched, used } = row.room;
  if (onto === undefined) clear(row);
  const { saturation: k } = weights;
  const b = lengthShareOf(averages.own, weights);
  const bm25 = (frequency: number, length: number, mean: number) => (frequency * (k + 1)) / (frequency + k * (1 - b + (b * length) / mean));
  const holders = holdersIn(shelf, count);
  for (const { forms, share, among } of words) {
    const those = holders(among);
    if (those.units === 0) continue;
    // The forms of a word are one: how rare it is, is reckoned over all of them.
    const all = forms.map((form) => [...shelf.postings(form)]);
    const postings = mergedPostings(all);
    if (postings.length === 0) continue;
    const here = countOf(postings);
    const first = among === undefined ? here : countOf(all[0] as Posting[]);
    // One measure of rarity for a unit and its neighbours: how many units hold the term. Those that hold it in another form than
    // `among` says are beside these.
    const rare = share * rarity(here.units, those.units + here.units - first.units);
    const rareDocument = share * rarity(here.documents, those.documents + here.documents - first.documents);
    for (const { document, pairs } of postings) {
      const [start, end] = [starts[document] ?? 0, starts[document + 1] ?? 0];
      openDocument(shelf, row, document);
      used.add(document);
      let [sum, last] = [0, 0];
      for (let at = 0; at < pairs.length; at += 2) {
        const unit = start + (pairs[at] as number);
        const frequency = pairs[at + 1] as number;
        sum += frequency;
        own[unit] = (own[unit] as number) + rare * bm25(frequency, lengths[unit] as number, averages.own);
        const behind = Math.min(end, unit + REACH + 1);
        for (let other = Math.max(start, unit - REACH); other < behind; other++) {
          if (other === unit) continue;
          if (nearby[other] === 0) touched[last++] = other;
          nearby[other] = (nearby[other] as number) + frequency;
        }
      }
      whole[document] = (whole[document] as number) + rareDocument * bm25(sum, row.documentLengths[document] as number, averages.whole);
      for (let index = 0; index < last; index++) {
        const unit = touched[index] as number;
        let length = -(lengths[unit] as number);
        const behind = Math.min(end, unit + REACH + 1);
        for (let other = Math.max(start, unit - REACH); other < behind; other++) length += lengths[other] as number;
        near[unit] = (near[unit] as number) + rare * bm25(nearby[unit] as number, length, averages.near);
        nearby[unit] = 0;
      }
    }
  }
  return sumUp(row, weights);
}

/** Of the query before. */
function clear({ starts, room: { own, near, total, whole, used } }: Row): void {
  for (const document of used) {
    for (const each of [own, near, total]) each.fill(0, starts[document], starts[document + 1]);
    whole[document] = 0;
  }
  used.clear();
}

/** Of each unit what it scored itself, with its neighbours and its document. */
function sumUp({ starts, kinds, averages, room }: Row, weights: Weights): Scores {
  const { own, near, whole, total, used } = room;
  // A short unit says little by itself and borrows from those around it; a long one needs them less.
  const borrowed = Math.min(1, weights.shortUnit / Math.max(1, averages.own));
  for (const document of used) {
    const environment = (whole[document] as number) * weights.document;
    const end = starts[document + 1] as number;
    for (let unit = starts[document] as number; unit < end; unit++) {
      const share = (kinds[unit] as number) >= MARKS ? weights.near : weights.near * weights.written;
      total[unit] = (own[unit] as number) + (near[unit] as number) * share * borrowed + environment;
    }
  }
  return { total, own, documents: used };
}

/** How many units and documents hold a term, each asked for once; without a term, all of them. */
function holdersIn(shelf: Shelf, units: number): (term: string | undefined) => { readonly units: number; readonly documents: number } {
  const all = { units, documents: shelf.documents.length };
  const known = new Map<string, typeof all>();
  return (term) => {
    const before = term === undefined ? all : known.get(term);
    if (before !== undefined || term === undefined) return before ?? all;
    const found = countOf([...shelf.postings(term)]);
    known.set(term, found);
    return found;
  };
}

function countOf(postings: readonly Posting[]): { readonly units: number; readonly documents: number } {
  return { units: postings.reduce((sum, { pairs }) => sum + pairs.length / 2, 0), documents: postings.length };
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

const NOBODY: readonly string[] = [];

/** Factors for what a unit is: spoken by whom the query names, on a day that it names, of the kind that it asks for. */
export function weighKinds(
  shelf: Shelf,
  row: Row,
  { query, scores, weights }: { readonly query: Query; readonly scores: Scores; readonly weights: Weights },
): void {
  const { total } = scores;
  const asked = askedSpeakers(row, query);
  const factorOf = (speaker: string | undefined, document: number) => {
    const isOther = query.asksAssistant ? isPerson(speaker) : isAssistant(speaker);
    const isAsked = row.talks[document] === 1 && asked.has(speaker ?? "");
    return (isOther ? weights.otherVoice : 1) * (isAsked ? weights.speaker : 1);
  };
  // Unpacked only where it may be weighed otherwise than the rest.
  for (const document of query.asksWhen ? scores.documents : [...scores.documents].filter((each) => row.hasSpeakers[each] === 1)) {
    openDocument(shelf, row, document);
    const names = row.hasSpeakers[document] === 1 ? speakerNamesOf((shelf.documents[document] as ShelvedDocument).facts) : NOBODY;
    // A hundred thousand units have a handful of speakers.
    const factors = Float64Array.from([undefined, ...names], (speaker) => factorOf(speaker, document));
    const end = row.starts[document + 1] as number;
    for (let unit = row.starts[document] as number; unit < end; unit++) {
      const marks = row.kinds[unit] as number;
      const time = query.asksWhen && (marks & SPEAKS_OF_TIME) !== 0 ? weights.time : 1;
      total[unit] = (total[unit] as number) * (factors[Math.floor(marks / MARKS)] as number) * time;
    }
  }
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
  const { total, own, documents } = scores;
  const [first = [], ...wider] = widening(query);
  const inDays = unitsIn(shelf, row, first).filter(admits);
  let most = 0;
  for (const [start, end] of unitsOf(row, documents))
    for (let unit = start; unit < end; unit++) most = Math.max(most, total[unit] as number);
  most ||= 1;
  const answering = (units: readonly number[], least: number) =>
    units.filter((unit) => query.isVague || ((own[unit] as number) > 0 && (total[unit] as number) >= least * most));
  let found = answering(inDays, 0);
  // That another day was meant is a guess: only what answers nearly as well as the best makes it a good one.
  for (let at = 0; found.length === 0 && at < wider.length; at++)
    found = answering(unitsIn(shelf, row, wider[at] as Days[]).filter(admits), NEARLY);
  for (const unit of found) total[unit] = (total[unit] as number) + 1.01 * most * weights.day;
  const named = inDays.length <= FEW ? inDays : [];
  for (const unit of named) total[unit] = Math.max(total[unit] as number, most * OTHERWISE);
  for (const unit of [...found, ...named]) documents.add(documentOf(row, unit));
}

/** Of the best score. */
const NEARLY = 0.5;

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
  const found: number[] = [];
  shelf.documents.forEach(({ facts }, document) => {
    // Most documents are of one day, or of none: of ten thousand few are looked through.
    if (facts.dayNames?.some((day) => isWithin(day, spans)) === false) return;
    const { days } = facts;
    for (let ordinal = 0; ordinal < days.length; ordinal++)
      if (isWithin(days[ordinal], spans)) found.push((row.starts[document] as number) + ordinal);
  });
  return found;
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
