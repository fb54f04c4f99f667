// Which card of the inbox is open, and which are picked.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Group, GROUPS, type Item } from "./items.ts";
import { isDecidedHere } from "./leaving.ts";

export interface Selection {
  readonly shown: readonly Item[];
  readonly current: Item | undefined;
  /** It is no longer in the list: somebody else decided it, or nobody waits any more. */
  readonly isOver: boolean;
  readonly at: number;
  readonly picked: ReadonlySet<string>;
  /** On a phone: the card instead of the list. */
  readonly isOpen: boolean;
  select(id: string): void;
  step(by: number): void;
  pick(id: string): void;
  extend(by: number): void;
  clear(): void;
  later(id: string): void;
  /** It is opened as soon as it is there again. */
  wish(id: string): void;
  close(): void;
}

/** A card that came and went sooner than this was not read; a question is told about all the same. */
const SEEN_MS = 1000;

/**
 * Which card is open. A new question goes to the top without moving it; a card that is decided here gives way to the next. One that somebody
 * else decided stays until the next move: a key that was meant for it must not decide another.
 */
export function useSelection(items: readonly Item[] | undefined, filter: Group | "all", first: string | undefined): Selection {
  const [id, setId] = useState<string | undefined>(first);
  const [isOpen, setOpen] = useState(first !== undefined);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [postponed, setPostponed] = useState<readonly string[]>([]);
  const last = useRef<{ readonly item: Item; readonly at: number; readonly since: number } | null>(null);
  useEffect(() => {
    if (first === undefined) return;
    setId(first);
    setOpen(true);
  }, [first]);
  const shown = useMemo(() => {
    const fitting = (items ?? []).filter((item) => filter === "all" || item.group === filter);
    const isLater = (item: Item) => postponed.includes(item.id);
    return GROUPS.flatMap((group) => {
      const own = fitting.filter((item) => item.group === group);
      return [...own.filter((item) => !isLater(item)), ...own.filter(isLater)];
    });
  }, [items, filter, postponed]);
  const found = shown.findIndex((item) => item.id === id);
  const before = last.current;
  const isOpenNow = before !== null && before.item.id === id;
  const isGone = isOpenNow && items?.every((each) => each.id !== id) === true && !isDecidedHere(before.item.id);
  const ghost = isGone && (before.item.kind === "question" || performance.now() - before.since > SEEN_MS) ? before.item : null;
  const isGhost = ghost !== null;
  const at = found !== -1 ? found : Math.max(0, Math.min(isOpenNow ? before.at : 0, shown.length - 1));
  const current = ghost ?? shown[at];
  if (current !== undefined && !isGhost)
    last.current = { item: current, at, since: before?.item.id === current.id ? before.since : performance.now() };
  const select = (next: string) => {
    setId(next);
    setOpen(true);
    history.replaceState(null, "", `#/inbox/${encodeURIComponent(next)}`);
  };
  const step = (by: number) => {
    const to = shown[Math.max(0, Math.min(shown.length - 1, isGhost ? at : at + by))];
    if (to !== undefined) select(to.id);
  };
  useEffect(() => {
    if (current !== undefined && !isGhost && current.id !== id) setId(current.id);
  });
  const wished = useRef("");
  useEffect(() => {
    if (!shown.some((item) => item.id === wished.current)) return;
    select(wished.current);
    wished.current = "";
  }, [shown]);
  const pick = (each: string) => setPicked((old) => new Set(old.has(each) ? [...old].filter((one) => one !== each) : [...old, each]));
  return {
    shown,
    current,
    isOver: isGhost,
    at,
    picked: new Set([...picked].filter((each) => shown.some((item) => item.id === each))),
    isOpen,
    select,
    step,
    pick,
    extend: (by) => {
      const to = shown[at + by];
      setPicked((old) => new Set([...old, ...(current === undefined ? [] : [current.id]), ...(to === undefined ? [] : [to.id])]));
      step(by);
    },
    clear: () => setPicked(new Set()),
    later: (each) => {
      setPostponed((old) => [...old.filter((one) => one !== each), each]);
      step(1);
    },
    wish: (each) => void (wished.current = each),
    close: () => {
      setOpen(false);
      history.replaceState(null, "", "#/inbox");
    },
  };
}
