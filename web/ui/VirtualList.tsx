// A list of any length of which only what can be seen is there. Rows have one height.

import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

const BEYOND = 6;

export interface VirtualListProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly rowHeight: number;
  readonly keyOf: (item: T) => string;
  /** The row that the keyboard is on; it is kept in sight. */
  readonly at: number;
  readonly move: (at: number) => void;
  readonly children: (item: T, at: number) => ComponentChildren;
}

export function VirtualList<T>({ label, items, rowHeight, keyOf, at, move, children }: VirtualListProps<T>) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
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
    const top = at * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + element.clientHeight) element.scrollTop = top + rowHeight - element.clientHeight;
  }, [at, rowHeight]);
  const first = Math.max(0, Math.floor(view.top / rowHeight) - BEYOND);
  const last = Math.min(items.length, Math.ceil((view.top + view.height) / rowHeight) + BEYOND);
  const onKey = (event: KeyboardEvent) => {
    const to =
      event.key === "ArrowDown"
        ? at + 1
        : event.key === "ArrowUp"
          ? at - 1
          : event.key === "Home"
            ? 0
            : event.key === "End"
              ? items.length - 1
              : null;
    if (to === null) return;
    event.preventDefault();
    move(Math.max(0, Math.min(items.length - 1, to)));
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
      <div
        ref={(element) => void element?.style.setProperty("height", `${items.length * rowHeight}px`)}
        class="virtual-all"
        role="presentation"
      >
        {items.slice(first, last).map((item, offset) => (
          <div
            key={keyOf(item)}
            id={`row-${keyOf(item)}`}
            role="option"
            aria-selected={first + offset === at}
            aria-setsize={items.length}
            aria-posinset={first + offset + 1}
            class={`row ${first + offset === at ? "chosen" : ""}`}
            ref={(element) => {
              element?.style.setProperty("top", `${(first + offset) * rowHeight}px`);
              element?.style.setProperty("height", `${rowHeight}px`);
            }}
            onClick={() => move(first + offset)}
          >
            {children(item, first + offset)}
          </div>
        ))}
      </div>
    </div>
  );
}
