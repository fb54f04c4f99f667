// The units in the index file: a few kilobytes of a document are one compressed row, half the size of the text. Whoever wants
// a unit unpacks its row; rows that were unpacked last are kept, because the units of an answer lie close together.

import type { DatabaseSync as Database } from "node:sqlite";
import type { Unit } from "../units/units.ts";

/** A row's place is its document's number and, behind it, the ordinal of its first unit. */
export const UNIT_TABLE = "CREATE TABLE unit (place INTEGER PRIMARY KEY, units BLOB NOT NULL);";
const ORDINALS = 2 ** 22;

export interface UnitTable {
  write(document: number, units: readonly Unit[]): void;
  drop(document: number): void;
  /** Without its day, which is among the facts of its document. */
  read(document: number, ordinal: number): Unit | undefined;
  all(document: number): Unit[];
  /** Which units may hold these letters (a to z, digits): by document, the ordinals; of documents up to this number. */
  holding(letters: string, last: number): Map<number, Set<number>>;
}

/** Characters in a row: fewer are packed worse, and more take longer to unpack. */
const ROW = 4096;
const KEPT_ROWS = 64;
/** A full-width or an accented letter may stand for a plain one: what is not plain ASCII is left to whoever reads it. */
const BEYOND_ASCII = /[\u0080-\uffff]/;

/** Its fields in one order, because their names would be a quarter of a short unit. Its day is among the facts of its document. */
type Packed = readonly [
  id: string,
  text: string,
  speaker?: string | null,
  heading?: string | null,
  of?: string | null,
  lines?: Unit["lines"] | null,
];

function pack({ id, text, speaker, heading, of, lines }: Unit): unknown[] {
  const fields: unknown[] = [id, text, speaker, heading, of, lines];
  while (fields.at(-1) === undefined) fields.pop();
  return fields;
}

function unpack([id, text, speaker, heading, of, lines]: Packed): Unit {
  const fields = { of, heading, speaker, lines };
  return { id, text, ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)) };
}

interface Row {
  readonly place: number;
  readonly units: Uint8Array;
}

export function unitTableOf(database: Database): UnitTable {
  const zlib = process.getBuiltinModule("node:zlib");
  const add = database.prepare("INSERT INTO unit (place, units) VALUES (?, ?)");
  const remove = database.prepare("DELETE FROM unit WHERE place >= ? AND place < ?");
  const find = database.prepare("SELECT place, units FROM unit WHERE place >= ? AND place <= ? ORDER BY place DESC LIMIT 1");
  const findAll = database.prepare("SELECT place, units FROM unit WHERE place >= ? AND place < ? ORDER BY place");
  const every = database.prepare("SELECT place, units FROM unit WHERE place < ?");
  const unitsIn = ({ units }: Row) => JSON.parse(zlib.inflateRawSync(units).toString()) as Packed[];
  /** Told by the bytes of a whole row. */
  const mayHold = ({ units }: Row, letters: string) => {
    const text = zlib.inflateRawSync(units).toString("latin1");
    return BEYOND_ASCII.test(text) || text.toLowerCase().includes(letters);
  };
  // As bytes: thousands of strings that live for a moment make the heap of a process grow, and it does not shrink.
  const kept = new Map<number, ReturnType<typeof zlib.inflateRawSync>>();
  const keptUnits = (row: Row) => {
    const text = kept.get(row.place) ?? zlib.inflateRawSync(row.units);
    kept.delete(row.place);
    kept.set(row.place, text);
    if (kept.size > KEPT_ROWS) kept.delete(kept.keys().next().value as number);
    return JSON.parse(text.toString()) as Packed[];
  };
  return {
    write(document, units) {
      let [first, room] = [0, ROW];
      units.forEach(({ text }, at) => {
        room -= text.length;
        if (room > 0 && at < units.length - 1) return;
        add.run(document * ORDINALS + first, zlib.deflateRawSync(JSON.stringify(units.slice(first, at + 1).map(pack))));
        [first, room] = [at + 1, ROW];
      });
    },
    drop(document) {
      kept.clear();
      remove.run(document * ORDINALS, (document + 1) * ORDINALS);
    },
    read(document, ordinal) {
      const row = find.get(document * ORDINALS, document * ORDINALS + ordinal) as unknown as Row | undefined;
      const unit = row === undefined ? undefined : keptUnits(row)[ordinal - (row.place % ORDINALS)];
      return unit === undefined ? undefined : unpack(unit);
    },
    all: (document) => (findAll.all(document * ORDINALS, (document + 1) * ORDINALS) as unknown as Row[]).flatMap(unitsIn).map(unpack),
    holding(letters, last) {
      const found = new Map<number, Set<number>>();
      for (const row of every.iterate(Math.min(last + 1, 2 ** 31) * ORDINALS) as Iterable<unknown> as Iterable<Row>) {
        if (!mayHold(row, letters)) continue;
        unitsIn(row).forEach(([, text], at) => {
          if (!text.toLowerCase().includes(letters) && !BEYOND_ASCII.test(text)) return;
          const document = Math.floor(row.place / ORDINALS);
          const ordinals = found.get(document) ?? new Set();
          found.set(document, ordinals.add((row.place % ORDINALS) + at));
        });
      }
      return found;
    },
  };
}
