// What was said in the last seven days (OR-52, X9, X10): the person's and the agent's words in the logs of main sessions.
// Logs are the evidence; a day's digest, here or in the archive, only points at them.

import { daysBefore, localDay } from "../../base/index.ts";
import type { Mind } from "../../mind/open.ts";
import { listSessions, openSession } from "../../activity/sessions.ts";
import { isUnknown, textIn } from "../../schema/index.ts";

export interface Said {
  readonly session: string;
  readonly event: string;
  readonly day: string;
  readonly by: "person" | "agent";
  readonly text: string;
}

const DAYS = 7;
const DAY_MS = 86_400_000;

export async function gather(mind: Mind): Promise<Said[]> {
  const oldest = daysBefore(localDay(mind.deps.clock), DAYS - 1);
  const said: Said[] = [];
  // Of years of sessions only those are looked at that somebody wrote to in these days.
  const since = new Date(`${oldest}T00:00:00`).getTime() - DAY_MS;
  for (const { id, sessionType, createdAt } of (await listSessions(mind, { since })).sessions) {
    // A session cannot hold words from before it began by more than its own length; a year-old one is not opened.
    if (sessionType === "shared" || localDay(mind.deps.clock, new Date(createdAt)) < daysBefore(oldest, 30)) continue;
    const session = await openSession(mind, id);
    // The daemon answers others meanwhile.
    await new Promise((resolve) => setImmediate(resolve));
    for (const event of session.events) {
      if (isUnknown(event) || !("message" in event) || event.type === "tool_result") continue;
      const day = localDay(mind.deps.clock, new Date(event.ts));
      const text = textIn(event.message.content).trim();
      if (day >= oldest && text !== "")
        said.push({ session: id, event: event.id, day, by: event.type === "user_message" ? "person" : "agent", text });
    }
  }
  return said;
}
