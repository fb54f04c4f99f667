import { AppError } from "../../base/index.ts";
import { edit } from "../../mind/documents/edit.ts";
import { printJson } from "../terminal/answer.ts";
import type { Call } from "../terminal/command.ts";

export async function run(call: Call): Promise<number> {
  const { words } = call.terminal;
  const editor = process.env["VISUAL"] || process.env["EDITOR"];
  if (!editor)
    throw new AppError("BAD_USAGE", "neither $VISUAL nor $EDITOR is set", { hint: "For example EDITOR=nano codicil edit USER.md" });
  const outcome = await edit(await call.mind(), call.args[0] ?? "", editor);
  if (call.json) printJson(call, outcome);
  else call.terminal.say(outcome.kind === "kept" ? words`nothing changed` : words`written; undo: codicil undo ${outcome.undo ?? ""}`);
  return 0;
}
