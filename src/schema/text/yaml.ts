// YAML as we accept it: the core schema, one document, no aliases, no tags, no duplicate keys, bounded size and depth.

import { isAlias, isCollection, isMap, isNode, isPair, isSeq, LineCounter, type Node, parseDocument, visit } from "yaml";
import { AppError } from "../../base/index.ts";

const MAX_BYTES = 16 * 1024 * 1024;
const MAX_DEPTH = 64;

/** Where things are in a YAML text. */
export interface YamlLines {
  lineOf(path: readonly (string | number)[]): number | undefined;
  /** The n-th entry of the top-level `entries`: from the line of its dash to the next entry. */
  spanOf(entry: number): { line: number; start: number; end: number };
}

export function parseYaml(text: string, file: string): { value: unknown; lines: YamlLines } {
  if (text.length > MAX_BYTES)
    throw new AppError("TOO_LARGE", `the YAML text has more than ${MAX_BYTES} characters`, { file, hint: "Split it into several files." });
  refuseDeepNesting(text, file);
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, uniqueKeys: true, strict: true, schema: "core", prettyErrors: false });
  // A tag that the schema does not know is only a warning to the parser.
  const problem = document.errors[0] ?? document.warnings[0];
  if (problem) {
    const at = { file, line: counter.linePos(problem.pos[0]).line, hint: "Correct the line; nothing was read from this file." };
    throw new AppError("BAD_YAML", problem.message.split("\n", 1)[0] ?? problem.message, at);
  }
  visit(document, {
    Node(_, node) {
      const what = isAlias(node) || node.anchor ? "an alias or anchor" : node.tag ? "a tag" : null;
      if (!what) return;
      const line = node.range ? counter.linePos(node.range[0]).line : undefined;
      throw new AppError("BAD_YAML", `${what} is not allowed here`, { file, line, hint: "Write the value out." });
    },
  });
  const entries = isMap(document.contents) ? document.contents.get("entries") : undefined;
  const items = isSeq(entries) ? (entries.items as Node[]) : [];
  const lineAt = (offset: number) => counter.linePos(offset).line;
  const lineStart = (offset: number) => text.lastIndexOf("\n", offset - 1) + 1;
  return {
    value: document.toJS({ maxAliasCount: 0 }) as unknown,
    lines: {
      lineOf(path) {
        for (let length = path.length; length >= 0; length--) {
          const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
          if (isNode(node) && node.range) return lineAt(node.range[0]);
          if (isPair(node) || isCollection(node)) break;
        }
        return undefined;
      },
      spanOf(index) {
        const start = items[index]?.range?.[0] ?? 0;
        const next = items[index + 1]?.range?.[0];
        const end = next === undefined ? (items[index]?.range?.[2] ?? text.length) : lineStart(next);
        return { line: lineAt(start), start: lineStart(start), end };
      },
    },
  };
}

/** The parser recurses; a bomb of brackets is refused before it gets there. */
function refuseDeepNesting(text: string, file: string): void {
  let depth = 0;
  let line = 1;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (char === 10) line++;
    else if (char === 91 || char === 123) depth++;
    else if ((char === 93 || char === 125) && depth > 0) depth--;
    if (depth > MAX_DEPTH * 16) throw tooDeep(file, line);
  }
  const deep = text.split("\n").findIndex(isDeep);
  if (deep !== -1) throw tooDeep(file, deep + 1);
}

function tooDeep(file: string, line: number): AppError {
  return new AppError("BAD_YAML", "the nesting is too deep", { file, line, hint: "A delta has at most four levels." });
}

const DEEPEST_INDENT = 2000;

/** A line that opens many lists at once, or is indented very far. */
function isDeep(text: string): boolean {
  let dashes = 0;
  let at = 0;
  for (; text[at] === "-" || text[at] === " "; at++) if (text[at] === "-") dashes++;
  return dashes > MAX_DEPTH || (at - dashes >= DEEPEST_INDENT && at < text.length && text.slice(0, DEEPEST_INDENT).trim() === "");
}
