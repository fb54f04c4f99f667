// Request headers: Authorization in all its schemes, and the cookies that stand for a session.

import { either } from "../../base/index.ts";
import { ALNUM, BASE64_ANY, isIn, OPAQUE, PASSWORD, runEnd } from "../secretShapes/chars.ts";
import { decodeBase64 } from "../secretShapes/encoded.ts";
import { isPlaceholder, isWeak } from "../secretShapes/placeholders.ts";
import { valueMatch } from "./valueReader.ts";
import { looksDrawn } from "../secretShapes/shape.ts";
import type { Match, Range, Sight } from "../secretShapes/sight.ts";
import { anyTokenAt } from "./markedTokens.ts";

const QUOTES = "[\"'`]";
const NAME_ENDS = String.raw`\\?${QUOTES}?\]?[ \t]{0,4}`;
const VALUE_OPENS = String.raw`[ \t]{0,8}(?:\\?${QUOTES}|&quot;)?`;
const COLON = new RegExp(String.raw`(?:-credentials)?${NAME_ENDS}(?:[:=]|,(?=[ \t]{0,4}${QUOTES})|=>)${VALUE_OPENS}`, "iy");
const BASIC = /Basic {1,4}/iy;
const SCHEME = new RegExp(
  String.raw`(?:${either`
  Bearer, Token, Bot, ApiKey, Api-Key, Key, SSWS, GenieKey, PVEAPIToken=\S{1,60}=, Negotiate, Digest, OAuth, JWT,
  Hawk, Splunk, Snowflake Token=
`})[ :]{0,4}(?:\r?\n[ \t]{0,8})?(?:token=)?["']?`,
  "iy",
);

/** `Authorization: …`, `proxy-authorization`, `setRequestHeader("Authorization", "…")`. */
export function authorizationAt(sight: Sight, at: number): Match | undefined {
  const { text } = sight;
  const from = step(COLON, text, at + "authorization".length);
  if (from === undefined) return undefined;
  const basic = step(BASIC, text, from);
  if (basic !== undefined) return basicAt(sight, basic);
  const start = step(SCHEME, text, from) ?? from;
  return valueMatch(sight, start, { promise: "token", type: "token", shouted: false }, "assigned");
}

/** What is between the name of a header and its value is short: once it is there, it can be told whether there is a value. */
const LONGEST_LINK = 40;

export function mayBeAuthorization(sight: Sight, at: number): boolean | undefined {
  const end = at + "authorization".length;
  return step(COLON, sight.text, end) !== undefined || (sight.end < end + LONGEST_LINK ? undefined : false);
}

export function mayBeCookie(sight: Sight, at: number): boolean | undefined {
  const end = at + "cookie".length;
  return step(COOKIE, sight.text, end) !== undefined || (sight.end < end + LONGEST_LINK ? undefined : false);
}

/** A basic example is no credential: what follows is no pair in base64. */
export function mayBeBasic(sight: Sight, at: number): boolean {
  const from = step(/basic[ \t]{1,3}/iy, sight.text, at);
  return (
    from === undefined || runEnd(sight.text, from, { set: BASE64_ANY, end: sight.end }) === sight.end || bearerAt(sight, at) !== undefined
  );
}

/** `Basic dXNlcjpwYXNz`, wherever it is. */
function basicAt(sight: Sight, start: number): Match | undefined {
  const end = runEnd(sight.text, start, { set: BASE64_ANY, end: Math.min(sight.end, start + 400) });
  const pair = decodeBase64(sight.text.slice(start, end));
  const colon = pair?.indexOf(":") ?? -1;
  if (pair === undefined || colon < 0) return undefined;
  const password = pair.slice(colon + 1);
  // A key with an empty password is in the user's place.
  const secret = password === "" ? pair.slice(0, colon) : password;
  if (secret.length < 3 || (secret === pair.slice(0, colon) && password !== "") || isPlaceholder(secret) || isWeak(secret))
    return undefined;
  return { type: "basic-auth", start, end };
}

/** `Bearer x` without the header's name. */
export function bearerAt(sight: Sight, at: number): Match | undefined {
  const from = step(/(?:bearer|basic)[ \t]{1,3}/iy, sight.text, at);
  if (from === undefined || (at > sight.floor && isIn(sight.text.charCodeAt(at - 1), ALNUM))) return undefined;
  if ((sight.text.charCodeAt(at + 1) | 32) === 0x61) return basicAt(sight, from);
  return valueMatch(sight, from, { promise: "token", type: "token", shouted: false }, "bare");
}

const COOKIE = new RegExp(String.raw`(?:2|s)?${NAME_ENDS}(?:[:=]|=>|,(?=[ \t]{0,4}${QUOTES}))${VALUE_OPENS}`, "iy");
const PAIR = /[ \t]{0,4}([\w!#$%&'*+.^|~-]{1,64})=(?:"?)/y;
const ATTRIBUTE = /^(?:path|domain|expires|max-age|samesite|version|priority|comment)$/i;
const SESSION = new RegExp(
  either`
  sess, sid, auth, token, jwt, csrf, xsrf, remember, login, secret, identity, sso, access, refresh, \bid\b, key
`,
  "i",
);
const MOST_COOKIES = 40;

/** `Cookie: a=b; c=d` and `Set-Cookie: a=b; HttpOnly`: every value that stands for a session. */
export function cookieAt(sight: Sight, at: number): Match | undefined {
  const { text } = sight;
  let from = step(COOKIE, text, at + "cookie".length);
  if (from === undefined) return undefined;
  const ranges: (Range & { readonly type: string })[] = [];
  for (let count = 0; count < MOST_COOKIES; count++) {
    PAIR.lastIndex = from;
    const pair = PAIR.exec(text);
    if (pair === null || PAIR.lastIndex >= sight.end) break;
    const start = PAIR.lastIndex;
    const end = runEnd(text, start, { set: PASSWORD, end: Math.min(sight.end, start + 600) });
    const type = ATTRIBUTE.test(pair[1] as string) ? undefined : cookieType(sight, { start, end }, pair[1] as string);
    if (type !== undefined) ranges.push({ start, end, type });
    from = text[end] === '"' ? end + 1 : end;
    const next = step(/[;,]?[ \t]{0,3}(?:(?:Secure|HttpOnly|Partitioned)[;,]?[ \t]{0,3}){0,3}/iy, text, from) ?? from;
    if (next === from) break;
    from = next;
  }
  const [first, ...more] = ranges;
  if (first === undefined) return undefined;
  const swallow = more.length === 0 && first.end - first.start >= 600 ? { swallow: OPAQUE } : {};
  return { ...first, ...(more.length > 0 ? { more } : {}), ...swallow };
}

function cookieType(sight: Sight, range: Range, name: string): string | undefined {
  const value = sight.text.slice(range.start, range.end);
  const token = anyTokenAt(sight, range.start);
  if (token !== undefined) return token.type;
  return looksDrawn(value, SESSION.test(name) ? 10 : 20) && !isPlaceholder(value) ? "cookie" : undefined;
}

function step(pattern: RegExp, text: string, from: number): number | undefined {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
