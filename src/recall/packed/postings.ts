// Where a term is, in few bytes: for each unit how far it is from the one before and how often it holds the term. The index
// file has them in blocks (blocks.ts). A database has many documents in one run, each with its number and how many units follow
// in front: runs can be put one behind the other, and documents that are gone are passed over, so it can gather them without
// knowing what they are.

import type { Posting } from "../units/shelf.ts";
import { NumberReader, pushNumber } from "./numbers.ts";

/** `pairs`: ordinals and frequencies in turn. */
export function pushEntry(bytes: number[], document: number, pairs: readonly number[]): void {
  pushNumber(bytes, document);
  pushNumber(bytes, pairs.length / 2);
  pushPairs(bytes, pairs);
}

export function pushPairs(bytes: number[], pairs: ArrayLike<number>): void {
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
export function readPairs(reader: NumberReader, pairs: Uint32Array): number {
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

/** Two terms that are read as one: a unit that holds both holds it as often as them together. */
export function mergedPairs(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  const counts = new Map<number, number>();
  for (const pairs of [a, b])
    for (let at = 0; at < pairs.length; at += 2)
      counts.set(pairs[at] as number, (counts.get(pairs[at] as number) ?? 0) + (pairs[at + 1] as number));
  return [...counts].sort(([left], [right]) => left - right).flat();
}
