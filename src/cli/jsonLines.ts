// Filters read JSON lines and answer each with one.

import { AppError } from "../base/index.ts";
import type { Call } from "./command.ts";

export async function forEachLine<T>(call: Call, shape: string, answer: (row: T) => unknown): Promise<void> {
  let number = 0;
  for await (const line of call.terminal.inputLines()) {
    number++;
    let row: T;
    try {
      row = JSON.parse(line) as T;
    } catch (cause) {
      throw new AppError("BAD_JSON", "a line of the input is not JSON", { file: "stdin", line: number, cause, hint: `Each line is ${shape}.` });
    }
    if (row === null || typeof row !== "object") throw new AppError("BAD_JSON", "a line of the input is not an object", { file: "stdin", line: number, hint: `Each line is ${shape}.` });
    call.terminal.print(`${JSON.stringify(await answer(row))}\n`);
  }
}
