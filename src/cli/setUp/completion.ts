import { type Call } from "../terminal/command.ts";
import { completionFor } from "../table/completion.ts";
import { COMMANDS, GLOBAL_OPTIONS } from "../table/commandTable.ts";

export async function run(call: Call): Promise<number> {
  call.terminal.print(completionFor(call.args[0], COMMANDS, Object.keys(GLOBAL_OPTIONS)));
  return 0;
}
