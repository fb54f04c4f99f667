import { rememberList } from "../../activity/shortIds.ts";
import { status } from "../../mind/overview/status.ts";
import { printJson } from "../terminal/answer.ts";
import type { Call } from "../terminal/command.ts";
import { linesHere } from "./linesHere.ts";
import { readStatusLines } from "./statusLines.ts";

export async function run(call: Call): Promise<number> {
  const mind = await call.mind();
  const found = await status(mind);
  if (call.json) printJson(call, found);
  else {
    call.terminal.print(readStatusLines(found, (await linesHere(mind))?.proposed ?? null, call.terminal));
    const proposed = found.pending.filter(({ state }) => state === "proposed");
    rememberList(
      mind,
      call.terminal.isScreen ? call.terminal.device : null,
      "proposal",
      proposed.map(({ entry: id }) => ({ id })),
    );
  }
  for (const warning of mind.warnings) call.terminal.say(warning);
  return 0;
}
