// No secret is written into a session: every text of an event is redacted first. Names of fields count as context, so
// that {"password":"…"} in a tool's arguments is seen too.

import { type Known, redact } from "../../content/index.ts";

/** Ids and hashes that later lines refer to; no text of anybody's. */
const FIXED = new Set(["id", "parentId", "seq", "sessionId", "clientId", "ts", "type", "promptHash", "contextHash", "compactedThrough", "leafId", "anchorUserEventId", "throughEventId"]);

const LONGEST_NAMED = 512;

export function redactEvent<T extends object>(event: T, known: Known): T {
  return Object.fromEntries(Object.entries(event).map(([name, value]) => [name, FIXED.has(name) ? value : clean(value, name, known)])) as T;
}

function clean(value: unknown, name: string, known: Known): unknown {
  if (typeof value === "string") return cleanText(value, name, known);
  if (Array.isArray(value)) return value.map((each) => clean(each, name, known));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [redact(key, known).text, clean(each, key, known)]));
}

function cleanText(text: string, name: string, known: Known): string {
  const plain = redact(text, known).text;
  if (plain.length > LONGEST_NAMED || plain.includes("\n")) return plain;
  const lead = `${name}=`;
  const named = redact(lead + plain, known).text;
  return named.startsWith(lead) ? named.slice(lead.length) : plain;
}
