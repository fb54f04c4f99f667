// The vectors of a shelf's documents, and of no others: which units are nearest to a query in meaning.

import type { DatabaseSync as Database } from "node:sqlite";
import { bestOf } from "./best.ts";
import type { MeaningShelf } from "../units/shelf.ts";
import { codeOf, distance, product, wordsFor } from "../vectors/codes.ts";
import { numbersFrom, vectorFrom } from "./vectorTable.ts";

/** `numbers`: the documents' numbers in the file, in the order of the shelf. */
export function meaningShelfOver(database: Database, numbers: readonly number[]): MeaningShelf {
  const findVector = database.prepare("SELECT vector FROM vector WHERE document = ? AND ordinal = ?");
  let loaded: Codes | null = null;
  return {
    nearest(query, count) {
      const { places, codes } = (loaded ??= loadCodes(database, numbers, wordsFor(query.length)));
      const code = codeOf(query);
      return bestOf([[0, places.length >> 1]], count, (at) => query.length + 1 - distance(code, codes, at * code.length)).map((at) => ({
        document: places[at * 2] as number,
        ordinal: places[at * 2 + 1] as number,
      }));
    },
    similarity(query, document, ordinal) {
      const row = findVector.get(numbers[document] ?? -1, ordinal) as { vector: Uint8Array } | undefined;
      const vector = row === undefined ? null : vectorFrom(row.vector);
      return vector === null || vector.length !== query.length ? null : product(query, vector);
    },
  };
}

interface Codes {
  /** Document and ordinal in turn. */
  readonly places: Uint32Array;
  readonly codes: Uint32Array;
}

function loadCodes(database: Database, numbers: readonly number[], words: number): Codes {
  const find = database.prepare("SELECT ordinals, codes FROM code WHERE document = ?");
  const parts = numbers.flatMap((number, document) => {
    const row = find.get(number) as { ordinals: Uint8Array; codes: Uint8Array } | undefined;
    if (row === undefined) return [];
    const [ordinals, codes] = [numbersFrom(row.ordinals), numbersFrom(row.codes)];
    return codes.length === ordinals.length * words ? [{ document, ordinals, codes }] : [];
  });
  const count = parts.reduce((sum, { ordinals }) => sum + ordinals.length, 0);
  const made = { places: new Uint32Array(count * 2), codes: new Uint32Array(count * words) };
  let at = 0;
  for (const { document, ordinals, codes } of parts) {
    made.codes.set(codes, at * words);
    for (const ordinal of ordinals) made.places.set([document, ordinal], 2 * at++);
  }
  return made;
}
