// How much room a drawing has: it is drawn in pixels of the page, so that its letters have the size of all others.

import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

export interface Box {
  readonly wide: number;
  readonly high: number;
}

/** `first`: until it was measured. */
export function useBox<T extends Element>(first: Box): readonly [RefObject<T | null>, Box] {
  const element = useRef<T>(null);
  const [box, setBox] = useState(first);
  useEffect(() => {
    const watcher = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {};
      if (width > 0 && height > 0) setBox({ wide: Math.round(width), high: Math.round(height) });
    });
    if (element.current !== null) watcher.observe(element.current);
    return () => watcher.disconnect();
  }, []);
  return [element, box];
}
