// A clause's text as sentences of tokens: known words with their class, typed spans, unknown words, and marks. Words are
// looked up in a tree, so that the time grows with the length of the text alone.

import type { Language, Sense } from "../lexicon/language.ts";
import { LANGUAGES, languageOf } from "../lexicon/languages.ts";
import { simplified } from "../lexicon/traditional.ts";
import { type Tree, treeOf } from "../lexicon/tree.ts";
import { commandAt, type Place } from "./commands.ts";
import { completeLists } from "./listed.ts";
import { lookUp } from "./lookUp.ts";
import { masked } from "./masked.ts";
import { placeAt } from "./plainNames.ts";
import type { Span } from "./spans.ts";
import type { Token } from "./token.ts";
import { HERE, type Unit, unitsIn } from "./units.ts";

export type { Token } from "./token.ts";

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

const KEPT: Sense = { cls: "never", val: "readonly", form: "base" };
const MEANS_NOTHING: Sense = { cls: "filler", val: "", form: "base" };

/** "Leave `x` alone", "leave `x` as it is": the two words are one. */
function leaves(tokens: Token[], { word: text }: Unit): boolean {
  const at = text === "alone" || text === "as" ? tokens.findLastIndex((each) => /^leave$/i.test(each.text)) : -1;
  const leave = tokens[at];
  if (leave === undefined || tokens.slice(at).some(({ kind, text: mark }) => kind === "mark" && ENDS.has(mark))) return false;
  tokens[at] = { ...leave, kind: "word", sense: MEANS_NOTHING };
  return true;
}

function tokensOf(units: readonly Unit[], tree: Tree): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < units.length;) at += readUnit(tokens, units, at, tree);
  completeLists(tokens);
  return tokens;
}

const spanned = (span: Span): Token => ({ kind: "span", text: span.text, sense: null, span });

function ofSpan(span: Span, next: Unit | undefined): Token {
  if (span.text === HERE) return { kind: "mark", text: HERE, sense: null, span: null };
  // ".env files": all of them.
  return spanned(span.text === ".env" && next?.word === "files" ? { ...span, text: ".env*" } : span);
}

/** Adds the token that begins there; answers how many units it has. */
function readUnit(tokens: Token[], units: readonly Unit[], at: number, tree: Tree): number {
  const unit = units[at] as Unit;
  if (unit.span !== null) {
    tokens.push(ofSpan(unit.span, units[at + 1]));
    return 1;
  }
  const found = lookUp(units, at, tree);
  const place: Place = { units, at, tokens, found, tree };
  const named = commandAt(place) ?? placeAt(place);
  if (named !== null && named.length >= (found?.length ?? 0) && found?.sense.val !== "gitconfig") {
    tokens.push(spanned(named.span));
    return named.length;
  }
  if (found === null) {
    readUnknown(tokens, unit, units[at - 1]?.wide === true);
    return 1;
  }
  tokens.push(phraseToken(tokens, units.slice(at, at + found.length), found.sense));
  return found.length;
}

function phraseToken(tokens: Token[], units: readonly Unit[], sense: Sense): Token {
  const [first] = units as readonly [Unit];
  const text = units.map((each) => each.text).join(first.wide ? "" : " ");
  if (sense.cls === "if" && leaves(tokens, first)) return { kind: "word", text: first.text, sense: KEPT, span: null };
  return sense.cls === "other" ? { kind: "unknown", text, sense: null, span: null } : { kind: "word", text, sense, span: null };
}

function readUnknown(tokens: Token[], { text, word: plain, wide }: Unit, behindWide: boolean): void {
  const last = tokens.at(-1);
  if (plain === null) tokens.push({ kind: "mark", text, sense: null, span: null });
  else if (/^~?\d+$/.test(plain))
    tokens.push({ kind: "word", text, sense: { cls: "number", val: plain.replace("~", ""), form: "base" }, span: null });
  else if (wide && last?.kind === "unknown" && behindWide) tokens[tokens.length - 1] = { ...last, text: last.text + text };
  else tokens.push({ kind: "unknown", text, sense: null, span: null });
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

interface Outside {
  readonly open: readonly Token[];
  /** Nothing follows. */
  readonly last: boolean;
}

/** What of the words in brackets belongs to the sentence around them; null: they are one beside it. */
function ofBrackets({ text }: Token, inner: readonly Token[], { open, last }: Outside): readonly Token[] | null {
  if (open.length > 0 && onlyConsent(inner)) return inner;
  if (onlyNames(inner) || rejects(inner, open)) return [bracket("("), ...inner, bracket(")")];
  // "(autonomous) Never open a PR": what opens a sentence says when it holds.
  const opens = open.length === 0 && !last && /^[(（]$/.test(text);
  return opens ? inner.filter((each) => each.kind === "unknown") : null;
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
      const closing = tokens.findIndex(({ kind, text }, place) => place > at && kind === "mark" && CLOSING.has(text));
      const end = closing === -1 ? tokens.length : closing;
      const inner = tokens.slice(at + 1, end);
      const kept = ofBrackets(token, inner, { open, last: end >= tokens.length - 1 });
      if (kept !== null) open.push(...kept);
      else asides.push(...sentencesOf(inner).map((each) => ({ ...each, aside: true })));
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
