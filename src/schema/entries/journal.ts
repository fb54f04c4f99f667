// The journal of a session: planned entries, on disk from the moment they were planned, and what became of them.

import { readOwnLine } from "../text/checkShape.ts";
import type { Entry } from "./entry.ts";
import type { Taint } from "./taint.ts";

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

// A receipt: what the writer answers for one entry.
export const RECEIPT_STATUSES = ["applied", "unchanged", "pending", "proposed", "staged", "refused"] as const;
type ReceiptStatus = (typeof RECEIPT_STATUSES)[number];

/** What became of an entry. */
export interface Receipt {
  readonly entry: string;
  readonly status: ReceiptStatus;
  /** The document's key, as it can be typed again. */
  readonly document: string;
  readonly heading: string;
  /** Hash of the section before and after; null: there is no such section. */
  readonly before: string | null;
  readonly after: string | null;
  /** The change to give to `codicil undo`. */
  readonly undo?: string;
  readonly why?: string;
  readonly overflow?: { readonly moved_to: string; readonly chars: number };
  /** The entry that holds the lines which need your approval, where some do. */
  readonly quarantined?: string;
  /** What the session had read by then that the person did not write. */
  readonly taint?: Taint;
  /** The staging file, where there is one. */
  readonly staged?: string;
}
