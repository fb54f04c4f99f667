// Tokens with a maker's mark: reads the body after a known prefix, over line breaks, concatenations and
// streamed chunks, and judges whether a machine drew it.

import { ALNUM, BASE64_PADDED, DOTTED, HEX, isIn, runEnd, runStart, UPPER_ALNUM, URL_SAFE } from "../secretShapes/chars.ts";
import { gapAt, nextChunk } from "../secretShapes/gaps.ts";
import { isSampleBody } from "../secretShapes/placeholders.ts";
import { type Format, formats } from "../secretShapes/providers.ts";
import { looksDrawn, shapeOf } from "../secretShapes/shape.ts";
import type { Match, Range, Sight } from "../secretShapes/sight.ts";

/** Enough to judge a body by; a longer one is swallowed to its end. */
const LONGEST_BODY = 400;
const MOST_PIECES = 24;

/** A shorter beginning is a prefix that is talked about, and goes on nowhere. */
function shortestPiece(format: Format): number {
  return format.bound ? 4 : 1;
}

interface Body {
  readonly text: string;
  /** It was put together from pieces. */
  readonly joined: boolean;
  /** The first piece includes the prefix; neighbours that only a gap divides are one range. */
  readonly ranges: readonly Range[];
  readonly open: boolean;
}

/** The token of `format` whose prefix is at `at`. */
export function tokenAt(sight: Sight, at: number, format: Format): Match | undefined {
  if (at < sight.floor || (format.bound && isGlued(sight, at))) return undefined;
  for (const pieces of [MOST_PIECES, 0]) {
    const body = readBody(sight, at, { ...format, pieces, longest: LONGEST_BODY });
    if (isWhole(sight, body, format) && isPlausible(body.text, format) && (!body.joined || looksDrawn(body.text, 8)))
      return toMatch(format.type, body, format.set);
    if (!body.joined) return undefined;
  }
  return undefined;
}

function toMatch(type: string, body: Body, set: number): Match {
  const [first, ...more] = body.ranges as readonly [Range, ...Range[]];
  return { type, ...first, ...(more.length > 0 ? { more } : {}), ...(body.open ? { swallow: set } : {}) };
}

let byFirst: Map<number, Format[]> | undefined;

/** Any known token that starts exactly at `at`; used to name what a context has found. */
export function anyTokenAt(sight: Sight, at: number): Match | undefined {
  byFirst ??= Map.groupBy(formats(), (format) => format.prefix.charCodeAt(0));
  for (const format of byFirst.get(sight.text.charCodeAt(at)) ?? []) {
    if (sight.text.startsWith(format.prefix, at)) {
      const found = tokenAt(sight, at, format);
      if (found !== undefined) return found;
    }
  }
  return sight.text.startsWith("eyJ", at) ? jwtAt(sight, at) : undefined;
}

const ESCAPE = /[ntr]/;

/** Whether a letter or digit is before; the letter of an escape such as `\n` does not count. */
function isGlued(sight: Sight, at: number): boolean {
  if (at <= sight.floor) return false;
  const before = sight.text.charCodeAt(at - 1);
  // An underscore or dash is a joint only when it joins something; alone it is emphasis or a list.
  if (!isIn(before, ALNUM))
    return (before === 0x5f || before === 0x2d) && at - 2 >= sight.floor && isIn(sight.text.charCodeAt(at - 2), ALNUM);
  return !(at - 2 >= sight.floor && sight.text[at - 2] === "\\" && ESCAPE.test(sight.text[at - 1] as string));
}

interface Reading {
  readonly pieces: number;
  readonly longest: number;
}

/** Whether more text could make it a token; asked when the end of a stream's piece is near. */
export function mayBeToken(sight: Sight, at: number, format: Format): boolean {
  if (at < sight.floor || (format.bound && isGlued(sight, at))) return false;
  const from = at + format.prefix.length;
  const end = runEnd(sight.text, from, { set: format.set, end: sight.end });
  return end === sight.end || end - from >= shortestPiece(format);
}

/** A token of capitals must not be a stretch of something longer in base64. */
function isWhole(sight: Sight, body: Body, format: Format): boolean {
  return format.set !== UPPER_ALNUM || !isIn(sight.text.charCodeAt((body.ranges.at(-1) as Range).end), ALNUM);
}

function readBody(sight: Sight, at: number, format: Format & Reading): Body {
  const { text } = sight;
  const { exact } = format;
  const begin = at + format.prefix.length;
  const limit = Math.min(sight.end, begin + format.longest);
  const run = runEnd(text, begin, { set: format.set, end: limit });
  const end = trimDots(text, run, at);
  const ranges = [{ start: at, end }];
  const first = text.slice(begin, end);
  if (end === limit && limit < text.length) return { text: first, joined: false, ranges, open: true };
  const most = first.length < shortestPiece(format) ? 0 : format.pieces;
  const joined = joinPieces(sight, { at, first, end, most }, format);
  const { body, settled } = joined;
  if (exact > 0 && body.length > settled && body.length !== exact && settled < format.least)
    return { text: text.slice(begin, run), joined: false, ranges, open: false };
  return { text: body, joined: joined.pieces > 0, ranges: joined.ranges, open: false };
}

interface Joined {
  readonly body: string;
  readonly pieces: number;
  readonly ranges: readonly Range[];
  /** How much of the body counts whatever comes after it. */
  readonly settled: number;
}

interface Beginning {
  readonly at: number;
  readonly first: string;
  readonly end: number;
  /** How many pieces may follow. */
  readonly most: number;
}

/** The body with what goes on behind gaps: on the next line, behind a joint, after a space. */
function joinPieces(sight: Sight, { at, first, end: firstEnd, most }: Beginning, format: Format): Joined {
  const { text } = sight;
  const whole = format.exact === 0 ? Number.POSITIVE_INFINITY : format.exact;
  const ranges: Range[] = [];
  let [start, end, body, settled, pieces] = [at, firstEnd, first, 0, 0];
  for (; pieces < most && body.length < whole; pieces++) {
    const gap = gapAt(text, end, sight.end);
    const isSpaced = gap?.kind === "spaced";
    if (isSpaced && (format.exact === 0 || first.length >= format.least)) break;
    const from = gap?.end ?? nextChunk(text, end, { start, floor: sight.floor, end: sight.end });
    // Of a group after a space only what is missing: what is glued behind it is something else.
    const to = from < 0 ? -1 : pieceEnd(sight, { from, longest: isSpaced ? format.exact - body.length : LONGEST_BODY, body }, format);
    if (to < 0) break;
    if (gap === undefined) {
      ranges.push({ start, end });
      start = from;
    }
    body += text.slice(from, to);
    end = to;
    // Groups of characters with spaces between them count only once they make up the whole.
    if (!isSpaced) settled = body.length;
  }
  return { body, pieces, ranges: [...ranges, { start, end }], settled };
}

interface Piece {
  readonly from: number;
  readonly longest: number;
  /** What is before it. */
  readonly body: string;
}

/** Where the piece ends; -1 where it is none. */
function pieceEnd({ text, end }: Sight, { from, longest, body }: Piece, format: Format): number {
  const to = trimDots(text, runEnd(text, from, { set: format.set, end: Math.min(end, from + longest) }), from);
  const piece = text.slice(from, to);
  return goesOn(body, piece, format) || (format.exact === 0 && isLastLine(text, piece, to)) ? to : -1;
}

function goesOn(body: string, piece: string, format: Format): boolean {
  if (piece.length === 0) return false;
  const total = body.length + piece.length;
  if (format.exact > 0) {
    if (body.length < format.least) return total <= format.exact || looksDrawn(piece);
    return total === format.exact || (total < format.exact && looksDrawn(piece, 8));
  }
  if (body.length === 0 || piece.length < 8) return body.length < format.least && piece.length >= 4 && looksDrawn(body + piece, 8);
  return looksDrawn(piece, 8);
}

/** The short rest of a token, alone at the end of its line. */
function isLastLine(text: string, piece: string, end: number): boolean {
  const after = text.charCodeAt(end);
  if (piece.length < 8 || !(end === text.length || after <= 32 || after === 0x22 || after === 0x5c)) return false;
  const shape = shapeOf(piece);
  return shape.turns >= 0.3 && shape.wordy < 0.85 && shape.digit > 0 && shape.upper > 0;
}

function trimDots(text: string, end: number, floor: number): number {
  let at = end;
  while (at > floor && text[at - 1] === ".") at--;
  return at;
}

function isPlausible(body: string, format: Format): boolean {
  if (body.length < format.least || isSampleBody(body)) return false;
  // Fixed in length and at the mercy of every long text in base64: longer is something else.
  if (format.least === format.exact && body.length > format.exact) return false;
  if (format.set === UPPER_ALNUM && format.least === format.exact) return true;
  if (format.set === HEX) return looksDrawn(body, format.least);
  if (looksDrawn(body, Math.min(12, format.least))) return true;
  if (format.bound) return false;
  const shape = shapeOf(body);
  if (shape.distinct < 8) return false;
  if (shape.digit >= body.length / 4) return true;
  if (shape.turns >= 0.34) return true;
  return shape.digit > 0 || shape.turns > 0.22 ? shape.wordy < 0.8 : shape.wordy < 0.5;
}

const JWT: Format = { prefix: "eyJ", type: "jwt", set: DOTTED, least: 24, exact: 0, bound: true };
const LONGEST_JWT = 2400;
const JWT_SHAPE = /^[\w-]{6,2400}\.[\w-]{6,2400}(?:\.[\w-]{0,2400}){0,3}$/;

/** A JSON web token, signed or encrypted, at `eyJ`; not at the second part of one, nor at Mapbox' `pk.eyJ…`, which is public by design. */
export function jwtAt(sight: Sight, at: number): Match | undefined {
  if (at < sight.floor || isGlued(sight, at)) return undefined;
  if (at - 2 >= sight.floor && sight.text[at - 1] === "." && isIn(sight.text.charCodeAt(at - 2), URL_SAFE)) return undefined;
  const body = readBody(sight, at, { ...JWT, pieces: MOST_PIECES, longest: LONGEST_JWT });
  if (!JWT_SHAPE.test(body.text) && !(body.open && body.text.includes("."))) return undefined;
  // The one that every introduction to the format shows has the subject 1234567890.
  if (body.text.includes(".eyJzdWIiOiIxMjM0NTY3ODkwIi")) return undefined;
  return looksDrawn(body.text) ? toMatch("jwt", body, DOTTED) : undefined;
}

/** The secret half of an AWS pair: pasted with its id, on the next line or the next column of a CSV. */
export function withAwsPair(sight: Sight, found: Match): Match {
  const { text } = sight;
  const end = Math.min(sight.end, found.end + 200);
  for (let at = found.end; at < end;) {
    if (!isIn(text.charCodeAt(at), BASE64_PADDED) || text[at] === "=") {
      at++;
      continue;
    }
    const stop = runEnd(text, at, { set: BASE64_PADDED, end: Math.min(sight.end, at + 64) });
    const shape = shapeOf(text.slice(at, stop));
    if (stop - at === 40 && shape.upper > 3 && shape.lower > 3 && !isSampleBody(text.slice(at, stop)) && looksDrawn(text.slice(at, stop))) {
      return { ...found, more: [...(found.more ?? []), { start: at, end: stop }] };
    }
    at = Math.max(stop, at + 1);
  }
  return found;
}

interface Framed {
  readonly literal: string;
  readonly type: string;
  /** How many characters of which set must be before and after the literal. */
  readonly before: readonly [set: number, least: number, most: number];
  readonly after: readonly [set: number, least: number, most: number];
}

/** Tokens whose mark is in the middle. */
export const FRAMED: readonly Framed[] = [
  { literal: ":AA", type: "telegram", before: [0x1, 8, 12], after: [URL_SAFE, 28, 60] },
  { literal: "-us", type: "mailchimp", before: [HEX, 32, 32], after: [0x1, 1, 2] },
  { literal: ".atlasv1.", type: "terraform", before: [ALNUM, 12, 16], after: [DOTTED, 40, 120] },
  { literal: "NRAL", type: "newrelic", before: [HEX, 32, 38], after: [ALNUM, 0, 0] },
  { literal: "SK", type: "twilio", before: [ALNUM, 0, 0], after: [HEX, 32, 32] },
  ...["6", "7", "8", "9"].map((digit) => ({
    literal: `${digit}Q~`,
    type: "azure",
    before: [ALNUM, 3, 3] as const,
    after: [DOTTED | 0x400, 28, 60] as const,
  })),
];

export function framedAt(sight: Sight, at: number, frame: Framed): Match | undefined {
  const { text } = sight;
  const start = runStart(text, at, { set: frame.before[0], floor: Math.max(sight.floor, at - frame.before[2] - 1) });
  const head = at - start;
  if (head < frame.before[1] || head > frame.before[2]) return undefined;
  const from = at + frame.literal.length;
  const end = trimDots(text, runEnd(text, from, { set: frame.after[0], end: Math.min(sight.end, from + frame.after[2] + 1) }), from);
  if (end - from < frame.after[1] || end - from > frame.after[2]) return undefined;
  const drawn = text.slice(start, at) + text.slice(from, end);
  if (isSampleBody(end - from < 8 ? drawn : text.slice(from, end)) || !looksDrawn(drawn)) return undefined;
  return { type: frame.type, start, end };
}

/** Whether more text could make it one: `path` and `pattern` begin so too. */
export function mayBeAirtable(sight: Sight, at: number): boolean | undefined {
  const end = runEnd(sight.text, at, { set: ALNUM, end: Math.min(sight.end, at + 18) });
  return end === sight.end ? undefined : end === at + 17;
}

/** Airtable's personal token: `pat` + 14 + `.` + 64 hexadecimal digits. */
export function airtableAt(sight: Sight, at: number): Match | undefined {
  const { text } = sight;
  if (text[at + 17] !== "." || runEnd(text, at, { set: ALNUM, end: Math.min(sight.end, at + 18) }) !== at + 17) return undefined;
  const end = runEnd(text, at + 18, { set: HEX, end: Math.min(sight.end, at + 18 + 80) });
  return end - at - 18 >= 60 ? { type: "airtable", start: at, end } : undefined;
}
