// Which of the words that one slip leads to was meant: the likelier slip, the word that is there more often, and the one that
// is beside the other words of the question. "When did we go to the beah" is the beach, though "yeah" is there ten times as often.

import type { Row } from "../ranking/score.ts";
import type { Shelf } from "../units/shelf.ts";
import { holdersIn, holdersOf } from "./positions.ts";

/** Of so many the company is looked at; so many are looked for, if none is far less likely than the first. */
const WEIGHED = 12;
const MOST_READINGS = 3;
const FAR_LESS = 0.1;
/** What is in more units is beside everything. */
const MOST_HOLDERS = 20_000;
/** As if each reading had been seen in so many more units, with no other company than chance gives. */
const BY_CHANCE = 5;

/** The terms, the likeliest first. `like`: how likely each slip is; `others`: the other words of the question. */
export function readingsOf(
  shelf: Shelf,
  row: Row,
  { like, others }: { readonly like: ReadonlyMap<string, number>; readonly others: readonly (readonly string[])[] },
): string[] {
  const held = likeliestFirst([...like].map(([term, chance]) => ({ term, chance: chance * Math.sqrt(holdersIn(shelf, term)) })));
  if (held.length <= 1) return held.map(({ term }) => term);
  const company = others.map((forms) => unitsAround(shelf, row, forms)).filter(({ size }) => size > 0);
  const weighed = likeliestFirst(
    held.slice(0, WEIGHED).map(({ term, chance }) => {
      const units = holdersOf(shelf, row, term, MOST_HOLDERS);
      return { term, chance: company.reduce((product, around) => product * kept(units, around, row.count), chance) };
    }),
  );
  const least = FAR_LESS * (weighed[0]?.chance ?? 0);
  return weighed
    .filter(({ chance }) => chance >= least)
    .slice(0, MOST_READINGS)
    .map(({ term }) => term);
}

function likeliestFirst<T extends { readonly term: string; readonly chance: number }>(all: readonly T[]): T[] {
  return all.filter(({ chance }) => chance > 0).sort((a, b) => b.chance - a.chance || (a.term < b.term ? -1 : 1));
}

/** How many times more often these units are beside a word than any others. */
function kept(units: readonly number[], around: ReadonlySet<number>, all: number): number {
  const share = Math.min(1, around.size / all);
  const beside = units.reduce((count, unit) => (around.has(unit) ? count + 1 : count), 0);
  return (beside + BY_CHANCE * share) / (units.length + BY_CHANCE) / share;
}

/** The units that hold a word, and those before and behind them. */
function unitsAround(shelf: Shelf, row: Row, forms: readonly string[]): ReadonlySet<number> {
  const units = forms.flatMap((form) => holdersOf(shelf, row, form, MOST_HOLDERS));
  return new Set(units.length >= MOST_HOLDERS ? [] : units.flatMap((unit) => [unit - 1, unit, unit + 1]));
}
