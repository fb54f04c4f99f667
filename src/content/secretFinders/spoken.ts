// Secrets as people name them in a sentence: in Chinese and other scripts, and with the name after the value.

import { either } from "../../base/index.ts";
import type { Promised } from "../secretShapes/keyNames.ts";
import { valueMatch } from "./valueReader.ts";
import type { Match, Sight } from "../secretShapes/sight.ts";
import { isSecret } from "../secretShapes/values.ts";

/** Words of scripts that have no capitals and no spaces, with what they promise. */
export const SPOKEN: readonly (readonly [word: string, promise: Promised])[] = [
  ["密码", "password"],
  ["口令", "password"],
  ["暗号", "password"],
  ["パスワード", "password"],
  ["비밀번호", "password"],
  ["пароль", "password"],
  ["contraseña", "password"],
  ["密钥", "token"],
  ["秘钥", "token"],
  ["密匙", "token"],
  ["令牌", "token"],
  ["私钥", "token"],
  ["凭证", "token"],
  ["凭据", "token"],
  ["授权码", "token"],
];

const ALREADY = either`已经, 已, 就, 还, 现在, 目前, 暂时, 都, 先, 统一`;
const IS = either`
  是, 为, 叫, 改成, 改为, 改, 换成, 设为, 设成, 设置为, 设置成, 重置为, 用的是, 写的是, は, 이, 가, 는, is, es, [:：=＝→]
`;
const LINKED = new RegExp(
  String.raw`(?:["'${"`"}」』”]|\s?[（(][^（()）[\n]{1,20}[)）])?\s{0,2}(?:(?:${ALREADY})?(?:${IS})[了在]?[:：]?\s{0,3}|\s{0,3})`,
  "iy",
);

/** A value after a word of another script; `at` is where the word starts. */
export function spokenAt(sight: Sight, at: number, spoken: { readonly word: string; readonly promise: Promised }): Match | undefined {
  LINKED.lastIndex = at + spoken.word.length;
  if (!LINKED.test(sight.text)) return undefined;
  const linked = /\S/.test(sight.text.slice(at + spoken.word.length, LINKED.lastIndex));
  return valueMatch(sight, LINKED.lastIndex, { promise: spoken.promise, type: spoken.promise, shouted: false }, linked ? "said" : "bare");
}

/** How far before its name a value may be. No further than the scanner lags behind. */
const BEFORE = 80;
const VALUE = "(?:^|[\\s\"'`“‘(：:，。；！？、])([^\\s\"'`“”‘’()，。；！？、]{6,48})[\"'`”’)]?";
const AS_WHAT = [
  " (?:is|was) (?:the |my |our |your |his |her |its )?",
  " as (?:the |my |our |your |a |an |its )?",
  " for (?:the |my |our |your )",
  " in(?:to)? (?:the |my |our |your )",
  String.raw`\s?[是当作做为]{1,2}\s?(?:我的|你的|新|数据库|服务器)?\s?`,
].join("|");
const AFTERWARDS = new RegExp(String.raw`${VALUE}(?:${AS_WHAT})(?:[\w-]{1,14} ){0,2}$`, "i");

/** Whether one of the few words before is `is`, `as`, `was` or the like; cheap, since nearly always it is not. */
function isLinked(text: string, from: number, at: number): boolean {
  if (text.charCodeAt(at - 1) > 0x2e80) return isLinkedInChinese(text, from, at);
  let end = at - 1;
  for (let words = 0; words < 4 && end > from && text.charCodeAt(end) === 0x20; words++) {
    let start = end;
    while (start > from && text.charCodeAt(start - 1) > 0x20) start--;
    const size = end - start;
    if (text.charCodeAt(start) > 0x2e80) return isLinkedInChinese(text, from, end);
    if (size === 4 && text.startsWith("into", start)) return true;
    if (size < 4 && LINKS.has(text.slice(start, end))) return true;
    end = start - 1;
  }
  return false;
}

function isLinkedInChinese(text: string, from: number, at: number): boolean {
  for (let before = at - 1; before >= Math.max(from, at - 12); before--) if ("是当作做为".includes(text[before] as string)) return true;
  return false;
}

const LINKS: ReadonlySet<string> = new Set(["is", "as", "was", "for", "in", "Is", "As"]);

/** "X is my password", "use X as the token": `at` is where the stem of the name starts. */
export function calledAt(sight: Sight, at: number, promise: Promised): Match | undefined {
  const from = Math.max(sight.floor, at - BEFORE);
  if (at - from < 8 || !isLinked(sight.text, from, at)) return undefined;
  const called = AFTERWARDS.exec(sight.text.slice(from, at));
  const value = called?.[1];
  if (called === null || value === undefined || (called.index === 0 && from > sight.floor && called[0].startsWith(value))) return undefined;
  if (!isSecret(value, promise, "bare")) return undefined;
  const start = from + called.index + called[0].indexOf(value);
  return { type: promise, start, end: start + value.length };
}

const QUERY = /[?&][\w.-]{0,40}$/;

/** Signatures in addresses: Azure's `sig=`, `X-Amz-Signature=`. `end` is just behind the equals sign. */
export function signatureAt(sight: Sight, at: number, end: number): Match | undefined {
  if (!QUERY.test(sight.text.slice(Math.max(sight.floor, at - 42), at))) return undefined;
  return valueMatch(sight, end, { promise: "token", type: "token", shouted: false }, "assigned");
}
