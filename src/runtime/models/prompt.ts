// From our messages to what the provider library takes. Two things are set right on the way, because no provider accepts
// them otherwise: a tool's result is directly behind its call, and every call has one.

import type { Message, Part } from "../../schema/index.ts";
import type { CallOptions } from "./sdk.ts";

export type Prompt = CallOptions["prompt"];
type PromptMessage = Prompt[number];
type ResultPart = Extract<Extract<PromptMessage, { role: "tool" }>["content"][number], { type: "tool-result" }>;

interface Carry {
  readonly provider: string;
  readonly data: unknown;
}

export function toPrompt(messages: readonly Message[], provider: string): Prompt {
  const results = new Map(
    messages.flatMap((message) => message.content.filter(isResult).map((part) => [String(part["toolCallId"]), part])),
  );
  const prompt: PromptMessage[] = [];
  for (const message of messages) {
    if (message.role === "assistant") {
      const content = message.content.flatMap((part) => assistantPart(part, provider));
      // Thoughts alone, or nothing at all, are no message.
      if (!content.some(({ type }) => type !== "reasoning")) continue;
      prompt.push({ role: "assistant", content: content as never });
      const asked = message.content.filter(({ type }) => type === "tool_call");
      if (asked.length > 0)
        prompt.push({ role: "tool", content: asked.map((call) => resultPart(call, results.get(String(call["toolCallId"])))) });
    } else {
      const text = message.content.filter(({ type }) => type === "text").map((part) => String(part["text"] ?? ""));
      if (text.some((each) => each !== ""))
        prompt.push({ role: "user", content: text.filter((each) => each !== "").map((each) => ({ type: "text", text: each })) });
    }
  }
  return prompt;
}

function isResult(part: Part): boolean {
  return part.type === "tool_result";
}

function assistantPart(part: Part, provider: string): { readonly type: string; readonly [field: string]: unknown }[] {
  const carry = part["carry"] as Carry | undefined;
  // What another provider wanted back means nothing to this one.
  const options = carry?.provider === provider ? { providerOptions: carry.data } : {};
  if (part.type === "text") return part["text"] === "" ? [] : [{ type: "text", text: part["text"] }];
  if (part.type === "reasoning")
    return carry?.provider === provider ? [{ type: "reasoning", text: String(part["text"] ?? ""), ...options }] : [];
  if (part.type === "tool_call")
    return [{ type: "tool-call", toolCallId: part["toolCallId"], toolName: part["toolName"], input: part["args"] ?? {}, ...options }];
  return [];
}

function resultPart(call: Part, result: Part | undefined): ResultPart {
  const base = { type: "tool-result", toolCallId: String(call["toolCallId"]), toolName: String(call["toolName"]) } as const;
  if (result === undefined) return { ...base, output: { type: "error-text", value: "No result of this call is known." } };
  const content = (result["result"] as { content?: readonly Part[] } | undefined)?.content ?? [];
  const text = content.map((part) => (part.type === "text" ? String(part["text"] ?? "") : `[${part.type}]`)).join("\n");
  return { ...base, output: { type: result["isError"] === true ? "error-text" : "text", value: text } };
}
