// The pages and their addresses.

import type { IconName } from "../ui/icons.tsx";

export const PLACES = ["home", "inbox", "activity", "memory", "rules", "sessions", "chat", "costs"] as const;
export type PlaceName = (typeof PLACES)[number];

/** The letter after G. */
export const GO_KEYS: Readonly<Record<PlaceName, string>> = {
  home: "h",
  inbox: "i",
  activity: "a",
  memory: "m",
  rules: "r",
  sessions: "s",
  chat: "c",
  costs: "$",
};

/** Each page's icon has the page's name. */
export const iconOf = (place: PlaceName): IconName => place;

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

/** What stands behind the ? of an address: filters. */
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
