// hostActivity: which other programs are at work with this mind. A session runs as long as its calls come.

import type { Mind } from "./open.ts";
import { listSessions } from "./sessions.ts";
import { verdictsSince } from "./verdictLog.ts";

/** A session without a call for so long is not counted as running. */
const QUIET_MINUTES = 10;
/** So many of the newest sessions are looked at. */
const NEWEST = 200;

export interface HostActivity {
  /** Sessions that made a call within the last ten minutes. */
  readonly running: number;
  /** When the newest session began. */
  readonly last?: string;
}

export async function hostActivity(mind: Mind): Promise<ReadonlyMap<string, HostActivity>> {
  const since = new Date(mind.desk.clock.now().getTime() - QUIET_MINUTES * 60_000).toISOString();
  const calling = new Set((await verdictsSince(mind, since)).map(({ session }) => session));
  const { sessions } = await listSessions(mind, { limit: NEWEST });
  const hosts = new Map<string, HostActivity>();
  // Newest first: the first of a host is its last.
  for (const { id, host, createdAt } of sessions) {
    const known = hosts.get(host);
    hosts.set(host, { running: (known?.running ?? 0) + (calling.has(id) ? 1 : 0), last: known?.last ?? new Date(createdAt).toISOString() });
  }
  return hosts;
}
