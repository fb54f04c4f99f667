// Names of inline code before it is read: what imports bind, and which names stand for constant words.

import { type Field, textAt } from "../run/values.ts";
import { closingOf, type Constants, evaluate, parted } from "./expressions.ts";
import type { Reading } from "./reading.ts";
import type { Token } from "./tokens.ts";

/** import … as, from … import, const {a: b} = require(…), and `x = module.function`. */
export function collectNames(reading: Reading): void {
  const { tokens, names, language, declared } = reading;
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== "name") continue;
    if (language === "javascript") collectJavaScript(tokens, at, names, declared);
    if (language !== "python") continue;
    if (text === "import" && !isFrom(tokens, at)) collectImport(reading, at);
    if (text === "from") collectFrom(reading, at);
  }
}

function endsStatement(token: Token | undefined): boolean {
  return token === undefined || token.kind === "line" || token.text === ";";
}

/** `import a.b as c, d` */
function collectImport({ tokens, names }: Reading, at: number): void {
  let name = "";
  for (let place = at + 1; !endsStatement(tokens[place]); place++) {
    const text = textAt(tokens, place);
    if (text === "as") names.set(textAt(tokens, place + 1), name);
    else if (text === ",") name = "";
    else if (tokens[place - 1]?.text !== "as") name += text;
  }
}

/** `from a.b import c as d, e` */
function collectFrom({ tokens, names, open, declared }: Reading, at: number): void {
  const end = tokens.findIndex((each, place) => place > at && each.text === "import");
  if (end < 0) return;
  const module = tokens
    .slice(at + 1, end)
    .map((each) => each.text)
    .join("");
  let last = "";
  for (let place = end + 1; !endsStatement(tokens[place]); place++) {
    const { kind, text } = tokens[place] as Token;
    declared.add(place);
    if (text === "*") open.push(module);
    else if (text === "as") names.set(textAt(tokens, place + 1), `${module}.${last}`);
    else if (kind === "name" && tokens[place - 1]?.text !== "as") names.set((last = text), `${module}.${last}`);
  }
}

function isFrom(tokens: readonly Token[], at: number): boolean {
  for (let place = at - 1; place >= 0 && tokens[place]?.kind !== "line" && tokens[place]?.text !== ";"; place--)
    if (tokens[place]?.text === "from") return true;
  return false;
}

export function moduleName(text: string): string {
  return text.replace(/^node:/, "").replace(/\/promises$/, "");
}

function collectJavaScript(tokens: readonly Token[], at: number, names: Map<string, string>, declared: Set<number>): void {
  const text = (place: number) => textAt(tokens, place);
  // import {a as b, c} from 'm' · import * as n from 'm' · import n from 'm'
  if (text(at) === "import" && text(at + 1) !== "(") {
    const from = tokens.findIndex((each, place) => place > at && each.kind === "string");
    if (from < 0) return;
    bindMembers(tokens.slice(at + 1, from), moduleName(text(from)), names);
    for (let place = at + 1; place < from; place++) declared.add(place);
    return;
  }
  // const {a: b} = require('m') · const n = require('m')
  if (text(at) === "require" && text(at + 1) === "(" && tokens[at + 2]?.kind === "string" && text(at - 1) === "=" && text(at + 4) !== ".") {
    const start = tokens.findLastIndex((each, place) => place < at && /^(?:const|let|var|;|\n)$/.test(each.text));
    bindMembers(tokens.slice(start + 1, at - 1), moduleName(text(at + 2)), names);
    for (let place = start + 1; place < at - 1; place++) declared.add(place);
  }
}

function bindMembers(tokens: readonly Token[], module: string, names: Map<string, string>): void {
  const inBraces = tokens.some((each) => each.text === "{");
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== "name" || /^(?:as|from|default|type|const|let|var)$/.test(token.text)) continue;
    const before = tokens[at - 1]?.text;
    if (before === "as" || before === ":") names.set(token.text, inBraces ? `${module}.${textAt(tokens, at - 2)}` : module);
    else if (!/^(?:as|:)$/.test(textAt(tokens, at + 1))) names.set(token.text, inBraces ? `${module}.${token.text}` : module);
  }
}

/** `p = 'a'`, `for f in ['a', 'b']`, `with open(…)` bind no constant. A name that is bound twice to different things is unknown. */
export function collectConstants({ tokens, constants }: Reading): void {
  const bound = new Set<string>();
  for (const [at, { kind, text: name }] of tokens.entries()) {
    if (kind !== "name") continue;
    const next = textAt(tokens, at + 1);
    const loop = next === "in" || next === "of";
    if ((next !== "=" && !loop) || /^[.>]$|^->$/.test(textAt(tokens, at - 1))) continue;
    const body = tokens.slice(at + 2, endOfValue(tokens, at + 2, loop));
    const value = loop && body[0]?.text === "[" ? listOf(body, constants) : evaluate(body, constants);
    const same = constants.get(name);
    if (value === null || (bound.has(name) && JSON.stringify(same) !== JSON.stringify(value))) constants.delete(name);
    else if (!bound.has(name) || same !== undefined) constants.set(name, value);
    bound.add(name);
  }
}

function endOfValue(tokens: readonly Token[], from: number, loop: boolean): number {
  let depth = 0;
  for (let end = from; end < tokens.length; end++) {
    const { kind, text } = tokens[end] as Token;
    if (kind === "sign" && "([{".includes(text)) depth++;
    if (kind === "sign" && ")]}".includes(text) && --depth < 0) return end;
    if (depth === 0 && (kind === "line" || text === ";" || text === "," || (loop && text === ":"))) return end;
  }
  return tokens.length;
}

export function listOf(tokens: readonly Token[], constants: Constants): readonly Field[] | null {
  const items = parted(tokens.slice(1, closingOf(tokens, 0))).map((each) => evaluate(each, constants));
  return items.some((each) => each === null) ? null : items.flatMap((each) => each ?? []);
}
