// A shelf over the index's tables: what scoring asks for is read when it is asked for.

import type { DatabaseSync as Database } from "node:sqlite";
import type { Facts, Outline } from "./units/digest.ts";
import { factsOf, type FactSource } from "./packed/facts.ts";
import { type FactTable, factTableOf } from "./packed/factTable.ts";
import { BLOCK, blockOf, postingReader, postingsIn } from "./packed/blocks.ts";
import { hashOf } from "./packed/hashes.ts";
import { isTold, SHORTEST } from "./packed/termTable.ts";
import { isInSmallWord } from "./reading/tokeniser.ts";
import { unitTableOf } from "./packed/unitTable.ts";
import type { Posting, Shelf, ShelvedDocument } from "./units/shelf.ts";
import { withDay } from "./units/units.ts";
import { meaningShelfOver } from "./packed/meaningShelf.ts";

/**
 * What is known of every document without opening its facts. As a list: as objects ten thousand would take three times as long. A name
 * or session that the id says is not read.
 */
export type Row = readonly [
  id: string,
  stamp: string | null,
  number: number,
  /** Another one for another content. */
  change: number,
  /** null: its id. */
  name: string | null,
  /** "": the one in its id. */
  session: string | null,
  count: number,
  length: number,
  near: number,
  speakers: string | null,
];

export const OUTLINE_COLUMNS = "count, length, near, speakers";

/** Before a session's own, in its document's id. */
const SESSION = "session:";

export type RowsById = ReadonlyMap<string, Row>;

export function readRows(database: Database): RowsById {
  const [name, session] = ["nullif(name, id)", `CASE WHEN id = '${SESSION}' || session THEN '' ELSE session END`];
  const statement = database.prepare(`SELECT id, stamp, number, change, ${name}, ${session}, ${OUTLINE_COLUMNS} FROM document`);
  statement.setReturnArrays(true);
  const rows = new Map<string, Row>();
  for (const row of statement.all() as unknown as Row[]) rows.set(row[0], row);
  return rows;
}

/** By the document's number. Facts of a content never change: a process that asks again and again unpacks them once. */
export type Unpacked = Map<number, { readonly change: number; readonly facts: Facts }>;

/** The oldest make room. */
const MOST_UNPACKED = 20_000;
const NOBODY: readonly string[] = [];

/** Ten thousand sessions have the same two. */
function speakersReader(): (written: string | null) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (written) => {
    if (written === null) return NOBODY;
    const speakers = known.get(written) ?? (JSON.parse(written) as string[]);
    known.set(written, speakers);
    return speakers;
  };
}

/** Of the postings that were read, so many numbers are kept: 16 MB. */
const KEPT_NUMBERS = 4_000_000;

/** What the documents of a shelf have in common. */
interface Books {
  readonly packed: FactTable;
  readonly unpacked: Unpacked;
  speakersOf(written: string | null): readonly string[];
}

/** A class: ten thousand of them are made for every question, and of most nobody asks more than the outline. */
class RowDocument implements ShelvedDocument, FactSource {
  readonly facts: Facts;
  readonly #row: Row;
  readonly #books: Books;

  constructor(row: Row, books: Books) {
    this.#row = row;
    this.#books = books;
    const known = books.unpacked.get(row[2]);
    this.facts = known?.change === row[3] ? known.facts : factsOf(this);
  }

  get id(): string {
    return this.#row[4] ?? this.#row[0];
  }
  get stands(): string {
    return this.#row[0];
  }
  get version(): number {
    return this.#row[3];
  }
  get session(): string | undefined {
    const { 0: id, 5: session } = this.#row;
    return session === "" ? id.slice(SESSION.length) : (session ?? undefined);
  }
  get outline(): Outline {
    const { 6: count, 7: length, 8: near, 9: speakers } = this.#row;
    return { count, length, near, speakers: this.#books.speakersOf(speakers) };
  }

  bytes(facts: Facts): Uint8Array {
    const { 2: number, 3: change } = this.#row;
    const { packed, unpacked } = this.#books;
    const bytes = packed.of(number);
    // From now on it needs no database, and outlives this shelf.
    unpacked.set(number, { change, facts });
    if (unpacked.size > MOST_UNPACKED) unpacked.delete(unpacked.keys().next().value as number);
    return bytes;
  }
}

/** `rows`: of all documents of the index; on the shelf are those with these ids, in this order. */
export function shelfOver(
  database: Database,
  { rows, ids, unpacked }: { rows: RowsById; ids: readonly string[]; unpacked: Unpacked },
): Shelf {
  const books: Books = { packed: factTableOf(database), unpacked, speakersOf: speakersReader() };
  const documents: ShelvedDocument[] = [];
  const numbers: number[] = [];
  const places = new Map<number, number>();
  for (const id of ids) {
    const row = rows.get(id);
    if (row === undefined) continue;
    // By its place: a list that is taken apart in order takes several times as long, ten thousand times.
    const { 2: number } = row;
    places.set(number, documents.length);
    numbers.push(number);
    documents.push(new RowDocument(row, books));
  }
  const postings = postingReader(
    database,
    [...new Set(numbers.map(blockOf))].sort((a, b) => a - b),
  );
  const units = unitTableOf(database);
  // A search asks for the same word up to four times: whether it is anywhere, for its score, how rare it is.
  const kept = new Map<string, readonly Uint32Array[]>();
  let room = KEPT_NUMBERS;
  /** Who wants the first few only does not read the rest. */
  function* read(term: string): Generator<Posting> {
    const known = kept.get(term);
    const all: Uint32Array[] = [];
    for (const block of known ?? postings.of(hashOf(term), isTold(term))) {
      all.push(block);
      for (const { document: number, pairs } of postingsIn(block)) {
        const document = places.get(number);
        if (document !== undefined) yield { document, pairs };
      }
    }
    if (known !== undefined) return;
    const size = all.reduce((sum, { length }) => sum + length, 1);
    if (size > room) kept.clear();
    room = (kept.size === 0 ? KEPT_NUMBERS : room) - size;
    kept.set(term, all);
  }
  return {
    documents,
    meaning: meaningShelfOver(database, numbers),
    postings: read,
    unit(document, ordinal) {
      const unit = units.read(numbers[document] ?? -1, ordinal);
      return unit === undefined ? { id: "", text: "" } : withDay(unit, documents[document]?.facts.days[ordinal]);
    },
    mayHold(letters) {
      // Parts of words that are no terms, and letters that are in too many: only the texts tell.
      const isByTerms = letters.length >= SHORTEST && !isInSmallWord(letters);
      const holding = units.holding(letters, isByTerms ? BLOCK : Number.POSITIVE_INFINITY);
      for (const hash of isByTerms ? postings.holding(letters) : []) {
        for (const { document: number, pairs } of [...postings.of(hash, true)].flatMap((block) => [...postingsIn(block)])) {
          const ordinals = holding.get(number) ?? new Set();
          for (let at = 0; at < pairs.length; at += 2) ordinals.add(pairs[at] as number);
          holding.set(number, ordinals);
        }
      }
      return (document, ordinal) => holding.get(numbers[document] ?? -1)?.has(ordinal) === true;
    },
  };
}
