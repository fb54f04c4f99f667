// Names of inline code before it is read: what imports bind, and which names stand for constant words.

import { type Field, textAt } from "../run/values.ts";
import { evaluate } from "./expressions.ts";
import type { Constants } from "./paths.ts";
import type { Reading } from "./codeReading.ts";
import { closingOf, parted, type Token } from "./codeTokens.ts";

/** import … as, from … import, const {a: b} = require(…), and `x = module.function`. */
export function collectNames(reading: Pick<Reading, "tokens" | "names" | "language" | "declared" | "open">): void {
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
function collectImport({ tokens, names }: Pick<Reading, "tokens" | "names">, at: number): void {
  let name = "";
  for (let place = at + 1; !endsStatement(tokens[place]); place++) {
    const text = textAt(tokens, place);
    if (text === "as") names.set(textAt(tokens, place + 1), name);
    else if (text === ",") name = "";
    else if (tokens[place - 1]?.text !== "as") name += text;
  }
}

/** `from a.b import c as d, e` */
function collectFrom({ tokens, names, open, declared }: Pick<Reading, "tokens" | "names" | "open" | "declared">, at: number): void {
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
  const [text, next] = [textAt(tokens, at), textAt(tokens, at + 1)];
  if (text === "import" && next !== "(") bindImport(tokens, at, names, declared);
  if (next !== "(") return;
  if (text === "promisify") bindPromisified(tokens, at, names);
  if (text === "require") bindRequired(tokens, at, names, declared);
}

/** import {a as b, c} from 'm' · import * as n from 'm' · import n from 'm' */
function bindImport(tokens: readonly Token[], at: number, names: Map<string, string>, declared: Set<number>): void {
  const from = tokens.findIndex((each, place) => place > at && each.kind === "string");
  if (from < 0) return;
  bindMembers(tokens.slice(at + 1, from), moduleName(textAt(tokens, from)), names);
  for (let place = at + 1; place < from; place++) declared.add(place);
}

/** const sh = promisify(exec) · const sh = util.promisify(exec) */
function bindPromisified(tokens: readonly Token[], at: number, names: Map<string, string>): void {
  const name = textAt(tokens, at - 1) === "." ? at - 4 : at - 2;
  const made = textAt(tokens, at + 2);
  if (textAt(tokens, name + 1) === "=") names.set(textAt(tokens, name), names.get(made) ?? made);
}

/** const {a: b} = require('m') · const n = require('m') */
function bindRequired(tokens: readonly Token[], at: number, names: Map<string, string>, declared: Set<number>): void {
  if (tokens[at + 2]?.kind !== "string" || textAt(tokens, at - 1) !== "=" || textAt(tokens, at + 4) === ".") return;
  const start = tokens.findLastIndex((each, place) => place < at && /^(?:const|let|var|;|\n)$/.test(each.text));
  bindMembers(tokens.slice(start + 1, at - 1), moduleName(textAt(tokens, at + 2)), names);
  for (let place = start + 1; place < at - 1; place++) declared.add(place);
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

/**
 * `p = 'a'`, `for f in ['a', 'b']`, `['a'].forEach((f) => …)`, `with open(…)` bind no constant. A name that is bound twice to
 * different things is unknown. A list has its name in brackets.
 */
export function collectConstants({ tokens, constants }: Reading): void {
  const bound = new Set<string>();
  for (const [at, { kind }] of tokens.entries()) {
    if (kind !== "name") continue;
    for (const { name, value } of bindingsAt(tokens, at, constants)) {
      const before = constants.get(name);
      if (value === null || (bound.has(name) && JSON.stringify(before) !== JSON.stringify(value))) constants.delete(name);
      else if (!bound.has(name) || before !== undefined) constants.set(name, value);
      bound.add(name);
    }
  }
}

interface Binding {
  readonly name: string;
  /** null: it is only known when it runs. */
  readonly value: readonly Field[] | null;
}

function bindingsAt(tokens: readonly Token[], at: number, constants: Constants): readonly Binding[] {
  const name = textAt(tokens, at);
  const next = textAt(tokens, at + 1);
  if (EACH.test(name) && textAt(tokens, at - 1) === ".") return eachBinding(tokens, at, constants);
  if (name === "as" && next.startsWith("$")) return foreachBinding(tokens, at, constants);
  if (/^[.>]$|^->$/.test(textAt(tokens, at - 1))) return [];
  if (next === "in" || next === "of") return loopBindings(tokens, at, constants);
  if (next !== "=") return [];
  const body = tokens.slice(at + 2, endOfValue(tokens, at + 2, false));
  return [
    { name, value: evaluate(body, constants) },
    ...(body[0]?.text === "[" ? [{ name: `[${name}]`, value: listOf(body, constants) }] : []),
  ];
}

/** `for f in files:`, `for (const f of files)`, `for root, dirs, files in os.walk("data"):` */
function loopBindings(tokens: readonly Token[], at: number, constants: Constants): readonly Binding[] {
  const value = elementsOf(tokens.slice(at + 2, endOfValue(tokens, at + 2, true)), constants);
  const names = [textAt(tokens, at)];
  for (let place = at - 1; textAt(tokens, place) === "," && tokens[place - 1]?.kind === "name"; place -= 2)
    names.push(textAt(tokens, place - 1));
  return names.map((name) => ({ name, value }));
}

/** `foreach (glob("data/*") as $f)` of PHP: what stands between the bracket and `as`. */
function foreachBinding(tokens: readonly Token[], as: number, constants: Constants): readonly Binding[] {
  const start = tokens.findLastIndex((each, place) => place < as && each.text === "foreach");
  const value = start < 0 ? null : elementsOf(tokens.slice(start + 2, as), constants);
  return [{ name: textAt(tokens, as + 1), value }];
}

const OPENS_BLOCK = /^(?:[({|]|async|do|function)$/;
const EACH = /^(?:forEach|map|flatMap|filter|each|each_entry)$/;

/** `files.forEach((f) => …)`, `files.each { |f| … }` */
function eachBinding(tokens: readonly Token[], at: number, constants: Constants): readonly Binding[] {
  const from = tokens.findIndex(({ text }, place) => place > at && !OPENS_BLOCK.test(text));
  const parameter = tokens[from];
  if (parameter?.kind !== "name" || !/^(?:=>|,|\)|\|)$/.test(textAt(tokens, from + 1))) return [];
  return [{ name: parameter.text, value: elementsOf(tokens.slice(ownerStart(tokens, at - 2), at - 1), constants) }];
}

/** Where the expression begins that ends at a place: back over brackets, names and the dots between them. */
function ownerStart(tokens: readonly Token[], end: number): number {
  let depth = 0;
  for (let at = end; at >= 0; at--) {
    const { kind, text } = tokens[at] as Token;
    if (kind === "sign" && ")]}".includes(text)) depth++;
    else if (kind === "sign" && "([{".includes(text) && --depth < 0) return at + 1;
    const before = textAt(tokens, at - 1);
    if (depth === 0 && before !== "." && !(kind === "sign" && /^[([.]$/.test(text) && tokens[at - 1]?.kind === "name")) return at;
  }
  return 0;
}

/** What a loop goes over: a list, the name of one, or names on the disk. */
function elementsOf(tokens: readonly Token[], constants: Constants): readonly Field[] | null {
  const [first] = tokens;
  if (first?.text === "[" && tokens[1]?.text !== "...") return listOf(tokens, constants);
  const list = tokens.length === 1 && first?.kind === "name" ? constants.get(`[${first.text}]`) : undefined;
  return list ?? evaluate(tokens, constants);
}

const ARGUMENTS = /^[$@]?(?:argv|ARGV|args|parse_args|parseArgs|getopt|parse_known_args)$/;

/** Names whose values come from the words that the program is given: `args = parser.parse_args()`. */
export function collectGiven({ tokens, given }: Reading): void {
  for (const [at, { kind, text }] of tokens.entries()) {
    const next = textAt(tokens, at + 1);
    if (kind !== "name" || !/^(?:=|in|of)$/.test(next)) continue;
    const body = tokens.slice(at + 2, endOfValue(tokens, at + 2, next !== "="));
    if (isGiven(body, given)) given.add(text);
  }
}

export function isGiven(tokens: readonly Token[], given: ReadonlySet<string>): boolean {
  return tokens.some(({ kind, text }) => kind === "name" && (ARGUMENTS.test(text) || given.has(text)));
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

/** The items of a list, or of the list that a name stands for. */
export function listOf(tokens: readonly Token[], constants: Constants): readonly Field[] | null {
  if (tokens.length === 1) return constants.get(`[${textAt(tokens, 0)}]`) ?? null;
  const items = parted(tokens.slice(1, closingOf(tokens, 0))).map((each) => evaluate(each, constants));
  return items.some((each) => each === null) ? null : items.flatMap((each) => each ?? []);
}
