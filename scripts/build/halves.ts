// What judges calls is read and unpacked by every new call, and an ordinary one runs a tenth of it. In the release the functions that
// no usual call runs are in a file of their own, which is loaded at the first call of one of them. A function keeps its name: in the
// first file it is one of a line that calls the real one, and both files mean that one by the name, so that there is one of each.

import { parseSync } from "oxc-parser";
import { createHash } from "node:crypto";
import { compileFunction } from "node:vm";
import { type Node, referencesIn } from "./references.ts";

interface Named extends Node {
  readonly id?: (Node & { readonly name?: string }) | null;
  readonly init?: Node | null;
  readonly declarations?: readonly Named[];
}

interface Movable {
  readonly name: string;
  /** Where it is in the file, with its name. */
  readonly whole: Node;
  /** As a value. */
  readonly value: string;
}

export interface Halves {
  readonly first: string;
  readonly rest: string;
}

/** A CommonJS file in two, by the names of its functions that usual calls run; `restName` is what the first one asks for the second by. */
export function inHalves(text: string, usual: ReadonlySet<string>, restName: string): Halves {
  const { program, errors } = parseSync("file.mjs", text, { sourceType: "unambiguous" });
  if (errors[0] !== undefined) throw new Error(errors[0].message);
  const found = referencesIn(program as unknown as Node);
  const functions = (program.body as unknown as readonly Named[]).flatMap((each) => functionsOf(each, text));
  const all = [...found.references.values()].flat();
  const isIn =
    ({ start, end }: Node) =>
    (place: { readonly end: number }) =>
      place.end > start && place.end <= end;
  const changing = new Set(all.filter(({ isFixed }) => isFixed).map(({ name }) => name));
  const moved = functions.filter(({ name, whole }) => {
    if (usual.has(name) || changing.has(name)) return false;
    const isWithin = isIn(whole);
    // What changes has one place, unless nobody else asks for it.
    const asked = new Set(all.filter((each) => changing.has(each.name) && isWithin(each)).map((each) => each.name));
    return [...asked].every((each) => (found.references.get(each) ?? []).every(isWithin));
  });
  const isMoved = new Map(moved.map((each) => [each.name, each]));
  const inside = (place: { readonly end: number }) => moved.some(({ whole }) => isIn(whole)(place));
  const [asked, given] = [new Set<string>(), new Set<string>()];
  const own = new Set<string>();
  for (const place of all) {
    if (!inside(place)) {
      if (isMoved.has(place.name)) asked.add(place.name);
    } else if (changing.has(place.name)) own.add(place.name);
    else if (!isMoved.has(place.name)) given.add(place.name);
  }
  const id = createHash("sha256").update(text).digest("hex").slice(0, 16);
  const [shown, hidden] = [moved.filter(({ name }) => asked.has(name)), moved.filter(({ name }) => !asked.has(name))];
  const names = [...given, ...asked].join(",");
  // Names that the file has nowhere.
  const [key, kept, isLoaded, load, path, made] = ["key", "kept", "isLoaded", "load", "path", "made"].map((name) =>
    nameLike(name, found.names),
  );
  const rest =
    `"use strict";module.exports=((${key},{${names}})=>{if(${key}!=="${id}")throw Error("Codicil was replaced while it ran: start it again");` +
    [...own].map((name) => `var ${name};`).join("") +
    hidden.map(({ name, value }) => `const ${name}=${value};`).join("") +
    `return{${shown.map(({ name, value }) => `${name}:${value}`).join(",")}}});\n`;
  // Where a time limit ended the loading in its middle, Node has the file without what it gives: it is loaded again.
  const loads =
    `var ${kept},${isLoaded};function ${load}(){if(${kept})return ${kept};if(!${isLoaded})throw Error("asked too early");` +
    `let ${path}=require.resolve("./${restName}"),${made}=require(${path});` +
    `if(typeof ${made}!="function"){delete require.cache[${path}];${made}=require(${path})}` +
    `return ${kept}=${made}("${id}",{${names}})}`;
  const lines = shown.map(({ name }) => `function ${name}(){return ${load}().${name}.apply(this,arguments)}`);
  const first = `${without(text, program.body as unknown as readonly Named[], isMoved)}${loads}${lines.join("")}${isLoaded}=1;\n`;
  // A mistake here ends the build, and not a call.
  for (const half of [first, rest]) compileFunction(half, ["exports", "require", "module", "__filename", "__dirname"]);
  return { first, rest };
}

function nameLike(wanted: string, taken: ReadonlySet<string>): string {
  let name = `${wanted}$`;
  while (taken.has(name)) name += "$";
  return name;
}

/** The functions that a statement of the top level gives a name; those in brackets were run by an ordinary call. */
function functionsOf({ type, id, start, end, declarations = [] }: Named, text: string): Movable[] {
  if (type === "FunctionDeclaration" && id)
    return [{ name: id.name ?? "", whole: { type, start, end }, value: `${text.slice(start, id.start)}${text.slice(id.end, end)}` }];
  return declarations.flatMap((each) =>
    each.init?.type === "ArrowFunctionExpression"
      ? [{ name: each.id?.name ?? "", whole: each, value: text.slice(each.init.start, each.init.end) }]
      : [],
  );
}

function without(text: string, statements: readonly Named[], moved: ReadonlyMap<string, Movable>): string {
  const isMoved = ({ id, start }: Named) => moved.get(id?.name ?? "")?.whole.start === start;
  return statements
    .map((each) => {
      const { type, start, end, declarations = [] } = each;
      if (type === "FunctionDeclaration" && isMoved(each)) return "";
      const left = declarations.filter((one) => !isMoved(one));
      if (type !== "VariableDeclaration" || left.length === declarations.length) return `${text.slice(start, end)}\n`;
      return left.length === 0 ? "" : `var ${left.map((one) => text.slice(one.start, one.end)).join(",")};\n`;
    })
    .join("");
}

/** The names of the functions of the top level that ran, by their places in the text. */
export function namesOf(text: string, ran: ReadonlySet<string>): Set<string> {
  const { program } = parseSync("file.mjs", text, { sourceType: "unambiguous" });
  const names = new Set<string>();
  for (const { type, id, start, end, declarations = [] } of program.body as unknown as readonly Named[]) {
    if (type === "FunctionDeclaration" && id && ran.has(`${start}-${end}`)) names.add(id.name ?? "");
    for (const { id: own, init } of declarations) if (init && ran.has(`${init.start}-${init.end}`)) names.add(own?.name ?? "");
  }
  return names;
}
