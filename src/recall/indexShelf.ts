// A shelf over the index's tables: what scoring asks for is read when it is asked for.

import type { DatabaseSync as Database } from "node:sqlite";
import type { Facts } from "./digest.ts";
import type { Posting, Shelf, ShelvedDocument } from "./shelf.ts";
import type { Unit } from "./units.ts";
import { meaningShelfOver } from "./vectors/meaningShelf.ts";

/** Two bytes a number where the document is small enough, else four; its number of units says which. */
export function packed(pairs: readonly number[], facts: Facts): Uint8Array {
  const numbers = isSmall(facts) ? new Uint16Array(pairs.length) : new Uint32Array(pairs.length);
  for (let at = 0; at < pairs.length; at++) numbers[at] = Math.min(pairs[at] as number, MOST[numbers.BYTES_PER_ELEMENT] as number);
  return new Uint8Array(numbers.buffer);
}

const MOST: Readonly<Record<number, number>> = { 2: 0xffff, 4: 0xffffffff };

function unpacked(bytes: Uint8Array, facts: Facts): ArrayLike<number> {
  // The numbers must begin at an address that they divide; where they do not, a copy does.
  const { buffer, byteOffset, byteLength } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return isSmall(facts) ? new Uint16Array(buffer, byteOffset, byteLength >> 1) : new Uint32Array(buffer, byteOffset, byteLength >> 2);
}

function isSmall(facts: Facts): boolean {
  return facts.lengths.length <= 0xffff;
}

interface Row {
  readonly id: string;
  readonly number: number;
  readonly key: string;
  readonly name: string;
  readonly session: string | null;
  readonly facts: string;
}

/** From so many on, all rows in one question cost less than a question for each. */
const MANY = 500;

function rowsFor(database: Database, ids: readonly string[]): (id: string) => Row | undefined {
  const columns = "SELECT id, number, key, name, session, facts FROM document";
  if (ids.length < MANY) {
    const find = database.prepare(`${columns} WHERE id = ?`);
    return (id) => find.get(id) as Row | undefined;
  }
  const all = database.prepare(columns).all() as unknown as Row[];
  const rows = new Map(all.map((row) => [row.id, row]));
  return (id) => rows.get(id);
}

export function shelfOver(database: Database, ids: readonly string[]): Shelf {
  const rowOf = rowsFor(database, ids);
  const documents: ShelvedDocument[] = [];
  const numbers: number[] = [];
  const places = new Map<number, number>();
  for (const id of ids) {
    const row = rowOf(id);
    if (row === undefined) continue;
    places.set(row.number, documents.length);
    numbers.push(row.number);
    documents.push({
      id: row.name,
      stands: id,
      version: row.key,
      facts: JSON.parse(row.facts) as Facts,
      ...(row.session === null ? {} : { session: row.session }),
    });
  }
  const findPostings = database.prepare("SELECT document, pairs FROM posting WHERE term = ?");
  const findUnit = database.prepare("SELECT unit FROM unit WHERE document = ? AND ordinal = ?");
  return {
    documents,
    meaning: meaningShelfOver(database, numbers),
    *postings(term): Iterable<Posting> {
      for (const row of findPostings.all(term) as unknown as { document: number; pairs: Uint8Array }[]) {
        const document = places.get(row.document);
        if (document !== undefined) yield { document, pairs: unpacked(row.pairs, (documents[document] as ShelvedDocument).facts) };
      }
    },
    unit(document, ordinal) {
      const row = findUnit.get(numbers[document] ?? -1, ordinal) as { unit: string } | undefined;
      return row === undefined ? { id: "", text: "" } : (JSON.parse(row.unit) as Unit);
    },
  };
}
