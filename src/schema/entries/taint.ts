// Taint: what a session read that the person did not write. It is in two places: in the notes of a session, with prints
// of the text, and in the meta of each entry that the session wrote afterwards, with the sources only.

import * as v from "valibot";
import { objectIn } from "../../base/index.ts";

export const FOREIGN_KINDS = ["web", "tool", "file"] as const;
export type ForeignKind = (typeof FOREIGN_KINDS)[number];

export interface TaintSource {
  readonly kind: ForeignKind;
  /** The address, the tool or the file. */
  readonly source: string;
  readonly at: string;
}

/** The `taint` of an entry, a change or a receipt. */
export interface Taint {
  readonly v: 1;
  /** The last ones, newest first. */
  readonly sources: readonly TaintSource[];
  /** How many more there are. */
  readonly more?: number | undefined;
}

export const TaintSchema = v.looseObject({
  v: v.literal(1),
  sources: v.array(v.looseObject({ kind: v.picklist(FOREIGN_KINDS), source: v.string(), at: v.string() })),
  more: v.optional(v.number()),
});

/** One line of a session's notes. */
export type TaintNote =
  /** `prints` are 32-bit numbers, little-endian, as base64; null: the text was not seen, or only in part. */
  | ({ readonly v: 1; readonly prints: string | null } & TaintSource)
  /** Everything that another session read counts here too: a clone, a resumed copy, something recalled from it. */
  | { readonly v: 1; readonly kind: "inherits"; readonly session: string; readonly at: string }
  /** A file or folder that the session brought from elsewhere: reading it is reading that. */
  | { readonly v: 1; readonly kind: "brought"; readonly path: string; readonly source: string; readonly at: string }
  /** The notes have their largest size: from here on nothing can be compared. */
  | { readonly v: 1; readonly kind: "full"; readonly at: string };

/** Lines that are torn or of a newer version are passed over: what they said is unknown. `unread` counts them. */
export function readTaintNotes(text: string): { readonly notes: readonly TaintNote[]; readonly unread: number } {
  const notes: TaintNote[] = [];
  let unread = 0;
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const note = objectIn<TaintNote>(line);
    if (note?.v === 1) notes.push(note as TaintNote);
    else unread++;
  }
  return { notes, unread };
}

export function packPrints(prints: Uint32Array): string {
  const view = new DataView(new ArrayBuffer(prints.length * 4));
  prints.forEach((print, at) => view.setUint32(at * 4, print, true));
  return Buffer.from(view.buffer).toString("base64");
}

export function unpackPrints(packed: string): Uint32Array {
  const bytes = Buffer.from(packed, "base64");
  const count = Math.floor(bytes.length / 4);
  return Uint32Array.from({ length: count }, (_, at) => bytes.readUInt32LE(at * 4));
}
