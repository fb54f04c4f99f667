// The facts of a document in a few bytes a unit: a million units must fit through a connection, and into a process.

import type { Facts } from "../digest.ts";
import { NumberReader, pushNumber } from "./numbers.ts";

/** Speakers and days are few and repeat themselves: each once, in front; then length, marks and speaker of every unit; then runs of days. */
export function packFacts(facts: Facts): Uint8Array {
  const count = facts.lengths.length;
  const speakers = new Names();
  const days = new Names();
  const units: number[] = [];
  const runs: number[] = [];
  let [day, length] = [-1, 0];
  for (let ordinal = 0; ordinal < count; ordinal++) {
    pushNumber(units, facts.lengths[ordinal] as number);
    pushNumber(units, (facts.marks[ordinal] as number) + MARKS * speakers.numberOf(facts.speakers[ordinal] ?? null));
    const here = days.numberOf(facts.days[ordinal] ?? null);
    if (here !== day && length > 0) pushRun(runs, day, length);
    length = here === day ? length + 1 : 1;
    day = here;
  }
  if (length > 0) pushRun(runs, day, length);
  const names = new TextEncoder().encode(JSON.stringify([speakers.all, days.all]));
  const head: number[] = [];
  pushNumber(head, count);
  pushNumber(head, names.length);
  return joined([Uint8Array.from(head), names, Uint8Array.from(units), Uint8Array.from(runs)]);
}

/** Room for the bits of a unit's marks. */
const MARKS = 8;

function pushRun(runs: number[], day: number, length: number): void {
  pushNumber(runs, day);
  pushNumber(runs, length);
}

export function unpackFacts(bytes: Uint8Array): Facts {
  const reader = new NumberReader(bytes);
  const count = reader.next();
  const size = reader.next();
  const [speakerNames, dayNames] = JSON.parse(new TextDecoder().decode(bytes.subarray(reader.at, reader.at + size))) as [
    string[],
    string[],
  ];
  reader.at += size;
  const lengths = new Uint32Array(count);
  const marks = new Uint8Array(count);
  const speakers: (string | null)[] = [];
  const days: (string | null)[] = [];
  for (let ordinal = 0; ordinal < count; ordinal++) {
    lengths[ordinal] = reader.next();
    const both = reader.next();
    marks[ordinal] = both % MARKS;
    speakers.push(speakerNames[Math.floor(both / MARKS) - 1] ?? null);
  }
  while (!reader.isAtEnd) {
    const day = dayNames[reader.next() - 1] ?? null;
    for (let left = reader.next(); left > 0 && days.length < count; left--) days.push(day);
  }
  return { lengths, marks, days, speakers };
}

/** Names in the order of their first appearance, from 1; 0 is nobody. */
class Names {
  readonly all: string[] = [];
  readonly #numbers = new Map<string, number>();

  numberOf(name: string | null): number {
    if (name === null) return 0;
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.all.push(name);
    this.#numbers.set(name, this.all.length);
    return this.all.length;
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const made = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    made.set(part, at);
    at += part.length;
  }
  return made;
}
