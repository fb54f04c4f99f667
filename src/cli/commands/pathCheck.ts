import { checkKey } from "../../mind/checkKey.ts";
import { AppError } from "../../base/index.ts";
import type { Call } from "../command.ts";

export async function run(call: Call): Promise<number> {
  const mind = await call.mind();
  let number = 0;
  for await (const line of call.terminal.inputLines()) {
    number++;
    let row: { id?: unknown; kind?: unknown; input?: unknown };
    try {
      row = JSON.parse(line) as typeof row;
    } catch (cause) {
      throw new AppError("BAD_JSON", "a line of the input is not JSON", { file: "stdin", line: number, cause, hint: 'Each line is {"id","kind","input"}.' });
    }
    call.terminal.print(`${JSON.stringify({ id: row?.id, ...checkKey(mind, row?.kind, row?.input) })}\n`);
  }
  return 0;
}
