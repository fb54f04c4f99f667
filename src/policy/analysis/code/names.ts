// Names of inline code before it is read: what imports bind, and which names stand for constant words.

import type { Field } from "../shell/values.ts";
import { closingOf, type Constants, evaluate, parted } from "./expressions.ts";
import type { Reading } from "./reading.ts";
import type { Token } from "./tokens.ts";

/** import … as, from … import, const {a: b} = require(…), and `x = module.function`. */
export function collectNames({ tokens, names, language, open: opened, declared }: Reading): void {
  const text = (at: number) => tokens[at]?.text ?? "";
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at]?.kind !== "name") continue;
    if (language === "python" && text(at) === "import" && text(at - 2) !== "from" && !isFrom(tokens, at)) {
      let place = at + 1;
      let name = "";
      for (; place < tokens.length && tokens[place]?.kind !== "line" && text(place) !== ";"; place++) {
        if (text(place) === "as") names.set(text(place + 1), name);
        else if (text(place) === ",") name = "";
        else if (text(place - 1) !== "as") name += text(place);
      }
    }
    if (language === "python" && text(at) === "from") {
      const end = tokens.findIndex((each, place) => place > at && each.text === "import");
      if (end < 0) continue;
      const module = tokens
        .slice(at + 1, end)
        .map((each) => each.text)
        .join("");
      let last = "";
      for (let place = end + 1; place < tokens.length && tokens[place]?.kind !== "line" && text(place) !== ";"; place++) {
        declared.add(place);
        if (text(place) === "*") opened.push(module);
        else if (text(place) === "as") names.set(text(place + 1), `${module}.${last}`);
        else if (tokens[place]?.kind === "name" && text(place - 1) !== "as") names.set((last = text(place)), `${module}.${last}`);
      }
    }
    if (language === "javascript") collectJavaScript(tokens, at, names, declared);
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
  const text = (place: number) => tokens[place]?.text ?? "";
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
    if (before === "as" || before === ":") names.set(token.text, inBraces ? `${module}.${tokens[at - 2]?.text ?? ""}` : module);
    else if (!/^(?:as|:)$/.test(tokens[at + 1]?.text ?? "")) names.set(token.text, inBraces ? `${module}.${token.text}` : module);
  }
}

/** `p = 'a'`, `for f in ['a', 'b']`, `with open(…)` bind no constant. A name that is bound twice to different things is unknown. */
export function collectConstants({ tokens, constants }: Reading): void {
  const bound = new Set<string>();
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token?.kind !== "name") continue;
    const next = tokens[at + 1]?.text;
    const loop = next === "in" || next === "of";
    if ((next !== "=" && !loop) || /^[.>]$|^->$/.test(tokens[at - 1]?.text ?? "")) continue;
    let end = at + 2;
    let depth = 0;
    for (; end < tokens.length; end++) {
      const each = tokens[end];
      if (each?.kind === "sign" && "([{".includes(each.text)) depth++;
      if (each?.kind === "sign" && ")]}".includes(each.text) && --depth < 0) break;
      if (depth === 0 && (each?.kind === "line" || each?.text === ";" || (loop && each?.text === ":") || each?.text === ",")) break;
    }
    const body = tokens.slice(at + 2, end);
    const value = loop && body[0]?.text === "[" ? listOf(body, constants) : evaluate(body, constants);
    const same = constants.get(token.text);
    if (value === null || (bound.has(token.text) && JSON.stringify(same) !== JSON.stringify(value))) constants.delete(token.text);
    else if (!bound.has(token.text) || same !== undefined) constants.set(token.text, value);
    bound.add(token.text);
  }
}

export function listOf(tokens: readonly Token[], constants: Constants): readonly Field[] | null {
  const items = parted(tokens.slice(1, closingOf(tokens, 0))).map((each) => evaluate(each, constants));
  return items.some((each) => each === null) ? null : items.flatMap((each) => each ?? []);
}
