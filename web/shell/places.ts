// The pages and their addresses.

import type { IconName } from "../ui/icons.tsx";

/** In the order of the sidebar; `key` is the letter after G. */
const FACTS = {
  home: { key: "h", icon: "home" },
  inbox: { key: "i", icon: "inbox" },
  activity: { key: "a", icon: "activity" },
  memory: { key: "m", icon: "memory" },
  rules: { key: "r", icon: "rules" },
  sessions: { key: "s", icon: "sessions" },
  chat: { key: "c", icon: "chat" },
  costs: { key: "$", icon: "costs" },
} as const satisfies Readonly<Record<string, { readonly key: string; readonly icon: IconName }>>;

export type PlaceName = keyof typeof FACTS;
export const PLACES = Object.keys(FACTS) as readonly PlaceName[];
export const goKey = (place: PlaceName): string => FACTS[place].key;
export const iconOf = (place: PlaceName): IconName => FACTS[place].icon;

/** Addresses of earlier versions, which people may have kept. */
const EARLIER: Readonly<Record<string, PlaceName>> = { policy: "rules" };

export interface Place {
  readonly name: PlaceName;
  /** What the page makes of the rest. */
  readonly rest: readonly string[];
}

/** `#/sessions/ID/…`. An address without a page is Home's. */
export function placeOf(hash: string): Place {
  const [first = "", ...rest] = (hash.split("?", 1)[0] ?? "").replace(/^#\/?/, "").split("/").map(decoded);
  return { name: PLACES.find((each) => each === (EARLIER[first] ?? first)) ?? "home", rest };
}

/** The address that an earlier one has now; null: it has not changed. */
export function movedTo(hash: string): string | null {
  const first = /^#\/?([^/?]*)/.exec(hash)?.[1] ?? "";
  const now = EARLIER[first];
  return now === undefined ? null : hash.replace(first, now);
}

/** What is behind the ? of an address: filters. */
export const queryOf = (hash: string): URLSearchParams => new URLSearchParams(hash.split("?").slice(1).join("?"));

export function go(path: string): void {
  location.hash = `#/${path}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // Typed by hand: taken as it is.
    return part;
  }
}
