// Private keys in their armour, whole or cut off, on many lines or on one with escaped line ends; and seed phrases.

import { either } from "../../base/index.ts";
import { BASE64_PADDED, runEnd, SPACE } from "../secretShapes/chars.ts";
import { looksDrawn } from "../secretShapes/shape.ts";
import type { Match, Sight } from "../secretShapes/sight.ts";
import { endOf } from "./valueReader.ts";

/** How far the end line of a block is looked for; longer keys are swallowed line by line. */
export const BLOCK_REACH = 20_000;

const HEAD = /-{3,5} ?BEGIN (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)? ?-{3,5}/y;
// What may be between two stretches of key: line ends plain and escaped, indentation, quotes, prefixes.
const BETWEEN = /(?:[\s"'+,;>|#*.]|\\{1,4}[nrt]|\\(?=\s)|<br ?\/?>|│|%0A){1,400}/y;
const HEADER_LINE = new RegExp(
  String.raw`(?:${either`
  Proc-Type, DEK-Info, Version, Comment, Hash, Charset, MessageID, X-[\w-]{1,20}
`}): ?[^\n\\]{0,120}`,
  "y",
);

/** A private key block whose `BEGIN` is at `at`. */
export function privateKeyAt(sight: Sight, at: number): Match | undefined {
  const { text } = sight;
  let start = at;
  while (start > sight.floor && start > at - 6 && (text[start - 1] === "-" || text[start - 1] === " ")) start--;
  while (text[start] === " ") start++;
  const body = endOf(HEAD, text, start);
  if (body < 0) return undefined;
  const last = bodyEnd(sight, body);
  if (last < 0) return undefined;
  const end = blockEnd(sight, body);
  if (end >= 0) return { type: "private-key", start, end };
  const open = last === sight.end && last < text.length;
  return { type: "private-key", start, end: last, ...(open ? { swallow: BASE64_PADDED | SPACE } : {}) };
}

/** The last stretch of key after `from`, or -1 when no key follows: a header that is only talked about. */
function bodyEnd(sight: Sight, from: number): number {
  const { text } = sight;
  let end = -1;
  for (let at = from; at < sight.end;) {
    const next = endOf(HEADER_LINE, text, Math.max(at, endOf(BETWEEN, text, at)));
    const begin = next >= 0 ? Math.max(next, endOf(BETWEEN, text, next)) : Math.max(at, endOf(BETWEEN, text, at));
    const stop = runEnd(text, begin, { set: BASE64_PADDED, end: sight.end });
    const size = stop - begin;
    if (next < 0 && (size < 4 || !(size >= 40 || looksDrawn(text.slice(begin, stop), 8) || text[stop - 1] === "="))) break;
    if (size > 0) end = stop;
    at = Math.max(stop, at + 1);
  }
  return end;
}

const TAIL = /-{3,5} ?END (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)? ?-{0,5}/y;

function blockEnd(sight: Sight, from: number): number {
  const region = sight.text.slice(from, sight.end);
  const end = region.search(/-{3,5} ?END /);
  const again = region.search(/-{3,5} ?BEGIN /);
  if (end < 0 || (again >= 0 && again < end)) return -1;
  const stop = endOf(TAIL, sight.text, from + end);
  return stop > sight.end ? -1 : stop;
}

const PUTTY = /Private-Lines: {1,3}\d{1,4}\s{1,3}/y;

/** The private half of a PuTTY key file. */
export function puttyAt(sight: Sight, at: number): Match | undefined {
  const body = endOf(PUTTY, sight.text, at);
  if (body < 0) return undefined;
  const end = bodyEnd(sight, body);
  return end < 0 ? undefined : { type: "private-key", start: body, end };
}

const SEED = new RegExp(
  String.raw`(?:${either`seed, recovery, secret, backup, wallet, mnemonic`})?[ -]?(?:${either`phrase, words, mnemonic, 助记词`})` +
    String.raw`(?: phrase| words)?(?: (?:is|was)|[^\S\n]{0,4}[:：=是为]){0,3}\s{0,3}["'${"`"}“]?`,
  "iy",
);
const WORDS = /(?:\d{1,2}[.)] ?)?[a-z]{3,8}(?:[ ,]{1,2}\n?(?:\d{1,2}[.)] ?)?[a-z]{3,8}){11,23}/y;
const PROSE = new RegExp(
  String.raw`\b(?:${either`
  the, and, for, are, that, with, this, from, have, not, but, your, which, these, they, was, were, must, into
`})\b`,
);

/** A phrase is one of a wallet only where the word before says so. */
export function isSeedWord({ text, floor }: Sight, at: number): boolean {
  return (
    !text.startsWith("hrase", at + 1) ||
    /(?:seed|recovery|secret|backup|wallet|mnemonic)[ -]$/i.test(text.slice(Math.max(floor, at - 12), at))
  );
}

/** Twelve to twenty-four plain words after "seed phrase". `at` is where `phrase`, `mnemonic` or 助记词 starts. */
export function seedPhraseAt(sight: Sight, at: number): Match | undefined {
  const { text } = sight;
  if (!isSeedWord(sight, at)) return undefined;
  const start = endOf(SEED, text, at);
  const end = start < 0 ? -1 : endOf(WORDS, text, start);
  if (end < 0 || end > sight.end || PROSE.test(text.slice(start, end))) return undefined;
  return { type: "seed-phrase", start, end };
}
