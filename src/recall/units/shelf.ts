// A shelf: the documents that a search may see, and nothing of the others, not even in the statistics.

import { type Digest, digest, type Facts } from "./digest.ts";
import type { Source, Unit } from "./units.ts";

export interface ShelvedDocument {
  readonly id: string;
  /** Its id in the index that it is in: several shelves become one by it. */
  readonly stands?: string;
  /** Another one for another content. */
  readonly version?: string | number;
  readonly session?: string | undefined;
  readonly facts: Facts;
}

/** The vectors of a shelf's units. */
export interface MeaningShelf {
  /** By their codes; as many as asked for. */
  nearest(query: Float32Array, count: number): { readonly document: number; readonly ordinal: number }[];
  /** The cosine, exactly. Null where the unit has no vector. */
  similarity(query: Float32Array, document: number, ordinal: number): number | null;
}

/** The documents that one search may see. */
export interface Shelf {
  readonly documents: readonly ShelvedDocument[];
  /** Where a term is: number of the document, and ordinals and frequencies in turn. */
  postings(term: string): Iterable<Posting>;
  unit(document: number, ordinal: number): Unit;
  /** Which units may hold these letters (a to z, digits), told without reading each; what it leaves out does not hold them. */
  mayHold?(letters: string): (document: number, ordinal: number) => boolean;
  /** Where the shelf's units have vectors. */
  readonly meaning?: MeaningShelf;
  /** Only of a shelf whose books are elsewhere: brings what the search is about to take from it. */
  fetch?(need: Need): Promise<void>;
}

/** What a search will take from its shelf next. Of each kind, only what was named last is at hand. */
export type Need =
  | { readonly kind: "postings"; readonly terms: readonly string[] }
  | { readonly kind: "units"; readonly places: readonly ShelfPlace[] }
  | { readonly kind: "nearest"; readonly vector: Float32Array; readonly count: number }
  | { readonly kind: "similarity"; readonly vector: Float32Array; readonly places: readonly ShelfPlace[] };

export interface ShelfPlace {
  readonly document: number;
  readonly ordinal: number;
}

export interface Posting {
  readonly document: number;
  readonly pairs: ArrayLike<number>;
}

/** In memory: for data that is searched once, and where the index file cannot be written. */
export function shelfOf(sources: readonly Source[]): Shelf {
  const postings = new Map<string, Posting[]>();
  const documents = sources.map((source, document): ShelvedDocument => {
    const made: Digest = digest(source);
    for (const [term, pairs] of made.postings) {
      const list = postings.get(term);
      if (list === undefined) postings.set(term, [{ document, pairs }]);
      else list.push({ document, pairs });
    }
    return { id: source.id, facts: made.facts, ...(source.session === undefined ? {} : { session: source.session }) };
  });
  return {
    documents,
    postings: (term) => postings.get(term) ?? [],
    unit: (document, ordinal) => sources[document]?.units[ordinal] ?? { id: "", text: "" },
  };
}
