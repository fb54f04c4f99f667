// What is noted of a remote document, before and after each sending: by these notes an entry whose answer was lost, or whose
// process was killed, is known again, and so is a document that lost what was written there. They are where every machine
// of the mind sees them.

import { sha256 } from "../../base/index.ts";
import type { Entry } from "../../schema/index.ts";
import type { Place, Store } from "../../store/index.ts";
import { writerOf } from "../../store/write.ts";

/** An entry as it was sent, and the prints of the lines that it brought (lost.ts). */
export interface SentItem {
  readonly entry: Entry;
  readonly lines: readonly string[];
}

/**
 * `before` and `after` are hashes of the whole text; before null: the document was to be created. `void` closes a sending
 * that did not happen, and undoes a `sent` whose entries the server lost. Notes of older programs have no optional fields.
 */
export type Note =
  | {
      readonly v: 1;
      readonly kind: "seen";
      readonly etag: string;
      readonly hash: string;
      readonly lines?: readonly string[];
      /** The id of the mind, where the server is another Codicil. */
      readonly mind?: string;
    }
  | {
      readonly v: 1;
      readonly kind: "sending";
      readonly entries: readonly string[];
      readonly before: string | null;
      readonly after: string;
      /** Those that no earlier note has. */
      readonly items?: readonly SentItem[];
      /** Entries of earlier sendings that the document does not have any more, and nobody asked why. */
      readonly gone?: readonly string[];
    }
  | { readonly v: 1; readonly kind: "sent" | "held" | "void"; readonly entries: readonly string[] };

/** An entry that arrived there. */
export interface Arrived extends SentItem {
  readonly id: string;
  /** Its places among the notes: when it was first sent, and last. */
  readonly first: number;
  readonly at: number;
}

export interface Notes {
  /** Entries that need not be sent again: they arrived, or a person on the other side has them. */
  readonly done: ReadonlySet<string>;
  /** What was being sent when the answer was lost; null: nothing was. */
  readonly open: Extract<Note, { kind: "sending" }> | null;
  /** What this mind wrote there and should find, oldest first. */
  readonly arrived: readonly Arrived[];
  /** What it wrote there once, and the server lost. */
  readonly lost: readonly Arrived[];
  /** The text that the newest of `arrived` made. */
  readonly newest: string | null;
  /** The document when it was last looked at. */
  readonly last: Extract<Note, { kind: "seen" }> | null;
  /** Whether that entry's text is noted. */
  knows(id: string): boolean;
  /** When a text with that hash was last there, as a place among the notes; -1: never. */
  placeOf(hash: string): number;
  /** Under which text this very tag was seen before: the same, another (a lie), or none. */
  seen(etag: string, hash: string): "same" | "other" | "never";
}

type Sending = Extract<Note, { kind: "sending" }>;
type State = "sent" | "held" | "void" | "lost";

export async function readNotes(store: Store, url: string): Promise<Notes> {
  const notes = (await store.readLog(placeOf(url))).lines.map((line) => JSON.parse(line) as Note);
  const state = statesIn(notes);
  const items = itemsIn(notes);
  const isIn = (id: string, ...wanted: readonly State[]) => wanted.includes(state.get(id) ?? "void");
  const isSent = (note: Note): note is Sending => note.kind === "sending" && note.entries.some((id) => isIn(id, "sent", "lost"));
  const last = notes.findLast(({ kind }) => kind !== "seen");
  const sendings = notes.filter(isSent);
  const gone = new Set(sendings.flatMap((note) => note.gone ?? []));
  const found = (wanted: State) => items.filter(({ id }) => isIn(id, wanted) && !gone.has(id));
  return {
    done: new Set([...state.keys()].filter((id) => isIn(id, "sent", "held"))),
    open: last?.kind === "sending" ? last : null,
    arrived: found("sent"),
    lost: found("lost"),
    newest: sendings.findLast(({ entries }) => entries.some((id) => isIn(id, "sent")))?.after ?? null,
    last: notes.findLast((note) => note.kind === "seen") ?? null,
    knows: (wanted) => items.some(({ id }) => id === wanted),
    placeOf: (hash) => {
      const at = notes.findLastIndex((note) => hashesOf(note, isSent(note)).includes(hash));
      const note = notes[at];
      return note?.kind === "sending" && !(isSent(note) && note.after === hash) ? at - 0.5 : at;
    },
    seen: (etag, hash) => {
      const hashes = notes.flatMap((each) => (each.kind === "seen" && each.etag === etag ? [each.hash] : []));
      return hashes.length === 0 ? "never" : hashes.every((each) => each === hash) ? "same" : "other";
    },
  };
}

/** What became of each entry. */
function statesIn(notes: readonly Note[]): ReadonlyMap<string, State> {
  const state = new Map<string, State>();
  for (const note of notes)
    if (note.kind !== "seen" && note.kind !== "sending")
      for (const id of note.entries) state.set(id, note.kind === "void" && state.get(id) === "sent" ? "lost" : note.kind);
  return state;
}

/** In the order in which they were last sent. */
function itemsIn(notes: readonly Note[]): readonly Arrived[] {
  const items = new Map<string, Arrived>();
  for (const [at, note] of notes.entries()) {
    if (note.kind !== "sending") continue;
    for (const item of note.items ?? []) items.set(item.entry.meta.id ?? "", { ...item, id: item.entry.meta.id ?? "", first: at, at });
    for (const item of note.entries.flatMap((id) => items.get(id) ?? [])) items.set(item.id, { ...item, at });
  }
  return [...items.values()].toSorted((a, b) => a.at - b.at);
}

function hashesOf(note: Note, isSent: boolean): readonly (string | null)[] {
  if (note.kind === "seen") return [note.hash];
  return note.kind === "sending" ? [note.before, ...(isSent ? [note.after] : [])] : [];
}

export function addNote(store: Store, url: string, note: Note): Promise<void> {
  return writerOf(store).append(placeOf(url), [JSON.stringify(note)]);
}

function placeOf(url: string): Place {
  return { root: "state", path: `remote/${sha256(url).slice(0, 24)}.jsonl` };
}
