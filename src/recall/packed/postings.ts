// Where a term stands in many documents, as one run of bytes: number of the document, how many units, and for each unit how
// far it is from the one before and how often it holds the term. Runs can be put one behind the other, and documents that
// are gone are passed over; so a database can gather them without knowing what they are.

import type { Posting } from "../shelf.ts";
import { NumberReader, pushNumber } from "./numbers.ts";

/** `pairs`: ordinals and frequencies in turn. */
export function pushEntry(bytes: number[], document: number, pairs: readonly number[]): void {
  pushNumber(bytes, document);
  pushNumber(bytes, pairs.length / 2);
  let last = -1;
  for (let at = 0; at < pairs.length; at += 2) {
    // As in the index file; beyond this, more says nothing more.
    const [ordinal, frequency] = [pairs[at] as number, Math.min(pairs[at + 1] as number, 0xffff)];
    // Most units hold a term once: that is one bit, and the rest is how far away they are.
    pushNumber(bytes, (ordinal - last - 1) * 2 + (frequency > 1 ? 1 : 0));
    if (frequency > 1) pushNumber(bytes, frequency);
    last = ordinal;
  }
}

/** `places`: number of a document → its place on the shelf. What is not there is not counted either. */
export function entriesFrom(bytes: Uint8Array, places: ReadonlyMap<number, number>): Posting[] {
  const found: Posting[] = [];
  const reader = new NumberReader(bytes);
  while (!reader.isAtEnd) {
    const document = places.get(reader.next());
    const count = reader.next();
    const pairs = document === undefined ? null : new Uint32Array(count * 2);
    let last = -1;
    for (let at = 0; at < count; at++) {
      const step = reader.next();
      last += (step >>> 1) + 1;
      const frequency = (step & 1) === 1 ? reader.next() : 1;
      if (pairs !== null) {
        pairs[2 * at] = last;
        pairs[2 * at + 1] = frequency;
      }
    }
    if (pairs !== null && document !== undefined) found.push({ document, pairs });
  }
  return found;
}
