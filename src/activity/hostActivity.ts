// hostActivity: which other programs are at work with this mind. A session runs as long as its calls come.

import type { VerdictLine } from "../schema/index.ts";
import type { Mind } from "../mind/open.ts";
import { listSessions, type SessionSummary } from "./sessions.ts";
import { verdictsSince } from "../calls/verdictLog.ts";

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
  const calling = new Set((await freshVerdicts(mind)).map(({ session }) => session));
  const { sessions } = await listSessions(mind, { limit: NEWEST });
  const hosts = new Map<string, HostActivity>();
  // Newest first: the first of a host is its last.
  for (const { id, host, createdAt } of sessions) {
    const known = hosts.get(host);
    hosts.set(host, { running: (known?.running ?? 0) + (calling.has(id) ? 1 : 0), last: known?.last ?? new Date(createdAt).toISOString() });
  }
  return hosts;
}

export interface RunningSession extends Pick<SessionSummary, "id" | "title" | "host" | "cwd" | "createdAt"> {
  /** Its last call, as the log keeps it. */
  readonly last: Pick<VerdictLine, "at" | "call" | "verdict">;
}

/** Sessions that made a call within the last ten minutes, the last call first. */
export async function runningSessions(mind: Mind): Promise<RunningSession[]> {
  const last = new Map((await freshVerdicts(mind)).map((verdict) => [verdict.session, verdict]));
  const { sessions } = await listSessions(mind, { limit: NEWEST });
  return sessions
    .flatMap(({ id, title, host, cwd, createdAt }): RunningSession[] => {
      const verdict = last.get(id);
      if (verdict === undefined) return [];
      return [{ id, title, host, cwd, createdAt, last: { at: verdict.at, call: verdict.call, verdict: verdict.verdict } }];
    })
    .sort((a, b) => (a.last.at < b.last.at ? 1 : -1));
}

function freshVerdicts(mind: Mind): Promise<VerdictLine[]> {
  return verdictsSince(mind, new Date(mind.deps.clock.now().getTime() - QUIET_MINUTES * 60_000).toISOString());
}
