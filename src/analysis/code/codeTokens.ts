// Inline code of other languages, cut into names, strings and signs: enough to see which functions are called with which
// constant words. Comments are dropped; a string that is put together while it runs is marked by a hole.

import { byName, wordSet } from "../../base/index.ts";
import { unescape } from "../files/streams.ts";
import { HOLE } from "../run/values.ts";

export type Language = "python" | "javascript" | "perl" | "ruby" | "php" | "lua" | "tcl" | "go" | "other";

export interface Token {
  readonly kind: "name" | "string" | "command" | "number" | "sign" | "line";
  readonly text: string;
  /** Of a string that is put together: what is in its holes, in order. */
  readonly inside?: readonly string[];
}

interface Syntax {
  readonly comment: RegExp;
  /** Quotes whose text is put together from variables. */
  readonly interpolates: RegExp | null;
  /** Backquotes run a command. */
  readonly backquote: "command" | "template" | null;
  readonly sigils: boolean;
  readonly words: boolean;
}

const SYNTAX: Readonly<Record<Language, Syntax>> = {
  python: { comment: /#[^\n]*/y, interpolates: null, backquote: null, sigils: false, words: false },
  javascript: { comment: /\/\/[^\n]*|\/\*[\s\S]*?\*\//y, interpolates: null, backquote: "template", sigils: false, words: false },
  perl: { comment: /(?<![$\w&])#[^\n]*|^=\w[\s\S]*?^=cut/my, interpolates: /[$@][\w{]/, backquote: "command", sigils: true, words: true },
  ruby: { comment: /#(?!\{)[^\n]*/y, interpolates: /#\{/, backquote: "command", sigils: true, words: true },
  php: {
    comment: /#(?!\[)[^\n]*|\/\/[^\n]*|\/\*[\s\S]*?\*\//y,
    interpolates: /\$[\w{]|\{\$/,
    backquote: "command",
    sigils: true,
    words: false,
  },
  lua: { comment: /--(?!\[\[)[^\n]*|--\[\[[\s\S]*?\]\]/y, interpolates: null, backquote: null, sigils: false, words: false },
  tcl: { comment: /(?<=^|;)\s*#[^\n]*/my, interpolates: /[$[]/, backquote: null, sigils: true, words: false },
  go: { comment: /\/\/[^\n]*|\/\*[\s\S]*?\*\//y, interpolates: null, backquote: "template", sigils: false, words: false },
  other: {
    comment: /(?<=^[ \t]{0,99})(?:#(?=[\s#'])|\/\/)[^\n]*/my,
    interpolates: /[$#]\{|\$\w/,
    backquote: "command",
    sigils: true,
    words: false,
  },
};

const CLOSERS: Readonly<Record<string, string>> = byName({ "(": ")", "[": "]", "{": "}", "<": ">" });
const MOST_TOKENS = 20_000;

export function tokenise(code: string, language: Language): readonly Token[] | null {
  const syntax = SYNTAX[language];
  const tokens: Token[] = [];
  let at = 0;
  while (at < code.length) {
    if (tokens.length > MOST_TOKENS) return null;
    const char = code[at] ?? "";
    if (char === "\n") {
      tokens.push({ kind: "line", text: "\n" });
      at++;
      continue;
    }
    if (/\s/.test(char)) {
      at++;
      continue;
    }
    syntax.comment.lastIndex = at;
    const comment = syntax.comment.exec(code);
    if (comment !== null && comment[0].length > 0) {
      at += comment[0].length;
      continue;
    }
    const read =
      readString(code, at, language, syntax) ??
      readQuoteLike(code, at, language, syntax, tokens) ??
      readRegExp(code, at, language, tokens) ??
      readName(code, at, syntax);
    if (read !== null) {
      if (read.token !== null) tokens.push(read.token);
      at = read.end;
      continue;
    }
    tokens.push({ kind: "sign", text: char });
    at++;
  }
  return tokens;
}

interface Read {
  readonly token: Token | null;
  readonly end: number;
}

function readString(code: string, at: number, language: Language, syntax: Syntax): Read | null {
  const prefix = language === "python" ? (/^[rRbBuUfF]{1,2}(?=['"])/.exec(code.slice(at, at + 3))?.[0] ?? "") : "";
  const open = at + prefix.length;
  const quote = code[open] ?? "";
  if (!/^['"`]$/.test(quote) || (quote === "`" && syntax.backquote === null)) return null;
  const triple = (language === "python" || language === "other") && code.startsWith(quote.repeat(3), open) ? quote.repeat(3) : quote;
  let end = open + triple.length;
  while (end < code.length && !code.startsWith(triple, end)) end += code[end] === "\\" ? 2 : 1;
  const raw = code.slice(open + triple.length, end);
  return { token: stringToken(raw, prefix, quote, language, syntax), end: Math.min(end + triple.length, code.length) };
}

/** Languages in which the quotes `'…'` know escapes like those of `"…"`. */
const ONE_KIND_OF_QUOTE: ReadonlySet<Language> = new Set(["python", "javascript", "lua"]);

function stringToken(raw: string, prefix: string, quote: string, language: Language, syntax: Syntax): Token {
  if (/[fF]/.test(prefix)) return withHoles(raw.replace(/\{\{|\}\}/g, ""), /\{([^}]*)(?:\}|$)/g);
  if (/[rR]/.test(prefix)) return { kind: "string", text: raw };
  if (quote === "`") {
    if (syntax.backquote === "template") return withHoles(raw, /\$\{([^}]*)(?:\}|$)/g);
    return { kind: "command", text: unescapeCode(syntax.interpolates?.test(raw) === true ? HOLE : raw) };
  }
  if (quote === '"' && syntax.interpolates?.test(raw.replace(/\\[\s\S]/g, "")) === true)
    return { kind: "string", text: interpolated(raw, syntax) };
  const text = quote === "'" && !ONE_KIND_OF_QUOTE.has(language) ? raw.replace(/\\(['\\])/g, "$1") : unescapeCode(raw);
  return { kind: "string", text };
}

function withHoles(raw: string, holes: RegExp): Token {
  const inside = [...raw.matchAll(holes)].map((match) => (match[1] ?? "").trim());
  const text = unescapeCode(raw.replace(holes, HOLE));
  return inside.length === 0 ? { kind: "string", text } : { kind: "string", text, inside };
}

function interpolated(raw: string, syntax: Syntax): string {
  const cut = raw.search(syntax.interpolates ?? /(?!)/);
  return cut < 0 ? raw : `${raw.slice(0, cut)}${HOLE}`;
}

function unescapeCode(text: string): string {
  return text.includes("\\") ? unescape(text.replace(/\\\n/g, "").replace(/\\u\{([0-9a-fA-F]+)\}/g, "\\U$1")) : text;
}

/** q(…), qq{…}, qx/…/, qw(…), %x{…}, %w[…], heredocs of Ruby and PHP are left as they are. */
const QUOTE_LIKE: Partial<Record<Language, RegExp>> = {
  perl: /^(qq|qx|qw|qr|q|m|tr|y|s)\s*([^\w\s,;)=])/,
  ruby: /^%([qQxwWi]?)([^\w\s=])/,
};

function readQuoteLike(code: string, at: number, language: Language, syntax: Syntax, tokens: readonly Token[]): Read | null {
  const [whole = "", kind = "", open = ""] = QUOTE_LIKE[language]?.exec(code.slice(at, at + 12)) ?? [];
  if (whole === "" || isNoQuote(language, tokens.at(-1), open)) return null;
  const close = CLOSERS[open] ?? open;
  const end = matching(code, at + whole.length, open, close);
  if (/^(?:s|tr|y)$/.test(kind)) return readSubstitution(code, kind, end, open, close);
  const body = code.slice(at + whole.length, end);
  const isFilled = fillsIn(kind) && syntax.interpolates?.test(body) === true;
  return { token: { kind: KIND_OF_QUOTE[kind] ?? "string", text: isFilled ? HOLE : body }, end: end + 1 };
}

const fillsIn = (kind: string) => !/^(?:q|qw|w)$/.test(kind);
const KIND_OF_QUOTE: Readonly<Record<string, Token["kind"]>> = byName({ qx: "command", x: "command", m: "number", qr: "number" });

/** `$h->{s}`, `$x.y}`; in Ruby a percent sign after a value. */
function isNoQuote(language: Language, before: Token | undefined, open: string): boolean {
  if (before === undefined) return false;
  if (language === "perl") return open === "}" && /^(?:->|\{|\.)$/.test(before.text);
  return before.kind === "number" || before.kind === "name" || before.text === ")";
}

function readSubstitution(code: string, kind: string, first: number, open: string, close: string): Read {
  const start = close === open ? first + 1 : code.indexOf(open, first + 1) + 1;
  const end = start <= 0 ? code.length : matching(code, start, open, close);
  const flags = /^\w*/.exec(code.slice(end + 1))?.[0] ?? "";
  const done = end + 1 + flags.length;
  // With /e the replacement is code; with /ee its value is code again.
  if (kind === "s" && flags.includes("ee")) return { token: { kind: "name", text: "eval" }, end: done };
  if (kind === "s" && flags.includes("e")) return { token: { kind: "command", text: `\u0000${code.slice(start, end)}` }, end: done };
  return { token: { kind: "number", text: "0" }, end: done };
}

function matching(code: string, from: number, open: string, close: string): number {
  let depth = 0;
  for (let at = from; at < code.length; at++) {
    if (code[at] === "\\") at++;
    else if (code[at] === close && depth === 0) return at;
    else if (open !== close && code[at] === open) depth++;
    else if (open !== close && code[at] === close) depth--;
  }
  return code.length;
}

/** A slash after a sign starts a regular expression; after a value it divides. */
function readRegExp(code: string, at: number, language: Language, tokens: readonly Token[]): Read | null {
  if (code[at] !== "/" || !["javascript", "perl", "ruby"].includes(language)) return null;
  const before = tokens.filter((each) => each.kind !== "line").at(-1);
  if (before !== undefined && isValue(before)) return null;
  const end = endOfRegExp(code, at + 1);
  if (end === null) return null;
  const flags = /^[a-z]*/.exec(code.slice(end + 1))?.[0] ?? "";
  return { token: { kind: "number", text: "0" }, end: end + 1 + flags.length };
}

/** Words behind which no value is divided. */
const BEFORE_REGEXP = wordSet("return typeof case in if unless and or not when while until split grep print puts match scan gsub sub");

function isValue({ kind, text }: Token): boolean {
  if (kind === "number" || kind === "string" || text === ")" || text === "]") return true;
  return kind === "name" && !BEFORE_REGEXP.has(text);
}

/** The place of its last slash; one inside brackets is no end. */
function endOfRegExp(code: string, from: number): number | null {
  let inClass = false;
  for (let at = from; at < code.length && code[at] !== "\n"; at++) {
    const char = code[at];
    if (char === "\\") at++;
    else if (char === "[") inClass = true;
    else if (char === "]") inClass = false;
    else if (char === "/" && !inClass) return at;
  }
  return null;
}

const TWO_SIGNS = wordSet("-> :: => && || == =~ ?. ..");
const NAME = /[A-Za-z_$][\w$]*[?!]?/y;
const SIGIL_NAME = /[$@%&]{1,2}[A-Za-z_]\w*|\$[\d&!_$@0]|[A-Za-z_][\w]*[?!]?/y;

function readName(code: string, at: number, syntax: Syntax): Read | null {
  const pattern = syntax.sigils ? SIGIL_NAME : NAME;
  pattern.lastIndex = at;
  const name = pattern.exec(code)?.[0];
  if (name !== undefined) {
    const text = /[?!]$/.test(name) && (code[at + name.length] === "=" || !syntax.words) ? name.slice(0, -1) : name;
    return { token: { kind: "name", text }, end: at + text.length };
  }
  const number = /^\d[\w.]*/.exec(code.slice(at, at + 24))?.[0];
  if (number !== undefined) return { token: { kind: "number", text: number }, end: at + number.length };
  const sign = code.slice(at, at + 2);
  return TWO_SIGNS.has(sign) ? { token: { kind: "sign", text: sign }, end: at + 2 } : null;
}

/** The arguments of a call, parted at commas of its own level. */
export function parted(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const result: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === "sign") {
      if ("([{".includes(token.text)) depth++;
      else if (")]}".includes(token.text)) depth--;
      else if ((token.text === "," || token.text === "=>") && depth === 0) {
        result.push([]);
        continue;
      }
    }
    result.at(-1)?.push(token);
  }
  return result.filter((each) => each.some((token) => token.kind !== "line"));
}

/** Index after the sign that closes the one at `open`. */
export function closingOf(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at++) {
    const token = tokens[at];
    if (token?.kind !== "sign") continue;
    if ("([{".includes(token.text)) depth++;
    else if (")]}".includes(token.text) && --depth === 0) return at;
  }
  return tokens.length;
}
