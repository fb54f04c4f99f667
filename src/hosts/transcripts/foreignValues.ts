// What all translators are made of: careful looks at values that another program wrote, and the shapes of our events.

import type { Part } from "../../schema/index.ts";
import type { AdoptedStep } from "../../activity/originals.ts";
import type { TokensUsed } from "../../activity/sessionUsage.ts";

export type Value = Readonly<Record<string, unknown>>;

export function object(value: unknown): Value {
  return value !== null && typeof value === "object" && !Array.isArray(value) ? (value as Value) : {};
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function string(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** An ISO time, or seconds or milliseconds since 1970, as milliseconds. */
export function time(value: unknown): number | null {
  const at = typeof value === "string" ? Date.parse(value) : typeof value === "number" ? (value < 1e11 ? value * 1000 : value) : Number.NaN;
  return Number.isFinite(at) && at >= 0 ? Math.floor(at) : null;
}

export function textPart(text: string): Part {
  return { type: "text", text };
}

/** What a model thought aloud: kept apart from what it said. Signatures and ciphertexts stay in the original. */
export function thoughtPart(text: string): Part {
  return { type: "thinking", text };
}

/** An image's or a document's bytes stay in the original; the event says that there was one. */
export function mediaPart(type: string, of: Value): Part {
  const data = string(of["data"]) ?? string(object(of["source"])["data"]) ?? string(of["image_url"]) ?? string(of["url"]) ?? "";
  const mediaType = string(of["mediaType"]) ?? string(of["mimeType"]) ?? string(of["mime"]) ?? string(object(of["source"])["media_type"]);
  return { type, ...(mediaType === undefined ? {} : { mediaType }), chars: data.length };
}

/** A kind of part that is not ours. */
export function hostPart(block: Value, otherwise = "block"): Part {
  return mediaPart(`host_${String(block["type"] ?? otherwise)}`, block);
}

/** The words of parts. */
export function wordsOf(parts: readonly Part[]): string {
  return parts.map((part) => String(part["text"] ?? "")).join("\n");
}

/** The words of a list of blocks, as the host wrote them. */
export function wordsIn(blocks: unknown): string {
  return list(blocks)
    .map((each) => string(object(each)["text"]) ?? "")
    .join("\n");
}

export function callPart(toolCallId: unknown, toolName: unknown, args: unknown): Part {
  return { type: "tool_call", toolCallId: String(toolCallId ?? ""), toolName: String(toolName ?? "unknown"), args: parsedArgs(args) };
}

/** Some hosts keep arguments as JSON in a string. */
function parsedArgs(args: unknown): unknown {
  if (typeof args !== "string") return args ?? {};
  try {
    const value: unknown = JSON.parse(args);
    return value !== null && typeof value === "object" ? value : { input: args };
  } catch {
    // A tool whose input is plain text, such as a patch.
    return { input: args };
  }
}

export interface ToolAnswer {
  readonly id: unknown;
  readonly name: unknown;
  readonly content: readonly Part[];
  readonly failed: boolean;
}

export function resultDraft({ id, name, content, failed }: ToolAnswer): Value {
  const part: Part = {
    type: "tool_result",
    toolCallId: String(id ?? ""),
    toolName: String(name ?? "unknown"),
    result: { content },
    ...(failed ? { isError: true } : {}),
  };
  return { type: "tool_result", message: { role: "tool_result", content: [part] } };
}

export function userDraft(content: readonly Part[]): Value {
  return { type: "user_message", message: { role: "user", content } };
}

/** `usage`: what the host noted of the answer; a host that writes an answer in several lines names it, so that it counts once. */
export function assistantDraft(content: readonly Part[], model?: unknown, usage?: Usage): Value {
  return {
    type: "assistant_message",
    message: { role: "assistant", content },
    ...(string(model) === undefined ? {} : { meta: { model, ...usage } }),
  };
}

/** Under which names a host counts tokens: fresh ones, answered ones, those read from its cache and written to it. */
export interface CountNames {
  readonly fresh: string;
  readonly output: string;
  readonly thoughts?: string;
  readonly read: string;
  readonly write?: string;
  /** Its count of fresh ones has those of the cache in it. */
  readonly all?: true;
}

export interface Usage {
  readonly usage: TokensUsed;
  readonly answer?: string;
}

/** undefined where the host counted nothing. What came from the cache or went into it counts as input. */
export function usageOf(counted: unknown, names: CountNames, answer?: unknown): Usage | undefined {
  const counts = object(counted);
  const count = (name: string | undefined) => (name === undefined ? 0 : countIn(counts, name));
  const [read, write] = [count(names.read), count(names.write)];
  const input = count(names.fresh) + (names.all === true ? 0 : read + write);
  const output = count(names.output) + count(names.thoughts);
  if (input === 0 && output === 0) return undefined;
  const name = string(answer);
  return {
    usage: { inputTokens: input, outputTokens: output, cacheReadTokens: read, cacheWriteTokens: write },
    ...(name === undefined ? {} : { answer: name }),
  };
}

/** Of `cache.read`, the field of a field. A count, or 0 for anything else. */
function countIn(counts: Value, name: string): number {
  const [field = "", inner] = name.split(".");
  const value = inner === undefined ? counts[field] : object(counts[field])[inner];
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 0;
}

/** What the host told the model and nobody typed. */
export function noticeDraft(content: string, data: Value = {}): Value {
  return { type: "harness_item", item: { kind: "runtime_notice", origin: "system", visibility: "hidden", content, data } };
}

export function compactDraft(summary: string): Value {
  return { type: "compact", summary };
}

export function titleStep(title: unknown): readonly AdoptedStep[] | "nothing" {
  const named = string(title);
  return named === undefined ? "nothing" : [{ kind: "title", title: named }];
}

export type Spot = Omit<Extract<AdoptedStep, { readonly kind: "event" }>, "kind" | "draft">;

export function step(spot: Spot, draft: Value): AdoptedStep {
  return { kind: "event", ...spot, draft };
}

/** Several events of one line: each hangs behind the one before, and the line's own key names the last. */
export function stepsInLine(spot: Spot, drafts: readonly Value[]): AdoptedStep[] {
  return drafts.map((draft, index) => {
    const key = index === drafts.length - 1 ? spot.key : `${spot.key}#${index}`;
    return step({ ...spot, key, parent: index === 0 ? spot.parent : `${spot.key}#${index - 1}` }, draft);
  });
}
