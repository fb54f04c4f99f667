// Several shelves as one: documents in one order wherever each of them is, one statistic over all. So a search over a
// mind whose documents are partly in a file and partly in a database gives what it would give over one of them.

import type { Need, Posting, Shelf, ShelfPlace, ShelvedDocument } from "./units/shelf.ts";
import type { MeaningShelf } from "./units/shelf.ts";

/** `order`: the documents' ids. What is on none of the shelves is left out; what is on several is taken from the first. */
export function joinShelves(order: readonly string[], shelves: readonly Shelf[]): Shelf {
  const [only] = shelves;
  if (only !== undefined && shelves.length === 1) return only;
  const where = new Map<string, { part: number; document: number }>();
  shelves.forEach((shelf, part) =>
    shelf.documents.forEach(({ stands }, document) => stands !== undefined && !where.has(stands) && where.set(stands, { part, document })),
  );
  const documents: ShelvedDocument[] = [];
  const homes: { part: number; document: number }[] = [];
  /** For each shelf: its documents' places on this one. */
  const places = shelves.map(({ documents: { length } }) => new Int32Array(length).fill(-1));
  for (const id of order) {
    const home = where.get(id);
    if (home === undefined) continue;
    (places[home.part] as Int32Array)[home.document] = documents.length;
    homes.push(home);
    documents.push(shelves[home.part]?.documents[home.document] as ShelvedDocument);
  }
  const partOf = (document: number) => shelves[homes[document]?.part ?? -1];
  const own = (part: number, wanted: readonly ShelfPlace[]) =>
    wanted
      .filter(({ document }) => homes[document]?.part === part)
      .map(({ document, ordinal }) => ({ document: homes[document]?.document ?? -1, ordinal }));
  const fetching = shelves.some(({ fetch }) => fetch !== undefined);
  return {
    documents,
    *postings(term): Iterable<Posting> {
      for (const [part, shelf] of shelves.entries()) {
        for (const { document, pairs } of shelf.postings(term)) {
          const place = places[part]?.[document] ?? -1;
          if (place >= 0) yield { document: place, pairs };
        }
      }
    },
    unit: (document, ordinal) => partOf(document)?.unit(homes[document]?.document ?? -1, ordinal) ?? { id: "", text: "" },
    ...(shelves.some(({ meaning }) => meaning !== undefined) ? { meaning: joinMeaning(shelves, { places, homes }) } : {}),
    ...(fetching
      ? {
          async fetch(need: Need) {
            await Promise.all(
              shelves.map((shelf, part) => shelf.fetch?.("places" in need ? { ...need, places: own(part, need.places) } : need)),
            );
          },
        }
      : {}),
  };
}

function joinMeaning(
  shelves: readonly Shelf[],
  { places, homes }: { readonly places: readonly Int32Array[]; readonly homes: readonly { part: number; document: number }[] },
): MeaningShelf {
  return {
    nearest: (query, count) =>
      shelves.flatMap(({ meaning }, part) =>
        (meaning?.nearest(query, count) ?? [])
          .map(({ document, ordinal }) => ({ document: places[part]?.[document] ?? -1, ordinal }))
          .filter(({ document }) => document >= 0),
      ),
    similarity(query, document, ordinal) {
      const home = homes[document];
      return home === undefined ? null : (shelves[home.part]?.meaning?.similarity(query, home.document, ordinal) ?? null);
    },
  };
}
