// The facts of documents in the index file, those of a block in one row: a question about ten thousand documents reads forty rows.

import type { DatabaseSync as Database } from "node:sqlite";
import { BLOCK, blockOf } from "./blocks.ts";
import { NumberReader, pushNumber } from "./numbers.ts";

export const FACT_TABLE = "CREATE TABLE fact (block INTEGER PRIMARY KEY, facts BLOB NOT NULL);";

export interface FactTable {
  /** Those of a document; none where it is not there. */
  of(number: number): Uint8Array;
  /** null: it is gone. */
  write(facts: ReadonlyMap<number, Uint8Array | null>): void;
}

const NONE = Uint8Array.of(0, 0);

/** By number: how far from the one before, how long, the facts. */
function factsIn(block: number, row: Uint8Array | undefined): Map<number, Uint8Array> {
  const facts = new Map<number, Uint8Array>();
  if (row === undefined) return facts;
  const reader = new NumberReader(row);
  for (let number = block * BLOCK; !reader.isAtEnd;) {
    number += reader.next();
    const end = reader.next() + reader.at;
    facts.set(number, row.subarray(reader.at, end));
    reader.at = end;
  }
  return facts;
}

export function factTableOf(database: Database): FactTable {
  const find = database.prepare("SELECT facts FROM fact WHERE block = ?");
  const put = database.prepare("INSERT OR REPLACE INTO fact (block, facts) VALUES (?, ?)");
  const drop = database.prepare("DELETE FROM fact WHERE block = ?");
  const read = (block: number) => factsIn(block, (find.get(block) as { facts: Uint8Array } | undefined)?.facts);
  const known = new Map<number, Map<number, Uint8Array>>();
  return {
    of(number) {
      const block = blockOf(number);
      const facts = known.get(block) ?? read(block);
      known.set(block, facts);
      return facts.get(number) ?? NONE;
    },
    write(changed) {
      known.clear();
      for (const [block, numbers] of Map.groupBy(changed.keys(), blockOf)) {
        const facts = read(block);
        for (const number of numbers) {
          const now = changed.get(number) ?? null;
          if (now === null) facts.delete(number);
          else facts.set(number, now);
        }
        if (facts.size === 0) drop.run(block);
        else put.run(block, packed(block, facts));
      }
    },
  };
}

function packed(block: number, facts: ReadonlyMap<number, Uint8Array>): Uint8Array {
  const bytes: number[] = [];
  let last = block * BLOCK;
  for (const [number, each] of [...facts].sort(([a], [b]) => a - b)) {
    pushNumber(bytes, number - last);
    pushNumber(bytes, each.length);
    for (const byte of each) bytes.push(byte);
    last = number;
  }
  return Uint8Array.from(bytes);
}
