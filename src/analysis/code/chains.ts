// Calls of inline code with their full names: `a.b(c).d(e)`.

import { deedOf } from "./deeds.ts";
import { evaluate } from "./expressions.ts";
import { moduleName } from "./boundNames.ts";
import type { Part, Reading } from "./codeReading.ts";
import { closingOf, type Language, parted, type Token } from "./codeTokens.ts";
import { textAt } from "../run/values.ts";

/** `('a' / 'b').write_text(…)`, `"rm -rf x".execute()`: a method of something that is no name. */
export function methodOfExpression({ tokens, language }: Reading, at: number): Part | null {
  const before = tokens[at - 2];
  if (before === undefined) return null;
  const name = `(expression).${textAt(tokens, at)}`;
  const open = tokens[at + 1]?.text === "(" ? at + 1 : -1;
  const args = open < 0 ? null : parted(tokens.slice(open + 1, closingOf(tokens, open)));
  if (before.kind === "string") return { name, args, owner: [before] };
  if (language === "other") return { name, args, owner: [] };
  if (before.text !== ")") return null;
  const start = openingOf(tokens, at - 2);
  // A name in front: a call, which its own chain has read already.
  return tokens[start - 1]?.kind === "name" ? null : { name, args, owner: tokens.slice(start + 1, at - 2) };
}

/** The place of the bracket that the one at `close` closes; -1: there is none. */
function openingOf(tokens: readonly Token[], close: number): number {
  let depth = 0;
  for (let at = close; at >= 0; at--) {
    if (tokens[at]?.text === ")") depth++;
    else if (tokens[at]?.text === "(" && --depth === 0) return at;
  }
  return -1;
}

const MAY_OMIT_BRACKETS: ReadonlySet<Language> = new Set(["perl", "ruby", "tcl", "other"]);

/** A chain as far as it has been read. */
interface Chain {
  name: string;
  /** The next token. */
  at: number;
  /** The last token of the name. */
  nameEnd: number;
  /** It depends on what a name stands for. */
  evaluated: boolean;
}

/** Of longer code the chains would take more room than time. */
const MOST_KEPT = 4_000;

const MEMBER = new Set([".", "?.", "::", "->"]);

/** A name with its members and calls: `a.b(c).d(e)` gives `a.b` called with c and `a.b(c).d` called with e. */
export function chainAt(reading: Reading, start: number): readonly Part[] {
  const kept = reading.parts.get(start);
  if (kept !== undefined) return kept;
  const chain = beginChain(reading, start);
  const parts = readChain(reading, chain, start);
  if (!chain.evaluated && reading.tokens.length < MOST_KEPT) reading.parts.set(start, parts);
  return parts;
}

function readChain(reading: Reading, chain: Chain, start: number): readonly Part[] {
  const { tokens, language } = reading;
  const parts: Part[] = [];
  for (;;) {
    const sign = textAt(tokens, chain.at);
    if (MEMBER.has(sign) && tokens[chain.at + 1]?.kind === "name") takeMember(chain, tokens, sign);
    else if (sign === "(") parts.push(takeCall(chain, reading, start));
    else if (sign === "[" && (chain.at === chain.nameEnd + 1 || tokens[chain.at - 1]?.text === ")")) takeKey(chain, tokens);
    else break;
  }
  const { name, at, nameEnd } = chain;
  if (parts.length === 0 || !name.endsWith(")"))
    parts.push({ name, args: MAY_OMIT_BRACKETS.has(language) ? bareArguments(tokens, at) : null, owner: tokens.slice(start, nameEnd) });
  return parts;
}

function beginChain({ tokens, names, open, language }: Reading, start: number): Chain {
  const first = textAt(tokens, start);
  const next = tokens[start + 1];
  const beginning = (name: string, nameEnd: number): Chain => ({ name, at: nameEnd + 1, nameEnd, evaluated: false });
  if (first === "new" && next?.kind === "name") return beginning(names.get(next.text) ?? next.text, start + 1);
  const opened = open.find((module) => deedOf(language, `${module}.${first}`) !== null);
  return beginning(names.get(first) ?? (opened === undefined ? first : `${opened}.${first}`), start);
}

function takeMember(chain: Chain, tokens: readonly Token[], sign: string): void {
  chain.name = `${chain.name}${sign === "?." ? "." : sign}${textAt(tokens, chain.at + 1)}`;
  chain.nameEnd = chain.at + 1;
  chain.at += 2;
}

function takeCall(chain: Chain, reading: Reading, start: number): Part {
  const { name } = chain;
  const { tokens } = reading;
  const end = closingOf(tokens, chain.at);
  const args = parted(tokens.slice(chain.at + 1, end));
  const [first] = args;
  const only = first === undefined ? "" : args.length === 1 ? textOf(first, chain, reading) : "?";
  chain.name = `${name}(${name === "require" || name.endsWith("import") ? moduleName(only) : only})`;
  chain.at = end + 1;
  return { name, args, owner: tokens.slice(start, chain.nameEnd) };
}

/** The one argument of a call, as far as its name needs it. */
function textOf(argument: readonly Token[], chain: Chain, { constants }: Reading): string {
  if (argument.length === 1 && argument[0]?.kind === "string") return argument[0].text;
  if (!LOADS_MODULE.test(chain.name)) return "?";
  chain.evaluated = true;
  return evaluate(argument, constants)?.[0]?.text ?? "?";
}

/** Its name may be put together: `__import__("o" + "s")`. */
const LOADS_MODULE = /(?:^|\.)(?:require|__import__|import_module|import)$/;

function takeKey(chain: Chain, tokens: readonly Token[]): void {
  const end = closingOf(tokens, chain.at);
  const inner = tokens.slice(chain.at + 1, end);
  const key = inner.length === 1 && inner[0]?.kind === "string" ? inner[0].text : null;
  chain.name = key === null ? `${chain.name}[?]` : `${chain.name}.${key}`;
  chain.nameEnd = end;
  chain.at = end + 1;
}

/** `unlink "a", "b";` */
function bareArguments(tokens: readonly Token[], from: number): readonly (readonly Token[])[] | null {
  let end = from;
  let depth = 0;
  for (; end < tokens.length; end++) {
    const token = tokens[end] as Token;
    if (token.kind === "sign" && "([{".includes(token.text)) depth++;
    if (token.kind === "sign" && ")]}".includes(token.text) && --depth < 0) break;
    if (
      depth === 0 &&
      (token.kind === "line" ||
        token.text === ";" ||
        (token.kind === "name" && /^(?:if|unless|and|or|for|foreach|while|do|until)$/.test(token.text)))
    )
      break;
  }
  const args = parted(tokens.slice(from, end));
  return args.length === 0 ? null : args;
}
