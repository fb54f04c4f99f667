// A shelf whose books are in a store elsewhere: what the search says it will take is fetched, and then taken from here.

import type { PackedIndex, PackedVectors } from "../../store/index.ts";
import type { Need, Posting, Shelf, ShelfPlace, ShelvedDocument } from "../units/shelf.ts";
import type { Unit } from "../units/units.ts";
import { commonMeaning } from "./commonVectors.ts";
import { entriesFrom } from "./postings.ts";

export interface Standing {
  readonly number: number;
  readonly shelved: ShelvedDocument;
}

/** `vectors`: where the units have vectors of this embedder. */
export function commonShelf(
  standing: readonly Standing[],
  packed: Pick<PackedIndex, "entries" | "units">,
  vectors: { readonly kept: PackedVectors; readonly embedder: string } | null,
): Shelf {
  const numbers = standing.map(({ number }) => number);
  const places = new Map(numbers.map((number, place) => [number, place]));
  const postings = new Map<string, Posting[]>();
  let units = new Map<string, Unit>();
  const meaning = vectors === null ? null : commonMeaning(vectors.kept, vectors.embedder, numbers);

  const fetchPostings = async (terms: readonly string[]) => {
    for (const term of postings.keys()) if (!terms.includes(term)) postings.delete(term);
    const missing = terms.filter((term) => !postings.has(term));
    for (const [term, parts] of await packed.entries(missing))
      postings.set(
        term,
        parts.flatMap((bytes) => entriesFrom(bytes, places)),
      );
  };
  const fetchUnits = async (wanted: readonly ShelfPlace[]) => {
    const found = await packed.units(wanted.map(({ document, ordinal }) => ({ document: numbers[document] ?? -1, ordinal })));
    units = new Map(
      wanted.flatMap((place, at) => (typeof found[at] === "string" ? [[nameOf(place), JSON.parse(found[at]) as Unit] as const] : [])),
    );
  };

  return {
    documents: standing.map(({ shelved }) => shelved),
    postings: (term) => postings.get(term) ?? [],
    // Gone between the list and the text: another machine indexed the document anew in this moment.
    unit: (document, ordinal) => units.get(nameOf({ document, ordinal })) ?? { id: "", text: "" },
    ...(meaning === null ? {} : { meaning }),
    async fetch(need: Need) {
      await meaning?.fetch(need);
      if (need.kind === "postings") await fetchPostings(need.terms);
      if (need.kind === "units") await fetchUnits(need.places);
    },
  };
}

function nameOf({ document, ordinal }: ShelfPlace): string {
  return `${document} ${ordinal}`;
}
