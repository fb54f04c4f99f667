// supersededLines: lines of a document of which a newer line says otherwise, as recall would say of its hits. Only told:
// nothing in the document is changed by it.

import { supersededIn, unitsOf } from "../recall/index.ts";

export interface SupersededLines {
  /** First and last line, counted from 1. */
  readonly lines: readonly [number, number];
  readonly by: readonly [number, number];
  /** The day since which the newer one holds; null: nobody wrote it down. */
  readonly since: string | null;
}

/** A longer document is a log and no list of facts. */
const MOST_UNITS = 400;

export async function supersededLines(text: string): Promise<SupersededLines[]> {
  const units = await unitsOf(text);
  if (units.length > MOST_UNITS) return [];
  return supersededIn(units).flatMap(({ older, newer, since }) =>
    older.lines === undefined || newer.lines === undefined ? [] : [{ lines: older.lines, by: newer.lines, since }],
  );
}
