// A question to the database, for those who need not know on which line it goes.

import type { Parameter, Row } from "./connections.ts";

export type Ask = (text: string, parameters?: readonly Parameter[]) => Promise<readonly Row[]>;

/** Whole numbers as one parameter: `$1::text::int[]`. */
export function intArray(numbers: readonly number[]): string {
  return `{${numbers.join(",")}}`;
}
