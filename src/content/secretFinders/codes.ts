// One-time codes and PINs: short numbers that only the words before them make secret.

import { either } from "../../base/index.ts";
import { ALNUM, isIn } from "../secretShapes/chars.ts";
import type { Match, Sight } from "../secretShapes/sight.ts";

const OWNER = new RegExp(
  String.raw`(?:${either`
  verification, security, one[- ]time, login, log-?in, sign-?in, authentication, auth, 2fa, mfa, otp, totp, sms,
  confirmation, recovery, backup, pairing, pin, unlock, door, gate, access
`})[ -]$`,
  "i",
);
const FOR_WHAT = String.raw`(?: (?:for|to) [\w.@ -]{1,40}?)??`;
const AFTER = new RegExp(String.raw`s?${FOR_WHAT}(?: (?:is|was)(?: now)?|\s{0,2}[:：=#])[ \t]{0,3}["'${"`"}*“]{0,2}`, "iy");
const CHINESE = /\s{0,2}(?:是|为|：|:|=)?\s{0,2}["'`“【]?/y;
const CODE = new RegExp(
  String.raw`(?:\d{4,8}|\d{3}[ -]\d{3}|[A-Z0-9]{4,5}-[A-Z0-9]{4,5})(?![\w.,:%-]{0,12}\d)` +
    String.raw`(?! ?(?:${either`ms, px, bytes, lines, chars, characters, times, items, users, %, €, \$`}))`,
  "y",
);

/** Whether the word, by what is before it, means a code that is sent: `source code` and `opinion` do not. */
export function isCodeWord(sight: Sight, at: number, word: string): boolean {
  const { text } = sight;
  if (!isWide(word) && at > sight.floor && isIn(text.charCodeAt(at - 1), ALNUM)) return false;
  const lead = text.slice(Math.max(sight.floor, at - 20), at);
  if (word === "code") return OWNER.test(lead);
  return word !== "pin" || text.slice(at, at + 3) === "PIN" || /(?:my|your|our|card|sim|door|the|phone|bank)[ -]$/i.test(lead);
}

function isWide(word: string): boolean {
  return word.charCodeAt(0) > 127;
}

/** "Your verification code is 123456"; `word` is at `at` and is `code`, `otp`, `pin` or 验证码. */
export function codeAt(sight: Sight, at: number, word: string): Match | undefined {
  const { text } = sight;
  if (!isCodeWord(sight, at, word)) return undefined;
  const between = isWide(word) ? CHINESE : AFTER;
  between.lastIndex = at + word.length;
  if (!between.test(text)) return undefined;
  CODE.lastIndex = between.lastIndex;
  if (!CODE.test(text)) return undefined;
  return { type: "code", start: between.lastIndex, end: CODE.lastIndex };
}
