// Structure inside a line: tags, chat-template tokens, links and images, includes, templates, code spans.

import type { Report, Stance } from "./marks.ts";
import { isDisguisedTag, judgeTag } from "./markup.ts";

export interface Span {
  readonly start: number;
  readonly end: number;
}

const BRACKET_TOKEN =
  /^\[\/?(?:SYSTEM|SYS|INST|INSTRUCTIONS?|TOOL_?\w{0,20}|ASSISTANT|USER|HUMAN|DEVELOPER|ADMIN|END|BEGIN|START|STOP)\b[^\]\n]{0,40}\]/;
const INSTRUCT_TOKEN = /^\[\/?INST\]/;
const ROLE_LINK = /^\[(?:system|user|assistant|human|developer)\]\(#/i;
const EMBED = /^!?\[\[/;
const INCLUDE_LINK = /^\[\[\s{0,3}(?:include|embed|import|transclude|file|agents|soul|user|memory|\/|\.\.?\/|~)/i;
const LINK = /^\[[^\]\n]{0,300}\]\(\s{0,8}([^)\s]{0,400})/;
const CLOSED_LINK = /^\[[^\]\n]{0,300}\]\([^)\n]{0,1000}\)/;
const BAD_SCHEME = /^<?(?:javascript|vbscript|data|file|blob):/i;
const LOOPBACK = /^<?(?:https?:)?\/\/(?:localhost|127\.|0\.0\.0\.0|\[::1?\])/i;
const REMOTE = /^<?(?:https?:|\/\/|data:)/i;
const IMPORT = /^@(?:~|\.{0,2}\/|[\w./-]{1,200}\.(?:md|mdx|ya?ml|json|txt|env|toml|pem|key|conf|ini)\b)/i;
const ROLE_OBJECT = /^\{\s{0,8}["']?role["']?\s{0,4}:\s{0,4}["']?(?:system|developer|assistant|tool|user)\b/i;
const SECRET_READ =
  /\b(?:cat|less|more|head|tail|type|source|printenv|env|cp|base64|xxd|strings|open|bat)\b[^`\n]{0,80}(?:\.env\b|id_rsa|id_ed25519|\.ssh|\.pem\b|\.netrc|\.npmrc|\.aws|\/etc\/(?:passwd|shadow)|secret|credential)/i;
/** Characters at which anything can begin; a line without them is plain. */
const HOT = new Uint8Array(128);
for (const char of "<`[!$@{#&\\%") HOT[char.charCodeAt(0)] = 1;

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
  if (fenced || stance === "loaded") return findStrong(line, start, { stance: "loaded", report });

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
    judgeAt(line, i, { code, start, stance, lastBracket, lastLink, report });
  }
}

/** The wide ones are look-alikes of "<". */
function isHot(code: number): boolean {
  if (code < 128) return HOT[code] === 1;
  return code === 0xff1c || code === 0xfe64 || code === 0x2039 || code === 0x3008 || code === 0x27e8 || code === 0x2329;
}

interface At {
  readonly code: number;
  readonly start: number;
  readonly stance: Stance;
  /** Where the line's last "]" and "](" stand, so that no bracket looks for a partner twice. */
  readonly lastBracket: number;
  readonly lastLink: number;
  readonly report: Report;
}

function judgeAt(line: string, i: number, at: At): void {
  const { code, start, stance, report } = at;
  const other = stance === "other";
  const index = start + i;
  switch (code) {
    case 60: {
      const mark = judgeTag(line, i, stance);
      if (mark !== null) report({ ...mark, index });
      return;
    }
    case 91:
      return judgeBracket(line, i, at);
    case 33:
      if (other && line.charCodeAt(i + 1) === 96) report({ kind: "include", why: "asks a reader to run a command", index });
      return;
    case 36:
      if (other && /^\$(?:[({]|[A-Z_]{2,40}\/)/.test(line.slice(i, i + 44)))
        report({ kind: "include", why: "asks a reader to put something in", index });
      return;
    case 35:
      if (other && line.charCodeAt(i + 1) === 123) report({ kind: "include", why: "is a template's code", index });
      return;
    case 123:
      if (ROLE_OBJECT.test(line.slice(i, i + 60))) report({ kind: "chat-token", why: "forges a message of a chat", index });
      else if (other && /^\{[{%#]/.test(line.slice(i, i + 2))) report({ kind: "include", why: "is a template's code", index });
      return;
    case 37:
      if (other && line.charCodeAt(i + 1) === 123) report({ kind: "include", why: "is a template's code", index });
      else if (other && isDisguisedTag(line, i)) report({ kind: "envelope", why: "is a tag in disguise", index });
      return;
    case 64:
      if (other && /^$|[\s([{:;,>]/.test(line[i - 1] ?? "") && IMPORT.test(line.slice(i, i + 220)))
        report({ kind: "include", why: "imports another file", index });
      return;
    case 38:
    case 92:
    case 0xff1c:
    case 0xfe64:
    case 0x2039:
    case 0x3008:
    case 0x27e8:
    case 0x2329:
      if (other && isDisguisedTag(line, i)) report({ kind: "envelope", why: "is a tag in disguise", index });
  }
}

function judgeBracket(line: string, i: number, { start, stance, lastBracket, lastLink, report }: At): void {
  const other = stance === "other";
  const image = i > 0 && line.charCodeAt(i - 1) === 33;
  const index = start + (image ? i - 1 : i);
  const head = line.slice(i, i + 1400);
  if ((other && BRACKET_TOKEN.test(head)) || INSTRUCT_TOKEN.test(head))
    return report({ kind: "chat-token", why: "forges a token of a chat template", index });
  if (other && EMBED.test(head)) {
    if (image || INCLUDE_LINK.test(head)) report({ kind: "include", why: "includes another file", index });
    return;
  }
  if (other && ROLE_LINK.test(head)) return report({ kind: "chat-token", why: "forges a turn of a chat", index });
  const target = i < lastLink ? LINK.exec(head)?.[1] : undefined;
  if (target === undefined) {
    if (other && lastBracket < i) report({ kind: "fence", why: "is a bracket that nobody closes", index });
    return;
  }
  const plain = target.replace(/\s|&(?:tab|newline);?/gi, "");
  if (BAD_SCHEME.test(plain) || /&(?:#|colon)/i.test(plain)) return report({ kind: "link", why: "is a link that would run", index });
  if (image && LOOPBACK.test(plain)) return report({ kind: "link", why: "is an image that calls a local server", index });
  if (!other) return;
  if (image && REMOTE.test(plain)) return report({ kind: "link", why: "is an image that loads from elsewhere", index });
  if (!CLOSED_LINK.test(head)) report({ kind: "fence", why: "is a link that nobody closes", index });
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
  findStrong(code, start + from, { stance, report });
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
function findStrong(text: string, start: number, { report }: { stance: Stance; report: Report }): void {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 60) {
      const mark = judgeTag(text, i, "loaded");
      if (mark !== null) report({ ...mark, index: start + i });
    } else if (code === 91 && INSTRUCT_TOKEN.test(text.slice(i, i + 8)))
      report({ kind: "chat-token", why: "forges a token of a chat template", index: start + i });
  }
}
