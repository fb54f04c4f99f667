// One request as each wire wants it: where the system prompt is, what is cached, how "no tools now" is said, and our messages as
// the provider library takes them. Two things are set right on the way, because no provider accepts them otherwise: a tool's
// result is directly behind its call, and every call has one.

import type { ModelRequest } from "../ports/model.ts";
import type { ModelChoice } from "./choose.ts";
import type { CallOptions } from "./sdk.ts";
import type { Message, Part } from "../../schema/index.ts";

const CACHED = { anthropic: { cacheControl: { type: "ephemeral" } } } as const;

export function toCallOptions(choice: ModelChoice, request: ModelRequest): CallOptions {
  const messages = toPrompt(request.messages, choice.provider);
  return { ...placeSystemPrompt(choice, request.systemPrompt, messages), ...toolsOf(choice, request), abortSignal: request.signal };
}

/** On the provider's own level, never as a message of the conversation (SC-30, SC-34). */
function placeSystemPrompt({ wire }: ModelChoice, systemPrompt: string, messages: Prompt): Pick<CallOptions, "prompt" | "providerOptions"> {
  if (wire === "responses") {
    // Nothing of the conversation is kept at the provider. Models that think then seal their thoughts, to be given back.
    return { prompt: messages, providerOptions: { openai: { instructions: systemPrompt, store: false } } };
  }
  if (wire === "anthropic") {
    // The frozen prompt is one cache entry, the conversation so far another.
    const last = messages.at(-1);
    return {
      prompt: [
        { role: "system", content: systemPrompt, providerOptions: CACHED },
        ...messages.slice(0, -1),
        ...(last === undefined ? [] : [{ ...last, providerOptions: CACHED }]),
      ],
    };
  }
  return { prompt: [{ role: "system", content: systemPrompt }, ...messages] };
}

function toolsOf({ wire }: ModelChoice, { tools, toolChoice }: ModelRequest): Pick<CallOptions, "tools" | "toolChoice"> {
  // Local servers know no "none": they get no tools then. The others keep the list, which their cache includes.
  if (tools.length === 0 || (toolChoice === "none" && wire === "chat")) return {};
  return {
    tools: tools.map(({ name, description, parameters }) => ({ type: "function", name, description, inputSchema: parameters as never })),
    toolChoice: { type: toolChoice },
  };
}

export type Prompt = CallOptions["prompt"];
type PromptMessage = Prompt[number];
type ResultPart = Extract<Extract<PromptMessage, { role: "tool" }>["content"][number], { type: "tool-result" }>;

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
  const carry = part["carry"] as { readonly provider: string; readonly data: unknown } | undefined;
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
