// What is noted of a remote document, before and after each sending: by these notes an entry whose answer was lost, or whose
// process was killed, is known again. They stand where every machine of the mind sees them.

import { sha256 } from "../../base/index.ts";
import type { Place, Store } from "../../store/index.ts";
import { writerOf } from "../../store/write.ts";

/** `before` and `after` are hashes of the whole text; before null: the document was to be created. */
export type Note =
  | { readonly v: 1; readonly kind: "seen"; readonly etag: string; readonly hash: string }
  | { readonly v: 1; readonly kind: "sending"; readonly entries: readonly string[]; readonly before: string | null; readonly after: string }
  | { readonly v: 1; readonly kind: "sent" | "held" | "void"; readonly entries: readonly string[] };

export interface Notes {
  /** Entries that need not be sent again: they arrived, or a person on the other side has them. */
  readonly done: ReadonlySet<string>;
  /** What was being sent when the answer was lost; null: nothing was. */
  readonly open: Extract<Note, { kind: "sending" }> | null;
  /** Under which text this very tag was seen before: the same, another (a lie), or none. */
  seen(etag: string, hash: string): "same" | "other" | "never";
}

export async function readNotes(store: Store, url: string): Promise<Notes> {
  const notes = (await store.readLog(placeOf(url))).lines.map((line) => JSON.parse(line) as Note);
  const last = notes.findLast(({ kind }) => kind !== "seen");
  return {
    done: new Set(notes.flatMap((each) => (each.kind === "sent" || each.kind === "held" ? each.entries : []))),
    open: last?.kind === "sending" ? last : null,
    seen: (etag, hash) => {
      const hashes = notes.flatMap((each) => (each.kind === "seen" && each.etag === etag ? [each.hash] : []));
      return hashes.length === 0 ? "never" : hashes.every((each) => each === hash) ? "same" : "other";
    },
  };
}

export function addNote(store: Store, url: string, note: Note): Promise<void> {
  return writerOf(store).append(placeOf(url), [JSON.stringify(note)]);
}

function placeOf(url: string): Place {
  return { root: "state", path: `remote/${sha256(url).slice(0, 24)}.jsonl` };
}
