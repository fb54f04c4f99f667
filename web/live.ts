// What the page knows of the daemon: one bus of happenings, and values that are read again when something happened.

import { useCallback, useEffect, useReducer, useRef, useState } from "preact/hooks";
import { type Answer, ApiError, ask, type Happening, listen, type LinkState } from "./api.ts";

const ears = new Set<(each: Happening) => void>();
const watchers = new Set<(state: LinkState) => void>();
let state: LinkState = "connecting";
/** Nothing is asked before the events are heard, so that no change falls between the two; or before they cannot be heard. */
let tellOpened = () => {};
const opened = new Promise<void>((resolve) => (tellOpened = resolve));

let stopListening = () => {};

/** Again after a new login: then everything is looked at again. */
export function startListening(): void {
  stopListening();
  stopListening = listen({
    happening: (each) => ears.forEach((ear) => ear(each)),
    state: (next) => {
      tellOpened();
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
  /** Resolves when the newest answer is here, also where it is an error. */
  reload(): Promise<void>;
}

interface Held {
  answer?: Answer<unknown>;
  error?: Error | undefined;
  /** The question that is on its way. */
  going?: Promise<void> | undefined;
  /** It was asked in this very task: whoever asks now gets the same answer. */
  isFresh: boolean;
  /** The question behind it, for whoever asked since: its answer may be from before what they heard of. */
  next?: Promise<void> | undefined;
  readonly on: Set<string>;
  readonly users: Set<() => void>;
}

/** What the daemon answered, by path. What no part of the page shows any more stays for a while, until something happens to it. */
const held = new Map<string, Held>();
const KEPT = 40;

function heldAt(path: string): Held {
  const known = held.get(path) ?? { isFresh: false, on: new Set(), users: new Set() };
  held.delete(path);
  held.set(path, known);
  const unused = [...held].filter(([, { users }]) => users.size === 0);
  for (const [old] of unused.slice(0, -KEPT)) held.delete(old);
  return known;
}

ears.add(({ type }) => {
  for (const [path, { users, on }] of held) if (users.size === 0 && (type === "everything" || on.has(type))) held.delete(path);
});

/** One question at a time: a change that three events tell of is read again once, or twice where it came in between. */
function load(path: string): Promise<void> {
  const one = heldAt(path);
  if (one.going === undefined) return (one.going = question(path, one));
  if (one.isFresh) return one.going;
  return (one.next ??= one.going.then(() => {
    one.next = undefined;
    return (one.going = question(path, one));
  }));
}

async function question(path: string, one: Held): Promise<void> {
  one.isFresh = true;
  queueMicrotask(() => (one.isFresh = false));
  try {
    await opened;
    one.answer = await ask<unknown>("GET", path);
    one.error = undefined;
  } catch (error) {
    one.error = error as Error;
  }
  one.going = undefined;
  for (const tell of one.users) tell();
}

/** A value of the daemon's, read again when one of `on` happens. The old value stays until the new one is here: no jump. */
export function useResource<T>(path: string | null, on: readonly string[] = []): Resource<T> {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const reload = useCallback(() => (path === null ? Promise.resolve() : load(path)), [path]);
  useEffect(() => {
    if (path === null) return undefined;
    const one = heldAt(path);
    const tell = () => redraw(undefined);
    // On its way already, for somebody who would have asked again if it had changed meanwhile.
    const isComing = one.going !== undefined && on.every((type) => one.on.has(type));
    one.users.add(tell);
    for (const type of on) one.on.add(type);
    if (!isComing) void reload();
    return () => {
      one.users.delete(tell);
      // Nothing tells when it changes: it is not shown again.
      if (one.users.size === 0 && (one.on.size === 0 || one.error !== undefined)) held.delete(path);
    };
  }, [reload]);
  useHappening(on, () => void reload());
  const { answer, error } = (path === null ? undefined : held.get(path)) ?? {};
  return {
    value: answer?.value as T | undefined,
    header: answer?.header ?? (() => null),
    error: error instanceof ApiError && error.status === 401 ? undefined : error,
    reload,
  };
}
