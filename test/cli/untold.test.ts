// Every error and hint that a person may meet has its Chinese: read from the code that raises it.

import { globSync, readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { errorAtTerminal } from "../../words/terminal/told.ts";

/** Their errors are answers to programs: HTTP and MCP clients, callers of the library. */
const FOR_PROGRAMS =
  /^src\/(?:library|daemon\/(?:access|requests|routes|threads|review|app|http|projects)|hosts\/mcp|snapshot|runtime\/turn)\b/;

/** What is a command line, a name or a value alone, or a defect of ours. */
const AS_IT_IS = [
  /^(?:codicil|git|heartbeat) (?:\{\}|heartbeat|session|resolve|config)|^\{\}codicil docs lists/,
  /^(?:"?\{\}"?[:,]? ?)+(?:is|must be|s match|is not)?(?: \{\})*$/,
  /^an entry had no (?:outcome|receipt)$/,
  /^(?:the heading|line|git) \{\}|^The call is|^\{\}One of/,
  /^documents are below home\/|^the reader made a pack|^a line of \{\} is not JSON$|^stopped$|was asked for no model by name$|^\{\} is not a text$/,
];

type Node = { readonly type: string; readonly start: number } & Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;

function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  return isNode(value) ? [value, ...Object.values(value).flatMap(nodesIn)] : [];
}

/** What an expression may say, `{}` for what is not written there. */
function textsOf(node: unknown, names: ReadonlyMap<string, unknown>): string[] {
  if (!isNode(node)) return [];
  if (node.type === "Literal") return typeof node["value"] === "string" ? [node["value"]] : [];
  if (node.type === "TemplateLiteral")
    return [(node["quasis"] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join("{}")];
  if (node.type === "BinaryExpression")
    return textsOf(node["left"], names).flatMap((one) => textsOf(node["right"], names).map((other) => one + other));
  if (node.type === "ConditionalExpression") return [node["consequent"], node["alternate"]].flatMap((each) => textsOf(each, names));
  if (node.type === "LogicalExpression") return [node["left"], node["right"]].flatMap((each) => textsOf(each, names));
  const named = node.type === "Identifier" ? names.get(node["name"] as string) : undefined;
  return named === undefined || named === node ? [] : textsOf(named, new Map());
}

interface Raised {
  readonly file: string;
  readonly kind: "message" | "hint";
  readonly text: string;
}

function raisedIn(file: string, source: string): Raised[] {
  const nodes = nodesIn(parseSync(file, source).program);
  const names = new Map(
    nodes.filter(({ type }) => type === "VariableDeclarator").map(({ id, init }) => [(id as { name?: string }).name ?? "", init] as const),
  );
  return nodes
    .filter(({ type, callee }) => type === "NewExpression" && (callee as { name?: string }).name === "AppError")
    .flatMap((error) => {
      const [, message, more] = error["arguments"] as unknown[];
      const given = isNode(more) && more.type === "Identifier" ? names.get(more["name"] as string) : more;
      const hints = isNode(given) ? ((given["properties"] ?? []) as { key?: { name?: string }; value?: unknown }[]) : [];
      return [
        ...textsOf(message, names).map((text) => ({ file, kind: "message" as const, text })),
        ...hints
          .filter(({ key }) => key?.name === "hint")
          .flatMap(({ value }) => textsOf(value, names))
          .map((text) => ({ file, kind: "hint" as const, text })),
      ];
    });
}

/** A message is told by its code where its own words are not known; of a hint, a sentence stays English. */
function isUntold({ kind, text }: Raised): boolean {
  const said = text.replaceAll("{}", "A1");
  if (kind === "message") return errorAtTerminal({ code: "INTERNAL", message: said }).message.includes(`（${said}）`);
  const hint = errorAtTerminal({ code: "INTERNAL", message: "", hint: said }).hint ?? "";
  return (
    /\b[A-Za-z][a-z']+(?: [a-z']+){2,}/.test(hint.replaceAll(/(?:codicil|git|npm|opencode) [^，。；：]*|`[^`]*`|"[^"]*"/g, "·")) ||
    !/\p{Script=Han}/u.test(hint)
  );
}

describe("errors and hints in Chinese", () => {
  const raised = globSync("src/**/*.ts")
    .filter((file) => !FOR_PROGRAMS.test(file))
    .flatMap((file) => raisedIn(file, readFileSync(file, "utf8")));

  it("none that a person may meet is left in English", () => {
    const left = raised.filter((each) => !AS_IT_IS.some((form) => form.test(each.text)) && isUntold(each));
    expect(left.map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
    expect(raised.length).toBeGreaterThan(700);
  });

  it("negative control: a message and a hint without Chinese are seen", () => {
    const source = 'const hint = "Turn the other cheek slowly."; throw new AppError("INTERNAL", `the ${name} has gone fishing`, { hint });';
    const all = raisedIn("example.ts", source);
    expect(all.map(({ text }) => text)).toEqual(["the {} has gone fishing", "Turn the other cheek slowly."]);
    expect(all.every(isUntold)).toBe(true);
  });
});
