import { backup as writeBackup, restore as readBackup } from "../../transfer/index.ts";
import { printJson } from "../terminal/answer.ts";
import { printBrought } from "./brought.ts";
import { type Call, flag } from "../terminal/command.ts";
import { byCommand } from "../terminal/person.ts";

export async function backup(call: Call): Promise<number> {
  const { words } = call.terminal;
  const written = await writeBackup(await call.mind(), call.args[0] ?? "");
  if (call.json) printJson(call, written);
  else call.terminal.print(`${words`${written.file}: ${written.files} files`}\n`);
  for (const { file, why } of written.left)
    call.terminal.say(
      words`${call.terminal.colour.yellow(words`not in it`)} ${call.terminal.safe(file)}: ${words.reading(why)}; copy it yourself`,
    );
  return 0;
}

export async function restore(call: Call): Promise<number> {
  const restored = await readBackup(await call.mind(), call.args[0] ?? "", { person: byCommand(), over: flag(call, "over") });
  if (call.json) printJson(call, restored);
  else printBrought(call, restored, "restored");
  return 0;
}
