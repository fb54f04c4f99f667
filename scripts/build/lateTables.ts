// What judges calls has hundreds of tables, and an ordinary call asks for few. In the release each is made when it is first asked for:
// `const T = new Set(…)` becomes a function that makes it once, and `T` becomes `T()`. A table that is made in a function which nobody
// calls is not compiled, unpacked or collected either (docs/decisions/0103-tables-built-at-first-use.md).

import { parseSync } from "oxc-parser";
import { type Node, type Reference, type References, referencesIn } from "./references.ts";

/** What these say depends on when they are asked. */
const OF_THE_PROCESS = new Set(["process", "globalThis", "Date", "Math", "performance", "require", "module", "exports"]);
const MADE = /^(?:Call|New|Array|Object|TaggedTemplate)Expression$|^TemplateLiteral$/;
/** A shorter one is not worth a function. */
const LEAST = 12;

interface Declarator extends Node {
  readonly id: Node & { readonly name?: string };
  readonly init: Node | null;
}

interface Statement extends Node {
  readonly declarations?: readonly Declarator[];
}

/** The text of an ES module whose tables are made late. */
export function withLateTables(text: string): string {
  const { program, errors } = parseSync("file.mjs", text, { sourceType: "unambiguous" });
  if (errors[0] !== undefined) throw new Error(errors[0].message);
  const statements = program.body as unknown as readonly Statement[];
  const found = referencesIn(program as unknown as Node);
  const late = lateIn(statements, found);
  if (late.size === 0) return text;
  const calls = [...late.keys()].flatMap((name) => found.references.get(name) ?? []).toSorted((a, b) => a.end - b.end);
  const called = (part: Node) => withCalls(text, part, calls);
  const rest = statements.map((each) => {
    const { type, declarations = [] } = each;
    const left = declarations.filter(({ id }) => !late.has(id.name ?? ""));
    if (type !== "VariableDeclaration" || left.length === declarations.length) return called(each);
    return left.length === 0 ? "" : `var ${left.map(called).join(",")};`;
  });
  const functions = tablesOf(statements).flatMap(({ id: { name = "" }, init }) => {
    const kept = late.get(name);
    return kept === undefined || init === null ? [] : `function ${name}(){return ${kept}??=${called(init)}}`;
  });
  return `${rest.filter(Boolean).join("\n")}\nvar ${[...late.values()].join(",")};${functions.join("")}\n`;
}

function tablesOf(statements: readonly Statement[]): readonly Declarator[] {
  return statements.flatMap(({ type, declarations = [] }) => (type === "VariableDeclaration" ? declarations : []));
}

/** The tables that can be made late, each with a new name for what was made. */
function lateIn(statements: readonly Statement[], { references, names, outside }: References): Map<string, string> {
  const asked = outside.filter(({ name }) => OF_THE_PROCESS.has(name));
  const asksOutside = ({ start, end }: Node) => asked.some((each) => each.end > start && each.end <= end);
  const taken = new Set(names);
  const late = new Map<string, string>();
  for (const { id, init } of tablesOf(statements)) {
    const { name = "" } = id;
    const isFixed = references.get(name)?.some((each) => each.isFixed) === true || (init !== null && asksOutside(init));
    if (init === null || id.type !== "Identifier" || isFixed || !isMade(init)) continue;
    let kept = `${name}$`;
    while (taken.has(kept)) kept += "$";
    taken.add(kept);
    late.set(name, kept);
  }
  return late;
}

/** A part of the text in which the names that are late are called. */
function withCalls(text: string, { start, end }: Node, calls: readonly Reference[]): string {
  let [written, at] = ["", start];
  for (const call of calls) {
    if (call.end <= start || call.end > end) continue;
    written += `${text.slice(at, call.end)}${call.isShort ? `:${call.name}()` : "()"}`;
    at = call.end;
  }
  return written + text.slice(at, end);
}

function isMade({ type, start, end }: Node): boolean {
  return MADE.test(type) && end - start >= LEAST;
}
