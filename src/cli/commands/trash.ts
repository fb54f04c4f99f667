import { trashEmpty, trashKeep, trashList, trashPut, trashRestore } from "../../mind/trash.ts";
import { printJson } from "../answer.ts";
import { type Call, flag } from "../command.ts";
import { atTerminal } from "../person.ts";

/** Answers like rm: silent when all went well, a line for each complaint, 1 when there was one. */
export async function put(call: Call): Promise<number> {
  const { trashed, complaints } = trashPut(await call.mind(), call.args.filter((word) => word !== "--json"));
  for (const complaint of complaints) call.terminal.say(`rm: ${complaint}`);
  if (call.json) printJson(call, trashed);
  return complaints.length === 0 ? 0 : 1;
}

export async function keep(call: Call): Promise<number> {
  const kept = trashKeep(await call.mind(), call.args.filter((word) => word !== "--json" && word !== "--"));
  if (call.json) printJson(call, kept);
  return 0;
}

export async function list(call: Call): Promise<number> {
  const all = trashList(await call.mind());
  if (call.json) printJson(call, all);
  else for (const { id, at, kind, original } of all) call.terminal.print(`${id}  ${at}  ${kind.padEnd(6)}  ${call.terminal.safe(original)}\n`);
  if (!call.json && all.length === 0) call.terminal.say("the trash is empty");
  return 0;
}

export async function restore(call: Call): Promise<number> {
  const restored = trashRestore(await call.mind(), call.args[0] ?? "", { over: flag(call, "over") });
  if (call.json) printJson(call, restored);
  else call.terminal.print(`restored ${restored.original}\n`);
  return 0;
}

export async function empty(call: Call): Promise<number> {
  atTerminal(call, "trash empty");
  call.terminal.print(`${trashEmpty(await call.mind())} deleted for good\n`);
  return 0;
}
