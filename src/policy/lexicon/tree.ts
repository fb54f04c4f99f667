// The phrases of tables as a tree of words for lookup. All phrases of English would be fifteen thousand, and a text has a hundred
// words: a branch is made when somebody looks for it.

import { type Language, type Row, rowsOf, type Sense, unitsOf } from "./language.ts";

export interface Tree {
  readonly next: { get(unit: string): Tree | undefined };
  readonly sense: Sense | null;
}

/** A place in a row: so many of these units of one of its parts were read. */
interface Place {
  readonly row: Row;
  readonly part: number;
  readonly units: readonly string[];
  readonly read: number;
}

/** One tree for several tables; where two know the same phrase the first one wins. It grows where somebody looks. */
export function treeOf(languages: readonly Language[]): Tree {
  const firsts = new Map<string, Place[]>();
  for (const place of languages.flatMap((language) => rowsOf(language).flatMap((row) => beginnings(row, 0)))) {
    const first = place.units[0] ?? "";
    const known = firsts.get(first);
    if (known === undefined) firsts.set(first, [place]);
    else known.push(place);
  }
  return treeFrom(null, (unit) => firsts.get(unit) ?? []);
}

/** `places`: those whose next unit this is, in the order in which they win. */
function treeFrom(sense: Sense | null, places: (unit: string) => readonly Place[]): Tree {
  const known = new Map<string, Tree | null>();
  const grow = (unit: string): Tree | undefined => {
    const here = places(unit);
    if (here.length === 0) return undefined;
    const ended = here.find((place) => place.read + 1 === place.units.length && mayEnd(place.row, place.part + 1));
    const following = here.flatMap(({ row, part, units, read }) =>
      read + 1 < units.length ? [{ row, part, units, read: read + 1 }] : beginnings(row, part + 1),
    );
    return treeFrom(ended?.row.sense ?? null, (next) => following.filter(({ units, read }) => units[read] === next));
  };
  return {
    sense,
    next: {
      get(unit) {
        let found = known.get(unit);
        if (found === undefined) known.set(unit, (found = grow(unit) ?? null));
        return found ?? undefined;
      },
    },
  };
}

/** What may come next from this part on. */
function beginnings(row: Row, part: number): Place[] {
  const places: Place[] = [];
  for (let at = part; at < row.parts.length; at++) {
    const those = row.parts[at] ?? [];
    for (const each of those) if (each !== "") places.push({ row, part: at, units: unitsOf(each), read: 0 });
    if (!those.includes("")) break;
  }
  return places;
}

function mayEnd({ parts }: Row, from: number): boolean {
  return parts.slice(from).every((part) => part.includes(""));
}
