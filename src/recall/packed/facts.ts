// The facts of a document in a few bytes a unit: a million units must fit through a connection, and into a process.

import { type Facts, MARKS, type Outline, outlineOf, type UnitRow } from "../units/digest.ts";
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

function pushRun(runs: number[], day: number, length: number): void {
  pushNumber(runs, day);
  pushNumber(runs, length);
}

export function unpackFacts(bytes: Uint8Array): Facts {
  return new PackedFacts({ bytes: () => bytes });
}

/** Where facts come from. */
export interface FactSource {
  readonly outline?: Outline;
  /** Asked once, when somebody wants more than the outline. */
  bytes(facts: Facts): Uint8Array;
}

export function factsOf(source: FactSource): Facts {
  return new PackedFacts(source);
}

type DocumentNames = readonly [speakers: readonly string[], days: readonly string[]];

/** Sessions of one day have the same speakers and the same day: ten thousand of them are read a thousand times. */
const knownNames = new Map<string, DocumentNames>();
const MOST_KNOWN_NAMES = 5000;
/** Of most notes, and nothing else is as short. */
const NO_NAMES = "[[],[]]";

interface Places {
  readonly bytes: Uint8Array;
  readonly count: number;
  /** Where the names begin, and the units. */
  readonly names: number;
  readonly units: number;
}

/** Read as far as somebody asks: of most documents a query wants the lengths and no more, and there may be a hundred thousand. */
class PackedFacts implements Facts {
  readonly #source: FactSource;
  #outline: Outline | undefined;
  #places: Places | undefined;
  #unitFacts: Pick<Facts, "lengths" | "marks" | "speakers"> | undefined;
  #dayFacts: ArrayLike<string | null> | undefined;
  #names: DocumentNames | undefined;

  constructor(source: FactSource) {
    this.#source = source;
  }

  get outline(): Outline {
    return this.#source.outline ?? (this.#outline ??= outlineOf(this));
  }
  get lengths(): ArrayLike<number> {
    return (this.#unitFacts ??= this.#readUnits()).lengths;
  }
  get marks(): ArrayLike<number> {
    return (this.#unitFacts ??= this.#readUnits()).marks;
  }
  get speakers(): ArrayLike<string | null> {
    return (this.#unitFacts ??= this.#readUnits()).speakers;
  }
  get days(): ArrayLike<string | null> {
    return (this.#dayFacts ??= this.#readDays());
  }

  fill({ lengths, kinds }: UnitRow, start: number): void {
    const { count } = this.#opened();
    const reader = this.#reader();
    for (let unit = start; unit < start + count; unit++) {
      lengths[unit] = reader.next();
      kinds[unit] = reader.next();
    }
  }

  #opened(): Places {
    if (this.#places !== undefined) return this.#places;
    const bytes = this.#source.bytes(this);
    const reader = new NumberReader(bytes);
    const count = reader.next();
    const size = reader.next();
    return (this.#places = { bytes, count, names: reader.at, units: reader.at + size });
  }

  #reader(): NumberReader {
    const { bytes, units } = this.#opened();
    const reader = new NumberReader(bytes);
    reader.at = units;
    return reader;
  }

  get dayNames(): readonly string[] {
    return this.#namesIn()[1];
  }

  get speakerNames(): readonly string[] {
    return this.#namesIn()[0];
  }

  #namesIn(): DocumentNames {
    return (this.#names ??= this.#readNames());
  }

  #readNames(): DocumentNames {
    const { bytes, names, units } = this.#opened();
    if (units - names === NO_NAMES.length) return [[], []];
    const packed = Buffer.from(bytes.buffer, bytes.byteOffset + names, units - names);
    const key = packed.toString("latin1");
    const known = knownNames.get(key);
    if (known !== undefined) return known;
    const read = JSON.parse(packed.toString("utf8")) as DocumentNames;
    if (knownNames.size >= MOST_KNOWN_NAMES) knownNames.clear();
    knownNames.set(key, read);
    return read;
  }

  #readUnits(): Pick<Facts, "lengths" | "marks" | "speakers"> {
    const { count } = this.#opened();
    const reader = this.#reader();
    const [names] = this.#namesIn();
    const lengths = new Uint32Array(count);
    const marks = new Uint8Array(count);
    const speakers = Array.from({ length: count }, (): string | null => null);
    for (let ordinal = 0; ordinal < count; ordinal++) {
      lengths[ordinal] = reader.next();
      const both = reader.next();
      marks[ordinal] = both % MARKS;
      if (both >= MARKS) speakers[ordinal] = names[Math.floor(both / MARKS) - 1] ?? null;
    }
    return { lengths, marks, speakers };
  }

  #readDays(): (string | null)[] {
    const { count } = this.#opened();
    const [, names] = this.#namesIn();
    if (names.length === 0) return Array.from({ length: count }, () => null);
    const reader = this.#reader();
    for (let left = count * 2; left > 0; left--) reader.next();
    const days = Array.from({ length: count }, (): string | null => null);
    for (let at = 0; !reader.isAtEnd;) {
      const day = names[reader.next() - 1] ?? null;
      const end = Math.min(count, at + reader.next());
      days.fill(day, at, end);
      at = end;
    }
    return days;
  }
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
