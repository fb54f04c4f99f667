// No secret is written into a session: every text of an event is redacted first. Names of fields count as context, so
// that {"password":"…"} in a tool's arguments is seen too.

import { wordSet, remembered, keptIn } from "../../base/index.ts";
import { type Known, redact } from "../../content/index.ts";

/** Ids and hashes that later lines refer to; no text of anybody's. */
const FIXED = wordSet(
  "id parentId seq sessionId clientId ts type promptHash contextHash compactedThrough leafId anchorUserEventId",
  "throughEventId",
);

const LONGEST_NAMED = 512;

/** An event with its secrets marked. */
export function redactEvent<T extends object>(event: T, known: Known): T {
  return Object.fromEntries(Object.entries(event).map(([name, value]) => [name, FIXED.has(name) ? value : clean(value, name, known)])) as T;
}

const SHORT = 40;
const MOST_REMEMBERED = 4096;
const shortly = new WeakMap<Known, (text: string) => string>();

/** Roles, types and names come again with every event; what became of them is remembered. */
function redacted(text: string, known: Known): string {
  if (text.length > SHORT) return redact(text, known).text;
  const redactShort = keptIn(shortly, known, () => remembered(MOST_REMEMBERED, (short) => redact(short, known).text));
  return redactShort(text);
}

function clean(value: unknown, name: string, known: Known): unknown {
  if (typeof value === "string") return cleanText(value, name, known);
  if (Array.isArray(value)) return value.map((each) => clean(each, name, known));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [redacted(key, known), clean(each, key, known)]));
}

function cleanText(text: string, name: string, known: Known): string {
  const plain = redacted(text, known);
  if (plain.length > LONGEST_NAMED || plain.includes("\n")) return plain;
  const lead = `${name}=`;
  const named = redacted(lead + plain, known);
  return named.startsWith(lead) ? named.slice(lead.length) : plain;
}
