// The watcher: what other processes do to this mind becomes happenings. It only says where to look; pages read for
// themselves, and what a notice missed the next one finds.

import { listApprovals } from "../../calls/approvals.ts";
import type { Mind } from "../../mind/open.ts";
import { readingsMark } from "../../rules/index.ts";
import { lastVerdicts, verdictsBehind } from "../../calls/verdictLog.ts";
import { watchMind } from "../../sharing/watch.ts";
import type { VerdictLine } from "../../schema/index.ts";
import type { Hub } from "./hub.ts";

/** So many are told at most after one notice; a page that wants more reads the log. */
const MOST_TOLD = 200;

/** What was written behind the last one that was told, oldest first. */
async function freshVerdicts(mind: Mind, told: string | null): Promise<VerdictLine[]> {
  return (await verdictsBehind(mind, told, MOST_TOLD)).reverse();
}

export async function startWatcher(
  mind: Mind,
  hub: Hub,
  log: (line: string) => void,
  changed: () => void = () => {},
): Promise<{ close(): Promise<void> }> {
  let told = (await lastVerdicts(mind, 1))[0]?.id ?? null;
  let asked = new Set((await listApprovals(mind)).map(({ id }) => id));
  let mark = readingsMark(mind);
  let running: Promise<void> = Promise.resolve();

  const tellDecisions = async () => {
    for (const verdict of await freshVerdicts(mind, told)) {
      hub.publish({ type: "verdict", data: verdict });
      told = verdict.id;
    }
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

  return watchMind(
    mind,
    {
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
    },
    log,
  );
}
