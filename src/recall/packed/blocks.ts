// Where terms are, in the index file: terms of a block of documents, some to a row. A row for each term and document would
// be five parts of SQLite's own numbers to one of ours, and a common word would be read from ten thousand of them. A hash says
// in which row a term is, and which of the row's terms it is. The blocks come one after the other, so what is new is written at
// the end. Which of the blocks behind the first have a term at all is told by a table of terms (termTable.ts).

import type { DatabaseSync as Database } from "node:sqlite";
import { hashAt, HASHES, hashOf, pushHash, rowOf, ROWS } from "./hashes.ts";
import { NumberReader, pushNumber } from "./numbers.ts";
import { mergedPairs, pushPairs, readPairs } from "./postings.ts";
import type { Posting } from "../units/shelf.ts";
import { TERM_TABLE, termReader, termTableOf } from "./termTable.ts";

export const POSTING_TABLES = `CREATE TABLE posting (place INTEGER PRIMARY KEY, terms BLOB NOT NULL); ${TERM_TABLE}`;

/** Documents in a block. */
export const BLOCK = 256;

/** Documents are numbered from 1. */
export function blockOf(document: number): number {
  return Math.floor((document - 1) / BLOCK);
}

function placeOf(hash: number, block: number): number {
  return block * ROWS + rowOf(hash);
}

/** Ordinals and frequencies in turn, of each document by its place in the block; null where it has the term no longer. */
type Entries = Map<number, ArrayLike<number> | null>;

/** How an entry begins: how far its document is from the one before, and which of these it is. */
const KINDS = 3;
const FIRST_ONCE = 0;
const ONCE = 1;
const MANY = 2;

function pushEntry(bytes: number[], gap: number, pairs: ArrayLike<number>): void {
  const [ordinal = 0, frequency = 0] = [pairs[0], pairs[1]];
  const kind = pairs.length > 2 || frequency !== 1 ? MANY : ordinal === 0 ? FIRST_ONCE : ONCE;
  pushNumber(bytes, gap * KINDS + kind);
  if (kind === ONCE) pushNumber(bytes, ordinal);
  if (kind !== MANY) return;
  pushNumber(bytes, pairs.length / 2);
  pushPairs(bytes, pairs);
}

/** In one list, where each begins with its document and how many numbers follow: a list for each would take five times the memory. */
function unpacked(bytes: Uint8Array, first: number): Uint32Array {
  const reader = new NumberReader(bytes);
  // A byte is at most an entry.
  const all = new Uint32Array(bytes.length * 4);
  let [document, at] = [first - 1, 0];
  while (!reader.isAtEnd) {
    const head = reader.next();
    const kind = head % KINDS;
    document += Math.floor(head / KINDS) + 1;
    all.set(kind === ONCE ? [document, 2, reader.next(), 1] : [document, 2, 0, 1], at);
    if (kind === MANY) all[at + 1] = readPairs(reader, all.subarray(at + 2, at + 2 + reader.next() * 2));
    at += 2 + (all[at + 1] as number);
  }
  return all.slice(0, at);
}

export function* postingsIn(all: Uint32Array): Generator<Posting> {
  for (let at = 0; at < all.length;) {
    const [begin, document] = [at + 2, all[at] as number];
    at = begin + (all[at + 1] as number);
    yield { document, pairs: all.subarray(begin, at) };
  }
}

function packEntries(entries: Entries): number[] {
  const bytes: number[] = [];
  let last = -1;
  for (const [document, pairs] of [...entries].sort(([a], [b]) => a - b)) {
    if (pairs === null) continue;
    pushEntry(bytes, document - last - 1, pairs);
    last = document;
  }
  return bytes;
}

/** The terms of a row by their hashes, in rising order, each with its packed entries. */
function* termsIn(row: Uint8Array): Generator<readonly [hash: number, entries: Uint8Array]> {
  const reader = new NumberReader(row);
  while (!reader.isAtEnd) {
    const hash = hashAt(row, reader.at);
    reader.at += 3;
    const length = reader.next();
    yield [hash, row.subarray(reader.at, reader.at + length)];
    reader.at += length;
  }
}

/** The row with what changed in it, and which terms came and went. */
function rowWith(
  row: Uint8Array | undefined,
  changed: ReadonlyMap<number, Entries>,
): { readonly row: Uint8Array; readonly came: readonly number[]; readonly gone: readonly number[] } {
  const terms = new Map<number, ArrayLike<number>>(row === undefined ? [] : termsIn(row));
  const [came, gone]: [number[], number[]] = [[], []];
  for (const [hash, entries] of changed) {
    const before = terms.get(hash) as Uint8Array | undefined;
    const was = before === undefined ? [] : [...postingsIn(unpacked(before, 0))].map(({ document, pairs }) => [document, pairs] as const);
    const now = packEntries(new Map([...was, ...entries]));
    terms.set(hash, now);
    if (before === undefined && now.length > 0) came.push(hash);
    if (before !== undefined && now.length === 0) gone.push(hash);
  }
  const bytes: number[] = [];
  for (const [hash, entries] of [...terms].sort(([a], [b]) => a - b)) {
    if (entries.length === 0) continue;
    pushHash(bytes, hash);
    pushNumber(bytes, entries.length);
    for (let at = 0; at < entries.length; at++) bytes.push(entries[at] as number);
  }
  return { row: Uint8Array.from(bytes), came, gone };
}

type Pairs = ReadonlyMap<string, readonly number[]>;

export interface PostingTable {
  /** Notes what a document has and had: a term that it has as before is not touched. */
  change(document: number, terms: { readonly now?: Pairs; readonly before?: Pairs }): void;
  /** Writes what was noted. */
  write(): void;
}

export function postingTableOf(database: Database): PostingTable {
  const find = database.prepare("SELECT terms FROM posting WHERE place = ?");
  const put = database.prepare("INSERT OR REPLACE INTO posting (place, terms) VALUES (?, ?)");
  const drop = database.prepare("DELETE FROM posting WHERE place = ?");
  const terms = termTableOf(database);
  /** By place, then by hash in the row. */
  const changes = new Map<number, Map<number, Entries>>();
  const texts = new Map<number, string>();
  const note = (document: number, hash: number, pairs: readonly number[] | null) => {
    const place = placeOf(hash, blockOf(document));
    const row = changes.get(place) ?? new Map<number, Entries>();
    const entries: Entries = row.get(hash % HASHES) ?? new Map();
    changes.set(place, row.set(hash % HASHES, entries.set((document - 1) % BLOCK, pairs)));
  };
  return {
    change(document, { now = new Map(), before = new Map() }) {
      const [has, had] = [byHash(now), byHash(before)];
      if (blockOf(document) > 0) for (const term of now.keys()) texts.set(hashOf(term), term);
      for (const hash of had.keys()) if (!has.has(hash)) note(document, hash, null);
      for (const [hash, pairs] of has) if (!isSame(pairs, had.get(hash))) note(document, hash, pairs);
    },
    write() {
      // In the order of the table: neighbouring rows lie on the same page.
      for (const place of [...changes.keys()].sort((a, b) => a - b)) {
        const before = (find.get(place) as { terms: Uint8Array } | undefined)?.terms;
        const { row, came, gone } = rowWith(before, changes.get(place) as Map<number, Entries>);
        if (row.length > 0) put.run(place, row);
        else if (before !== undefined) drop.run(place);
        terms.note(place, { came, gone });
      }
      terms.write((hash) => texts.get(hash) ?? "");
      changes.clear();
      texts.clear();
    },
  };
}

function byHash(terms: Pairs): Map<number, readonly number[]> {
  const hashed = new Map<number, readonly number[]>();
  for (const [term, pairs] of terms) {
    const hash = hashOf(term);
    const other = hashed.get(hash);
    hashed.set(hash, other === undefined ? pairs : mergedPairs(other, pairs));
  }
  return hashed;
}

function isSame(a: readonly number[], b: readonly number[] | undefined): boolean {
  return b !== undefined && a.length === b.length && a.every((each, at) => each === b[at]);
}

export interface PostingReader {
  /** The postings of a term by its hash, block for block, by the documents' numbers. `isTold`: by the table of terms. */
  of(hash: number, isTold: boolean): Generator<Uint32Array>;
  /** Hashes of terms that may hold these letters, as far as documents behind the first block have them. */
  holding(letters: string): number[];
}

/** Of these blocks. */
export function postingReader(database: Database, blocks: readonly number[]): PostingReader {
  const find = database.prepare("SELECT terms FROM posting WHERE place = ?");
  const terms = termReader(database, blocks);
  return {
    *of(hash, told) {
      for (const block of told ? terms.blocksOf(hash) : blocks) {
        const row = find.get(placeOf(hash, block)) as { terms: Uint8Array } | undefined;
        const entries = row === undefined ? undefined : entriesOf(row.terms, hash % HASHES);
        if (entries !== undefined) yield unpacked(entries, block * BLOCK + 1);
      }
    },
    holding: terms.holding,
  };
}

function entriesOf(row: Uint8Array, wanted: number): Uint8Array | undefined {
  for (const [hash, entries] of termsIn(row)) if (hash >= wanted) return hash === wanted ? entries : undefined;
  return undefined;
}
