// One text, and every small change that a test ought to notice: conditions, constants, calls. Types and the wording of
// errors are left alone. Each change is in the place of one expression.

import { parseSync } from "oxc-parser";

export interface Mutant {
  readonly start: number;
  readonly end: number;
  readonly original: string;
  readonly replacement: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** A node, its parents from the nearest on, and the text of any node. */
interface Found {
  readonly node: Node;
  readonly parents: readonly Node[];
  readonly text: (node: unknown) => string;
}

export function mutantsOf(source: string): Mutant[] {
  const { program, errors } = parseSync("source.ts", source, { lang: "ts" });
  if (errors.length > 0) throw new Error(`cannot be parsed: ${errors[0]?.message ?? ""}`);
  const mutants: Mutant[] = [];
  const text = (node: unknown) => (isNode(node) ? source.slice(node.start, node.end) : "");
  const visit = (node: Node, parents: readonly Node[]): void => {
    if (isLeftAlone(node, parents)) return;
    const found = { node, parents, text };
    for (const replacement of new Set([...byPlace(found), ...(BY_TYPE[node.type]?.(found) ?? [])])) {
      mutants.push({ start: node.start, end: node.end, original: text(node), replacement });
    }
    for (const [field, value] of Object.entries(node)) {
      if (field === "source" || (field === "key" && node["computed"] !== true)) continue;
      for (const child of [value].flat()) if (isNode(child)) visit(child, [node, ...parents]);
    }
  };
  visit(program as unknown as Node, []);
  return mutants;
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === "object" && value !== null && typeof (value as Node).type === "string" && typeof (value as Node).start === "number"
  );
}

/** Expressions of TypeScript that have a value in them; everything else that begins with TS is a type. */
const WITH_VALUE = new Set(["TSAsExpression", "TSNonNullExpression", "TSSatisfiesExpression"]);

function isLeftAlone(node: Node, [parent]: readonly Node[]): boolean {
  if (node.type.startsWith("TS")) return !WITH_VALUE.has(node.type);
  if (node.type === "ImportDeclaration") return true;
  // The words of an error are for people; its code is not.
  return parent?.type === "NewExpression" && (parent["arguments"] as readonly Node[]).indexOf(node) > 0;
}

/** A condition is always true or never; a call that is made for what it does is left out. */
function byPlace({ node, parents: [parent] }: Found): readonly string[] {
  if (parent?.type === "IfStatement" && parent["test"] === node) return ["true", "false"];
  return parent?.type === "ExpressionStatement" && /^(?:Call|Await)Expression$/.test(node.type) ? ["undefined"] : [];
}

/** By the type of a node: what may be in its place. */
const BY_TYPE: Readonly<Record<string, (found: Found) => readonly string[]>> = {
  ConditionalExpression: ({ node, text }) => [text(node["consequent"]), text(node["alternate"])],
  LogicalExpression: ({ node, text }) => {
    const [left, right] = [text(node["left"]), text(node["right"])];
    return node["operator"] === "??" ? [right] : [`(${left}) ${node["operator"] === "&&" ? "||" : "&&"} (${right})`, left, right];
  },
  BinaryExpression: ({ node, text }) =>
    (OTHER_OPERATORS[String(node["operator"])] ?? []).map((other) => `${text(node["left"])} ${other} ${text(node["right"])}`),
  UnaryExpression: ({ node, text }) => (node["operator"] === "!" ? [text(node["argument"])] : []),
  Literal: literal,
  CallExpression: (found) => (isInChain(found) ? [] : call(found)),
};

const OTHER_OPERATORS: Readonly<Record<string, readonly string[]>> = {
  "===": ["!=="],
  "!==": ["==="],
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
};

function literal({ node, parents: [parent] }: Found): readonly string[] {
  const { value } = node;
  if (parent?.type === "ExpressionStatement") return [];
  if (node["regex"] !== undefined && node["regex"] !== null) return ["/(?!)/"];
  if (typeof value === "number") return [String(value + 1)];
  if (typeof value === "boolean") return [String(!value)];
  return typeof value === "string" ? [value === "" ? '"mutated"' : '""'] : [];
}

const OTHER_METHODS = new Map([
  ["some", "every"],
  ["every", "some"],
  ["startsWith", "endsWith"],
  ["endsWith", "startsWith"],
  ["min", "max"],
  ["max", "min"],
  ["findLast", "find"],
]);
/** Without them is what they were called on. */
const DROPPED = new Set([
  "filter",
  "sort",
  "toSorted",
  "reverse",
  "toReversed",
  "trim",
  "trimEnd",
  "trimStart",
  "slice",
  "concat",
  "toLowerCase",
  "replace",
  "replaceAll",
  "normalize",
]);

function call({ node, text }: Found): readonly string[] {
  const { callee } = node;
  if (!isNode(callee) || callee.type !== "MemberExpression" || callee["computed"] === true) return [];
  const [on, method] = [text(callee["object"]), text(callee["property"])];
  const other = OTHER_METHODS.get(method);
  if (other !== undefined) return [`${on}.${other}(${(node["arguments"] as readonly Node[]).map(text).join(", ")})`];
  return DROPPED.has(method) ? [on] : [];
}

/** A part of `a?.b.c()` cannot be put into brackets: what follows would no longer be left out with it. */
function isInChain({ node, parents }: Found): boolean {
  let inner = node;
  for (const parent of parents) {
    if (parent.type === "ChainExpression") return true;
    if (parent["object"] !== inner && parent["callee"] !== inner) return false;
    inner = parent;
  }
  return false;
}
