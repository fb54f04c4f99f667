// JSON with comments and trailing commas, as most agent programs allow in their settings: read into a tree that knows where
// each part is in the text, so that an edit can be a splice.

import { AppError } from "../../base/index.ts";

export interface JsonNode {
  readonly kind: "object" | "array" | "value";
  readonly start: number;
  readonly end: number;
  readonly parts: readonly JsonPart[];
}

export interface JsonPart {
  /** null in a list. */
  readonly key: string | null;
  /** Where the member starts: its key, or in a list its value. */
  readonly start: number;
  readonly node: JsonNode;
}

/** Deeper than anybody's settings, and far from what the stack holds. */
const DEEPEST = 200;

export function parseJsonc(text: string, file: string): JsonNode {
  const node = parseNode({ text, file }, skipJsonSpace(text, text.startsWith("\ufeff") ? 1 : 0), 0);
  if (skipJsonSpace(text, node.end) < text.length) throw broken({ text, file }, node.end);
  return node;
}

export function readJsonc(text: string, file: string): unknown {
  return jsonValueOf(text, parseJsonc(text, file));
}

export function jsonValueOf(text: string, node: JsonNode): unknown {
  if (node.kind === "object") return Object.fromEntries(node.parts.map((part) => [part.key ?? "", jsonValueOf(text, part.node)]));
  if (node.kind === "array") return node.parts.map((part) => jsonValueOf(text, part.node));
  return JSON.parse(text.slice(node.start, node.end)) as unknown;
}

const SPACE = /(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;

/** Behind white space and comments. */
export function skipJsonSpace(text: string, from: number): number {
  SPACE.lastIndex = from;
  return from + (SPACE.exec(text)?.[0].length ?? 0);
}

interface Source {
  readonly text: string;
  readonly file: string;
}

function parseNode(source: Source, start: number, depth: number): JsonNode {
  const { text } = source;
  const first = text[start];
  if (depth > DEEPEST) throw broken(source, start);
  if (first !== "{" && first !== "[") return parseValue(source, start);
  const [kind, close] = first === "{" ? (["object", "}"] as const) : (["array", "]"] as const);
  const parts: JsonPart[] = [];
  let at = skipJsonSpace(text, start + 1);
  while (text[at] !== close) {
    const partStart = at;
    let key: string | null = null;
    if (kind === "object") {
      const name = parseValue(source, at);
      if (text[name.start] !== '"') throw broken(source, at);
      key = jsonValueOf(text, name) as string;
      at = skipJsonSpace(text, name.end);
      if (text[at] !== ":") throw broken(source, at);
      at = skipJsonSpace(text, at + 1);
    }
    const node = parseNode(source, at, depth + 1);
    parts.push({ key, start: partStart, node });
    at = skipJsonSpace(text, node.end);
    if (text[at] === ",") at = skipJsonSpace(text, at + 1);
    else if (text[at] !== close) throw broken(source, at);
  }
  return { kind, start, end: at + 1, parts };
}

const VALUE = /"(?:[^"\\\n]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

function parseValue(source: Source, start: number): JsonNode {
  VALUE.lastIndex = start;
  const found = VALUE.exec(source.text)?.[0];
  if (found === undefined || !isJson(found)) throw broken(source, start);
  return { kind: "value", start, end: start + found.length, parts: [] };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // An escape that is none, a bare tab, a number like 01.
    return false;
  }
}

function broken({ text, file }: Source, at: number): AppError {
  const line = text.slice(0, at).split("\n").length;
  return new AppError("BAD_JSON", "the file is not JSON", { file, line, hint: "Fix the file first; nothing was changed." });
}
