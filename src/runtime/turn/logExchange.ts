// The raw log of a day (X9, OR-50): with `day_log: raw` or `both` each exchange is in the day's document as soon as it is over.
// It goes through the writer like everything: judged, secrets marked, in the ledger. The session's own log has every word.

import { AppError, localDay, timeOfDay } from "../../base/index.ts";
import { EXCHANGES, writeNow } from "../../deltas/index.ts";
import { documentOfRole } from "../../knowledge/index.ts";
import type { FinishedTurn } from "../ports/steps.ts";

/** Of one side; the session has the rest. */
const LONGEST = 4000;

export async function logExchange({ mind, sessionId, sessionType, userText, shown, listener }: FinishedTurn): Promise<void> {
  // A shared session leaves nothing in a private document.
  if (mind.config.day_log === "digest" || sessionType === "shared") return;
  const { clock } = mind.deps;
  const time = timeOfDay(clock);
  const content = [said(time, "person", userText), ...(shown.trim() === "" ? [] : [said(time, "agent", shown)])].join("\n");
  const document = documentOfRole(mind.environment, "daily", localDay(clock));
  try {
    await writeNow(mind.deps, {
      path: `~/.config/agents/${document.path}`,
      heading: EXCHANGES,
      level: 2,
      operation: "append",
      content,
      session: sessionId,
      origin: "agent",
      reason: `exchange in ${sessionId}`,
    });
  } catch (error) {
    // The answer was given and is in the session's log; only the day lacks it.
    if (!(error instanceof AppError)) throw error;
    listener({ type: "notice", text: `The day's log was not written: ${error.message}` });
  }
}

/** One list item; further lines are indented, so that nothing in them begins a section. */
function said(time: string, who: "person" | "agent", text: string): string {
  const chars = [...text.trim()];
  const whole = chars.length <= LONGEST ? chars.join("") : `${chars.slice(0, LONGEST).join("")} …`;
  return `- ${time} ${who}: ${whole
    .split(/\r\n|\n|\r/)
    .map((line, index) => (index === 0 || line.trim() === "" ? line : `  ${line}`))
    .join("\n")}`;
}
