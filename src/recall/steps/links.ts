// Notes on the same thing as the best hit that are newer than it.

import type { Row } from "../ranking/score.ts";
import { type Judged, subjectOf, updatesOf } from "../ranking/updates.ts";
import type { Shelf } from "../units/shelf.ts";
import { holdersOf, isWide, placeOf, shelfPlace, type Steps } from "./positions.ts";

/** A word that is in more units than this is about many things; and so many notes on one thing are enough. */
const MOST_HOLDERS = 200;
const MOST_LINKED = 12;
/** A word that so few units have is the name of a thing, and enough: "cancelled Dropbox". */
const RARE = 5;

export interface Shown extends Judged {
  readonly index: number;
  readonly documentNumber: number;
  readonly ordinal: number;
  readonly near: number | null;
}

/** A newer note need not hold a word of the question: "moved from Lisbon to Porto" is found through "lives in Lisbon". */
export function* withLinked(
  shelf: Shelf,
  row: Row,
  { shown, admits }: { readonly shown: readonly Shown[]; admits(unit: number): boolean },
): Steps<readonly Shown[]> {
  const [best] = shown;
  const subject = best === undefined ? [] : subjectOf(best.unit);
  if (best === undefined || subject.length < 2) return shown;
  yield { kind: "postings", terms: subject };
  const counts = new Map<number, number>();
  for (const term of subject) {
    if (isWide(shelf, term, MOST_HOLDERS)) continue;
    const holders = holdersOf(shelf, row, term);
    const says = holders.length <= RARE ? 2 : 1;
    for (const unit of holders) counts.set(unit, (counts.get(unit) ?? 0) + says);
  }
  const known = new Set(shown.map(({ index }) => index));
  const near = [...counts]
    .filter(([unit, count]) => count >= 2 && !known.has(unit) && admits(unit))
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, MOST_LINKED)
    .map(([unit]) => placeOf(shelf, row, unit));
  if (near.length === 0) return shown;
  yield { kind: "units", places: near.map(({ index }) => shelfPlace(row, index)) };
  const others = near.map(({ document, ...place }): Shown => ({
    ...place,
    document: document.id,
    isSession: document.session !== undefined,
    unit: shelf.unit(place.documentNumber, place.ordinal),
    score: best.score,
    near: null,
    isLinked: true,
  }));
  return [best, ...updatesOf(best, others), ...shown.slice(1)];
}
