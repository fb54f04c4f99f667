// What recall found, as a person reads it: a document by its name, a session by its title.

import type { Hit, SessionSummary } from "../types.ts";

export const sessionOf = ({ document }: Hit): string | undefined => /^session:([A-Za-z0-9_-]+)/.exec(document)?.[1];

export function hrefOf(hit: Hit): string {
  const session = sessionOf(hit);
  return session === undefined ? `#/memory/${encodeURIComponent(hit.document)}?line=${hit.lines[1]}` : `#/sessions/${session}`;
}

/** Where the newest sessions and their titles are. */
export const TITLES = "/api/sessions?limit=200";

/** A session's title, which is its first message where it has none of its own. */
export const titleOf = (hit: Hit, sessions: readonly SessionSummary[]): string =>
  sessions.find(({ id }) => id === sessionOf(hit))?.title ?? hit.heading;

/** Documents hold some characters as references, so that they are no markup there. */
export const readable = (text: string): string =>
  text.replace(/&#x([0-9a-f]{1,5});/g, (_, hex: string) => String.fromCodePoint(parseInt(hex, 16)));

/** In one line, without the marks of headings, lists and code. */
export const plainText = (text: string): string =>
  readable(text)
    .replace(/^(?:[-*+]|#{1,6}) /gm, "")
    .replaceAll("`", "")
    .replace(/\s+/g, " ")
    .trim();
