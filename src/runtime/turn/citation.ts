// How a hit is cited, for the model and for people.

import type { RecallHit } from "../../finding/recall.ts";

export function citation({ document, heading, lines: [from, to], day }: Pick<RecallHit, "document" | "heading" | "lines" | "day">): string {
  const section = heading === "" ? "" : ` § ${heading}`;
  const place = from === to ? `line ${from}` : `lines ${from}-${to}`;
  return `${document}${section} (${place}${day === undefined ? "" : `, ${day}`})`;
}
