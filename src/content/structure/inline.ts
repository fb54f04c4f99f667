// Structure inside a line: tags, chat-template tokens, links and images, includes, templates, code spans.

import { either } from "../../base/index.ts";
import type { Mark, MarkKind, Report, Stance } from "./marks.ts";
import { isDisguisedTag, judgeTag } from "./markup.ts";

export interface Span {
  readonly start: number;
  readonly end: number;
}

const BRACKET_TOKEN = new RegExp(
  String.raw`^\[\/?(?:${either`
  SYSTEM, SYS, INST, INSTRUCTIONS?, TOOL_?\w{0,20}, ASSISTANT, USER, HUMAN, DEVELOPER, ADMIN, END, BEGIN, START,
  STOP
`})\b[^\]\n]{0,40}\]`,
);
const INSTRUCT_TOKEN = /^\[\/?INST\]/;
const ROLE_LINK = /^\[(?:system|user|assistant|human|developer)\]\(#/i;
const EMBED = /^!?\[\[/;
const INCLUDE_LINK = new RegExp(
  String.raw`^\[\[\s{0,3}(?:${either`
  include, embed, import, transclude, file, agents, soul, user, memory, \/, \.\.?\/, ~
`})`,
  "i",
);
const LINK = /^\[[^\]\n]{0,300}\]\(\s{0,8}([^)\s]{0,400})/;
const CLOSED_LINK = /^\[[^\]\n]{0,300}\]\([^)\n]{0,1000}\)/;
const BAD_SCHEME = /^<?(?:javascript|vbscript|data|file|blob):/i;
const LOOPBACK = /^<?(?:https?:)?\/\/(?:localhost|127\.|0\.0\.0\.0|\[::1?\])/i;
const REMOTE = /^<?(?:https?:|\/\/|data:)/i;
const IMPORTED = either`md, mdx, ya?ml, json, txt, env, toml, pem, key, conf, ini`;
const IMPORT = new RegExp(String.raw`^@(?:~|\.{0,2}/|[\w./-]{1,200}\.(?:${IMPORTED})\b)`, "i");
const ROLES = either`system, developer, assistant, tool, user`;
const ROLE_OBJECT = new RegExp(String.raw`^\{\s{0,8}["']?role["']?\s{0,4}:\s{0,4}["']?(?:${ROLES})\b`, "i");
const READERS = either`cat, less, more, head, tail, type, source, printenv, env, cp, base64, xxd, strings, open, bat`;
const SECRETS = either`
  \.env\b, id_rsa, id_ed25519, \.ssh, \.pem\b, \.netrc, \.npmrc, \.aws, /etc/(?:passwd|shadow), secret, credential
`;
const SECRET_READ = new RegExp(String.raw`\b(?:${READERS})\b[^${"`"}\n]{0,80}(?:${SECRETS})`, "i");
/** Characters at which anything can begin; a line without them is plain. */
const HOT = new Uint8Array(128);
for (const char of "<`[!$@{#&\\%") HOT[char.charCodeAt(0)] = 1;
/** Look-alikes of "<". */
const WIDE_LESS = "\uff1c\ufe64\u2039\u3008\u27e8\u2329";
const WIDE_LESS_CODES = new Set(Array.from(WIDE_LESS, (char) => char.charCodeAt(0)));

export interface InlineOptions {
  readonly stance: Stance;
  /** Inside a closed code fence only what would leave the prompt's envelope counts. */
  readonly fenced: boolean;
}

export function findInline(text: string, { start, end }: Span, { stance, fenced, report }: InlineOptions & { report: Report }): void {
  let hot = start;
  while (hot < end && !isHot(text.charCodeAt(hot))) hot++;
  if (hot === end) return;
  const line = text.slice(start, end);
  if (fenced || stance === "loaded") return findStrong(line, start, report);

  const unclosed = new Set<number>();
  const lastBracket = line.lastIndexOf("]");
  const lastLink = line.lastIndexOf("](");
  for (let i = hot - start; i < line.length; i++) {
    const code = line.charCodeAt(i);
    if (!isHot(code)) continue;
    if (code === 96) {
      i = skipCode(line, i, { start, stance, unclosed, report });
      continue;
    }
    judgeAt(line, i, { start, stance, lastBracket, lastLink, report });
  }
}

function isHot(code: number): boolean {
  return code < 128 ? HOT[code] === 1 : WIDE_LESS_CODES.has(code);
}

interface At {
  readonly start: number;
  readonly stance: Stance;
  /** Where the line's last "]" and "](" are, so that no bracket looks for a partner twice. */
  readonly lastBracket: number;
  readonly lastLink: number;
  readonly report: Report;
}

/** What begins at a character, where the test says so. */
interface Sign {
  readonly at: string;
  /** Only of text by somebody else than the person. */
  readonly others: boolean;
  readonly test: (line: string, i: number) => boolean;
  readonly kind: MarkKind;
  readonly why: string;
}

const beforeBrace = (line: string, i: number): boolean => line[i + 1] === "{";

/** The first sign whose test holds counts. */
const SIGNS: readonly Sign[] = [
  { at: "!", others: true, test: (line, i) => line[i + 1] === "`", kind: "include", why: "asks a reader to run a command" },
  {
    at: "$",
    others: true,
    test: (line, i) => /^\$(?:[({]|[A-Z_]{2,40}\/)/.test(line.slice(i, i + 44)),
    kind: "include",
    why: "asks a reader to put something in",
  },
  {
    at: "{",
    others: false,
    test: (line, i) => ROLE_OBJECT.test(line.slice(i, i + 60)),
    kind: "chat-token",
    why: "forges a message of a chat",
  },
  { at: "{", others: true, test: (line, i) => /^\{[{%#]/.test(line.slice(i, i + 2)), kind: "include", why: "is a template's code" },
  { at: "#%", others: true, test: beforeBrace, kind: "include", why: "is a template's code" },
  {
    at: "@",
    others: true,
    test: (line, i) => /^$|[\s([{:;,>]/.test(line[i - 1] ?? "") && IMPORT.test(line.slice(i, i + 220)),
    kind: "include",
    why: "imports another file",
  },
  { at: `%&\\${WIDE_LESS}`, others: true, test: isDisguisedTag, kind: "envelope", why: "is a tag in disguise" },
];
const SIGNS_AT = new Map([...SIGNS.map(({ at }) => at).join("")].map((char) => [char, SIGNS.filter(({ at }) => at.includes(char))]));

function judgeAt(line: string, i: number, at: At): void {
  const { start, stance, report } = at;
  const char = line[i] ?? "";
  if (char === "[") return judgeBracket(line, i, at);
  if (char === "<") {
    const mark = judgeTag(line, i, stance);
    if (mark !== null) report({ ...mark, index: start + i });
    return;
  }
  const sign = SIGNS_AT.get(char)?.find(({ others, test }) => (!others || stance === "other") && test(line, i));
  if (sign !== undefined) report({ kind: sign.kind, why: sign.why, index: start + i });
}

function judgeBracket(line: string, i: number, at: At): void {
  const image = i > 0 && line.charCodeAt(i - 1) === 33;
  const head = line.slice(i, i + 1400);
  const index = at.start + (image ? i - 1 : i);
  const mark = bracketToken(head, image, at.stance) ?? linkMark(head, image, { ...at, i });
  if (mark !== null && mark !== "plain") at.report({ ...mark, index });
}

type Bracket = Pick<Mark, "kind" | "why">;

/** Tokens, embeds and turns; "plain" is an embed that is not worth a mark, and null is none of them. */
function bracketToken(head: string, image: boolean, stance: Stance): Bracket | "plain" | null {
  if (INSTRUCT_TOKEN.test(head)) return { kind: "chat-token", why: "forges a token of a chat template" };
  if (stance !== "other") return null;
  if (BRACKET_TOKEN.test(head)) return { kind: "chat-token", why: "forges a token of a chat template" };
  if (EMBED.test(head)) return image || INCLUDE_LINK.test(head) ? { kind: "include", why: "includes another file" } : "plain";
  return ROLE_LINK.test(head) ? { kind: "chat-token", why: "forges a turn of a chat" } : null;
}

function linkMark(
  head: string,
  image: boolean,
  { i, stance, lastBracket, lastLink }: Pick<At, "stance" | "lastBracket" | "lastLink"> & { readonly i: number },
): Bracket | null {
  const other = stance === "other";
  const target = i < lastLink ? LINK.exec(head)?.[1] : undefined;
  if (target === undefined) return other && lastBracket < i ? { kind: "fence", why: "is a bracket that nobody closes" } : null;
  const plain = target.replace(/\s|&(?:tab|newline);?/gi, "");
  if (BAD_SCHEME.test(plain) || /&(?:#|colon)/i.test(plain)) return { kind: "link", why: "is a link that would run" };
  if (image && LOOPBACK.test(plain)) return { kind: "link", why: "is an image that calls a local server" };
  if (!other) return null;
  if (image && REMOTE.test(plain)) return { kind: "link", why: "is an image that loads from elsewhere" };
  return CLOSED_LINK.test(head) ? null : { kind: "fence", why: "is a link that nobody closes" };
}

interface CodeAt {
  readonly start: number;
  readonly stance: Stance;
  /** Lengths of backtick runs known to have no partner in the rest of the line. */
  readonly unclosed: Set<number>;
  readonly report: Report;
}

/** Passes over a code span; returns the offset of its last character. */
function skipCode(line: string, i: number, { start, stance, unclosed, report }: CodeAt): number {
  let length = 1;
  while (line.charCodeAt(i + length) === 96) length++;
  const from = i + length;
  const close = unclosed.has(length) ? -1 : findRun(line, from, length);
  if (close < 0) {
    unclosed.add(length);
    if (stance === "other")
      for (let k = 0; k < length; k++) report({ kind: "fence", why: "is a code span that nobody closes", index: start + i + k });
    return from - 1;
  }
  const code = line.slice(from, close);
  findStrong(code, start + from, report);
  if (stance === "other" && (SECRET_READ.test(code) || /^\s?\$\(/.test(code)))
    report({ kind: "include", why: "asks a reader to put a secret in", index: start + i });
  return close + length - 1;
}

function findRun(line: string, from: number, length: number): number {
  for (let at = line.indexOf("`", from); at >= 0;) {
    let run = 1;
    while (line.charCodeAt(at + run) === 96) run++;
    if (run === length) return at;
    at = line.indexOf("`", at + run);
  }
  return -1;
}

/** What leaves the prompt's envelope even from inside code: chat tokens and envelope tags. */
function findStrong(text: string, start: number, report: Report): void {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 60) {
      const mark = judgeTag(text, i, "loaded");
      if (mark !== null) report({ ...mark, index: start + i });
    } else if (code === 91 && INSTRUCT_TOKEN.test(text.slice(i, i + 8)))
      report({ kind: "chat-token", why: "forges a token of a chat template", index: start + i });
  }
}
