// The port of a model: what a turn asks, and what comes back as it comes. Real models, the offline responder and the
// scripted ones of the tests all are behind it, so that there is only one turn.

import type { AppError } from "../../base/index.ts";
import type { TokensUsed } from "../../activity/sessionUsage.ts";
import type { Message } from "../../schema/index.ts";
import type { Heard } from "./steps.ts";
import type { Tool, ToolSpec } from "./tool.ts";

export type Usage = TokensUsed;

export const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cacheReadTokens: a.cacheReadTokens + b.cacheReadTokens,
    cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
  };
}

export interface ModelCall {
  readonly id: string;
  readonly name: string;
  /** As the model wrote it: JSON, or what it took for JSON. */
  readonly input: string;
  /** What the provider wants back with the call, unread by us (a thought's signature). */
  readonly carry?: unknown;
}

export type FinishReason = "stop" | "tool_calls" | "length" | "refusal" | "other";

export type ModelEvent =
  | { readonly type: "text"; readonly text: string }
  /** `ends`: this thought is over; `carry` is what the provider wants back with it. */
  | { readonly type: "reasoning"; readonly text: string; readonly ends?: boolean; readonly carry?: unknown }
  | { readonly type: "tool_call"; readonly call: ModelCall }
  | { readonly type: "usage"; readonly usage: Usage }
  | { readonly type: "finish"; readonly reason: FinishReason }
  /** Something the person should know: a retry, an option that the model does not have. */
  | { readonly type: "notice"; readonly text: string }
  /** The last event. What came before it is kept. */
  | { readonly type: "error"; readonly error: AppError };

export interface ModelRequest {
  /** Never one of the messages, never empty (SC-30, SC-31, SC-34). */
  readonly systemPrompt: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSpec[];
  /** none: the model must answer in words, whatever `tools` lists. */
  readonly toolChoice: "auto" | "none";
  readonly signal: AbortSignal;
  /** For a responder that is no language model: the person's own words, and what was done about them already. */
  readonly turn?: { readonly userText: string; readonly heard: Heard; readonly round: number };
}

/** A language model: one streamed call. */
export interface Model {
  /** `anthropic/claude-…`, `ollama/qwen3`, `offline`. */
  readonly id: string;
  /** false: the offline responder; nobody must take its words for a model's. */
  readonly isLanguageModel: boolean;
  /** Tools that only this model gets. */
  readonly ownTools?: readonly Tool[];
  /** In dollars; null where no price is known. */
  cost(usage: Usage): number | null;
  /** Ends after `finish` or `error`. Aborting the signal ends it without an error. */
  stream(request: ModelRequest): AsyncIterable<ModelEvent>;
}
