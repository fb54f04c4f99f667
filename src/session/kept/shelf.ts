// Where sessions are (`sessions/ID.jsonl` below the state), and what this process remembers of those it used last, so
// that a long-lived process reads of a session only what is new.

import { AppError, objectIn, SESSION_ID, keptIn } from "../../base/index.ts";
import { type Place, readSideText, type Store } from "../../store/index.ts";
import { type Glance, type ReadOptions, SessionLog } from "./sessionLog.ts";
import { readHeader } from "../log/survey.ts";
import type { Session } from "../log/read.ts";
import { writerOf } from "../../store/write.ts";

const FOLDER = "sessions";
/** Copies of sessions that other machines of the same login write (sent/fetch.ts). Only read. */
const COPIES = "elsewhere";
const MOST_REMEMBERED = 8;

const shelves = new WeakMap<Store, Map<string, SessionLog>>();

/** Where a session is kept. */
export function placeOf(id: string): Place {
  return placeIn(FOLDER, id);
}

/** Where the copy of a session of another machine is kept. */
export function copyPlaceOf(id: string): Place {
  return placeIn(COPIES, id);
}

function placeIn(folder: string, id: string): Place {
  if (!SESSION_ID.test(id))
    throw new AppError("BAD_INPUT", `${JSON.stringify(id)} cannot be a session id`, { hint: "Use letters, digits, - and _, at most 64." });
  return { root: "state", path: `${folder}/${id}.jsonl` };
}

/** Whether this machine writes the session. */
export function isOwnSession(store: Store, id: string): boolean {
  return store.openLog === undefined || isThere(store, placeOf(id));
}

/** Where a session is read: this machine's own, else the copy of another's. */
export function placeToRead(store: Store, id: string): Place {
  return !isOwnSession(store, id) && isThere(store, copyPlaceOf(id)) ? copyPlaceOf(id) : placeOf(id);
}

function isThere(store: Store, place: Place): boolean {
  const bytes = store.openLog?.(place) ?? null;
  bytes?.close();
  return bytes !== null;
}

/** The ids of all sessions here. */
export async function listSessionIds(store: Store): Promise<string[]> {
  return sessionIdsIn(await store.list("state", FOLDER));
}

/** The ids among the names of the folder of sessions. */
export function sessionIdsIn(names: readonly string[]): string[] {
  return names
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => name.slice(0, -6))
    .filter((id) => SESSION_ID.test(id));
}

/** Another one whenever the session was written to; null where the store cannot tell without reading. */
export function stampOf(store: Store, id: string): string | null {
  const stamp = store.stampOf?.(placeOf(id)) ?? null;
  if (stamp !== null) return stamp;
  const bytes = store.openLog?.(placeOf(id)) ?? null;
  if (bytes === null) return null;
  bytes.close();
  return `${bytes.identity} ${bytes.size} ${bytes.modified}`;
}

/** A stamp ends with the size and the time of the last write. */
export function stampFacts(stamp: string): { readonly size: number; readonly modified: number } {
  const [modified, size] = stamp.split(" ").reverse();
  return { size: Number(size), modified: Number(modified) };
}

/** A header is one line and short; where the first line is longer than this, the whole session is read instead. */
const HEADER_BYTES = 4096;

/** When a session began, from its first line alone; null where that takes reading the session. */
export function beganAt(store: Store, id: string): number | null {
  const bytes = store.openLog?.(placeOf(id)) ?? null;
  if (bytes === null) return null;
  try {
    const head = Buffer.alloc(Math.min(HEADER_BYTES, bytes.size));
    const line = head.toString("utf8", 0, bytes.read(head, 0)).split("\n", 2);
    return line.length < 2 ? null : readHeader(line[0], "").createdAt;
  } catch (error) {
    // Whoever reads the session says what is wrong with it.
    if (error instanceof AppError) return null;
    throw error;
  } finally {
    bytes.close();
  }
}

/** The one that was used longest ago makes room. */
export function logOf(store: Store, id: string): SessionLog {
  const shelf = keptIn(shelves, store, () => new Map<string, SessionLog>());
  const own = shelf.get(placeOf(id).path);
  // Looking where it is costs a file opened; a session that was read here before is where it was.
  const place = own?.isKnown === true ? own.place : placeToRead(store, id);
  const log = shelf.get(place.path) ?? new SessionLog(store, place, id);
  shelf.delete(place.path);
  shelf.set(place.path, log);
  if (shelf.size > MOST_REMEMBERED) shelf.delete(shelf.keys().next().value as string);
  return log;
}

/** Enough for a list, whatever the size of the log. */
export async function glanceAtSession(store: Store, id: string): Promise<Glance> {
  return logOf(store, id).glance();
}

/** Takes no lock: a line that is being written right now is a torn tail and does not count. */
export async function loadSession(store: Store, id: string, options: ReadOptions = {}): Promise<Session> {
  return logOf(store, id).session(options);
}

/**
 * What lists say of each session (title, times, counts), kept beside the logs so that a list of thousands reads none of them again: by
 * session id the stamp of the log that it was made from, and what it says. Never the truth: a note counts only while its log is the same
 * file with the same size and time, and all of them may be deleted at any time.
 */
export type ShelfNotes = Map<string, { readonly stamp: string; readonly said: unknown }>;

/** titles: what lists say; 2: a session without a title of its own is named by its first message. usage: what they cost. */
const KINDS = { titles: { name: "sessions.json", version: 2 }, usage: { name: "usage.json", version: 1 } } as const;
export type ShelfNotesKind = keyof typeof KINDS;

/** Reads what is kept about sessions. */
export function readShelfNotes(store: Store, kind: ShelfNotesKind = "titles"): ShelfNotes {
  const { v, notes } = objectIn<{ v: number; notes: [string, string, unknown][] }>(readSideText(store, KINDS[kind].name)) ?? {};
  // Cut off or of another program: the logs are read again.
  if (v !== KINDS[kind].version || !Array.isArray(notes) || !notes.every(Array.isArray)) return new Map();
  return new Map(notes.map(([id, stamp, said]) => [id, { stamp, said }]));
}

/** Writes what is kept about sessions, so that lists need not read them. */
export function keepShelfNotes(store: Store, notes: ShelfNotes, kind: ShelfNotesKind = "titles"): void {
  const lines = [...notes].map(([id, { stamp, said }]) => [id, stamp, said]);
  writerOf(store).writeIndex?.(KINDS[kind].name, [Buffer.from(JSON.stringify({ v: KINDS[kind].version, notes: lines }))]);
}

/** After something was forgotten: a title may have held it. */
export function dropShelfNotes(store: Store): void {
  if (readShelfNotes(store).size > 0) keepShelfNotes(store, new Map());
}
