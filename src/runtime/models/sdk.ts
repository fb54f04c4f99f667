// The only file that loads the provider library. It is imported late, so that nothing else pays for it.

import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogle } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { ReadableStream } from "node:stream/web";
import type { ModelChoice } from "./choose.ts";

/** The library's own port of a model, version 4 of its specification: one streamed call, no loop. */
export type LanguageModel = ReturnType<ReturnType<typeof createAnthropic>>;
export type CallOptions = Parameters<LanguageModel["doStream"]>[0];
export type StreamPart = Awaited<ReturnType<LanguageModel["doStream"]>>["stream"] extends ReadableStream<infer P> ? P : never;

export function languageModel(choice: ModelChoice & { readonly name: string }): LanguageModel {
  const { wire, url: baseURL, key, name, provider } = choice;
  const apiKey = key ?? "none";
  switch (wire) {
    case "anthropic":
      return createAnthropic({ baseURL, apiKey })(name);
    case "responses":
      return createOpenAI({ baseURL, apiKey }).responses(name);
    case "google":
      return createGoogle({ baseURL, apiKey })(name);
    case "chat":
      return createOpenAICompatible({ baseURL, name: provider, includeUsage: true, ...(key === undefined ? {} : { apiKey: key }) })(name);
    default:
      throw new Error(`there is no wire ${String(wire)}`);
  }
}
