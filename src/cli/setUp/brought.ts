// What came with a backup or a bundle, for the person: what was written, what was not taken, and what needs their approval.

import type { Brought } from "../../transfer/index.ts";
import { counted } from "../terminal/columns.ts";
import type { Call } from "../terminal/command.ts";

export function printBrought(call: Call, brought: Brought, done: "restored" | "imported"): void {
  const { colour, print, safe, say } = call.terminal;
  const { written, same, saved, left, untrusted, executes, instructions, waiting } = brought;
  print(`${done} ${counted(written, "file")}, ${same} already there${saved === undefined ? "" : `; what was replaced is in ${saved}`}\n`);
  for (const { file, why } of left) say(`${colour.yellow("not taken")} ${safe(file)}: ${safe(why)}`);
  for (const name of untrusted) say(`${colour.yellow("hook")} ${safe(name)} does not run until you trust it: codicil hooks`);
  for (const path of executes) say(`${colour.yellow("can run")} ${safe(path)}`);
  for (const path of instructions)
    say(`${colour.yellow("instructions")} ${safe(path)}: agents will be given it; codicil policy report shows its rules`);
  if (waiting > 0) say(`${waiting} pending ${waiting === 1 ? "entry needs" : "entries need"} your approval: codicil review`);
}
