// A clause's text as sentences of tokens: known words with their class, typed spans, unknown words, and marks. Words are
// looked up in a tree, so that the time grows with the length of the text alone.

import { wordSet } from "../../base/index.ts";
import type { Language, Sense } from "../lexicon/language.ts";
import { LANGUAGES, languageOf } from "../lexicon/languages.ts";
import { simplified } from "../lexicon/traditional.ts";
import { type Tree, treeOf } from "../lexicon/tree.ts";
import { LIBRARIES } from "../kinds/libraries.ts";
import { AMBIGUOUS, BARE_PROGRAMS, KNOWN_PROGRAMS, NAMED_TARGETS, PAIRED_PROGRAMS, SUBCOMMANDS } from "../match/programs.ts";
import { looksLikePath, type Span, spanOf } from "./spans.ts";

export interface Token {
  readonly kind: "word" | "span" | "unknown" | "mark";
  readonly text: string;
  readonly sense: Sense | null;
  readonly span: Span | null;
}

export interface Sentence {
  readonly tokens: readonly Token[];
  /** The mark that ends it; "" at the end of the clause. */
  readonly end: string;
  /** It was in brackets. */
  readonly aside: boolean;
}

export interface TokenText {
  readonly language: Language;
  readonly sentences: readonly Sentence[];
}

const trees = new Map<string, Tree>();

/** The table of a language, and that of English for the terms that everybody borrows. */
function treeFor(language: Language): Tree {
  let tree = trees.get(language.name);
  if (tree === undefined)
    trees.set(
      language.name,
      (tree = treeOf([language, ...(language.verbLast || language.name === "zh" ? [LANGUAGES.en] : [LANGUAGES.terms])])),
    );
  return tree;
}

const same = (char: string): string => char;

const SPANS = 0xe000;
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
function masked(text: string, spans: Span[]): string {
  const keep = (span: Span): string => {
    if (spans.length >= MOST_SPANS) return " ";
    spans.push(span);
    return String.fromCharCode(SPANS + spans.length - 1);
  };
  const code = text.replace(BOLD_PATH, "`$1`").replace(/`{1,3}([^`\n]+)`{1,3}/g, (_, inner: string) => keep(spanOf(inner, { code: true })));
  const plain = MARKED.test(code) ? unmarked(code, keep) : code;
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

/** Where signs are; letters of every script and the places of spans are elsewhere. */
const SIGNS = /[\u2040-\u2bff\u3030\u303d\u3297\u3299\ud800-\udfff]/;

function withSigns(text: string): string {
  return text
    .replace(/[❌🚫⛔🛑✗✘❎]\ufe0f?/gu, " ❌ ")
    .replace(/[✅✔☑👍]\ufe0f?/gu, " ✅ ")
    .replace(/\p{Extended_Pictographic}\ufe0f?/gu, (char) => (char === "❌" || char === "✅" ? char : " "));
}

interface Unit {
  readonly text: string;
  readonly word: string | null;
  readonly span: Span | null;
  readonly wide: boolean;
}

const LATIN = /[\p{Script=Latin}\d_@.~/*$#%+&'’\-{}]+/uy;
const PLAIN = /[\w@.~/*$#%+&'\-{}]+/y;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/uy;
/** Hangul's first letter. */
const FIRST_WIDE = 0x1100;
const FLAG = /^--?[a-z][\w-]*$/i;

/** The word there: by the plain letters alone, which are found sooner, unless another letter follows them. */
function latinAt(text: string, at: number): string | null {
  PLAIN.lastIndex = at;
  const plain = PLAIN.exec(text)?.[0] ?? "";
  const next = text.charCodeAt(at + plain.length);
  if (plain !== "" && !(next >= 0x80 && next < 0x2e80)) return plain;
  LATIN.lastIndex = at;
  return LATIN.exec(text)?.[0] ?? null;
}

function unitsIn(text: string, spans: readonly Span[], fold: (char: string) => string): Unit[] {
  const units: Unit[] = [];
  const mark = (char: string) => units.push({ text: char, word: null, span: null, wide: false });
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code >= SPANS && code < SPANS + spans.length) {
      units.push({ text: "", word: null, span: spans[code - SPANS] as Span, wide: false });
      at++;
      continue;
    }
    WIDE.lastIndex = at;
    const wide = code < FIRST_WIDE ? null : WIDE.exec(text);
    if (wide !== null) {
      units.push({ text: wide[0], word: fold(wide[0]), span: null, wide: true });
      at += wide[0].length;
      continue;
    }
    const latin = latinAt(text, at);
    if (latin === null) {
      const char = text.charAt(at);
      if (!/\s/.test(char)) mark(char);
      else if (/^-{1,3}\s/.test(text.slice(at + 1, at + 5))) mark("—");
      at++;
      continue;
    }
    // "`Z`-suffixed": no flag, but a part of the word before.
    const joined = latin.startsWith("-") && text.charCodeAt(at - 1) >= SPANS;
    at += latin.length;
    word(joined ? latin.slice(1) : latin, units, mark);
  }
  return units;
}

/** All packages of Go; its points end no sentence. */
const GO_TREE = "./...";

function word(raw: string, units: Unit[], mark: (char: string) => void): void {
  if (raw.startsWith(GO_TREE)) return void units.push({ text: GO_TREE, word: null, span: spanOf(GO_TREE, { code: false }), wide: false });
  let end = raw.length;
  while (end > 0 && ".'’&".includes(raw.charAt(end - 1))) end--;
  const body = raw.slice(0, end).replace(/^['’&+]+/, "");
  if (body !== "" && !/^[-–]+$/.test(body)) {
    if (FLAG.test(body) || looksLikePath(body, { code: false }))
      units.push({ text: body, word: null, span: spanOf(body, { code: false }), wide: false });
    else {
      body.split("/").forEach((part, at) => {
        if (at > 0) mark("/");
        if (part !== "") units.push({ text: part, word: part.replaceAll("’", "'").toLowerCase(), span: null, wide: false });
      });
    }
  } else if (/^[-–]+$/.test(body)) mark("—");
  else if (raw === "+") mark(raw);
  if (/\.$/.test(raw)) mark(".");
}

const PRODUCTS: ReadonlySet<string> = new Set(["Prettier", "Biome", "Ruff", "ESLint", "RuboCop", "Rubocop"]);

/** A word that is a library or a command by itself, with and without backticks. */
function namedAlone(name: string): Span | null {
  if (LIBRARIES.has(name)) return { ...spanOf(name, { code: false }), type: "name" };
  if (!name.includes("-")) return null;
  const [program = "", sub = "", more] = name.split("-");
  // "ruff-format"
  const joined = more === undefined && SUBCOMMANDS.has(sub) && KNOWN_PROGRAMS.has(program) && !AMBIGUOUS.has(program);
  return joined && !KNOWN_PROGRAMS.has(name) ? { ...spanOf(`${program} ${sub}`, { code: false }), sure: false } : null;
}

/** `git push --force`, `npm install` without backticks: a program and the words that follow it. */
function bareCommand(units: readonly Unit[], at: number): { readonly span: Span; readonly length: number } | null {
  const name = units[at]?.word ?? "";
  const alone = namedAlone(name);
  if (alone !== null) return { span: alone, length: 1 };
  // "sed/cat": what a stroke joins to a program is one.
  const joined = units[at - 1]?.text === "/" && BARE_PROGRAMS.has(units[at - 2]?.word ?? "") && KNOWN_PROGRAMS.has(name);
  const paired = PAIRED_PROGRAMS.has(name) && units[at]?.text === name && SUBCOMMANDS.has(units[at + 1]?.word ?? "");
  if (!joined && !paired && !BARE_PROGRAMS.has(name)) return null;
  const words = [name];
  for (let next = at + 1; next < units.length && words.length < 5; next++) {
    const { word: text, text: shown, span } = units[next] as Unit;
    if (span?.type === "flag" && !span.code) words.push(span.text);
    else if (words.length > 1 && span?.code === false && span.text.startsWith("./")) words.push(span.text);
    // "Docker Build Readiness" is a title.
    else if (text !== null && words.length < 3 && SUBCOMMANDS.has(text) && !/^[A-Z][a-z]/.test(shown)) words.push(text);
    else break;
  }
  if (words.length === 1 && (name === "git" || name === "docker" || name === "ssh")) return null;
  // "Run Prettier" may mean a script that runs it.
  const sure = !(words.length === 1 && PRODUCTS.has(units[at]?.text ?? ""));
  return { span: { ...spanOf(words.join(" "), { code: false }), type: "command", words, sure }, length: words.length };
}

/** "Run make deploy", "never run aws s3 rm": the words behind such a program, up to one that the sentence needs. */
function namedTarget(units: readonly Unit[], at: number, tree: Tree): { readonly span: Span; readonly length: number } | null {
  const name = units[at]?.text ?? "";
  const most = NAMED_TARGETS[name] ?? 0;
  let end = at + 1;
  while (end <= at + most && isTarget(units, end, tree)) end++;
  const words = units.slice(at, end).map(({ text }) => text);
  return words.length < 2 || isTarget(units, end, tree)
    ? null
    : { span: { ...spanOf(words.join(" "), { code: false }), type: "command", words, sure: true }, length: words.length };
}

function isTarget(units: readonly Unit[], at: number, tree: Tree): boolean {
  const unit = units[at];
  if (unit?.word == null || !/^[a-z][\w-]*$/.test(unit.text)) return false;
  const cls = lookUp(units, at, tree)?.sense.cls ?? "other";
  return cls === "other" || cls === "act" || cls === "noun";
}

/** "Run", and "run `make lint` and". */
function runs(tokens: readonly Token[]): boolean {
  const last = tokens.at(-1);
  const joins = last?.sense?.cls === "and" || last?.sense?.cls === "or" || last?.text === ",";
  return joins ? tokens.at(-2)?.span?.type === "command" : last?.sense?.cls === "act" && last.sense.val === "run";
}

function tokensOf(units: readonly Unit[], tree: Tree): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < units.length;) {
    const unit = units[at] as Unit;
    if (unit.span !== null) {
      tokens.push({ kind: "span", text: unit.span.text, sense: null, span: unit.span });
      at++;
      continue;
    }
    const found = lookUp(units, at, tree);
    const target = runs(tokens) ? namedTarget(units, at, tree) : null;
    const command = target ?? (unit.word === null ? null : bareCommand(units, at));
    if (command !== null && command.length >= (found?.length ?? 0) && found?.sense.val !== "gitconfig") {
      tokens.push({ kind: "span", text: command.span.text, sense: null, span: command.span });
      at += command.length;
    } else if (found !== null) {
      const other = found.sense.cls === "other";
      const text = units
        .slice(at, at + found.length)
        .map((each) => each.text)
        .join(unit.wide ? "" : " ");
      tokens.push({ kind: other ? "unknown" : "word", text, sense: other ? null : found.sense, span: null });
      at += found.length;
    } else {
      const last = tokens.at(-1);
      if (unit.word === null) tokens.push({ kind: "mark", text: unit.text, sense: null, span: null });
      else if (/^~?\d+$/.test(unit.word))
        tokens.push({ kind: "word", text: unit.text, sense: { cls: "number", val: unit.word.replace("~", ""), form: "base" }, span: null });
      else if (unit.wide && last?.kind === "unknown" && units[at - 1]?.wide === true)
        tokens[tokens.length - 1] = { ...last, text: last.text + unit.text };
      else tokens.push({ kind: "unknown", text: unit.text, sense: null, span: null });
      at++;
    }
  }
  return tokens;
}

function lookUp(units: readonly Unit[], at: number, tree: Tree): { readonly sense: Sense; readonly length: number } | null {
  let node = tree;
  let best: { readonly sense: Sense; readonly length: number } | null = null;
  for (let next = at; next < units.length; next++) {
    const { word: text, text: shown } = units[next] as Unit;
    const found = node.next.get(text ?? shown);
    if (found === undefined) break;
    node = found;
    if (node.sense !== null) best = { sense: node.sense, length: next - at + 1 };
  }
  return best;
}

const ENDS = new Set([".", "!", "?", "。", "！", "？", ";", "；", ":", "：", "—", "–", "→", "⇒", "|"]);
const OPENING = new Set(["(", "（", "【", "["]);
const CLOSING = new Set([")", "）", "】", "]"]);

/** Brackets that only name things ("such as `a`, `b`") belong to their sentence; others are sentences of their own. */
function onlyNames(tokens: readonly Token[]): boolean {
  return (
    tokens.some((each) => each.kind === "span") &&
    tokens.every(
      (each) =>
        each.kind === "span" ||
        each.kind === "mark" ||
        (each.sense !== null && ["such", "and", "or", "filler", "not", "instead", "except"].includes(each.sense.cls)),
    )
  );
}

/** "`casts()` (not the `$casts` property)", "`test()` — not `it()`": it belongs to what is wanted in its place. */
function rejects(inner: readonly Token[], before: readonly Token[]): boolean {
  return (
    inner[0]?.sense?.cls === "not" &&
    inner.some((each) => each.span?.code === true) &&
    inner.filter((each) => each.kind === "unknown").length < 2 &&
    (before.some((each) => each.span?.code === true) || inner.some((each) => each.span?.type === "command"))
  );
}

const OF_CONSENT: ReadonlySet<string> = new Set(["without", "unless", "granted", "who", "filler", "consent", "first", "and", "or", "to"]);

/** "(without explicit approval)", "(unless asked)". */
function onlyConsent(tokens: readonly Token[]): boolean {
  return (
    tokens.some((each) => each.sense?.cls === "consent") &&
    tokens.some((each) => /^(?:without|unless|granted)$/.test(each.sense?.cls ?? "")) &&
    tokens.every((each) => each.kind === "span" || OF_CONSENT.has(each.sense?.cls ?? ""))
  );
}

const bracket = (text: string): Token => ({ kind: "mark", text, sense: null, span: null });

function ends(tokens: readonly Token[], at: number, before: readonly Token[]): boolean {
  const { kind, text } = tokens[at] as Token;
  return kind === "mark" && ENDS.has(text) && !(/^[—–]$/.test(text) && rejects(tokens.slice(at + 1, at + 3), before));
}

function sentencesOf(tokens: readonly Token[]): Sentence[] {
  const sentences: Sentence[] = [];
  const asides: Sentence[] = [];
  let open: Token[] = [];
  const close = (end: string) => {
    if (open.length > 0) sentences.push({ tokens: open, end, aside: false });
    sentences.push(...asides.splice(0));
    open = [];
  };
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    if (token.kind === "mark" && OPENING.has(token.text)) {
      let end = at + 1;
      while (end < tokens.length && !((tokens[end] as Token).kind === "mark" && CLOSING.has((tokens[end] as Token).text))) end++;
      const inner = tokens.slice(at + 1, end);
      if (open.length > 0 && onlyConsent(inner)) open.push(...inner);
      else if (onlyNames(inner) || rejects(inner, open)) open.push(bracket("("), ...inner, bracket(")"));
      // "(autonomous) Never open a PR": what opens a sentence says when it holds.
      else if (open.length === 0 && /^[(（]$/.test(token.text) && end < tokens.length - 1)
        open.push(...inner.filter((each) => each.kind === "unknown"));
      else if (inner.length > 0) asides.push(...sentencesOf(inner).map((each) => ({ ...each, aside: true })));
      at = end;
    } else if (ends(tokens, at, open)) close(token.text);
    else {
      if (token.kind === "mark" && (token.text === "❌" || token.text === "✅")) close("");
      open.push(token);
    }
  }
  close("");
  return sentences;
}

export function readTokens(text: string): TokenText {
  const spans: Span[] = [];
  // \`x\` in a file that was pasted from a string
  const plain = masked(text.replaceAll("\\`", "`"), spans);
  const language = languageOf(plain);
  return {
    language,
    sentences: sentencesOf(tokensOf(unitsIn(plain, spans, language.name === "zh" ? simplified : same), treeFor(language))),
  };
}
