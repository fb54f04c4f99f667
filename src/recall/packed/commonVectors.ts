// Vectors of what is indexed in common, kept by a store that can: made here, by the embedder, and compared there.

import type { PackedIndex, PackedPlace, PackedVectors } from "../../store/index.ts";
import type { Need, ShelfPlace } from "../units/shelf.ts";
import type { Unit } from "../units/units.ts";
import type { Embedder } from "../vectors/embedder.ts";
import type { MeaningShelf } from "../units/shelf.ts";
import { checkDimensions, meaningText } from "./vectorTable.ts";

const AT_ONCE = 64;

/** Makes the vectors that are missing in these documents, until it is late. */
export async function completeVectors(
  packed: PackedIndex,
  vectors: PackedVectors,
  { numbers, embedder, isLate }: { readonly numbers: readonly number[]; readonly embedder: Embedder; isLate(): boolean },
): Promise<void> {
  const { dimensions } = await vectors.facts(embedder.name, []);
  for (let tried = ""; !isLate();) {
    const places = await vectors.missing(embedder.name, numbers, AT_ONCE);
    // The same again: another machine replaced the document, or this login may not write.
    if (places.length === 0 || tried === JSON.stringify(places)) return;
    tried = JSON.stringify(places);
    const units = await packed.units(places);
    const known = places.flatMap((place, at) =>
      typeof units[at] === "string" ? [{ ...place, text: meaningText(JSON.parse(units[at]) as Unit) }] : [],
    );
    const made = await embedder.embed(known.map(({ text }) => text));
    checkDimensions(made, dimensions);
    await vectors.put(
      embedder.name,
      known.map(({ document, ordinal }, at) => ({ document, ordinal, vector: made[at] as Float32Array })),
    );
  }
}

/** `numbers`: the documents' numbers, in the order of the shelf. */
export function commonMeaning(
  vectors: PackedVectors,
  embedder: string,
  numbers: readonly number[],
): MeaningShelf & { fetch(need: Need): Promise<void> } {
  const places = new Map(numbers.map((number, place) => [number, place]));
  let nearest: ShelfPlace[] = [];
  let similarities = new Map<string, number | null>();
  const numbered = ({ document, ordinal }: ShelfPlace): PackedPlace => ({ document: numbers[document] ?? -1, ordinal });
  return {
    nearest: () => nearest,
    similarity: (_, document, ordinal) => similarities.get(`${document} ${ordinal}`) ?? null,
    async fetch(need) {
      if (need.kind === "nearest") {
        const found = await vectors.nearest(embedder, need.vector, { numbers, count: need.count });
        nearest = found.flatMap(({ document, ordinal }) =>
          places.has(document) ? [{ document: places.get(document) as number, ordinal }] : [],
        );
      }
      if (need.kind === "similarity") {
        const found = await vectors.similarities(embedder, need.vector, need.places.map(numbered));
        similarities = new Map(need.places.map(({ document, ordinal }, at) => [`${document} ${ordinal}`, found[at] ?? null]));
      }
    },
  };
}
