// What lists say of each session (title, times, counts), kept beside the logs so that a list of thousands reads none of
// them again. Never the truth: a note counts only while its log is the same file with the same size and time, and all of
// them may be deleted at any time.

import { objectIn } from "../../base/index.ts";
import { readSideText, type Store } from "../../store/index.ts";
import { writerOf } from "../../store/write.ts";

/** By session id: the stamp of the log that it was made from, and what it says. */
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
