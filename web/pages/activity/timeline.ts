// The timeline as the page holds it: pages of events behind one another, and what came since at the top.

import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Activity, Happened } from "../../../src/activity/timeline.ts";
import { get } from "../../api.ts";
import { useHappening } from "../../live.ts";

export type { Happened };
export type Sessions = Activity["sessions"];

export interface Timeline {
  readonly events: readonly Happened[] | undefined;
  readonly sessions: Sessions;
  readonly error: Error | undefined;
  readonly hasMore: boolean;
  /** Events that came while the person looks further down; they are not shown yet. */
  readonly fresh: number;
  older(): void;
  showFresh(): void;
  reload(): void;
}

export function keyOf(event: Happened): string {
  if (event.type === "verdict") return event.verdict.id;
  if (event.type === "write") return event.change.id;
  return `${event.type} ${event.session} ${event.at} ${event.type === "session" ? event.what : ""}`;
}

const ROWS = 60;
const SETTLE_MS = 250;

/** `isAtTop` says whether new rows may come in without moving what the person looks at. */
export function useTimeline(query: string, isAtTop: () => boolean): Timeline {
  const [held, setHeld] = useState<Activity | undefined>();
  const [waiting, setWaiting] = useState<Activity | undefined>();
  const [error, setError] = useState<Error | undefined>();
  const asked = useRef("");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lookedAt = useRef(-SETTLE_MS);
  const first = useCallback(
    async (take: (fresh: Activity) => void) => {
      asked.current = query;
      try {
        const fresh = await get<Activity>(`/api/activity?limit=${ROWS}${query}`);
        if (asked.current === query) take(fresh);
      } catch (failed) {
        if (asked.current === query) setError(failed as Error);
      }
    },
    [query],
  );
  const reload = useCallback(() => {
    setError(undefined);
    setWaiting(undefined);
    void first(setHeld);
  }, [first]);
  useEffect(() => {
    reload();
    // A look that an earlier question has ordered would take the place of this one's answer.
    return () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [reload]);
  useHappening(["verdict", "documents", "sessions"], () => {
    if (timer.current !== undefined) return;
    // The first call is shown at once. A busy agent makes many a second; then one look tells them all.
    const wait = Math.max(0, lookedAt.current + SETTLE_MS - performance.now());
    timer.current = setTimeout(() => {
      timer.current = undefined;
      lookedAt.current = performance.now();
      void first((fresh) => (isAtTop() ? setHeld((now) => joined(fresh, now)) : setWaiting(fresh)));
    }, wait);
  });
  const isLoading = useRef(false);
  const older = useCallback(async () => {
    if (isLoading.current || held === undefined || held.next === null) return;
    isLoading.current = true;
    try {
      const page = await get<Activity>(`/api/activity?limit=${ROWS}${query}&cursor=${encodeURIComponent(held.next)}`);
      if (asked.current === query)
        setHeld((now) =>
          now === undefined ? page : { ...page, events: [...now.events, ...page.events], sessions: { ...now.sessions, ...page.sessions } },
        );
    } catch (failed) {
      setError(failed as Error);
    } finally {
      isLoading.current = false;
    }
  }, [held, query]);
  return {
    events: held?.events,
    sessions: held?.sessions ?? {},
    error,
    hasMore: held !== undefined && held.next !== null,
    fresh: waiting === undefined || held === undefined ? 0 : freshIn(waiting, held),
    older: () => void older(),
    showFresh: () => {
      if (waiting !== undefined) setHeld((now) => joined(waiting, now));
      setWaiting(undefined);
    },
    reload,
  };
}

/** The newest page in place of what it covers; everything older stays. */
function joined(fresh: Activity, now: Activity | undefined): Activity {
  const last = fresh.events.at(-1);
  if (now === undefined || last === undefined || fresh.next === null) return fresh;
  const rest = now.events.filter(({ at }) => at < last.at);
  return {
    events: [...fresh.events, ...rest],
    next: rest.length === 0 ? fresh.next : now.next,
    sessions: { ...now.sessions, ...fresh.sessions },
  };
}

function freshIn(fresh: Activity, now: Activity): number {
  const newest = now.events[0]?.at ?? "";
  return fresh.events.filter(({ at }) => at > newest).length;
}
