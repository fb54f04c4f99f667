// What the gate said about a session's calls, and what was written in it. A transcript names a call by what it is about, as the
// verdict log does, so the two are put together by that.

import { useMemo } from "preact/hooks";
import type { Activity } from "../../../src/activity/timeline.ts";
import { useResource } from "../../live.ts";

export const STOPS = ["deny", "ask", "rewrite"] as const;
export type Stop = (typeof STOPS)[number];

type Happened = Activity["events"];

/** Empty for no session. */
export function useHappened(session: string): Happened {
  const path = session === "" ? null : `/api/activity?kinds=deny,ask,rewrite,write&limit=200&session=${encodeURIComponent(session)}`;
  return useResource<Activity>(path, ["verdict", "documents"]).value?.events ?? NONE;
}

/** The newest verdict on each call that was not simply allowed, by what the call is about. */
export function useStops(session: string): ReadonlyMap<string, Stop> {
  const events = useHappened(session);
  return useMemo(() => stopsIn(events), [events]);
}

function stopsIn(events: Happened): ReadonlyMap<string, Stop> {
  const stops = new Map<string, Stop>();
  for (const event of events) {
    if (event.type !== "verdict") continue;
    const { call, verdict } = event.verdict;
    const about = aboutOf(call);
    if (verdict !== "allow" && about !== undefined && !stops.has(about)) stops.set(about, verdict);
  }
  return stops;
}

/** As long as a transcript shows it. */
const SHOWN_CHARS = 300;
const NONE: Happened = [];

function aboutOf(call: unknown): string | undefined {
  const { command, path, url, document } = (call ?? {}) as Readonly<Record<"command" | "path" | "url" | "document", string | undefined>>;
  return (command ?? path ?? url ?? document)?.slice(0, SHOWN_CHARS);
}
