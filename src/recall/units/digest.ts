// The digest of a document: everything that scoring needs of it and nothing else. Made once per content, kept on disk.

import { dayWords, speaksOfTime } from "../days/days.ts";
import { type Language, languageOf } from "../reading/languages.ts";
import { HAS_PIECES, isPiece } from "../reading/wordPieces.ts";
import type { Source, Unit } from "./units.ts";
import { readWords } from "../reading/tokeniser.ts";

/** Raised whenever the tokeniser or the units change, together with the index file's version: what was made before is made again. */
export const DIGEST_VERSION = 5;

export interface Digest {
  /** term → ordinal and frequency in turn: [0, 2, 5, 1] says twice in the first unit and once in the sixth. */
  readonly postings: ReadonlyMap<string, readonly number[]>;
  readonly facts: Facts;
}

/** One entry per unit. Plain lists from a file, packed ones from a database. */
export interface Facts {
  readonly lengths: ArrayLike<number>;
  readonly marks: ArrayLike<number>;
  readonly days: ArrayLike<string | null>;
  readonly speakers: ArrayLike<string | null>;
  /** Where asking for one of these costs something: what is known of the whole document, and what a row needs of its units. */
  readonly outline?: Outline;
  /** The days, each once. */
  readonly dayNames?: readonly string[];
  /** The speakers, each once. */
  readonly speakerNames?: readonly string[];
  fill?(row: UnitRow, start: number): void;
}

/** Where the units of many documents are one after the other. */
export interface UnitRow {
  readonly lengths: Float64Array;
  /** A unit's marks, and MARKS times the number of its speaker among the document's; 0 is nobody. */
  readonly kinds: Uint32Array;
}

/** Room for the bits of a unit's marks. */
export const MARKS = 8;

/** What scoring has to know of every document, also of one that holds no word of the query. */
export interface Outline {
  readonly count: number;
  /** Of all units together, and of the neighbours of each. */
  readonly length: number;
  readonly near: number;
  /** Who speaks, each once. */
  readonly speakers: readonly string[];
}

/** Neighbours of a unit: so many on each side. */
export const REACH = 2;

export function outlineOf({ lengths, speakers }: Pick<Facts, "lengths" | "speakers">): Outline {
  const count = lengths.length;
  const named = new Set<string>();
  let [length, near] = [0, 0];
  for (let at = 0; at < count; at++) {
    const own = lengths[at] as number;
    length += own;
    near += own * (Math.min(at, REACH) + Math.min(count - 1 - at, REACH));
    const speaker = speakers[at] ?? null;
    if (speaker !== null) named.add(speaker);
  }
  return { count, length, near, speakers: [...named] };
}

/** What a unit is like, as a bit. */
export const SPEAKS_OF_TIME = 2;

export function digest(source: Source): Digest {
  const postings = new Map<string, number[]>();
  const facts = { lengths: [] as number[], marks: [] as number[], days: [] as (string | null)[], speakers: [] as (string | null)[] };
  const title = titleOf(source.id);
  let language: Language | null = null;
  source.units.forEach((unit, ordinal) => {
    // What is too short to tell is in the language of what is above it.
    language = languageOf(unit.text, language);
    const { terms, length } = readWords(searchable(unit, title), language);
    const counts = new Map<string, number>();
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    if (terms.some(isPiece)) counts.set(HAS_PIECES, 1);
    for (const [term, count] of counts) {
      const list = postings.get(term);
      if (list === undefined) postings.set(term, [ordinal, count]);
      else list.push(ordinal, count);
    }
    facts.lengths.push(length);
    facts.marks.push(speaksOfTime(unit.text) ? SPEAKS_OF_TIME : 0);
    facts.days.push(unit.day ?? null);
    facts.speakers.push(unit.speaker ?? null);
  });
  return { postings, facts };
}

/** Speaker, day, headings and the document's name are part of what is searched (and each is worth points: see weights.ts). */
export function searchable(unit: Unit, title = ""): string {
  return [unit.speaker, unit.day === undefined ? undefined : dayWords(unit.day), title, unit.heading, unit.text]
    .filter((each) => each !== undefined && each !== "")
    .join("\n");
}

/** A file's name says what it is about; an id made for machines does not. */
function titleOf(id: string): string {
  const name = /(?<![^/\\])[^/\\]+\.md$/i.exec(id)?.[0].slice(0, -3);
  return name === undefined || /^\d{4}-\d{2}-\d{2}$/.test(name) ? "" : name;
}
