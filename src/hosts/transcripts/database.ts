// OpenCode's sessions, as lines. Its database is copied first and the copy is opened: opening a database that another
// program uses, even only to read, may leave files in its folder.

import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppError } from "../../base/index.ts";
import { object, string, time, type Value } from "./foreignValues.ts";

export interface StoredSession {
  readonly id: string;
  readonly modified: number;
  /** {"table","row"}: the session, then each message followed by its parts. */
  lines(): AsyncIterable<string>;
}

export interface SessionRows {
  readonly sessions: readonly StoredSession[];
  close(): void;
}

const TRIES = 5;

export async function openDatabase(file: string): Promise<SessionRows> {
  const { DatabaseSync } = await import("node:sqlite");
  const folder = mkdtempSync(join(tmpdir(), "codicil-import-"));
  const drop = () => rmSync(folder, { recursive: true, force: true });
  try {
    const copy = copyQuietly(file, folder);
    const database = new DatabaseSync(copy);
    const all = (sql: string, ...values: string[]) => database.prepare(sql).all(...values) as Value[];
    const sessions = all("SELECT id, time_updated FROM session ORDER BY time_created, id").map(({ id, time_updated }): StoredSession => ({
      id: String(id),
      modified: time(time_updated) ?? 0,
      async *lines() {
        for (const row of all("SELECT * FROM session WHERE id = ?", String(id))) yield JSON.stringify({ table: "session", row });
        for (const row of all("SELECT * FROM message WHERE session_id = ? ORDER BY time_created, id", String(id))) {
          yield JSON.stringify({ table: "message", row });
          for (const part of all("SELECT * FROM part WHERE message_id = ? ORDER BY id", String(row["id"])))
            yield JSON.stringify({ table: "part", row: part });
        }
      },
    }));
    return {
      sessions,
      close: () => {
        database.close();
        drop();
      },
    };
  } catch (cause) {
    drop();
    if (cause instanceof AppError) throw cause;
    throw new AppError("DAMAGED", `the database cannot be read: ${(cause as Error).message}`, {
      file,
      cause,
      hint: "Nothing was adopted. `opencode export ID > FILE` and an import of that file may still work.",
    });
  }
}

/** Both files as they were at one moment: while their host moves pages from one to the other, it is tried again. */
function copyQuietly(file: string, folder: string): string {
  const target = join(folder, "copy.db");
  const log = `${file}-wal`;
  for (let attempt = 1; ; attempt++) {
    const before = factsOf(file, log);
    copyFileSync(file, target);
    if (existsSync(log)) copyFileSync(log, `${target}-wal`);
    if (factsOf(file, log) === before) return target;
    if (attempt === TRIES)
      throw new AppError("LOCKED", "the host writes into its database all the time", {
        file,
        hint: "Import again when it is quiet; nothing was changed.",
      });
    rmSync(`${target}-wal`, { force: true });
  }
}

function factsOf(...files: readonly string[]): string {
  return files.map((file) => (existsSync(file) ? `${statSync(file).size} ${statSync(file).mtimeMs}` : "-")).join("\n");
}

/** What `opencode export` writes: one session as one document. null when it is none. */
export function readExport(file: string): StoredSession | null {
  const value = parse(file);
  const info = object(value?.["info"]);
  const id = string(info["id"]);
  if (id === undefined || !Array.isArray(value?.["messages"])) return null;
  const messages = value["messages"] as readonly unknown[];
  return {
    id,
    modified: time(object(info["time"])["updated"]) ?? Math.floor(statSync(file).mtimeMs),
    async *lines() {
      yield JSON.stringify({ table: "session", row: info });
      for (const each of messages) {
        yield JSON.stringify({ table: "message", row: object(each)["info"] });
        for (const part of (object(each)["parts"] ?? []) as readonly unknown[]) yield JSON.stringify({ table: "part", row: part });
      }
    },
  };
}

/** Before the database: `storage/session/PROJECT/ID.json`, `storage/message/SESSION/ID.json`, `storage/part/MESSAGE/ID.json`. */
export function readStorage(storage: string): StoredSession[] {
  return jsonBelow(join(storage, "session")).flatMap((file): StoredSession[] => {
    const info = parse(file);
    const id = string(info?.["id"]);
    if (info === null || id === undefined || !/^[\w-]+$/.test(id)) return [];
    return [
      {
        id,
        modified: time(object(info["time"])["updated"]) ?? Math.floor(statSync(file).mtimeMs),
        async *lines() {
          yield JSON.stringify({ table: "session", row: info });
          for (const path of jsonBelow(join(storage, "message", id))) {
            const message = parse(path) ?? {};
            yield JSON.stringify({ table: "message", row: message });
            for (const part of jsonBelow(join(storage, "part", String(message["id"]).replace(/[^\w-]/g, ""))))
              yield JSON.stringify({ table: "part", row: parse(part) ?? {} });
          }
        },
      },
    ];
  });
}

function jsonBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".json"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function parse(file: string): Value | null {
  try {
    return object(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    // Half written or no JSON: the others still count, and the next import looks again.
    return null;
  }
}
