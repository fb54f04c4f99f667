// A unit as the index file has it: its fields in one order, because their names would be a quarter of a short one. Its day is
// among the facts of its document.

import type { Unit } from "../units.ts";

type Packed = readonly [
  id: string,
  text: string,
  speaker?: string | null,
  heading?: string | null,
  of?: string | null,
  lines?: Unit["lines"] | null,
];

export function packUnit({ id, text, speaker, heading, of, lines }: Unit): string {
  const fields: unknown[] = [id, text, speaker, heading, of, lines];
  while (fields.at(-1) === undefined) fields.pop();
  return JSON.stringify(fields);
}

export function unpackUnit(packed: string, day: string | null = null): Unit {
  const [id, text, speaker, heading, of, lines] = JSON.parse(packed) as Packed;
  const fields = { of, heading, speaker, day, lines };
  return { id, text, ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)) };
}
