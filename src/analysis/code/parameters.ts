// What the parameters of a function stand for: `def wipe(p): rmtree(p)` with `wipe("data")` deletes data. Where every call of
// the function gives a constant, the parameter stands for all of them.

import { type Field, textAt } from "../run/values.ts";
import { evaluate } from "./expressions.ts";
import type { Reading } from "./codeReading.ts";
import { closingOf, parted, type Token } from "./codeTokens.ts";

const MOST_FUNCTIONS = 40;
const DEFINES = new Set(["def", "function", "sub"]);

/** The parameters of each, by its name. */
export type Functions = ReadonlyMap<string, readonly string[]>;

export function collectParameters({ tokens, constants }: Reading, functions: Functions): void {
  if (functions.size === 0) return;
  const given = new Map<string, Field[] | null>();
  for (let at = 0; at < tokens.length; at++) {
    const parameters = isCall(tokens, at) ? functions.get(textAt(tokens, at)) : undefined;
    if (parameters === undefined) continue;
    const args = parted(tokens.slice(at + 2, closingOf(tokens, at + 1)));
    for (const [place, name] of parameters.entries()) {
      const words = args[place] === undefined ? [] : evaluate(args[place], constants);
      const before = given.get(name);
      given.set(name, before === null || words === null ? null : [...(before ?? []), ...words]);
    }
  }
  for (const [name, words] of given) if (words !== null && words.length > 0 && !constants.has(name)) constants.set(name, words);
}

export function functionsIn(tokens: readonly Token[]): Functions {
  const functions = new Map<string, readonly string[]>();
  for (let at = 0; at < tokens.length && functions.size < MOST_FUNCTIONS; at++) {
    const found = functionAt(tokens, at);
    if (found !== null) functions.set(found.name, found.parameters);
  }
  return functions;
}

function isCall(tokens: readonly Token[], at: number): boolean {
  return textAt(tokens, at + 1) === "(" && !DEFINES.has(textAt(tokens, at - 1));
}

/** `def f(a, b)`, `function f(a)`, `const f = (a) =>`, `const f = async (a) =>`. */
function functionAt(tokens: readonly Token[], at: number): { readonly name: string; readonly parameters: readonly string[] } | null {
  const text = (place: number) => textAt(tokens, place);
  if (tokens[at]?.kind !== "name") return null;
  if (DEFINES.has(text(at)) && tokens[at + 1]?.kind === "name" && text(at + 2) === "(")
    return { name: text(at + 1), parameters: parametersIn(tokens, at + 2) };
  if (text(at + 1) !== "=") return null;
  const open = text(at + 2) === "async" ? at + 3 : at + 2;
  const close = text(open) === "(" ? closingOf(tokens, open) : -1;
  return close > 0 && text(close + 1) === "=>" ? { name: text(at), parameters: parametersIn(tokens, open) } : null;
}

function parametersIn(tokens: readonly Token[], open: number): readonly string[] {
  return parted(tokens.slice(open + 1, closingOf(tokens, open))).map((each) => each.find(({ kind }) => kind === "name")?.text ?? "");
}
