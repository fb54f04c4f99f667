// Filters, phrases, and texts that are read letter by letter.

import { searchable } from "../units/digest.ts";
import { documentOf, isWithin, type Row, type Scores } from "../ranking/score.ts";
import { fold, type Query } from "../reading/query.ts";
import type { Shelf, ShelvedDocument } from "../units/shelf.ts";
import { holdersOf, placeOf, shelfPlace, type Steps } from "./positions.ts";

/** Units that are read letter by letter are taken from the shelf so many at a time: there may be a million. */
const AT_ONCE = 4000;

export function* scoreLetters(shelf: Shelf, row: Row, query: Query): Steps<Scores> {
  const total = new Float64Array(row.count);
  const isFiltered =
    query.documents.length + query.sessions.length + query.within.length + query.bounds.length + query.speakers.length + query.days.length >
    0;
  const wanted = [...query.phrases, query.plain].filter((each) => /[^\p{P}\p{Z}]/u.test(each) || each.length > 1);
  const documents = new Set<number>();
  const scores = { total, own: total, documents };
  if (wanted.length === 0 && !isFiltered) return scores;
  if (wanted.length === 0) {
    total.fill(1);
    for (const document of shelf.documents.keys()) documents.add(document);
  } else {
    const may = mayHold(shelf, wanted);
    for (let from = 0; from < row.count; from += AT_ONCE) {
      const units = Array.from({ length: Math.min(AT_ONCE, row.count - from) }, (_, at) => from + at);
      const places = units.map((unit) => ({ unit, ...shelfPlace(row, unit) })).filter(({ document, ordinal }) => may(document, ordinal));
      yield { kind: "units", places };
      for (const { unit, document, ordinal } of places) {
        const text = fold(shelf.unit(document, ordinal).text);
        if (!wanted.every((each) => text.includes(each))) continue;
        total[unit] = 1;
        documents.add(document);
      }
    }
  }
  return scores;
}

/** By the longest of the words that all of them need. */
function mayHold(shelf: Shelf, wanted: readonly string[]): (document: number, ordinal: number) => boolean {
  const words = wanted.flatMap((each) => each.match(/[a-z0-9]+/g) ?? []);
  const longest = words.reduce((best, each) => (each.length > best.length ? each : best), "");
  return (longest === "" ? undefined : shelf.mayHold?.(longest)) ?? (() => true);
}

/** Filters are conditions: what they leave out is not a hit, however well it scores. */
export function* admission(shelf: Shelf, row: Row, query: Query): Steps<(unit: number) => boolean> {
  const excluded = new Set(query.without.flatMap((term) => holdersOf(shelf, row, term)));
  const isNamed = query.documents.map((name) => namedBy(name, shelf.documents));
  const isListed = ({ id, session }: ShelvedDocument) =>
    (isNamed.length === 0 || isNamed.some((is) => is(id))) &&
    (query.sessions.length === 0 || (session !== undefined && query.sessions.includes(session)));
  // Most questions name none, and of ten thousand documents the names are not even made.
  const documents = query.documents.length + query.sessions.length === 0 ? null : shelf.documents.map(isListed);
  const facts = (document: number) => (shelf.documents[document] as ShelvedDocument).facts;
  const phrased = query.onlyPhrases ? yield* holdersOfPhrases(shelf, row, query) : null;
  return (unit) => {
    if (excluded.has(unit) || phrased?.has(unit) === false) return false;
    const document = documentOf(row, unit);
    if (documents?.[document] === false) return false;
    const { day, ordinal } = placeOf(shelf, row, unit);
    if (
      query.speakers.length > 0 &&
      !query.speakers.some((name) => facts(document).speakers[ordinal]?.toLowerCase().includes(name) === true)
    )
      return false;
    return (query.within.length === 0 || isWithin(day, query.within)) && query.bounds.every((bound) => isWithin(day, [bound]));
  };
}

/** `in:MEMORY` is MEMORY.md where there is one, and not the folder memory; any other name is a part of a document's. */
function namedBy(name: string, documents: readonly { readonly id: string }[]): (id: string) => boolean {
  const isFile = (id: string) => [name, `${name}.md`].includes(id.slice(id.lastIndexOf("/") + 1));
  return documents.some(({ id }) => isFile(id)) ? isFile : (id) => id.toLowerCase().includes(name.toLowerCase());
}

/** Only units that hold every word of the phrases are read letter by letter. */
function* holdersOfPhrases(shelf: Shelf, row: Row, query: Query): Steps<Set<number>> {
  const [first, ...others] = query.words.map((forms) => forms.flatMap((form) => holdersOf(shelf, row, form)));
  // A phrase of stop words only was looked up letter by letter before.
  const start = first ?? Array.from({ length: row.count }, (_, unit) => unit);
  const all = others.reduce((kept, here) => {
    const also = new Set(here);
    return kept.filter((unit) => also.has(unit));
  }, start);
  const holders = new Set<number>();
  for (let from = 0; from < all.length; from += AT_ONCE) {
    const units = all.slice(from, from + AT_ONCE);
    yield { kind: "units", places: units.map((unit) => shelfPlace(row, unit)) };
    for (const unit of units) if (phrasesIn(shelf, row, { query, unit }) === query.phrases.length) holders.add(unit);
  }
  return holders;
}

function phrasesIn(shelf: Shelf, row: Row, { query, unit }: { readonly query: Query; readonly unit: number }): number {
  const { documentNumber, ordinal } = placeOf(shelf, row, unit);
  const text = fold(searchable(shelf.unit(documentNumber, ordinal)));
  return query.phrases.filter((phrase) => text.includes(phrase)).length;
}

export function phraseFactor(
  shelf: Shelf,
  row: Row,
  { query, unit, factor }: { readonly query: Query; readonly unit: number; readonly factor: number },
): number {
  return query.phrases.length > 0 && phrasesIn(shelf, row, { query, unit }) > 0 ? factor : 1;
}
