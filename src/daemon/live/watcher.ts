// The watcher: what other processes do to this mind becomes happenings. It only says where to look; pages read for
// themselves, and what a notice missed the next one finds.

import { listApprovals } from "../../mind/approvals.ts";
import { readVerdicts } from "../../mind/decide.ts";
import type { Mind } from "../../mind/open.ts";
import { readingsMark } from "../../mind/readingCards.ts";
import { watchMind } from "../../mind/watch.ts";
import type { Hub } from "./hub.ts";

export async function startWatcher(mind: Mind, hub: Hub, log: (line: string) => void, changed: () => void = () => {}): Promise<{ close(): Promise<void> }> {
  let verdicts = (await readVerdicts(mind)).length;
  let asked = new Set((await listApprovals(mind)).map(({ id }) => id));
  let mark = readingsMark(mind);
  let running: Promise<void> = Promise.resolve();

  const tellDecisions = async () => {
    const all = await readVerdicts(mind);
    // Fewer than before: the log was rewritten (forget); what stands there now is nothing new.
    const fresh = all.length < verdicts ? [] : all.slice(verdicts);
    verdicts = all.length;
    for (const verdict of fresh) hub.publish({ type: "verdict", data: verdict });
    const open = await listApprovals(mind);
    const ids = new Set(open.map(({ id }) => id));
    if (ids.size !== asked.size || [...ids].some((id) => !asked.has(id))) hub.publish({ type: "approvals", data: open });
    asked = ids;
    const now = readingsMark(mind);
    if (now !== mark) hub.publish({ type: "readings", data: {} });
    mark = now;
  };
  /** One after the other: two that count at once would tell a verdict twice. */
  const inTurn = (work: () => Promise<void>) => {
    running = running.then(work).catch((error: unknown) => log(`the watcher could not read: ${(error as Error).message}`));
  };

  return watchMind(mind, {
    documents: () => {
      hub.publish({ type: "documents", data: {} });
      changed();
    },
    waiting: () => {
      hub.publish({ type: "waiting", data: {} });
      changed();
    },
    sessions: () => hub.publish({ type: "sessions", data: {} }),
    decisions: () => inTurn(tellDecisions),
    policy: (change) => hub.publish({ type: "policy", data: change }),
  }, log);
}
