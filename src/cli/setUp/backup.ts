import { backup as writeBackup, restore as readBackup } from "../../transfer/index.ts";
import { printJson } from "../terminal/answer.ts";
import { printBrought, printWritten } from "./brought.ts";
import { type Call, flag } from "../terminal/command.ts";
import { byCommand } from "../terminal/person.ts";

export async function backup(call: Call): Promise<number> {
  const written = await writeBackup(await call.mind(), call.args[0] ?? "");
  printWritten(call, written.file, written);
  return 0;
}

export async function restore(call: Call): Promise<number> {
  const restored = await readBackup(await call.mind(), call.args[0] ?? "", { person: byCommand(), over: flag(call, "over") });
  if (call.json) printJson(call, restored);
  else printBrought(call, restored, "restored");
  return 0;
}
