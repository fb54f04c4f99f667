// A receipt: what the writer answers for one entry.

import type { Taint } from "./taint.ts";

export const RECEIPT_STATUSES = ["applied", "unchanged", "pending", "proposed", "staged", "refused"] as const;
export type ReceiptStatus = (typeof RECEIPT_STATUSES)[number];

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
