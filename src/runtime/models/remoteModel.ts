// A model behind a network, as the port Model: asks again while nothing has arrived and asking may help, then passes on
// what comes. A stream that breaks off, falls silent or ends without a word of its end is a lost connection.

import { setTimeout as pause } from "node:timers/promises";
import { AppError } from "../../base/index.ts";
import type { FinishReason, Model, ModelEvent, ModelRequest, Usage } from "../ports/model.ts";
import type { ModelChoice } from "./choose.ts";
import { type Failure, failureOf, isConnection, lostConnection } from "./failures.ts";
import { costOf } from "./prices.ts";
import { toCallOptions } from "./callOptions.ts";
import type { CallOptions, LanguageModel, StreamPart } from "./sdk.ts";

export interface RemoteOptions {
  /** Tries after the first one. */
  readonly retries?: number;
  /** The first pause; doubles each time, unless the server says how long. */
  readonly pauseMs?: number;
  /** Longer silence than this in the middle of an answer is a lost connection. */
  readonly idleMs?: number;
}

const RETRIES = 3;
const PAUSE_MS = 500;
/** Nobody waits longer than this for a server's wish; then the error is shown. */
const LONGEST_PAUSE_MS = 30_000;
/** Reasoning models are silent for minutes. */
const IDLE_MS = 300_000;

export function openRemoteModel(choice: ModelChoice, options: RemoteOptions = {}): Model {
  let opened: Promise<LanguageModel> | undefined;
  return {
    id: choice.id,
    isLanguageModel: true,
    cost: (usage) => costOf(choice.id, usage),
    async *stream(request) {
      const model = await (opened ??= open(choice));
      yield* streamWithRetries(model, choice, request, options);
    },
  };
}

async function open(choice: ModelChoice): Promise<LanguageModel> {
  const { languageModel } = await import("./sdk.ts");
  if (choice.name === null)
    throw new AppError("MODEL_UNKNOWN", `${choice.provider} was asked for no model by name`, { hint: "Name one: --model PROVIDER/NAME." });
  return languageModel({ ...choice, name: choice.name });
}

async function* streamWithRetries(
  model: LanguageModel,
  choice: ModelChoice,
  request: ModelRequest,
  options: RemoteOptions,
): AsyncGenerator<ModelEvent> {
  const { retries = RETRIES, pauseMs = PAUSE_MS } = options;
  const call = toCallOptions(choice, request);
  for (let attempt = 0; ; attempt++) {
    let hasArrived = false;
    try {
      for await (const event of streamOnce(model, choice, call, options.idleMs ?? IDLE_MS)) {
        hasArrived = true;
        yield event;
      }
      return;
    } catch (cause) {
      if (request.signal.aborted) return;
      if (hasArrived) {
        yield { type: "error", error: brokenOff(cause, choice) };
        return;
      }
      const failure = failedAtOnce(cause, choice);
      const wait = failure.waitMs ?? pauseMs * 2 ** attempt;
      if (!failure.mayRetry || attempt >= retries || wait > LONGEST_PAUSE_MS) {
        yield { type: "error", error: failure.error };
        return;
      }
      yield {
        type: "notice",
        text: `${failure.error.message}. Trying again in ${(wait / 1000).toFixed(1)} s (${attempt + 1} of ${retries}).`,
      };
      // Cancelled while waiting: there is nothing to say any more.
      if (!(await waited(wait, request.signal))) return;
    }
  }
}

/** Why the answer ended in the middle. */
function brokenOff(cause: unknown, choice: ModelChoice): AppError {
  if (cause instanceof AppError) return cause;
  return isConnection(cause) ? lostConnection(choice, (cause as Error).message) : failureOf(cause, choice).error;
}

function failedAtOnce(cause: unknown, choice: ModelChoice): Failure {
  return cause instanceof AppError ? { error: cause, mayRetry: cause.code === "MODEL_LOST", waitMs: null } : failureOf(cause, choice);
}

async function waited(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await pause(ms, undefined, { signal });
    return true;
  } catch {
    // Only the signal ends a pause.
    return false;
  }
}

async function* streamOnce(model: LanguageModel, choice: ModelChoice, call: CallOptions, idleMs: number): AsyncGenerator<ModelEvent> {
  const { stream } = await model.doStream(call);
  const reader = stream.getReader();
  let hasFinished = false;
  try {
    for (;;) {
      const { value: part, done } = await readWithin(reader, idleMs, choice);
      if (done) break;
      if (part.type === "error")
        throw part.error instanceof Error || (part.error as { message?: unknown }).message !== undefined
          ? part.error
          : new Error(String(part.error));
      if (part.type === "finish") {
        hasFinished = true;
        yield { type: "usage", usage: usageOf(part.usage) };
        // The library's word for a stream that ended without saying so, and what it says where it has none.
        const isCut =
          part.finishReason.unified === "interrupted" || (part.finishReason.unified === "other" && part.finishReason.raw === undefined);
        if (isCut) yield { type: "error", error: lostConnection(choice, "the stream ended without an end message") };
        else yield { type: "finish", reason: FINISH[part.finishReason.unified] ?? "other" };
      } else {
        const event = eventOf(part, choice.provider);
        if (event !== null) yield event;
      }
    }
  } finally {
    // Also when whoever listens has gone: the connection must not stay open.
    void reader.cancel().catch(() => undefined);
  }
  if (!hasFinished) throw lostConnection(choice, "the stream ended without an end message");
}

async function readWithin<T>(reader: { read(): Promise<T> }, ms: number, choice: ModelChoice): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(lostConnection(choice, `nothing came for ${Math.round(ms / 1000)} s`)), ms);
  });
  try {
    return await Promise.race([reader.read(), silence]);
  } finally {
    clearTimeout(timer);
  }
}

function eventOf(part: StreamPart, provider: string): ModelEvent | null {
  const carry =
    "providerMetadata" in part && part.providerMetadata !== undefined ? { carry: { provider, data: part.providerMetadata } } : {};
  switch (part.type) {
    case "text-delta":
      return { type: "text", text: part.delta };
    case "reasoning-delta":
      return { type: "reasoning", text: part.delta, ...carry };
    case "reasoning-end":
      return { type: "reasoning", text: "", ends: true, ...carry };
    case "tool-call":
      return part.providerExecuted === true
        ? null
        : { type: "tool_call", call: { id: part.toolCallId, name: part.toolName, input: part.input, ...carry } };
    case "stream-start":
      return null;
    default:
      return null;
  }
}

function usageOf(usage: {
  inputTokens: { total: number | undefined; cacheRead: number | undefined; cacheWrite: number | undefined };
  outputTokens: { total: number | undefined };
}): Usage {
  return {
    inputTokens: usage.inputTokens.total ?? 0,
    outputTokens: usage.outputTokens.total ?? 0,
    cacheReadTokens: usage.inputTokens.cacheRead ?? 0,
    cacheWriteTokens: usage.inputTokens.cacheWrite ?? 0,
  };
}

const FINISH: Readonly<Record<string, FinishReason>> = {
  stop: "stop",
  "tool-calls": "tool_calls",
  length: "length",
  "content-filter": "refusal",
};
