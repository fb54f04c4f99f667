// What a session has cost so far, from its own log: tokens by model, and dollars where the price is known.

import type { Session } from "../../activity/sessions.ts";
import { PRICES_AS_OF } from "./prices.ts";
import { addUsage, NO_USAGE, type Usage } from "../ports/model.ts";

export interface AccountLine {
  readonly model: string;
  readonly answers: number;
  readonly usage: Usage;
  /** As it was reckoned when the answer came; null where any of it is not known. */
  readonly cost: number | null;
}

export function accountOf(session: Session): AccountLine[] {
  const lines = new Map<string, AccountLine>();
  for (const event of session.events) {
    if ((event.type !== "assistant_message" && event.type !== "compact") || !("meta" in event)) continue;
    const meta = event.meta as { model?: unknown; usage?: Usage; cost?: unknown } | undefined;
    if (typeof meta?.model !== "string" || meta.usage === undefined) continue;
    const before = lines.get(meta.model) ?? { model: meta.model, answers: 0, usage: NO_USAGE, cost: 0 };
    const cost = typeof meta.cost === "number" && before.cost !== null ? before.cost + meta.cost : null;
    lines.set(meta.model, { model: meta.model, answers: before.answers + 1, usage: addUsage(before.usage, meta.usage), cost });
  }
  return [...lines.values()];
}

/** One line for people: "3 answers of X, 1200 tokens in (1000 cached), 80 out, $0.0042 at the prices of …". */
export function sayAccount({ model, answers, usage, cost }: AccountLine): string {
  const cached = usage.cacheReadTokens === 0 ? "" : ` (${usage.cacheReadTokens} cached)`;
  const price = cost === null ? "price not known" : cost === 0 ? "free" : `$${cost.toFixed(4)} at the prices of ${PRICES_AS_OF}`;
  return `${answers} ${answers === 1 ? "answer" : "answers"} of ${model}, ${usage.inputTokens} tokens in${cached}, ${usage.outputTokens} out, ${price}`;
}
