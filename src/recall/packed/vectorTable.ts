// Vectors in the index file: a blob per unit, and per document one blob with the codes of all its units. They are of one
// embedder; when another is asked, they are made again. A unit whose text stayed as it was keeps its vector.

import type { DatabaseSync as Database } from "node:sqlite";
import { AppError, sha256 } from "../../base/index.ts";
import { unitTableOf } from "./unitTable.ts";
import type { Unit } from "../units/units.ts";
import { codeOf } from "../vectors/codes.ts";
import type { Embedder } from "../vectors/embedder.ts";

export const VECTOR_TABLES = `
  CREATE TABLE vector (document INTEGER NOT NULL, ordinal INTEGER NOT NULL, hash TEXT NOT NULL, vector BLOB NOT NULL, PRIMARY KEY (document, ordinal));
  CREATE TABLE code (document INTEGER PRIMARY KEY, ordinals BLOB NOT NULL, codes BLOB NOT NULL);
  CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL);`;

/** Which embedder made the vectors, and how long they are. */
export interface VectorFacts {
  readonly embedder: string | null;
  readonly dimensions: number | null;
  /** The weight that was learned on the person's own documents. */
  readonly learned: number | null;
  readonly vectors: number;
}

/** Vectors by unit. */
export interface VectorTable {
  facts(): VectorFacts;
  /** Makes the vectors that are missing in these documents, until `isLate`. Answers how many are still missing. */
  complete(
    ids: readonly string[],
    embedder: Embedder,
    options?: { readonly isLate?: () => boolean },
  ): Promise<{ readonly missing: number }>;
  learn(weight: number): void;
}

const AT_ONCE = 64;
const LONGEST_TEXT = 2000;

/** What a vector is made of. Days are left to words: an embedder knows little of dates. */
export function meaningText({ heading, speaker, text }: Unit): string {
  return [heading, speaker === undefined ? text : `${speaker}: ${text}`]
    .filter((each) => each !== undefined)
    .join("\n")
    .slice(0, LONGEST_TEXT);
}

export function vectorTableOf(database: Database, inTransaction: (run: () => void) => void): VectorTable {
  const setting = (name: string) =>
    (database.prepare("SELECT value FROM setting WHERE name = ?").get(name) as { value: string } | undefined)?.value ?? null;
  const set = (name: string, value: string) =>
    void database.prepare("INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)").run(name, value);
  const numberOr = (text: string | null) => (text === null ? null : Number(text));
  const table: VectorTable = {
    facts: () => ({
      embedder: setting("embedder"),
      dimensions: numberOr(setting("dimensions")),
      learned: numberOr(setting("learned")),
      vectors: (database.prepare("SELECT count(*) AS count FROM vector").get() as { count: number }).count,
    }),
    async complete(ids, embedder, { isLate = () => false } = {}) {
      if (setting("embedder") !== embedder.name) {
        inTransaction(() => {
          database.exec("DELETE FROM vector; DELETE FROM code; DELETE FROM setting;");
          set("embedder", embedder.name);
        });
      }
      const missing = unitsWithout(database, ids);
      let done = 0;
      for (; done < missing.length && !isLate(); done += AT_ONCE) {
        const batch = missing.slice(done, done + AT_ONCE).map((place) => ({ ...place, text: meaningText(place.unit) }));
        const vectors = await embedder.embed(batch.map(({ text }) => text));
        checkDimensions(vectors, numberOr(setting("dimensions")));
        inTransaction(() => {
          set("dimensions", String(vectors[0]?.length ?? 0));
          keep(
            database,
            batch.map((each, at) => ({ ...each, vector: vectors[at] as Float32Array })),
          );
        });
      }
      return { missing: Math.max(0, missing.length - done) };
    },
    learn: (weight) => set("learned", String(weight)),
  };
  return table;
}

/** Throws where vectors are not all of one length. */
export function checkDimensions(vectors: readonly Float32Array[], before: number | null): void {
  const other = vectors.find(({ length }) => before !== null && length !== before);
  if (other !== undefined)
    throw new AppError("EMBEDDER", `the embedder's vectors have ${other.length} numbers, those in the index ${before}`, {
      hint: "codicil recall --rebuild makes them anew.",
    });
}

interface Place {
  readonly document: number;
  readonly ordinal: number;
  readonly unit: Unit;
}

function unitsWithout(database: Database, ids: readonly string[]): Place[] {
  const find = database.prepare("SELECT number FROM document WHERE id = ?");
  const known = database.prepare("SELECT ordinal FROM vector WHERE document = ?");
  const units = unitTableOf(database);
  return ids.flatMap((id) => {
    const document = (find.get(id) as { number: number } | undefined)?.number;
    if (document === undefined) return [];
    const have = new Set((known.all(document) as unknown as { ordinal: number }[]).map(({ ordinal }) => ordinal));
    const places = units.all(document).map((unit, ordinal) => ({ document, ordinal, unit }));
    return places.filter(({ ordinal }) => !have.has(ordinal));
  });
}

function keep(database: Database, made: readonly (Place & { readonly text: string; readonly vector: Float32Array })[]): void {
  const units = unitTableOf(database);
  const add = database.prepare("INSERT OR REPLACE INTO vector (document, ordinal, hash, vector) VALUES (?, ?, ?, ?)");
  const codes = new Map<number, Coded[]>();
  for (const { document, ordinal, text, vector } of made) {
    // Another process may have changed the document while the embedder was thinking.
    const unit = units.read(document, ordinal);
    if (unit === undefined || meaningText(unit) !== text) continue;
    add.run(document, ordinal, sha256(text), bytesOf(vector));
    if (saysSomething(vector)) codes.set(document, [...(codes.get(document) ?? []), { ordinal, code: codeOf(vector) }]);
  }
  for (const [document, added] of codes) addCodes(database, document, added);
}

/** A text of which the model knows no word has a vector of nothing: near to nobody, whatever its bits say. */
function saysSomething(vector: Float32Array): boolean {
  return vector.some((each) => each !== 0);
}

interface Coded {
  readonly ordinal: number;
  readonly code: Uint32Array;
}

/** To those that are there: a long document is embedded in many parts. */
function addCodes(database: Database, document: number, added: readonly Coded[]): void {
  const row = database.prepare("SELECT ordinals, codes FROM code WHERE document = ?").get(document) as
    | { ordinals: Uint8Array; codes: Uint8Array }
    | undefined;
  const words = added[0]?.code.length ?? 0;
  const before = row === undefined ? new Uint32Array() : numbersFrom(row.ordinals);
  const packed = row === undefined ? new Uint32Array() : numbersFrom(row.codes);
  const fresh = new Set(added.map(({ ordinal }) => ordinal));
  const kept = [...before].flatMap((ordinal, at): Coded[] =>
    fresh.has(ordinal) ? [] : [{ ordinal, code: packed.subarray(at * words, (at + 1) * words) }],
  );
  const all = [...kept, ...added];
  const codes = new Uint32Array(all.length * words);
  all.forEach(({ code }, at) => codes.set(code, at * words));
  database
    .prepare("INSERT OR REPLACE INTO code (document, ordinals, codes) VALUES (?, ?, ?)")
    .run(document, bytesOf(Uint32Array.from(all, ({ ordinal }) => ordinal)), bytesOf(codes));
}

/** Around a document's replacement: what was there is taken, and given back to the units that stayed as they were. */
export function vectorKeeper(database: Database): {
  take(document: number): ReadonlyMap<string, Uint8Array>;
  giveBack(document: number, kept: ReadonlyMap<string, Uint8Array>, units: readonly Unit[]): void;
} {
  const find = database.prepare("SELECT hash, vector FROM vector WHERE document = ?");
  const dropVectors = database.prepare("DELETE FROM vector WHERE document = ?");
  const dropCodes = database.prepare("DELETE FROM code WHERE document = ?");
  const add = database.prepare("INSERT INTO vector (document, ordinal, hash, vector) VALUES (?, ?, ?, ?)");
  return {
    take(document) {
      const kept = new Map(
        (find.all(document) as unknown as { hash: string; vector: Uint8Array }[]).map(({ hash, vector }) => [hash, vector]),
      );
      if (kept.size > 0) dropVectors.run(document);
      if (kept.size > 0) dropCodes.run(document);
      return kept;
    },
    giveBack(document, kept, units) {
      if (kept.size === 0) return;
      const codes = units.flatMap((unit, ordinal): Coded[] => {
        const hash = sha256(meaningText(unit));
        const vector = kept.get(hash);
        if (vector === undefined) return [];
        add.run(document, ordinal, hash, vector);
        const numbers = vectorFrom(vector);
        return saysSomething(numbers) ? [{ ordinal, code: codeOf(numbers) }] : [];
      });
      if (codes.length > 0) addCodes(database, document, codes);
    },
  };
}

export function bytesOf(numbers: Float32Array | Uint32Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

/** Copied where the bytes do not lie as the numbers must. */
export function vectorFrom(bytes: Uint8Array): Float32Array {
  const { buffer, byteOffset, byteLength } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Float32Array(buffer, byteOffset, byteLength >> 2);
}

export function numbersFrom(bytes: Uint8Array): Uint32Array {
  const { buffer, byteOffset, byteLength } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Uint32Array(buffer, byteOffset, byteLength >> 2);
}
