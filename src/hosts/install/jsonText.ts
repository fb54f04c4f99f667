// Settings in JSON (with comments and trailing commas, as most hosts allow) edited as text: what is put in or taken out is
// a splice, and every other byte stays. Pure.

import { AppError } from "../../base/index.ts";

interface Node {
  readonly kind: "object" | "array" | "value";
  readonly start: number;
  readonly end: number;
  readonly parts: readonly Part[];
}

interface Part {
  /** null in a list. */
  readonly key: string | null;
  /** Where the member starts: its key, or in a list its value. */
  readonly start: number;
  readonly node: Node;
}

export type Step = string | number;

/** Puts a member into the object at `path`, making the objects on the way; an existing one of that name is left alone. */
export function putMember(text: string, path: readonly string[], value: unknown, file: string): string {
  const whole = text.trim() === "" ? "{}\n" : text;
  const [last, ...rest] = [path.at(-1) ?? "", ...path.slice(0, -1)];
  let node = parseText(whole, file);
  for (const [depth, name] of rest.entries()) {
    const found = memberOf(node, name);
    if (found === undefined) return insert(whole, node, { key: name, value: nested([...rest.slice(depth + 1), last], value) });
    node = expectKind(found.node, "object", file);
  }
  return memberOf(node, last) === undefined ? insert(whole, node, { key: last, value }) : whole;
}

/** Puts an item at the end of the list at `path`, making what is missing on the way. */
export function putItem(text: string, path: readonly string[], value: unknown, file: string): string {
  const withList = putMember(text, path, [], file);
  const list = expectKind(nodeAt(parseText(withList, file), path), "array", file);
  return insert(withList, list, { key: null, value });
}

/** Takes out what `isOurs` says of the member or item, and then the lists and objects below `path` that this left empty. */
export function takeOut(text: string, path: readonly string[], isOurs: (value: unknown, key: string | null) => boolean, file: string): string {
  if (text.trim() === "") return text;
  let now = text;
  for (;;) {
    const root = parseText(now, file);
    const holder = nodeAt(root, path);
    if (holder === undefined) return now;
    const at = holder.parts.findIndex(({ node, key }) => isOurs(valueOf(now, node), key));
    if (at === -1) return now;
    now = withoutPart(now, holder, at);
    for (let depth = path.length; depth > 0; depth--) {
      const inner = parseText(now, file);
      const parent = nodeAt(inner, path.slice(0, depth - 1));
      const index = parent?.parts.findIndex(({ key }) => key === path[depth - 1]) ?? -1;
      const emptied = parent?.parts[index];
      if (parent === undefined || emptied === undefined || emptied.node.parts.length > 0) break;
      now = withoutPart(now, parent, index);
    }
  }
}

/** The value that stands at a path; undefined when there is none. */
export function readAt(text: string, path: readonly Step[], file: string): unknown {
  if (text.trim() === "") return undefined;
  const node = nodeAt(parseText(text, file), path);
  return node === undefined ? undefined : valueOf(text, node);
}

function nested(path: readonly string[], value: unknown): unknown {
  return path.reduceRight((inner, name) => ({ [name]: inner }), value);
}

function memberOf(node: Node, name: string): Part | undefined {
  return node.parts.find(({ key }) => key === name);
}

function nodeAt(node: Node, path: readonly Step[]): Node | undefined {
  return path.reduce<Node | undefined>((at, step) => (typeof step === "number" ? at?.parts[step]?.node : at === undefined ? undefined : memberOf(at, step)?.node), node);
}

function expectKind(node: Node | undefined, kind: Node["kind"], file: string): Node {
  if (node?.kind === kind) return node;
  throw new AppError("BAD_JSON", `there is something else where Codicil's lines would go`, { file, hint: "Look at the file; nothing was changed." });
}

function valueOf(text: string, node: Node): unknown {
  if (node.kind === "object") return Object.fromEntries(node.parts.map((part) => [part.key ?? "", valueOf(text, part.node)]));
  if (node.kind === "array") return node.parts.map((part) => valueOf(text, part.node));
  return JSON.parse(text.slice(node.start, node.end)) as unknown;
}

function insert(text: string, holder: Node, { key, value }: { readonly key: string | null; readonly value: unknown }): string {
  const unit = /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
  const lineStart = text.lastIndexOf("\n", holder.start) + 1;
  const outer = /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? "";
  const inner = `${outer}${unit}`;
  const written = `${key === null ? "" : `${JSON.stringify(key)}: `}${JSON.stringify(value, null, unit).replaceAll("\n", `\n${inner}`)}`;
  const last = holder.parts.at(-1);
  if (last === undefined) {
    const isBare = text.slice(holder.start + 1, holder.end - 1).trim() === "";
    const body = isBare ? "" : text.slice(holder.start + 1, holder.end - 1).trimEnd();
    return `${text.slice(0, holder.start + 1)}${body}\n${inner}${written}\n${outer}${text.slice(holder.end - 1)}`;
  }
  const isOneLine = !text.slice(holder.start, holder.end).includes("\n");
  return `${text.slice(0, last.node.end)},${isOneLine ? " " : `\n${inner}`}${isOneLine ? written.replace(/\n\s*/g, " ") : written}${text.slice(afterComma(text, last.node.end, holder.end))}`;
}

/** A trailing comma behind the last part would double the one that we write. */
function afterComma(text: string, from: number, end: number): number {
  const found = skipSpace(text, from);
  return found < end && text[found] === "," ? found + 1 : from;
}

function withoutPart(text: string, holder: Node, at: number): string {
  const { start, node } = holder.parts[at] as Part;
  const before = holder.parts[at - 1];
  if (before !== undefined) return text.slice(0, before.node.end) + text.slice(node.end);
  const next = holder.parts[at + 1];
  if (next !== undefined) return text.slice(0, start) + text.slice(next.start);
  return text.slice(0, holder.start + 1) + text.slice(holder.start + 1, start).trimEnd() + text.slice(node.end, holder.end - 1).replace(/^\s*,?/, "").trimEnd() + text.slice(holder.end - 1);
}

function parseText(text: string, file: string): Node {
  const start = skipSpace(text, text.startsWith("\ufeff") ? 1 : 0);
  const node = parseNode(text, start, file);
  if (skipSpace(text, node.end) < text.length) throw broken(text, node.end, file);
  return expectKind(node, "object", file);
}

function parseNode(text: string, start: number, file: string): Node {
  const first = text[start];
  if (first !== "{" && first !== "[") return parseValue(text, start, file);
  const [kind, close] = first === "{" ? (["object", "}"] as const) : (["array", "]"] as const);
  const parts: Part[] = [];
  let at = skipSpace(text, start + 1);
  while (text[at] !== close) {
    const partStart = at;
    let key: string | null = null;
    if (kind === "object") {
      const name = parseValue(text, at, file);
      key = valueOf(text, name) as string;
      at = skipSpace(text, name.end);
      if (typeof key !== "string" || text[at] !== ":") throw broken(text, at, file);
      at = skipSpace(text, at + 1);
    }
    const node = parseNode(text, at, file);
    parts.push({ key, start: partStart, node });
    at = skipSpace(text, node.end);
    if (text[at] === ",") at = skipSpace(text, at + 1);
    else if (text[at] !== close) throw broken(text, at, file);
  }
  return { kind, start, end: at + 1, parts };
}

const VALUE = /"(?:[^"\\\n]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

function parseValue(text: string, start: number, file: string): Node {
  VALUE.lastIndex = start;
  const found = VALUE.exec(text);
  if (found === null) throw broken(text, start, file);
  return { kind: "value", start, end: start + found[0].length, parts: [] };
}

const SPACE = /(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;

function skipSpace(text: string, from: number): number {
  SPACE.lastIndex = from;
  return from + (SPACE.exec(text)?.[0].length ?? 0);
}

function broken(text: string, at: number, file: string): AppError {
  return new AppError("BAD_JSON", "the file is not JSON", { file, line: text.slice(0, at).split("\n").length, hint: "Mend it first; nothing was changed." });
}
