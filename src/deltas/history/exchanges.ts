// The raw part of a day's document (X9): every exchange as it happened, in one section. It has no budget and never reaches a
// prompt; the digest beside it does.

import { findSection, readOutline } from "../../markdown/index.ts";

export const EXCHANGES = "Exchanges";

export function withoutExchanges(text: string): string {
  if (!text.includes(EXCHANGES)) return text;
  const found = findSection(readOutline(text), EXCHANGES, 2);
  return found.kind === "found" ? text.slice(0, found.section.start) + text.slice(found.section.end).trimStart() : text;
}
