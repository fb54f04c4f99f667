// Wrong tokens and codes within a minute. Only wrong ones are counted, so no web page can lock the owner out.

import type { Clock } from "../../base/index.ts";

const WINDOW = 60_000;
const LIMIT = 20;

export interface Tries {
  /** Counts one wrong try. limited: it was the 20th or a later one within a minute. */
  countWrong(): { readonly kind: "counted" } | { readonly kind: "limited"; readonly retryAfter: number };
}

export function createTries(clock: Clock): Tries {
  let times: number[] = [];
  return {
    countWrong() {
      const now = clock.now().getTime();
      // Never more than LIMIT are kept: what a flood costs is bounded.
      times = [...times, now].slice(-LIMIT).filter((time) => now - time < WINDOW);
      const [oldest] = times;
      if (oldest === undefined || times.length < LIMIT) return { kind: "counted" };
      return { kind: "limited", retryAfter: Math.max(1, Math.ceil((oldest + WINDOW - now) / 1000)) };
    },
  };
}
