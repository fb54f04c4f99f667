// What the tests of a turn share: a model that says what a list tells it to, through the same port as any other.

import type { Mind } from "codicil";
import {
  type Chat,
  type ChatOptions,
  type Model,
  type ModelEvent,
  type ModelRequest,
  openChat,
  type TurnEvent,
} from "../../src/runtime/index.ts";

export interface Played extends Model {
  readonly requests: ModelRequest[];
}

type Line = readonly ModelEvent[] | ((request: ModelRequest) => AsyncIterable<ModelEvent> | readonly ModelEvent[]);

/** Each call of the model takes the next line; more calls than lines are an error. */
export function playing(...lines: readonly Line[]): Played {
  const requests: ModelRequest[] = [];
  return {
    id: "played/one",
    isLanguageModel: true,
    requests,
    cost: () => null,
    async *stream(request) {
      const line = lines[requests.length];
      requests.push({ ...request, messages: structuredClone(request.messages) });
      if (line === undefined) throw new Error(`the script has only ${lines.length} lines`);
      yield* typeof line === "function" ? line(request) : line;
    },
  };
}

export const says = (text: string): ModelEvent[] => [
  { type: "text", text },
  { type: "usage", usage: { inputTokens: 10, outputTokens: 5, cacheReadTokens: 0, cacheWriteTokens: 0 } },
  { type: "finish", reason: "stop" },
];

let count = 0;
export const calls = (name: string, input: unknown, id = `call_${++count}`): ModelEvent[] => [
  { type: "tool_call", call: { id, name, input: typeof input === "string" ? input : JSON.stringify(input) } },
  { type: "usage", usage: { inputTokens: 10, outputTokens: 5, cacheReadTokens: 0, cacheWriteTokens: 0 } },
  { type: "finish", reason: "tool_calls" },
];

export async function chatWith(mind: Mind, options: ChatOptions): Promise<{ chat: Chat; events: TurnEvent[] }> {
  const events: TurnEvent[] = [];
  const chat = await openChat(mind, { listener: (event) => events.push(event), ...options });
  return { chat, events };
}

/** What a chat's tools are called, in the order in which a model is told of them. */
export const TOOL_NAMES =
  "read write edit list search shell fetch memory_add memory_replace memory_remove memory_read recall plan skill".split(" ");

/** The text parts of a message. */
export function words(message: { readonly content: readonly { readonly type: string }[] } | undefined): string {
  return (message?.content ?? []).map((part) => String((part as { text?: unknown }).text ?? "")).join("");
}
