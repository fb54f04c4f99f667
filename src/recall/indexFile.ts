// The index on disk: digests of documents in one SQLite file, beside the truth and never the truth.
//
// Pre-tokenised postings and not FTS5's own ranking: the neighbour and document scores need each term's frequency per
// unit. A document is one transaction's worth of rows, replaced when its key (the hash of its content) changes. Two
// processes may index at once: SQLite's lock orders them, and both write the same. Whatever is wrong with the file
// (damaged, of a newer program, not writable), the answer comes from memory or from a new file, and says so.
// This file touches the disk itself, because SQLite does: it makes the folder, and removes a file that is damaged.

import { chmodSync, existsSync, mkdirSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync as Database } from "node:sqlite";
import { type Digest, digest, outlineOf } from "./units/digest.ts";
import { OUTLINE_COLUMNS, readRows, type Row, type RowsById, shelfOver, type Unpacked } from "./indexShelf.ts";
import { packFacts, unpackFacts } from "./packed/facts.ts";
import { FACT_TABLE, factTableOf } from "./packed/factTable.ts";
import { BLOCK, POSTING_TABLES, postingTableOf } from "./packed/blocks.ts";
import { hashOf } from "./packed/hashes.ts";
import { UNIT_TABLE, unitTableOf } from "./packed/unitTable.ts";
import type { Shelf } from "./units/shelf.ts";
import { type Source, withDay } from "./units/units.ts";
import { VECTOR_TABLES, vectorKeeper, type VectorTable, vectorTableOf } from "./packed/vectorTable.ts";

/** Raised whenever the tokeniser, the units (then also DIGEST_VERSION) or the tables change: an older index is then made again. */
const VERSION = 11;

const TABLES = `
  CREATE TABLE document (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, owner TEXT NOT NULL, key TEXT NOT NULL, change INTEGER NOT NULL, stamp TEXT, name TEXT NOT NULL, session TEXT, count INTEGER NOT NULL, length INTEGER NOT NULL, near INTEGER NOT NULL, speakers TEXT);
  ${FACT_TABLE}
  ${POSTING_TABLES}
  ${UNIT_TABLE}
  ${VECTOR_TABLES}
  PRAGMA user_version = ${VERSION};`;

/** A document for the index; it is read only where it changed. */
export interface Indexed {
  /** Unique over all documents. */
  readonly id: string;
  /** Whose it is: documents of the same owner that are not named in a sync with this owner are gone. */
  readonly owner: string;
  /** What the disk says without opening the file; null where that cannot be trusted (it changed a moment ago). */
  readonly stamp: string | null;
  /** Changes whenever the content does. Asked only when the stamp is new. */
  key(): Promise<string>;
  /** Asked only when the key is new. */
  read(): Promise<Source>;
}

/** Called between parts of the work: so many of the documents that changed are done. */
export type Indexing = ((done: number, of: number) => void) | undefined;

/** The index as a file. */
export interface IndexFile {
  /** Things a person should know: it was made anew, or is in memory only. */
  readonly notices: readonly string[];
  /** Brings the index up to date. `owners`: whose documents are listed completely. `spared`: ids that stay as they are, though they are not listed. */
  sync(
    wanted: readonly Indexed[],
    options: { readonly owners: readonly string[]; readonly spared?: readonly string[]; readonly indexing?: Indexing },
  ): Promise<{ readonly read: number }>;
  /** Only these documents, in this order. */
  shelf(ids: readonly string[]): Shelf;
  readonly vectors: VectorTable;
  /** Takes everything out, so that nothing of it can be read from the file again. */
  clear(): void;
  close(): void;
}

/** Loaded late, and by this name: most commands need no database, and older bundlers do not know the module. */
function sqlite(): typeof import("node:sqlite") {
  return process.getBuiltinModule("node:sqlite");
}

/** `said`: what is already known to be worth a notice. */
export function openIndexFile(path: string | null, said: readonly string[] = []): IndexFile {
  const notices = [...said];
  return indexOver(openDatabase(path, notices), notices, path === null ? new Map() : unpackedOf(path));
}

const unpacked = new Map<string, Unpacked>();

function unpackedOf(path: string): Unpacked {
  const known = unpacked.get(path) ?? new Map();
  unpacked.set(path, known);
  return known;
}

function openDatabase(path: string | null, notices: string[]): Database {
  if (path === null) return create(":memory:");
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    return openChecked(path, notices);
  } catch (error) {
    if (isDamaged(error)) {
      notices.push("the recall index was damaged; rebuilding it");
      removeIndexFile(path);
      return openChecked(path, notices);
    }
    // Not writable, a full disk, or somebody who holds it for long: the documents are still there to be read.
    notices.push(`the recall index is kept in memory this time: ${(error as Error).message}`);
    return create(":memory:");
  }
}

/** The index can be deleted at any time: the next sync makes it anew. */
export function removeIndexFile(path: string): void {
  for (const end of ["", "-wal", "-shm"]) rmSync(`${path}${end}`, { force: true });
}

const CHECKED_WHOLE = 32 * 1024 * 1024;

export type IndexHealth = "absent" | "sound" | "damaged" | "newer";

/** Looks and changes nothing. A file that is busy or may not be read counts as absent: nothing is known of it. */
export function indexHealth(path: string): IndexHealth {
  const { DatabaseSync } = sqlite();
  let database: Database | undefined;
  try {
    if (!existsSync(path)) return "absent";
    database = new DatabaseSync(path, { readOnly: true });
    if (Number((database.prepare("PRAGMA user_version").get() as { user_version: number }).user_version) > VERSION) return "newer";
    // Of a large one the table that everything begins with: recall meets damage elsewhere itself, and makes the index anew.
    const table = statSync(path).size > CHECKED_WHOLE ? "document" : "1";
    const answer = database.prepare(`PRAGMA quick_check(${table})`).get() as { quick_check: string };
    return answer.quick_check === "ok" ? "sound" : "damaged";
  } catch (error) {
    return isDamaged(error) ? "damaged" : "absent";
  } finally {
    if (database?.isOpen === true) database.close();
  }
}

function openChecked(path: string, notices: string[]): Database {
  const { DatabaseSync } = sqlite();
  const database = new DatabaseSync(path);
  try {
    database.exec(
      "PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON; PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY;",
    );
    const version = Number((database.prepare("PRAGMA user_version").get() as { user_version: number }).user_version);
    if (version > VERSION) {
      notices.push("a newer Codicil wrote the recall index; searched without it");
      database.close();
      return create(":memory:");
    }
    database.exec("BEGIN IMMEDIATE");
    const now = Number((database.prepare("PRAGMA user_version").get() as { user_version: number }).user_version);
    if (now < VERSION) {
      database.exec(
        `${["document", "fact", "term", "posting", "unit", "vector", "code", "setting"].map((table) => `DROP TABLE IF EXISTS ${table};`).join(" ")} ${TABLES}`,
      );
      chmodSync(path, 0o600);
    }
    database.exec("COMMIT");
    return database;
  } catch (error) {
    if (database.isOpen) database.close();
    throw error;
  }
}

function create(path: string): Database {
  const { DatabaseSync } = sqlite();
  const database = new DatabaseSync(path);
  database.exec(TABLES);
  return database;
}

/** SQLITE_CORRUPT and SQLITE_NOTADB, and a file whose tables are not ours. */
export function isDamaged(error: unknown): boolean {
  const { errcode, message } = error as { errcode?: number; message?: string };
  return errcode === 11 || errcode === 26 || /no such (?:table|column)|malformed/.test(message ?? "");
}

/** Any other word of SQLite's: busy for too long, a full disk, a folder that became read-only. */
export function isOutOfReach(error: unknown): boolean {
  return (error as { code?: string }).code === "ERR_SQLITE_ERROR";
}

function indexOver(database: Database, notices: readonly string[], unpacked: Unpacked): IndexFile {
  // What a sync read is what the shelf is made of, unless somebody wrote in between.
  const version = database.prepare("PRAGMA data_version");
  let table: { readonly rows: RowsById; readonly version: unknown } | null = null;
  const rowsNow = () => {
    const now = version.get()?.["data_version"];
    if (table?.version !== now) table = { rows: readRows(database), version: now };
    return table?.rows ?? new Map<string, Row>();
  };
  const owner = database.prepare("SELECT owner FROM document WHERE id = ?");
  const isOf = (owners: readonly string[]) => (id: string) => owners.includes(String(owner.get(id)?.["owner"]));
  const write = (run: () => void) => {
    table = null;
    inTransaction(database, run);
  };
  return {
    notices,
    async sync(wanted, { owners, spared = [], indexing }) {
      const rows = rowsNow();
      const gone = unnamed(rows, [...wanted.map(({ id }) => id), ...spared]).filter(isOf(owners));
      if (gone.length > 0) write(() => gone.forEach(writerOf(database).remove));
      const { changed, touched } = await compare(database, rows, wanted);
      if (touched.length > 0) {
        const touch = database.prepare("UPDATE document SET stamp = ? WHERE id = ?");
        write(() => touched.forEach(({ id, stamp }) => touch.run(stamp, id)));
      }
      // Some at a time: memory stays bounded, and other processes get their turn.
      for (let done = 0; done < changed.length;) {
        const batch: Read[] = [];
        for (let units = 0; units < UNITS_AT_ONCE && batch.length < BLOCK && done < changed.length; done++) {
          const one = changed[done] as Changed;
          const source = await one.each.read();
          batch.push({ ...one, source });
          units += source.units.length;
        }
        write(() => writerOf(database).replace(batch));
        indexing?.(done, changed.length);
      }
      return { read: changed.length };
    },
    shelf: (ids) => shelfOver(database, { rows: rowsNow(), ids, unpacked }),
    vectors: vectorTableOf(database, (run) => inTransaction(database, run)),
    clear() {
      table = null;
      database.exec(
        "DELETE FROM fact; DELETE FROM posting; DELETE FROM term; DELETE FROM unit; DELETE FROM vector; DELETE FROM code; DELETE FROM document; VACUUM; PRAGMA wal_checkpoint(TRUNCATE);",
      );
    },
    close: () => database.close(),
  };
}

/** What the index has besides these. Nearly always nothing, which their number tells. */
function unnamed(rows: RowsById, ids: readonly string[]): string[] {
  if (ids.length === rows.size && ids.every((id) => rows.has(id))) return [];
  const names = new Set(ids);
  return [...rows.keys()].filter((id) => !names.has(id));
}

interface Touched {
  readonly id: string;
  readonly stamp: string;
}

/** Which documents have another content than the index, and which only another stamp. */
async function compare(
  database: Database,
  rows: RowsById,
  wanted: readonly Indexed[],
): Promise<{ changed: Changed[]; touched: Touched[] }> {
  const keyOf = database.prepare("SELECT key FROM document WHERE id = ?");
  const changed: Changed[] = [];
  const touched: Touched[] = [];
  for (const each of wanted) {
    if (each.stamp !== null && rows.get(each.id)?.[1] === each.stamp) continue;
    const key = await each.key();
    if (keyOf.get(each.id)?.["key"] !== key) changed.push({ each, key });
    else if (each.stamp !== null) touched.push({ id: each.id, stamp: each.stamp });
  }
  return { changed, touched };
}

/** A block of documents, so that its rows are written once; fewer where they are long. */
const UNITS_AT_ONCE = 30_000;
interface Changed {
  readonly each: Indexed;
  readonly key: string;
}

interface Read extends Changed {
  readonly source: Source;
}

function inTransaction(database: Database, run: () => void): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    run();
    database.exec("COMMIT");
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}

function writerOf(database: Database): { remove(id: string): void; replace(batch: readonly Read[]): void } {
  const find = database.prepare("SELECT number, name FROM document WHERE id = ?");
  const dropDocument = database.prepare("DELETE FROM document WHERE number = ?");
  const addDocument = database.prepare(
    `INSERT INTO document (number, id, owner, key, change, stamp, name, session, ${OUTLINE_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const vectors = vectorKeeper(database);
  const units = unitTableOf(database);
  const postings = postingTableOf(database);
  const facts = factTableOf(database);
  /** Its number, terms and vectors, where it was there. Which terms it had is read from its units: a list would be as long as they. */
  const takeOut = (id: string): { number: number; had: Digest["postings"]; kept: ReadonlyMap<string, Uint8Array> } | null => {
    // Looked up again inside the transaction: another process may have been here in between.
    const found = find.get(id) as { number: number; name: string } | undefined;
    if (found === undefined) return null;
    const { days } = unpackFacts(facts.of(found.number));
    const before = units.all(found.number).map((unit, ordinal) => withDay(unit, days[ordinal]));
    units.drop(found.number);
    dropDocument.run(found.number);
    return { number: found.number, had: digest({ id: found.name, units: before }).postings, kept: vectors.take(found.number) };
  };
  return {
    remove(id) {
      const before = takeOut(id);
      if (before === null) return;
      postings.change(before.number, { before: before.had });
      postings.write();
      facts.write(new Map([[before.number, null]]));
    },
    replace(batch) {
      const packed = new Map<number, Uint8Array>();
      for (const { each, key, source } of batch) {
        const made = digest(source);
        const before = takeOut(each.id);
        const { count, length, near, speakers } = outlineOf(made.facts);
        const number = Number(
          addDocument.run(
            before?.number ?? null,
            each.id,
            each.owner,
            key,
            hashOf(key),
            each.stamp,
            source.id,
            source.session ?? null,
            count,
            length,
            near,
            speakers.length === 0 ? null : JSON.stringify(speakers),
          ).lastInsertRowid,
        );
        postings.change(number, { now: made.postings, ...(before === null ? {} : { before: before.had }) });
        packed.set(number, packFacts(made.facts));
        units.write(number, source.units);
        if (before !== null) vectors.giveBack(number, before.kept, source.units);
      }
      postings.write();
      facts.write(packed);
    },
  };
}
