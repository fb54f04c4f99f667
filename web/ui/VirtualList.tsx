// A list of any length of which only what can be seen is there. Rows may be labels of groups, which nobody selects.

import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

const BEYOND = 6;

export interface VirtualListProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly heightOf: (item: T) => number;
  readonly keyOf: (item: T) => string;
  /** A label: it is shown and never selected. */
  readonly isLabel?: (item: T) => boolean;
  /** The row that the keyboard is on; it is kept in sight. */
  readonly at: number;
  readonly move: (at: number) => void;
  readonly children: (item: T, at: number) => ComponentChildren;
}

export function VirtualList<T>({ label, items, heightOf, keyOf, isLabel = () => false, at, move, children }: VirtualListProps<T>) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const tops = useMemo(() => topsOf(items, heightOf), [items]);
  const look = () => {
    const element = box.current;
    if (element) setView({ top: element.scrollTop, height: element.clientHeight });
  };
  useLayoutEffect(() => {
    look();
    const observer = new ResizeObserver(look);
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const [top = 0, bottom = 0] = [tops[at], tops[at + 1]];
    if (top < element.scrollTop) element.scrollTop = at <= 1 ? 0 : top;
    else if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight;
  }, [at, tops]);
  const first = Math.max(0, rowAt(tops, view.top) - BEYOND);
  const last = Math.min(items.length, rowAt(tops, view.top + view.height) + 1 + BEYOND);
  const stops = items.flatMap((item, index) => (isLabel(item) ? [] : [index]));
  const onKey = (event: KeyboardEvent) => {
    const now = stops.indexOf(at);
    const to = { ArrowDown: stops[now + 1], ArrowUp: stops[now - 1], Home: stops[0], End: stops.at(-1) }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(to);
  };
  return (
    <div
      ref={box}
      class="virtual"
      role="listbox"
      aria-label={label}
      tabIndex={0}
      onScroll={look}
      onKeyDown={onKey}
      aria-activedescendant={items[at] === undefined ? undefined : `row-${keyOf(items[at] as T)}`}
    >
      <div ref={(element) => void element?.style.setProperty("height", `${tops.at(-1) ?? 0}px`)} class="virtual-all" role="presentation">
        {items.slice(first, last).map((item, offset) => {
          const index = first + offset;
          const place = (element: HTMLElement | null) => {
            element?.style.setProperty("top", `${tops[index] ?? 0}px`);
            element?.style.setProperty("height", `${heightOf(item)}px`);
          };
          if (isLabel(item))
            return (
              <div key={keyOf(item)} class="virtual-row" role="presentation" ref={place}>
                {children(item, index)}
              </div>
            );
          return (
            <div
              key={keyOf(item)}
              id={`row-${keyOf(item)}`}
              role="option"
              aria-selected={index === at}
              aria-setsize={stops.length}
              aria-posinset={stops.indexOf(index) + 1}
              class={`virtual-row ${index === at ? "chosen" : ""}`}
              ref={place}
              onClick={() => move(index)}
            >
              {children(item, index)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function topsOf<T>(items: readonly T[], heightOf: (item: T) => number): readonly number[] {
  const tops = [0];
  for (const item of items) tops.push((tops.at(-1) ?? 0) + heightOf(item));
  return tops;
}

/** The last row that begins at or above `y`. */
function rowAt(tops: readonly number[], y: number): number {
  let [low, high] = [0, tops.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}
