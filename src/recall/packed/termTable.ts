// In which blocks a word of plain letters stands, and how it is written: so that a rare one is looked for in few blocks, one
// that is nowhere in none, and a part of a word is found without reading texts. The first block is not in here: whoever has
// so few documents looks there, and small minds stay small on the disk. Nor are pairs of characters and pieces of words: nobody
// mistypes them by the hundred, and they are many.

import type { DatabaseSync as Database } from "node:sqlite";
import { hashAt, HASHES, pushHash, rowOf, ROWS } from "./hashes.ts";
import { NumberReader, pushNumber } from "./numbers.ts";
import { plainTerm } from "../reading/languages.ts";

export const TERM_TABLE = "CREATE TABLE term (place INTEGER PRIMARY KEY, terms BLOB NOT NULL);";

/** Blocks that a row tells of: as many as there are bits in a number. */
const SPAN = 48;
/** Shorter ones are looked for as they are. */
const WRITTEN = 4;
const TOLD = /^(?:[a-z]{2}~)?[a-z0-9]{1,64}$/;

/** Whether the table knows of such a term. */
export function isTold(term: string): boolean {
  return TOLD.test(term);
}

interface Term {
  /** A bit for each block. */
  blocks: number;
  readonly text: string;
}

function termsIn(row: Uint8Array): Map<number, Term> {
  const terms = new Map<number, Term>();
  const reader = new NumberReader(row);
  while (!reader.isAtEnd) {
    const hash = hashAt(row, reader.at);
    reader.at += 3;
    const blocks = reader.next();
    const end = reader.next() + reader.at;
    terms.set(hash, { blocks, text: String.fromCharCode(...row.subarray(reader.at, end)) });
    reader.at = end;
  }
  return terms;
}

function packed(terms: ReadonlyMap<number, Term>): Uint8Array {
  const bytes: number[] = [];
  for (const [hash, { blocks, text }] of terms) {
    pushHash(bytes, hash);
    pushNumber(bytes, blocks);
    pushNumber(bytes, text.length);
    for (let at = 0; at < text.length; at++) bytes.push(text.charCodeAt(at));
  }
  return Uint8Array.from(bytes);
}

/** Numbers have more bits than bitwise operators know. */
function hasBit(bits: number, bit: number): boolean {
  return Math.floor(bits / 2 ** bit) % 2 === 1;
}

export interface TermTable {
  /** Which hashes came to a row of postings, and which went. */
  note(posting: number, terms: { readonly came: readonly number[]; readonly gone: readonly number[] }): void;
  write(textOf: (hash: number) => string): void;
}

export function termTableOf(database: Database): TermTable {
  const find = database.prepare("SELECT terms FROM term WHERE place = ?");
  const put = database.prepare("INSERT OR REPLACE INTO term (place, terms) VALUES (?, ?)");
  const drop = database.prepare("DELETE FROM term WHERE place = ?");
  const noted = new Map<number, Noted[]>();
  return {
    note(posting, { came, gone }) {
      const block = Math.floor(posting / ROWS) - 1;
      if (block < 0 || came.length + gone.length === 0) return;
      const place = Math.floor(block / SPAN) * ROWS + (posting % ROWS);
      const here = noted.get(place) ?? [];
      here.push({ bit: block % SPAN, came, gone });
      noted.set(place, here);
    },
    write(textOf) {
      for (const place of [...noted.keys()].sort((a, b) => a - b)) {
        const row = find.get(place) as { terms: Uint8Array } | undefined;
        const terms = row === undefined ? new Map<number, Term>() : termsIn(row.terms);
        for (const each of noted.get(place) ?? []) change(terms, each, (hash) => textOf((place % ROWS) * HASHES + hash));
        if (terms.size > 0) put.run(place, packed(terms));
        else if (row !== undefined) drop.run(place);
      }
      noted.clear();
    },
  };
}

interface Noted {
  /** Of the block. */
  readonly bit: number;
  readonly came: readonly number[];
  readonly gone: readonly number[];
}

function change(terms: Map<number, Term>, { bit, came, gone }: Noted, textOf: (hash: number) => string): void {
  for (const hash of gone) {
    const term = terms.get(hash);
    if (term !== undefined && hasBit(term.blocks, bit)) term.blocks -= 2 ** bit;
    if (term?.blocks === 0) terms.delete(hash);
  }
  for (const hash of came) {
    if (!isTold(textOf(hash))) continue;
    const text = plainTerm(textOf(hash));
    const term = terms.get(hash) ?? { blocks: 0, text: text.length < WRITTEN ? "" : text };
    if (!hasBit(term.blocks, bit)) term.blocks += 2 ** bit;
    terms.set(hash, term);
  }
}

export interface TermReader {
  /** Of a term that is told. */
  blocksOf(hash: number): Generator<number>;
  /** Hashes of the terms that hold these letters, or end where the letters go on: a stem is a word without its end. */
  holding(letters: string): number[];
}

/** As far as these blocks go, in rising order. */
export function termReader(database: Database, blocks: readonly number[]): TermReader {
  const find = database.prepare("SELECT terms FROM term WHERE place = ?");
  const all = database.prepare("SELECT place, terms FROM term");
  const wanted = new Set(blocks);
  const spans = [...new Set(blocks.filter((block) => block > 0).map((block) => Math.floor((block - 1) / SPAN)))];
  return {
    *blocksOf(hash) {
      if (wanted.has(0)) yield 0;
      for (const span of spans) {
        const row = find.get(span * ROWS + rowOf(hash)) as { terms: Uint8Array } | undefined;
        const bits = row === undefined ? 0 : bitsIn(row.terms, hash % HASHES);
        for (let bit = 0; 2 ** bit <= bits; bit++) {
          const block = span * SPAN + bit + 1;
          if (hasBit(bits, bit) && wanted.has(block)) yield block;
        }
      }
    },
    holding(letters) {
      const start = letters.slice(0, Math.max(SHORTEST, letters.length - LONGEST_ENDING));
      const found = new Set<number>();
      for (const { place, terms } of all.iterate() as Iterable<unknown> as Iterable<{ place: number; terms: Uint8Array }>) {
        if (!Buffer.from(terms.buffer, terms.byteOffset, terms.length).includes(start, 0, "latin1")) continue;
        for (const [hash, { text }] of termsIn(terms)) if (mayHold(text, letters, start.length)) found.add((place % ROWS) * HASHES + hash);
      }
      return [...found];
    },
  };
}

/** Fewer letters are in too many words. */
export const SHORTEST = 3;
const LONGEST_ENDING = 4;

function mayHold(text: string, letters: string, least: number): boolean {
  if (text.includes(letters)) return true;
  for (let length = least; length < letters.length; length++) if (text.endsWith(letters.slice(0, length))) return true;
  return false;
}

function bitsIn(row: Uint8Array, wanted: number): number {
  const reader = new NumberReader(row);
  while (!reader.isAtEnd) {
    const hash = hashAt(row, reader.at);
    reader.at += 3;
    const bits = reader.next();
    const end = reader.next() + reader.at;
    if (hash === wanted) return bits;
    reader.at = end;
  }
  return 0;
}
