// What was decided here and is on its way: it is out of the list at once, and back in it where the daemon did not take the decision.

import { useEffect, useReducer } from "preact/hooks";

const leaving = new Map<string, number>();
const decided = new Set<string>();
const watchers = new Set<() => void>();

/** Until `work` is done, whatever came of it. `work` says whether it was taken. */
export async function leaveWhile(ids: readonly string[], work: () => Promise<boolean>): Promise<boolean> {
  const count = (by: number) => {
    for (const id of ids) leaving.set(id, (leaving.get(id) ?? 0) + by);
    for (const watcher of watchers) watcher();
  };
  for (const id of ids) decided.add(id);
  count(1);
  const isTaken = await work();
  if (!isTaken) for (const id of ids) decided.delete(id);
  count(-1);
  return isTaken;
}

/** It did not go away by itself: it is not told as over. */
export const isDecidedHere = (id: string): boolean => decided.has(id);

export function useIsLeaving(): (id: string) => boolean {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const watcher = () => redraw(undefined);
    watchers.add(watcher);
    return () => void watchers.delete(watcher);
  }, []);
  return (id) => (leaving.get(id) ?? 0) > 0;
}
