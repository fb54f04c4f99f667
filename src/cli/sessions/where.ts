import { where } from "../../hostSessions/where.ts";
import { printJson } from "../terminal/answer.ts";
import type { Call } from "../terminal/command.ts";

export async function run(call: Call): Promise<number> {
  const found = where(await call.mind(), call.args[0] ?? "");
  if (call.json) {
    printJson(call, found);
    return 0;
  }
  const { words } = call.terminal;
  for (const { reader, files, tokens } of found) {
    call.terminal.print(`${call.terminal.colour.bold(reader)}  ${files.length === 0 ? words`nothing` : words`about ${tokens} tokens`}\n`);
    for (const { path, tokens: own } of files) call.terminal.print(`  ${String(own).padStart(6)}  ${call.terminal.safe(path)}\n`);
  }
  return 0;
}
