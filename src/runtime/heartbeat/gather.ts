// What was said in the last seven days (OR-52, X9, X10): the person's and the agent's words in the logs of main sessions.
// Logs are the evidence; a day's digest, here or in the archive, only points at them.

import { daysBefore, localDay } from "../../base/index.ts";
import { show } from "../../mind/documents/explain.ts";
import type { Mind } from "../../mind/open.ts";
import { listSessions, openSession } from "../../activity/sessions.ts";
import { isUnknown } from "../../schema/index.ts";
import { AppError } from "../../base/index.ts";

export interface Said {
  readonly session: string;
  readonly event: string;
  readonly day: string;
  readonly by: "person" | "agent";
  readonly text: string;
}

export interface Gathered {
  readonly said: readonly Said[];
  readonly days: readonly { readonly day: string; readonly text: string }[];
}

const DAYS = 7;
const DAY_MS = 86_400_000;

export async function gather(mind: Mind): Promise<Gathered> {
  const today = localDay(mind.deps.clock);
  const oldest = daysBefore(today, DAYS - 1);
  return { said: await saidSince(mind, oldest), days: await digestsSince(mind, today) };
}

async function saidSince(mind: Mind, oldest: string): Promise<Said[]> {
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
      const text = event.message.content
        .flatMap((part) => (part.type === "text" ? [String(part["text"] ?? "")] : []))
        .join("\n")
        .trim();
      if (day >= oldest && text !== "")
        said.push({ session: id, event: event.id, day, by: event.type === "user_message" ? "person" : "agent", text });
    }
  }
  return said;
}

async function digestsSince(mind: Mind, today: string): Promise<{ day: string; text: string }[]> {
  const { layout } = mind.environment;
  const found: { day: string; text: string }[] = [];
  for (let back = 0; back < DAYS; back++) {
    const day = daysBefore(today, back);
    for (const folder of [layout.dailyFolder, layout.dailyArchive]) {
      try {
        found.push({ day, text: await show(mind, `~/.config/agents/${folder}/${day}.md`) });
        break;
      } catch (error) {
        // No digest of that day there.
        if (!(error instanceof AppError)) throw error;
      }
    }
  }
  return found;
}
