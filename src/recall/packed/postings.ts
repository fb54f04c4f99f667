// Where a term stands, in few bytes: for each unit how far it is from the one before and how often it holds the term. The index
// file has a row for each document. A database has many documents in one run, each with its number and how many units follow
// in front: runs can be put one behind the other, and documents that are gone are passed over, so it can gather them without
// knowing what they are.

import type { Posting } from "../shelf.ts";
import { NumberReader, pushNumber } from "./numbers.ts";

/** `pairs`: ordinals and frequencies in turn. */
export function packPairs(pairs: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  pushPairs(bytes, pairs);
  return Uint8Array.from(bytes);
}

export function pairsFrom(bytes: Uint8Array): Uint32Array {
  const reader = new NumberReader(bytes);
  // A unit has at least one byte.
  const pairs = new Uint32Array(bytes.length * 2);
  return pairs.subarray(0, readPairs(reader, pairs));
}

export function pushEntry(bytes: number[], document: number, pairs: readonly number[]): void {
  pushNumber(bytes, document);
  pushNumber(bytes, pairs.length / 2);
  pushPairs(bytes, pairs);
}

function pushPairs(bytes: number[], pairs: readonly number[]): void {
  let last = -1;
  for (let at = 0; at < pairs.length; at += 2) {
    // Beyond this, more says nothing more.
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
    const pairs = new Uint32Array(count * 2);
    readPairs(reader, pairs);
    if (document !== undefined) found.push({ document, pairs });
  }
  return found;
}

/** As many as there is room for; how many numbers that were. */
function readPairs(reader: NumberReader, pairs: Uint32Array): number {
  let last = -1;
  let at = 0;
  for (; at < pairs.length && !reader.isAtEnd; at += 2) {
    const step = reader.next();
    last += (step >>> 1) + 1;
    pairs[at] = last;
    pairs[at + 1] = (step & 1) === 1 ? reader.next() : 1;
  }
  return at;
}
