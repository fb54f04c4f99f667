// What a model costs, in dollars for a million tokens. A small table with a date: a model that is not in it has no known
// price, and that is what people are told, never zero. Servers of one's own cost nothing.

import type { Usage } from "../ports/model.ts";
import { PROVIDERS } from "./providers.ts";

export const PRICES_AS_OF = "2026-11-15";

interface Price {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

const anthropic = (input: number, output: number, read = 0.1): Price => ({
  input,
  output,
  cacheRead: input * read,
  cacheWrite: input * 1.25,
});
const openai = (input: number, output: number): Price => ({ input, output, cacheRead: input * 0.1, cacheWrite: input });

/** Exact names; a date behind the name is the same model. */
const PRICES: Readonly<Record<string, Price>> = {
  "anthropic/claude-fable-5-1": anthropic(10, 50, 0.025),
  "anthropic/claude-fable-5": anthropic(10, 50),
  "anthropic/claude-opus-5-5": anthropic(4, 20, 0.05),
  "anthropic/claude-opus-5": anthropic(5, 25),
  "anthropic/claude-opus-4-8": anthropic(5, 25),
  "anthropic/claude-opus-4-7": anthropic(5, 25),
  "anthropic/claude-opus-4-6": anthropic(5, 25),
  "anthropic/claude-opus-4-5": anthropic(5, 25),
  "anthropic/claude-sonnet-5-5": anthropic(2, 10, 0.05),
  "anthropic/claude-sonnet-5": anthropic(2, 10),
  "anthropic/claude-sonnet-4-6": anthropic(3, 15),
  "anthropic/claude-sonnet-4-5": anthropic(3, 15),
  "anthropic/claude-haiku-4-5": anthropic(1, 5),
  "openai/gpt-5.4": openai(2.5, 15),
  "openai/gpt-5.4-mini": openai(0.75, 4.5),
  "openai/gpt-5.4-nano": openai(0.2, 1.25),
  "openai/gpt-5.2": openai(1.75, 14),
  "openai/gpt-5.1": openai(1.25, 10),
  "openai/gpt-5": openai(1.25, 10),
  "openai/gpt-5-mini": openai(0.25, 2),
};

/** null: not known. */
export function costOf(id: string, usage: Usage): number | null {
  if (PROVIDERS[id.slice(0, id.indexOf("/"))]?.isLocal === true) return 0;
  const price = PRICES[id] ?? PRICES[id.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2})$/, "")];
  if (price === undefined) return null;
  const fresh = Math.max(0, usage.inputTokens - usage.cacheReadTokens - usage.cacheWriteTokens);
  return (
    (fresh * price.input +
      usage.cacheReadTokens * price.cacheRead +
      usage.cacheWriteTokens * price.cacheWrite +
      usage.outputTokens * price.output) /
    1_000_000
  );
}
