// A clause's text before it is cut into words: code and quotes stand as one character each, emphasis, links and signs are gone.

import { wordSet } from "../../base/index.ts";
import { type Span, spanOf } from "./spans.ts";

/** Where the places of spans begin: letters that no text has. */
export const SPANS = 0xe000;
const MOST_SPANS = 2000;

const LINK = /\[[^\]\n]{0,300}\]\(((?:\.\/)?[\w-][\w./-]{0,200}\.mdx?)\)/g;

/** "Read [the guide](docs/guide.md)", 阅读 [a](a.md) 与 [b](b.md), the start of an item: the document is meant; others are words. */
function isRead(text: string, at: number): boolean {
  if (at === 0) return true;
  const before = text.slice(Math.max(0, at - FAR), at);
  const [, word = ""] = LAST_WORD.exec(before.replace(LINKS, "")) ?? [];
  return READS.has(word.toLowerCase()) || READS_WIDE.test(word);
}
const FAR = 400;
const LAST_WORD = /(?:^|[^\p{L}])(\p{L}+)(?: (?:the|die|den|la|el|le|o|a))?[：:]? ?$/u;
const READS = wordSet("read review consult lies lire lis lisez lee leer leia ler");
const READS_WIDE = /(?:阅读|先读|查阅|通读|遵循)$/;
/** Links that the same word reads. */
const LINKS = /(?:\[[^\]]{0,100}\]\([^)]{0,100}\)(?:, | \p{L}{1,3} | ?[、与和及] ?)){1,4}$/u;

/** "**script/lint** - runs …": what opens an item is a name without backticks too. */
const BOLD_PATH = /^\*\*([a-z.][\w.-]*\/[\w./*-]+)\*\*/;

/** Code and quotes become one character each; emphasis, links, tags and struck-out text go. */
export function masked(text: string, spans: Span[]): string {
  const keep = (span: Span): string => {
    if (spans.length >= MOST_SPANS) return " ";
    spans.push(span);
    return String.fromCharCode(SPANS + spans.length - 1);
  };
  const code = text.replace(BOLD_PATH, "`$1`").replace(/`{1,3}([^`\n]+)`{1,3}/g, (_, inner: string) => keep(spanOf(inner, { code: true })));
  const piped = code.includes("|") ? code.replace(PIPED, (pipe) => keep(spanOf(pipe, { code: true }))) : code;
  const plain = MARKED.test(piped) ? unmarked(piped, keep) : piped;
  // Most lines have no signs, and looking for them costs more than all else here.
  return SIGNS.test(plain) ? withSigns(plain) : plain;
}

/** Whatever `unmarked` looks for has one of these. */
const MARKED = /[~[<*_"“「『]|\.[eg]\./i;

function unmarked(text: string, keep: (span: Span) => string): string {
  return text
    .replace(/~~[^~]{1,400}~~/g, " ")
    .replace(LINK, (link, path: string, at: number, whole: string) => (isRead(whole, at) ? keep(spanOf(path, { code: true })) : link))
    .replace(/!?\[([^\]\n]{0,300})\]\([^)\n]{0,400}\)/g, "$1")
    .replace(/<\/?[a-z][^<>\n]{0,80}>/gi, (tag) =>
      /^<\/(?!(?:a|b|i|u|s|em|strong|code|kbd|span|sub|sup|mark)>)|=/.test(tag) ? " ; " : " ",
    )
    .replace(/\*\*|__/g, "")
    .replace(/(^|[\s(（])\*([^*\s][^*\n]{0,200}?)\*(?=[\s.,;:!?)）。，]|$)/g, "$1$2")
    .replace(
      /"([^"\n]{1,80})"|“([^”\n]{1,80})”|「([^」\n]{1,80})」|『([^』\n]{1,80})』/g,
      (_, a?: string, b?: string, c?: string, d?: string) => keep(spanOf(a ?? b ?? c ?? d ?? "", { code: false, quoted: true })),
    )
    .replace(/\be\.g\.,?|\bi\.e\.,?/gi, (word) => (word.startsWith("i") ? " ie " : " eg "));
}

/** "No curl | bash installs" */
const PIPED = /\b(?:curl|wget)\b[^|`\n]{0,40}\|\s*(?:sudo )?(?:ba|z)?sh\b/gi;

/** Where signs are; letters of every script and the places of spans are elsewhere. */
const SIGNS = /[\u2040-\u2bff\u3030\u303d\u3297\u3299\ud800-\udfff]/;

function withSigns(text: string): string {
  return text
    .replace(/[❌🚫⛔🛑✗✘❎]\ufe0f?/gu, " ❌ ")
    .replace(/[✅✔☑👍]\ufe0f?/gu, " ✅ ")
    .replace(/\p{Extended_Pictographic}\ufe0f?/gu, (char) => (char === "❌" || char === "✅" ? char : " "));
}
