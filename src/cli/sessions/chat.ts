import { AppError } from "../../base/index.ts";
import { followQuietly } from "../../sharing/follow.ts";
import { listedId, sessionNamed } from "../../activity/shortIds.ts";
import { openModel } from "../../runtime/index.ts";
import { type Call, flag, text } from "../terminal/command.ts";

export async function run(call: Call): Promise<number> {
  const mind = await call.mind();
  const given = text(call, "session");
  const sessionId = given === undefined ? undefined : await sessionNamed(mind, listedId(mind, call.terminal.device, "session", given));
  if (sessionId !== undefined && flag(call, "shared"))
    throw new AppError("BAD_USAGE", "--session and --shared do not go together", {
      hint: "The kind of a session is fixed when it begins.",
    });
  const { model, why } = await openModel({ flag: text(call, "model"), config: mind.config, env: process.env });
  const request = { call, mind, model, modelWhy: why, sessionId, sessionType: flag(call, "shared") ? ("shared" as const) : undefined };
  for (const warning of mind.warnings) call.terminal.say(warning);
  const following = await followQuietly(mind);
  try {
    // At a terminal nobody needs the line protocol, and the other way round.
    if (call.terminal.isInteractive && !call.json) return await (await import("../chat/interactive.ts")).chatAtTerminal(request);
    return await (await import("../chat/chatByLines.ts")).chatByLines(request);
  } finally {
    await following.close();
  }
}
