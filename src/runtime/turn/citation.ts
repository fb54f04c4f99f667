// How a hit is cited, for the model and for people.

import type { RecallHit } from "../../finding/recall.ts";

export function citation({ document, heading, lines: [from, to], day }: Pick<RecallHit, "document" | "heading" | "lines" | "day">): string {
  return `${document}${heading === "" ? "" : ` § ${heading}`} (${from === to ? `line ${from}` : `lines ${from}-${to}`}${day === undefined ? "" : `, ${day}`})`;
}
