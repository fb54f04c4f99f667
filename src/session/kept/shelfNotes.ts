// What lists say of each session (title, times, counts), kept beside the logs so that a list of thousands reads none of
// them again. Never the truth: a note counts only while its log is the same file with the same size and time, and all of
// them may be deleted at any time.

import type { Store } from "../../store/index.ts";
import { writerOf } from "../../store/write.ts";

/** By session id: the stamp of the log that it was made from, and what it says. */
export type ShelfNotes = Map<string, { readonly stamp: string; readonly said: unknown }>;

/** titles: what lists say; 2: a session without a title of its own is named by its first message. usage: what they cost. */
const KINDS = { titles: { name: "sessions.json", version: 2 }, usage: { name: "usage.json", version: 1 } } as const;
export type ShelfNotesKind = keyof typeof KINDS;

/** Reads what is kept about sessions. */
export function readShelfNotes(store: Store, kind: ShelfNotesKind = "titles"): ShelfNotes {
  const file = store.openIndex?.(KINDS[kind].name) ?? null;
  if (file === null) return new Map();
  try {
    const bytes = Buffer.alloc(file.size);
    const { v, notes } = JSON.parse(bytes.toString("utf8", 0, file.read(bytes, 0))) as { v: number; notes: [string, string, unknown][] };
    return new Map(v === KINDS[kind].version ? notes.map(([id, stamp, said]) => [id, { stamp, said }]) : []);
  } catch (error) {
    // Cut off or of another program: the logs are read again.
    if (error instanceof SyntaxError || error instanceof TypeError) return new Map();
    throw error;
  } finally {
    file.close();
  }
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
