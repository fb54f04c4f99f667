// Addresses that carry a credential: `scheme://user:password@host`, tokens in the user's place, and webhooks
// whose path is the secret. The whole address goes, since host and user tell where the secret fits.

import { either } from "../../base/index.ts";
import { DOTTED, runStart } from "../secretShapes/chars.ts";
import { isPlaceholder, isWeak } from "../secretShapes/placeholders.ts";
import { looksDrawn } from "../secretShapes/shape.ts";
import type { Match, Sight } from "../secretShapes/sight.ts";

const LONGEST = 700;
const PLUS = 0x100;

/** The address around the `://` (or `:\/\/`) at `at`. */
export function addressAt(sight: Sight, at: number): Match | undefined {
  const { text } = sight;
  const start = runStart(text, at, { set: (DOTTED & ~0x20) | PLUS, floor: Math.max(sight.floor, at - 28) });
  const scheme = /[A-Za-z][A-Za-z0-9+.-]{0,24}$/.exec(text.slice(start, at));
  if (scheme === null) return undefined;
  const from = text.startsWith("://", at) ? at + 3 : at + 5;
  const end = addressEnd(text, from, Math.min(sight.end, from + LONGEST));
  const rest = text.slice(from, end);
  const type = hookType(rest) ?? credentialType(scheme[0].toLowerCase(), rest);
  return type === undefined ? undefined : { type, start: at - scheme[0].length, end };
}

/** Whether more text could make it an address with a credential; false once it is seen to end without one. */
export function mayBeAddress(sight: Sight, at: number): boolean {
  return stopOf(sight.text, at + 3, sight.end) > sight.end - 12 || addressAt(sight, at) !== undefined;
}

/** Up to white space, a quote, a backtick, a bracket, without what closes a sentence. */
function addressEnd(text: string, from: number, limit: number): number {
  let at = stopOf(text, from, limit);
  while (at > from && ".,;:!?)]}*".includes(text[at - 1] as string)) at--;
  return at;
}

function stopOf(text: string, from: number, limit: number): number {
  for (let at = from; at < limit; at++) {
    const unit = text.charCodeAt(at);
    if (unit <= 32 || (unit >= 0x3000 && unit <= 0xff65) || (unit < 128 && CLOSING.has(unit))) return at;
    if (unit === 0x5c && text[at + 1] !== "/") return at;
    if (unit === 0x5b && text.startsWith("[redacted:", at)) return at;
  }
  return limit;
}

const CLOSING: ReadonlySet<number> = new Set([..."\"'`<>|"].map((char) => char.charCodeAt(0)));

function credentialType(scheme: string, rest: string): string | undefined {
  const web = /^(?:https?|wss?|git\+https?|svn|hg\+https?)$/.test(scheme);
  const slash = rest.search(/[/?#]/);
  const authority = slash < 0 ? rest : rest.slice(0, slash);
  let sign = authority.lastIndexOf("@");
  if (sign < 0) {
    // A password with a slash in it; only where no path can hold an @ before the host.
    sign = web ? -1 : rest.lastIndexOf("@");
    const head = sign < 0 ? "" : rest.slice(0, sign);
    if (!/^[^:/]{0,60}:[^/]{0,80}[^/\d][^/]{0,80}\//.test(head) && !/^\w{1,30}\/[^/@]{3,60}$/.test(head)) return undefined;
  }
  const user = rest.slice(0, sign);
  const host = rest.slice(sign + 1);
  if (!/^[\w[]/.test(host)) return undefined;
  const colon = user.search(/[:]|%3a/i);
  if (colon < 0) return isToken(user) ? (/sentry/.test(host) ? "sentry" : "url") : undefined;
  const password = user.slice(user[colon] === ":" ? colon + 1 : colon + 3);
  return isPassword(password, user.slice(0, colon), host) ? "url" : isToken(user.slice(0, colon)) ? "url" : undefined;
}

function isToken(user: string): boolean {
  return !isPlaceholder(user) && looksDrawn(user);
}

const LOCAL = new RegExp(
  String.raw`^(?:${either`
  localhost, 127\., 0\.0\.0\.0, \[::1\], host\b, hostname\b, server\b, (?:[\w-]+\.)*example\.(?:com|org|net)
`})`,
  "i",
);

function isPassword(password: string, user: string, host: string): boolean {
  if (password.length < 3 || password.toLowerCase() === user.toLowerCase()) return false;
  if (isPlaceholder(password) || isWeak(password) || (/^(?:[$%{<[*]|x+$)/i.test(password) && !looksDrawn(password, 8))) return false;
  if (/^[A-Z_]+$/.test(password) && password.length < 20) return false;
  // A plain word may be documentation; one that fits no host in particular is.
  return !(/^[a-z]{1,12}$/.test(password) && (LOCAL.test(host) || /pass|pw|secret|user|token|key/.test(password)));
}

const HOOKS: readonly (readonly [pattern: RegExp, type: string])[] = [
  [new RegExp(String.raw`^hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/(?:[A-Z0-9]{6,}/){2}([\w/-]{8,})`, "i"), "slack"],
  [/^(?:\w+\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/\d{10,}\/([\w-]{20,})/i, "discord"],
  [/^[\w-]+\.webhook\.office\.com\/webhookb2\/([\w@/-]{40,})/i, "teams"],
  [/^[\w.-]+\.logic\.azure\.com[\w.:/-]{1,200}\?.{0,200}sig=([\w%-]{20,})/i, "azure"],
  [/^hooks\.zapier\.com\/hooks\/catch\/\d+\/(\w{5,})/i, "zapier"],
  [/^open\.(?:feishu\.cn|larksuite\.com)\/open-apis\/bot\/v2\/hook\/([\w-]{20,})/i, "feishu"],
  [/^oapi\.dingtalk\.com\/robot\/send\?access_token=(\w{20,})/i, "dingtalk"],
  [/^qyapi\.weixin\.qq\.com\/cgi-bin\/webhook\/send\?key=([\w-]{20,})/i, "wecom"],
  [/^api\.telegram\.org\/(?:file\/)?bot(\d{6,}:[\w-]{20,})/i, "telegram"],
  [/^maker\.ifttt\.com\/trigger\/\w+\/(?:json\/)?with\/key\/([\w-]{16,})/i, "ifttt"],
  [/^chat\.googleapis\.com\/v1\/spaces\/[\w-]+\/messages\?.{0,80}token=([\w%-]{20,})/i, "google"],
  [/^hook\.(?:\w+\.)?make\.com\/(\w{20,})/i, "make"],
  [/^[\w.-]+\.ingest\.sentry\.io.{0,40}sentry_key=(\w{20,})/i, "sentry"],
];

function hookType(rest: string): string | undefined {
  const plain = rest.includes("\\/") ? rest.replaceAll("\\/", "/") : rest;
  for (const [pattern, type] of HOOKS) {
    const secret = pattern.exec(plain)?.[1];
    if (secret !== undefined) return isPlaceholder(secret) ? undefined : type;
  }
  return undefined;
}
