// A shelf over the index's tables: what scoring asks for is read when it is asked for.

import type { DatabaseSync as Database } from "node:sqlite";
import type { Facts } from "./digest.ts";
import { unpackFacts } from "./packed/facts.ts";
import { blockOf, postingReader } from "./packed/blocks.ts";
import { unitTableOf } from "./packed/unitTable.ts";
import type { Posting, Shelf, ShelvedDocument } from "./shelf.ts";
import { withDay } from "./units.ts";
import { meaningShelfOver } from "./vectors/meaningShelf.ts";

interface Row {
  readonly id: string;
  readonly number: number;
  readonly key: string;
  readonly name: string;
  readonly session: string | null;
}

/** From so many on, all rows in one question cost less than a question for each. */
const MANY = 500;

function rowsFor(database: Database, ids: readonly string[]): (id: string) => Row | undefined {
  const columns = "SELECT id, number, key, name, session FROM document";
  if (ids.length < MANY) {
    const find = database.prepare(`${columns} WHERE id = ?`);
    return (id) => find.get(id) as Row | undefined;
  }
  const statement = database.prepare(columns);
  // As objects they would take three times as long.
  statement.setReturnArrays(true);
  const all = statement.all() as unknown as [string, number, string, string, string | null, Uint8Array][];
  const rows = new Map(all.map((row) => [row[0], row]));
  return (known) => {
    const row = rows.get(known);
    if (row === undefined) return undefined;
    const [id, number, key, name, session, facts] = row;
    return { id, number, key, name, session, facts };
  };
}

interface Packed {
  readonly id: string;
  readonly key: string;
  readonly facts: Uint8Array;
}

/** By document and key. Facts of a content never change: a process that asks again and again unpacks them once. */
export type Unpacked = Map<string, Facts>;

/** The oldest make room. */
const MOST_UNPACKED = 20_000;

function factsFor(database: Database, unpacked: Unpacked, wanted: number): (row: Row) => Facts {
  if (unpacked.size === 0 && wanted >= MANY)
    for (const { id, key, facts } of database.prepare("SELECT id, key, facts FROM document").all() as unknown as Packed[])
      unpacked.set(`${id}\n${key}`, unpackFacts(facts));
  const find = database.prepare("SELECT facts FROM document WHERE number = ?");
  return ({ id, key, number }) => {
    const name = `${id}\n${key}`;
    const known = unpacked.get(name);
    if (known !== undefined) return known;
    const facts = unpackFacts((find.get(number) as { facts: Uint8Array }).facts);
    unpacked.set(name, facts);
    if (unpacked.size > MOST_UNPACKED) unpacked.delete(unpacked.keys().next().value as string);
    return facts;
  };
}

/** Of the postings that were read, so many numbers are kept: 16 MB. */
const KEPT_NUMBERS = 4_000_000;

export function shelfOver(database: Database, ids: readonly string[], unpacked: Unpacked): Shelf {
  const rowOf = rowsFor(database, ids);
  const factsOf = factsFor(database, unpacked, ids.length);
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
      facts: factsOf(row),
      ...(row.session === null ? {} : { session: row.session }),
    });
  }
  const postings = postingReader(
    database,
    [...new Set(numbers.map(blockOf))].sort((a, b) => a - b),
  );
  const units = unitTableOf(database);
  // A search asks for the same word up to four times: whether it stands anywhere, for its score, how rare it is.
  const kept = new Map<string, readonly Posting[]>();
  let room = KEPT_NUMBERS;
  return {
    documents,
    meaning: meaningShelfOver(database, numbers),
    postings(term) {
      const known = kept.get(term);
      if (known !== undefined) return known;
      const found: Posting[] = [];
      for (const [number, pairs] of postings(term)) {
        const document = places.get(number);
        if (document !== undefined) found.push({ document, pairs });
      }
      const size = found.reduce((sum, { pairs }) => sum + pairs.length, 1);
      if (size > room) {
        kept.clear();
        room = KEPT_NUMBERS;
      }
      kept.set(term, found);
      room -= size;
      return found;
    },
    unit(document, ordinal) {
      const unit = units.read(numbers[document] ?? -1, ordinal);
      return unit === undefined ? { id: "", text: "" } : withDay(unit, documents[document]?.facts.days[ordinal]);
    },
    mayHold(letters) {
      const holding = units.holding(letters);
      return (document, ordinal) => holding.get(numbers[document] ?? -1)?.has(ordinal) === true;
    },
  };
}
