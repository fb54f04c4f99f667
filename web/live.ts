// What the page knows of the daemon: one bus of happenings, and values that are read again when something happened.

import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { ApiError, ask, type Happening, listen, type LinkState } from "./api.ts";

const ears = new Set<(each: Happening) => void>();
const watchers = new Set<(state: LinkState) => void>();
let state: LinkState = "connecting";

export function startListening(): () => void {
  return listen({
    happening: (each) => ears.forEach((ear) => ear(each)),
    state: (next) => {
      if (next === state) return;
      state = next;
      watchers.forEach((watcher) => watcher(next));
    },
  });
}

/** Something that this page did itself and that no event tells. */
export function happenedHere(type: string): void {
  ears.forEach((ear) => ear({ type, data: {} }));
}

export function useLink(): LinkState {
  const [now, set] = useState(state);
  useEffect(() => {
    set(state);
    watchers.add(set);
    return () => void watchers.delete(set);
  }, []);
  return now;
}

export function useHappening(types: readonly string[], hear: (each: Happening) => void): void {
  const latest = useRef(hear);
  latest.current = hear;
  const wanted = types.join(" ");
  useEffect(() => {
    const ear = (each: Happening) => {
      if (each.type === "everything" || wanted.split(" ").includes(each.type)) latest.current(each);
    };
    ears.add(ear);
    return () => void ears.delete(ear);
  }, [wanted]);
}

export interface Resource<T> {
  readonly value: T | undefined;
  readonly header: (name: string) => string | null;
  readonly error: Error | undefined;
  reload(): void;
}

/** A value of the daemon's, read again when one of `on` happens. The old value stays until the new one is here: no jump. */
export function useResource<T>(path: string | null, on: readonly string[] = []): Resource<T> {
  const [held, set] = useState<{ path: string; value: T; header: (name: string) => string | null } | undefined>();
  const [error, setError] = useState<Error | undefined>();
  const number = useRef(0);
  const reload = useCallback(() => {
    if (path === null) return;
    const mine = ++number.current;
    ask<T>("GET", path).then(
      ({ value, header }) => {
        if (mine !== number.current) return;
        set({ path, value, header });
        setError(undefined);
      },
      (failed: Error) => {
        if (mine === number.current) setError(failed);
      },
    );
  }, [path]);
  useEffect(() => {
    setError(undefined);
    reload();
  }, [reload]);
  useHappening(on, reload);
  const current = held?.path === path ? held : undefined;
  return {
    value: current?.value,
    header: current?.header ?? (() => null),
    error: error instanceof ApiError && error.status === 401 ? undefined : error,
    reload,
  };
}
