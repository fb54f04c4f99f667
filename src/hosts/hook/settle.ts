import { settleHostSession } from "../../hostSessions/hostSession.ts";
import { openMind } from "../../mind/open.ts";
import { sendQuietly } from "../../sharing/sending.ts";

/** `hook --settle end|turn ID…`: what settleLater started. */
export async function settleNow([when, ...ids]: readonly string[]): Promise<void> {
  const mind = await openMind({});
  try {
    await settleHostSession(mind, ids, { ended: when === "end" });
    // No host waits for this process.
    if (when === "end") await sendQuietly(mind);
  } finally {
    await mind.close();
  }
}
