// Where things are on a shelf, for the steps of a search. A step says what it will take before it takes it.

import { documentOf, type Row } from "../ranking/score.ts";
import type { Need, Shelf, ShelfPlace, ShelvedDocument } from "../units/shelf.ts";

export type Steps<T> = Generator<Need, T, void>;

export interface Candidate {
  readonly index: number;
  readonly document: ShelvedDocument;
  readonly documentNumber: number;
  readonly ordinal: number;
  readonly day: string | null;
}

export function placeOf(shelf: Shelf, row: Row, index: number): Candidate {
  const { document: documentNumber, ordinal } = shelfPlace(row, index);
  const document = shelf.documents[documentNumber] as ShelvedDocument;
  return { index, document, documentNumber, ordinal, day: document.facts.days[ordinal] ?? null };
}

export function shelfPlace(row: Row, index: number): ShelfPlace {
  const document = documentOf(row, index);
  return { document, ordinal: index - (row.starts[document] as number) };
}

/** The units that hold a term; not many more than `most`. */
export function holdersOf(shelf: Shelf, row: Row, term: string, most = Number.POSITIVE_INFINITY): number[] {
  const units: number[] = [];
  for (const { document, pairs } of shelf.postings(term)) {
    if (units.length >= most) break;
    for (let at = 0; at < pairs.length; at += 2) units.push((row.starts[document] as number) + (pairs[at] as number));
  }
  return units;
}

/** Whether more units than this hold a term, asked without listing them. */
export function isWide(shelf: Shelf, term: string, most: number): boolean {
  return holdersIn(shelf, term, most) > most;
}

/** How many units hold a term; not many more than `most`. */
export function holdersIn(shelf: Shelf, term: string, most = Number.POSITIVE_INFINITY): number {
  let count = 0;
  for (const { pairs } of shelf.postings(term)) if ((count += pairs.length / 2) > most) break;
  return count;
}

export function isEmpty(all: Iterable<unknown>): boolean {
  for (const _ of all) return false;
  return true;
}
