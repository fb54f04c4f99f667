// What came with a backup or a bundle, for the person: what was written, what was not taken, and what needs their approval.

import type { Brought } from "../../transfer/index.ts";
import { printJson } from "../terminal/answer.ts";
import type { Call } from "../terminal/command.ts";

/** What was written, and what the person has to copy. */
export function printWritten(call: Call, place: string, written: { readonly files: number; readonly left: Brought["left"] }): void {
  const { colour, print, safe, say, words } = call.terminal;
  if (call.json) printJson(call, written);
  else print(`${words`${place}: ${written.files} files`}\n`);
  for (const { file, why } of written.left)
    say(words`${colour.yellow(words`not in it`)} ${safe(file)}: ${words.reading(why)}; copy it yourself`);
}

export function printBrought(call: Call, brought: Brought, done: "restored" | "imported"): void {
  const { colour, print, safe, say, words } = call.terminal;
  const { written, same, saved, left, untrusted, executes, instructions, waiting } = brought;
  const files = words.counted(written, "file");
  print(
    `${done === "restored" ? words`restored ${files}, ${same} already there` : words`imported ${files}, ${same} already there`}` +
      `${saved === undefined ? "" : words`; what was replaced is in ${saved}`}\n`,
  );
  for (const { file, why } of left) say(`${colour.yellow(words`not taken`)} ${safe(file)}: ${safe(words.reading(why))}`);
  for (const name of untrusted) say(words`${colour.yellow(words`hook`)} ${safe(name)} does not run until you trust it: codicil hooks`);
  for (const path of executes) say(`${colour.yellow(words`can run`)} ${safe(path)}`);
  for (const path of instructions)
    say(words`${colour.yellow(words`instructions`)} ${safe(path)}: agents will be given it; codicil policy report shows its rules`);
  if (waiting > 0) say(words`${words.counted(waiting, "pending entry needs", "pending entries need")} your approval: codicil review`);
}
