// One request as each wire wants it: where the system prompt is, what is cached, how "no tools now" is said.

import type { ModelRequest } from "../ports/model.ts";
import type { ModelChoice } from "./choose.ts";
import { type Prompt, toPrompt } from "./prompt.ts";
import type { CallOptions } from "./sdk.ts";

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
