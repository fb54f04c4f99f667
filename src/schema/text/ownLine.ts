// One line of a log of Codicil's own: JSON of version 1.

import { AppError } from "../../base/index.ts";

/** `log`: what the line is of, in a message: "the journal". */
export function readOwnLine<T extends { readonly v: 1 }>(line: string, log: string, at: { file: string; line: number }): T {
  let value: T;
  try {
    value = JSON.parse(line) as T;
  } catch (cause) {
    throw new AppError("DAMAGED", `a line of ${log} is not JSON`, { ...at, cause, hint: "Run codicil doctor." });
  }
  if (value.v === 1) return value;
  throw new AppError("UNKNOWN_VERSION", `a newer Codicil wrote ${log}`, at);
}
