// Code that new text must not hold, as a sentence names it: in backticks, by itself, in words, or as what is imported.

import { wordSet } from "../../base/index.ts";
import type { Span } from "../tokens/spans.ts";
import type { Token } from "../tokens/sentenceTokens.ts";
import { isBareCode, phraseIn } from "../kinds/codePhrases.ts";
import { canRun } from "../kinds/fileKinds.ts";
import { CODE_WORDS, importOf, isToken } from "../kinds/writtenText.ts";
import { escaped, isAny, type Sight } from "./around.ts";

export interface Code {
  readonly text: string;
  readonly pattern: string;
  readonly sample: string;
  /** A word that prose has too. */
  readonly common: boolean;
  readonly imported?: true;
  /** Files that have such code at all. */
  readonly globs?: readonly string[];
}

interface Asked {
  readonly imports: boolean;
  /** Another word takes its place, so a short one is meant as it is. */
  readonly rejected: boolean;
  /** Only used, so that a path is what would be imported. */
  readonly uses: boolean;
  /** Nothing limits the sentence, so a common word may be a word of code. */
  readonly plain: boolean;
}

export function codeOf(span: Span, asked: Asked): Code | null {
  const known = CODE_WORDS[span.text];
  if (known !== undefined && span.code) return { text: span.text, pattern: known.pattern, sample: known.shown, common: false };
  if (asked.imports) return span.code || span.type === "name" ? imported(span) : null;
  if (asked.uses && span.type === "path" && /\w\/[\w.*-]/.test(span.text) && !canRun(span.text)) return imported(span);
  return mayBeCode(span) ? codeWord(span, asked) : null;
}

/** In backticks, and no command, flag, address or path. */
function mayBeCode({ type, code, sure, words, text }: Span): boolean {
  const command = type === "command" && sure && !words.includes("*");
  const path = type === "path" && !/^\.[a-z]{3,}$/.test(text);
  return code && !isAny(command, path, /^(?:flag|address|statement|pipe|quote)$/.test(type));
}

function codeWord({ text: whole }: Span, { plain, rejected }: Asked): Code | null {
  const [, tag] = TAG.exec(whole) ?? [];
  if (tag !== undefined) return { text: whole, pattern: `<${tag}(?:[\\s/>]|$)`, sample: `<${tag}>`, common: false };
  if (SYMBOLS.test(whole)) return { text: whole, pattern: escaped(whole), sample: ` ${whole} `, common: false };
  const text = fixedPart(whole).replace(/\(\)$/, "(");
  // "No semicolons (`"semi": false`)": how it is set.
  if (OTHER.test(text) || COMMON.has(text) || /: ?(?:true|false)$/.test(whole)) return null;
  const common = /^[a-z]{4,}$/.test(text);
  const told = common ? plain : looksLikeCode(whole, text) || (rejected && /^[a-z]+[A-Z]\w+$/.test(text));
  return told ? wordOfCode(whole, text, common) : null;
}

const looksLikeCode = (whole: string, fixed: string): boolean => isToken(whole) || isToken(fixed) || isSign(fixed);

/** `<style>` */
const TAG = /^<([a-z][\w-]*)\s*\/?>$/i;

/** `…` */
const SYMBOLS = /^[^\w\s!-~]{1,3}$/u;

/** Names of variables, of branches, dates, marks of a list: not what code must not hold. */
const OTHER = /^(?!TODO|FIXME|XXX|HACK)[A-Z][A-Z0-9_]+$|^[\d:-]|^#+ /;

const COMMON = wordSet("main master true false null next data meta");

/** `export *`, `!important`, `style=`: no word of a language. */
const isSign = (text: string): boolean =>
  text.length >= 4 && text.length <= 40 && /[()=@!{}*$<>]|->|::/.test(text) && /[a-z]{2}/i.test(text);

function wordOfCode(shown: string, text: string, common: boolean): Code {
  const [front, back] = [/^\w/.test(text) ? "(?:^|[^\\w$])" : "", /\w$/.test(text) ? "(?:$|[^\\w$])" : ""];
  // `SomeSchema.parse`: any of them.
  const pattern = escaped(text)
    .replace(/^(?:Some|Your|My)(?=[A-Z])/, "\\w*")
    .replace(/\s+/g, "\\s+");
  return { text: shown, pattern: `${front}${pattern}${back}`, sample: ` ${text} `, common };
}

/** `client.request("start", …)`, `style={{}}`: what is there in any case. */
const fixedPart = (text: string): string =>
  text
    .replace(/\.\*$/, ".")
    .split(/\.\.\.|…|\{\{|["'<]/)[0]
    ?.trimEnd() ?? "";

/** `@acme/db`, `src/infra/`, `node:fs`: imported by its name, by its path, or by its folder from another. */
function imported({ text }: Span): Code | null {
  const name = text.replace(/\/?\*{0,2}$/, "").replace(/\.\w{1,4}$/, "");
  if (!/^[@~\w.][\w@~./:-]+$/.test(name)) return null;
  const last = name.slice(name.lastIndexOf("/") + 1);
  const folder = name.includes("/") && !name.startsWith("@") && last.length > 1;
  const pattern = folder ? `\\b(?:from|import|require|use|include)\\b[^\\n]*[/."'@]${escaped(last)}(?:[/."';:]|$)` : importOf(name);
  return { text, pattern, sample: `import x from "${folder ? "../" : ""}${folder ? last : name}";`, common: false, imported: true };
}

interface Named {
  readonly codes: readonly Code[];
  readonly words: ReadonlySet<string>;
}

/** Code that is named in words, or by itself without backticks: "no wildcard imports", "avoid console.log". */
export function codeInWords({ slots: { post }, tokens }: Sight): Named {
  const force = tokens.findIndex(({ sense }) => /^(?:never|soft|not|instead)$/.test(sense?.cls ?? ""));
  const rest = tokens.slice(force + 1);
  const turn = rest.findIndex(({ sense }) => /^(?:without|unless|except|instead|not|before|if)$/.test(sense?.cls ?? ""));
  const said = post ? tokens.slice(0, force) : turn === -1 ? rest : rest.slice(0, turn);
  const phrase = phraseIn(said.map(({ text }) => text).join(" "));
  const words = phrase === null ? [] : phrase.named.split(" ");
  const bare = said.filter(({ kind, text }) => kind === "unknown" && isBareCode(text) && !words.includes(text)).map(({ text }) => text);
  const codes = bare.map((text) => wordOfCode(text, fixedPart(text).replace(/\(\)$/, "("), false));
  if (phrase === null) return { codes, words: new Set(bare) };
  const { named, pattern, globs, shown } = phrase;
  return { codes: [{ text: named, pattern, globs, sample: shown, common: false }, ...codes], words: new Set([...words, ...bare]) };
}

/** "`src/sim/` must not import React, Phaser or browser APIs": what is written with a capital. */
export function productsAfter(tokens: readonly Token[]): Named {
  const named = tokens
    .slice(importIn(tokens) + 1)
    .filter(({ kind, text }) => kind === "unknown" && /^[A-Z]\w+$/.test(text) && !/^[A-Z]+s?$/.test(text))
    .map(({ text }) => text);
  const codes = named.map((text): Code => {
    const name = text.toLowerCase();
    return { text: name, pattern: importOf(name), sample: `import x from "${name}";`, common: false, imported: true };
  });
  return { codes, words: new Set(named) };
}

export const importIn = (tokens: readonly Token[]): number => tokens.findIndex(({ sense }) => sense?.val === "import");
