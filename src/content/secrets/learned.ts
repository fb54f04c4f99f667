// What a context gave away is a secret without it too: "my password is X" makes every later X one.

import type { Match } from "../secretShapes/sight.ts";
import { fold } from "./triggers.ts";

export interface Learned {
  /** 1 where a value begins with the folded triple. */
  readonly codes: Uint8Array;
  readonly values: { readonly value: string; readonly type: string }[];
}

const MOST = 64;
const SHORTEST = 8;
const LONGEST = 128;
/** Tokens of a known format need no memory: they are found by themselves. */
const CONTEXTUAL: ReadonlySet<string> = new Set(["password", "secret", "token", "key"]);

/** Adds a found value, if it is of a kind and size to be looked for again. */
export function learn(learned: Learned | undefined, type: string, value: string): Learned | undefined {
  if (!CONTEXTUAL.has(type) || value.length < SHORTEST || value.length > LONGEST) return learned;
  const { codes, values } = learned ?? { codes: new Uint8Array(32768), values: [] };
  if (values.length < MOST && !values.some((known) => known.value === value)) {
    codes[fold(value.charCodeAt(0), value.charCodeAt(1), value.charCodeAt(2))] = 1;
    values.push({ value, type });
  }
  return { codes, values };
}

/** A learned value at `place.at`; a number when more text is needed to tell, and how much. */
export function lookAgain(
  learned: Learned,
  text: string,
  place: { readonly at: number; readonly known: number },
): Match | number | undefined {
  for (const { value, type } of learned.values) {
    const end = place.at + value.length;
    if (end > place.known && text.startsWith(value.slice(0, text.length - place.at), place.at)) return end;
    if (text.startsWith(value, place.at)) return { type, start: place.at, end };
  }
  return undefined;
}
