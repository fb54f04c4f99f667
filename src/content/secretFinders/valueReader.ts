// Reads the value that is at a place: behind its quotes, up to its end, over a line break; and says whether
// it is the secret that its name promised.

import { either } from "../../base/index.ts";
import { isIn, OPAQUE, PASSWORD, runEnd } from "../secretShapes/chars.ts";
import { gapAt } from "../secretShapes/gaps.ts";
import type { Name, Promised } from "../secretShapes/keyNames.ts";
import { looksDrawn } from "../secretShapes/shape.ts";
import type { Match, Sight } from "../secretShapes/sight.ts";
import { anyTokenAt } from "./markedTokens.ts";
import { isSecret, type Standing } from "../secretShapes/values.ts";

/** Enough to judge a value by; a longer one is swallowed to its end. */
const LONGEST_VALUE = 200;

// Words that go before the value itself: `Bearer x`, `Basic x`, a string prefix such as f"…".
const CALL = /[A-Za-z_][\w.:]{0,40}\((?=["'`])/y;
const LEAD = new RegExp(
  String.raw`(?:(?:${either`
  Bearer, Basic, Token, Bot, ApiKey, Api-Key, Key, SSWS, GenieKey, Negotiate, Digest
`}) {1,4}|[bfruBFRU@$]{1,2}(?=["']))?`,
  "y",
);

/** Where the value itself starts, behind such a word. */
function afterLead(text: string, from: number): number {
  return LEADS.includes(text[from] ?? " ") ? endOf(LEAD, text, from) : from;
}

const LEADS = "BTAKSGNDbfruFRU@$";

/** Where a sticky pattern that begins at `from` ends; -1: it does not. */
export function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** The match for a value that starts at `from`, behind its quotes, if it is a secret. */
export function valueMatch(
  sight: Sight,
  from: number,
  name: Pick<Name, "promise" | "type" | "shouted">,
  standing: Standing,
): Match | undefined {
  // `Secret("…")`: what a call is given is there as if said in passing.
  const call = endOf(CALL, sight.text, from);
  if (call >= 0) return matchWithin(sight, readValue(sight, call), name, "bare");
  const found = matchWithin(sight, readValue(sight, from, { env: name.shouted }), name, standing);
  // A password in an environment file may hold a comma; but a comma may also end it.
  return found === undefined && name.shouted ? matchWithin(sight, readValue(sight, from), name, standing) : found;
}

function matchWithin(
  sight: Sight,
  value: Value | undefined,
  name: Pick<Name, "promise" | "type" | "shouted">,
  standing: Standing,
): Match | undefined {
  if (value === undefined || value.start >= value.end) return undefined;
  const token = anyTokenAt(sight, value.start);
  if (token !== undefined) return token.end >= value.end ? token : { ...token, end: value.end };
  const inner = skipLead(sight, value);
  const written = sight.text.slice(inner.start, inner.end);
  const stands = standing === "assigned" && (value.quoted || name.shouted) ? "quoted" : standing;
  if (!isSecret(written, name.promise, stands)) return undefined;
  const end = value.quoted ? inner.end : goOn(sight, inner, name.promise);
  return { type: name.type, start: inner.start, end, ...(value.open ? { swallow: PASSWORD } : {}) };
}

interface Value {
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
  /** The limit was reached before the value's end. */
  readonly open: boolean;
}

const QUOTES: readonly (readonly [open: string, close: string])[] = [
  ['\\\\"', '\\\\"'],
  ['\\"', '\\"'],
  ["\\'", "\\'"],
  ['"', '"'],
  ["'", "'"],
  ["`", "`"],
  ["“", "”"],
  ["‘", "’"],
  ["「", "」"],
  ["『", "』"],
  ["《", "》"],
  ["（", "）"],
  ["(", ")"],
  ["[", "]"],
  ["**", "**"],
  ["&quot;", "&quot;"],
  ["&#39;", "&#39;"],
  ["<", ">"],
];

function isOpening(unit: number): boolean {
  return unit > 127 || (!(unit >= 0x30 && unit <= 0x39) && !((unit | 32) >= 0x61 && (unit | 32) <= 0x7a));
}

/** What is at `from`: up to the closing quote, or up to where a bare value ends. */
export function readValue(sight: Sight, from: number, options: { readonly env: boolean } = { env: false }): Value | undefined {
  const { text } = sight;
  const start = afterLead(text, from);
  const limit = Math.min(sight.end, start + LONGEST_VALUE);
  for (const [open, close] of isOpening(text.charCodeAt(start)) ? QUOTES : []) {
    if (!text.startsWith(open, start)) continue;
    const inside = start + open.length;
    const end = closing(text, inside, { close, limit });
    if (end > inside) return { start: inside, end, quoted: true, open: false };
    if (end === inside) return undefined;
    return bareValue(sight, inside, { limit: Math.min(sight.end, inside + LONGEST_VALUE), ...options });
  }
  return bareValue(sight, start, { limit, ...options });
}

function closing(text: string, from: number, bounds: { readonly close: string; readonly limit: number }): number {
  const first = bounds.close.charCodeAt(0);
  for (let at = from; at < bounds.limit; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 10 || unit === 13) return -1;
    if (unit === first && text.startsWith(bounds.close, at)) return at;
    // An escaped quote inside plain quotes is part of the value.
    if (unit === 0x5c && bounds.close.length === 1 && at + 1 < bounds.limit && text.charCodeAt(at + 1) !== 0x6e) at++;
  }
  return -1;
}

const STOPS = new Uint8Array(128);
for (const char of " \t\r\n\"'`<>\\,;)}]|") STOPS[char.charCodeAt(0)] = 1;

function bareValue(sight: Sight, start: number, { limit, env }: { readonly limit: number; readonly env: boolean }): Value {
  const { text } = sight;
  const query = isInQuery(sight, start);
  let at = start;
  while (at < limit && !endsBare(text, at, { query, env })) at++;
  const open = at === limit && limit < text.length && limit === start + LONGEST_VALUE;
  return { start, end: open ? at : trimmed(text, start, at), quoted: false, open };
}

/** In a query string the ampersand ends a value; elsewhere it may belong to a password. */
function isInQuery({ text, floor }: Sight, start: number): boolean {
  return start - 1 >= floor && text[start - 1] === "=" && /[?&][\w.-]{1,48}=$/.test(text.slice(Math.max(floor, start - 52), start));
}

/** What may be inside a password in an environment file. */
const INNER = new Set([..."),;]}"].map((char) => char.charCodeAt(0)));
const AMPERSAND = 0x26;

function endsBare(text: string, at: number, { query, env }: { readonly query: boolean; readonly env: boolean }): boolean {
  const unit = text.charCodeAt(at);
  if (unit === AMPERSAND) return query || isEntity(text, at) || isKeyAhead(text, at + 1);
  if (!(unit > 127 ? isWide(unit) : STOPS[unit] === 1)) return false;
  // In an environment file a comma or bracket inside a password continues with more of it.
  return !INNER.has(unit) || !env || query || !isIn(text.charCodeAt(at + 1), PASSWORD) || isKeyAhead(text, at + 1);
}

const ENTITY = /&(?:[lr][ds]?quo|quot|apos|lt|gt|amp|nbsp|#\d{1,4});/y;

function isEntity(text: string, at: number): boolean {
  ENTITY.lastIndex = at;
  return ENTITY.test(text);
}

/** CJK and full-width characters end a value; accented letters do not. */
function isWide(unit: number): boolean {
  return unit >= 0x2000;
}

const KEY_AHEAD = /[\w.-]{1,32} ?[:=]/y;

function isKeyAhead(text: string, at: number): boolean {
  KEY_AHEAD.lastIndex = at;
  return KEY_AHEAD.test(text);
}

function trimmed(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && ".,;:)]}?*_".includes(text[at - 1] as string)) at--;
  return at;
}

function skipLead(sight: Sight, value: Value): { readonly start: number; readonly end: number } {
  const at = afterLead(sight.text, value.start);
  return at > value.start && at < value.end ? { start: at, end: value.end } : value;
}

/** A drawn value goes on in the next line when a drawn piece is alone there. */
function goOn(sight: Sight, value: { readonly start: number; readonly end: number }, promise: Promised): number {
  const { text } = sight;
  let end = value.end;
  if (promise === "password" || !looksDrawn(text.slice(value.start, value.end), 8)) return end;
  for (let lines = 0; lines < 8; lines++) {
    const gap = gapAt(text, end, sight.end);
    if (gap === undefined || gap.kind !== "wrapped") return end;
    const stop = runEnd(text, gap.end, { set: OPAQUE, end: Math.min(sight.end, gap.end + 200) });
    const after = text.charCodeAt(stop);
    if (!(stop === text.length || after <= 32 || after === 0x22 || after === 0x27 || after === 0x5c)) return end;
    if (!looksDrawn(text.slice(gap.end, stop), 8) || text.startsWith("=", stop)) return end;
    end = stop;
  }
  return end;
}
