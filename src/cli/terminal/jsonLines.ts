// Filters read JSON lines and answer each with one. A line that cannot be answered gets its error as the answer, so that
// it takes nothing from the lines behind it; the exit code says at the end that there was one.

import { AppError } from "../../base/index.ts";
import type { Call } from "./command.ts";

/** The exit code. Blank lines are passed over. */
export async function forEachLine<T extends { readonly id?: unknown }>(
  call: Call,
  shape: string,
  answer: (row: T) => unknown,
): Promise<number> {
  let number = 0;
  const exits = new Set([0]);
  for await (const line of call.terminal.inputLines()) {
    number++;
    if (line.trim() === "") continue;
    let id: unknown;
    try {
      const row = readRow<T>(line, shape);
      id = row.id;
      call.terminal.print(`${JSON.stringify(await answer(row))}\n`);
    } catch (cause) {
      const known = cause instanceof AppError ? cause : new AppError("INTERNAL", (cause as Error).message, { cause });
      call.terminal.print(`${JSON.stringify({ id: id ?? null, error: { file: "stdin", line: number, ...known.toJSON().error } })}\n`);
      exits.add(known.exit);
    }
  }
  return [1, 3].find((exit) => exits.has(exit)) ?? Math.max(...exits);
}

function readRow<T>(line: string, shape: string): T {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch (cause) {
    throw new AppError("BAD_JSON", "a line of the input is not JSON", { cause, hint: `Each line is ${shape}.` });
  }
  if (row === null || typeof row !== "object" || Array.isArray(row))
    throw new AppError("BAD_JSON", "a line of the input is not an object", { hint: `Each line is ${shape}.` });
  return row as T;
}
