// The journal of a session: planned entries, on disk from the moment they were planned, and what became of them.

import { readOwnLine } from "../text/ownLine.ts";
import type { Entry } from "./entry.ts";

/** Where an entry goes, resolved when it was planned: a later flush may run in another directory. */
export type TargetRef =
  | { readonly kind: "document"; readonly root: "home" | "project"; readonly project: string | null; readonly path: string }
  | { readonly kind: "remote"; readonly url: string };

export type JournalLine =
  | { readonly v: 1; readonly kind: "planned"; readonly entry: Entry; readonly target: TargetRef }
  | {
      readonly v: 1;
      readonly kind: "settled";
      readonly entries: readonly string[];
      readonly as: "flushed" | "applied" | "staged";
      readonly at: string;
    };

export function readJournalLine(line: string, file: string, number: number): JournalLine {
  return readOwnLine<JournalLine>(line, "the journal", { file, line: number });
}
