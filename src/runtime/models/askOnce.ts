// One question to a model that is answered in words, without tools: summaries, digests, candidates, readings.

import { AppError } from "../../base/index.ts";
import { addUsage, type Model, NO_USAGE, type Usage } from "../ports/model.ts";

/** Nobody reads a longer answer. */
const LONGEST_ANSWER = 1024 * 1024;

export interface Question {
  readonly systemPrompt: string;
  /** Turn by turn, the person's first: the question, the answer, what was wrong with it. */
  readonly said: readonly string[];
  readonly signal?: AbortSignal | undefined;
  readonly patienceMs?: number;
  /** The rest is not listened to. */
  readonly isEnough?: (text: string) => boolean;
}

export interface Told {
  /** What came, whole or not. */
  readonly text: string;
  readonly usage: Usage;
  /** Why the model failed; null: it did not. */
  readonly error: AppError | null;
  /** It was stopped, or took too long. */
  readonly stopped: boolean;
}

/** Throws defects only: whoever asks knows what to do without an answer. */
export async function askOnce(model: Model, { systemPrompt, said, signal, patienceMs, isEnough }: Question): Promise<Told> {
  const limit = patienceMs === undefined ? [] : [AbortSignal.timeout(patienceMs)];
  const stop = AbortSignal.any([...(signal === undefined ? [] : [signal]), ...limit]);
  const messages = said.map((text, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content: [{ type: "text", text }] }) as const);
  let [text, usage]: [string, Usage] = ["", NO_USAGE];
  let error: AppError | null = null;
  try {
    for await (const event of model.stream({ systemPrompt, messages, tools: [], toolChoice: "none", signal: stop })) {
      if (event.type === "text" && text.length < LONGEST_ANSWER) text += event.text;
      if (event.type === "usage") usage = addUsage(usage, event.usage);
      if (event.type === "error") error = event.error;
      if (error !== null || isEnough?.(text) === true) break;
    }
  } catch (cause) {
    if (!(cause instanceof AppError) && !stop.aborted) throw cause;
    error = cause instanceof AppError ? cause : new AppError("MODEL_FAILED", `${model.id} was stopped`, { cause });
  }
  return { text, usage, error, stopped: stop.aborted };
}

/** A text as data for a model; it cannot end its own tag. */
export function inTag(tag: string, text: string): string {
  return `<${tag}>\n${text.replaceAll(`</${tag}>`, `<\\/${tag}>`)}\n</${tag}>`;
}
