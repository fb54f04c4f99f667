// Settings in JSON, edited as text: what is put in or taken out is a splice, and every other byte stays. Each edit is read again:
// the result must be JSON and must say what was meant, and nothing else. Otherwise it is refused. Pure.

import { isDeepStrictEqual } from "node:util";
import { AppError } from "../../base/index.ts";
import { type JsonNode, type JsonPart, jsonValueOf, parseJsonc, skipJsonSpace } from "../../schema/index.ts";

export type Step = string | number;

/** Puts a member into the object at `path`, making the objects on the way; an existing one of that name is left alone. */
export function putMember(text: string, path: readonly string[], value: unknown, file: string): string {
  const whole = text.trim() === "" ? "{}\n" : text;
  const [last, ...rest] = [path.at(-1) ?? "", ...path.slice(0, -1)];
  let node = parseText(whole, file);
  for (const [depth, name] of rest.entries()) {
    const found = memberOf(node, name);
    if (found === undefined) return inserted(whole, node, { key: name, value: nested([...rest.slice(depth + 1), last], value) }, file);
    node = expectKind(found.node, "object", file);
  }
  return memberOf(node, last) === undefined ? inserted(whole, node, { key: last, value }, file) : whole;
}

/** Puts an item at the end of the list at `path`, making what is missing on the way. */
export function putItem(text: string, path: readonly string[], value: unknown, file: string): string {
  const withList = putMember(text, path, [], file);
  const list = expectKind(nodeAt(parseText(withList, file), path), "array", file);
  return inserted(withList, list, { key: null, value }, file);
}

/** Takes out what `isOurs` says of the member or item, and then the lists and objects below `path` that this left empty. */
export function takeOut(
  text: string,
  path: readonly string[],
  isOurs: (value: unknown, key: string | null) => boolean,
  file: string,
): string {
  if (text.trim() === "") return text;
  let now = text;
  for (;;) {
    const holder = nodeAt(parseText(now, file), path);
    if (holder === undefined) return now;
    const at = holder.parts.findIndex(({ node, key }) => isOurs(jsonValueOf(now, node), key));
    if (at === -1) return now;
    now = withoutPart(now, holder, at, file);
    for (let depth = path.length; depth > 0; depth--) {
      const parent = nodeAt(parseText(now, file), path.slice(0, depth - 1));
      const index = parent?.parts.findIndex(({ key }) => key === path[depth - 1]) ?? -1;
      const emptied = parent?.parts[index];
      if (parent === undefined || emptied === undefined || !isBare(now, emptied.node)) break;
      now = withoutPart(now, parent, index, file);
    }
  }
}

/** The value that is at a path; undefined when there is none. */
export function readAt(text: string, path: readonly Step[], file: string): unknown {
  if (text.trim() === "") return undefined;
  const node = nodeAt(parseText(text, file), path);
  return node === undefined ? undefined : jsonValueOf(text, node);
}

function parseText(text: string, file: string): JsonNode {
  return expectKind(parseJsonc(text, file), "object", file);
}

function nested(path: readonly string[], value: unknown): unknown {
  return path.reduceRight((inner, name) => ({ [name]: inner }), value);
}

/** Of two members with one name the last one counts. */
function memberOf(node: JsonNode, name: string): JsonPart | undefined {
  return node.parts.findLast(({ key }) => key === name);
}

function nodeAt(node: JsonNode, path: readonly Step[]): JsonNode | undefined {
  return path.reduce<JsonNode | undefined>(
    (at, step) => (typeof step === "number" ? at?.parts[step]?.node : at === undefined ? undefined : memberOf(at, step)?.node),
    node,
  );
}

function expectKind(node: JsonNode | undefined, kind: JsonNode["kind"], file: string): JsonNode {
  if (node?.kind === kind) return node;
  throw new AppError("BAD_JSON", `there is something else where Codicil's lines would go`, {
    file,
    hint: "Look at the file; nothing was changed.",
  });
}

/** Nothing is in it, not even a comment. */
function isBare(text: string, node: JsonNode): boolean {
  return node.parts.length === 0 && text.slice(node.start + 1, node.end - 1).trim() === "";
}

interface Member {
  readonly key: string | null;
  readonly value: unknown;
}

function inserted(text: string, holder: JsonNode, member: Member, file: string): string {
  const after = insert(text, holder, member);
  return checked(after, holder, (parts) => [...parts, [member.key, member.value]], { text, file });
}

function withoutPart(text: string, holder: JsonNode, at: number, file: string): string {
  return checked(cut(text, holder, at), holder, (parts) => parts.filter((_, index) => index !== at), { text, file });
}

type Parts = readonly (readonly [key: string | null, value: unknown])[];

/** The object or list that starts where it started holds what was meant; so does everything around it, which was not touched. */
function checked(
  after: string,
  holder: JsonNode,
  change: (parts: Parts) => Parts,
  { text, file }: { readonly text: string; readonly file: string },
): string {
  const partsOf = (whole: string, node: JsonNode): Parts => node.parts.map((part) => [part.key, jsonValueOf(whole, part.node)] as const);
  const found = nodeFrom(parseText(after, file), holder.start);
  if (
    found === undefined ||
    !isDeepStrictEqual(partsOf(after, found), change(partsOf(text, holder))) ||
    after.slice(found.end) !== text.slice(holder.end)
  ) {
    throw new AppError("BAD_JSON", "the file cannot be edited without changing the rest of it", {
      file,
      hint: "Nothing was changed. Add or take out Codicil's lines yourself: codicil install --json shows them.",
    });
  }
  return after;
}

function nodeFrom(node: JsonNode, start: number): JsonNode | undefined {
  if (node.start === start) return node;
  const inner = node.parts.find((part) => part.node.start <= start && start < part.node.end);
  return inner === undefined ? undefined : nodeFrom(inner.node, start);
}

function insert(text: string, holder: JsonNode, { key, value }: Member): string {
  const line = text.includes("\r\n") ? "\r\n" : "\n";
  const unit = /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
  const outer = /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", holder.start) + 1))?.[0] ?? "";
  const inner = `${outer}${unit}`;
  const name = key === null ? "" : `${JSON.stringify(key)}: `;
  const written = `${name}${JSON.stringify(value, null, unit).replaceAll("\n", `${line}${inner}`)}`;
  const last = holder.parts.at(-1);
  if (last === undefined) {
    const body = text.slice(holder.start + 1, holder.end - 1).trimEnd();
    return `${text.slice(0, holder.start + 1)}${body}${line}${inner}${written}${line}${outer}${text.slice(holder.end - 1)}`;
  }
  const isOneLine = !text.slice(holder.start, holder.end).includes("\n");
  const comma = commaBehind(text, last.node.end);
  const at = comma === null ? last.node.end : comma + 1;
  const added = isOneLine ? ` ${name}${JSON.stringify(value)}` : `${line}${inner}${written}`;
  return `${text.slice(0, at)}${comma === null ? "," : ""}${added}${text.slice(at)}`;
}

function commaBehind(text: string, from: number): number | null {
  const found = skipJsonSpace(text, from);
  return text[found] === "," ? found : null;
}

/** Comments beside what goes stay. */
function cut(text: string, holder: JsonNode, at: number): string {
  const { start, node } = holder.parts[at] as JsonPart;
  const before = holder.parts[at - 1];
  const comma = commaBehind(text, node.end);
  if (before !== undefined) {
    const earlier = commaBehind(text, before.node.end) as number;
    return text.slice(0, earlier) + unlessBlank(text.slice(earlier + 1, start)) + text.slice(node.end);
  }
  if (comma !== null && holder.parts.length > at + 1)
    return text.slice(0, start) + unlessBlank(text.slice(node.end, comma)) + text.slice(comma + 1).trimStart();
  const left =
    text.slice(holder.start + 1, start) +
    text.slice(node.end, comma ?? node.end) +
    text.slice(comma === null ? node.end : comma + 1, holder.end - 1);
  return text.slice(0, holder.start + 1) + unlessBlank(left) + text.slice(holder.end - 1);
}

function unlessBlank(text: string): string {
  return text.trim() === "" ? "" : text;
}
