// One call of the model: its stream is shown as it comes and becomes one event. What arrived before an error, a lost
// connection or a cancel is kept.

import { AppError } from "../../base/index.ts";
import type { Draft } from "../../activity/sessions.ts";
import type { Part } from "../../schema/index.ts";
import type { TurnListener, ReplyStream } from "../ports/steps.ts";
import {
  addUsage,
  type FinishReason,
  type Model,
  type ModelCall,
  type ModelEvent,
  type ModelRequest,
  NO_USAGE,
  type Usage,
} from "../ports/model.ts";
import { readArgs } from "../ports/tool.ts";

export interface Answer {
  readonly raw: string;
  readonly shown: string;
  /** Only calls that came whole, and none where the model was told to use none. */
  readonly calls: readonly ModelCall[];
  readonly usage: Usage;
  readonly error: AppError | null;
  readonly finish: FinishReason | null;
  readonly draft: Draft;
}

/** What has been heard so far. */
interface Hearing {
  readonly parts: Part[];
  readonly calls: ModelCall[];
  raw: string;
  usage: Usage;
  finish: FinishReason | null;
  error: AppError | null;
}

export async function hearModel(
  model: Model,
  request: ModelRequest,
  { listener, reply }: { readonly listener: TurnListener; readonly reply: ReplyStream },
): Promise<Answer> {
  const hearing: Hearing = { parts: [], calls: [], raw: "", usage: NO_USAGE, finish: null, error: null };
  const show = (text: string) => {
    if (text !== "") listener({ type: "text", text });
  };
  try {
    for await (const event of model.stream(request)) {
      take(hearing, event, request);
      if (event.type === "text") show(reply.write(event.text));
      else if (event.type === "reasoning" && event.text !== "") listener({ type: "reasoning", text: event.text });
      else if (event.type === "notice") listener(event);
    }
  } catch (cause) {
    if (!request.signal.aborted) hearing.error = asAppError(model, cause);
  }
  const processed = reply.end();
  show(processed.rest);
  const { parts, calls, raw, usage, finish, error } = hearing;
  if (error !== null) listener({ type: "error", error });
  const cost = model.cost(usage);
  listener({ type: "usage", model: model.id, usage, cost });
  const cut = request.signal.aborted ? "cancelled" : error?.code;
  const meta = {
    model: model.id,
    usage,
    ...(cost === null ? {} : { cost }),
    ...(finish === null ? {} : { finish }),
    ...(cut === undefined ? {} : { incomplete: cut }),
    // X31: the message is what the model said; what the person saw is kept with it where it differs.
    ...(processed.changes.length === 0 ? {} : { processed: processed.text, changes: processed.changes }),
  };
  const draft: Draft = { type: "assistant_message", message: { role: "assistant", content: parts.filter(isWorthKeeping) }, meta };
  return { raw, shown: processed.text, calls, usage, error, finish, draft };
}

function take(hearing: Hearing, event: ModelEvent, { toolChoice }: ModelRequest): void {
  switch (event.type) {
    case "text":
      hearing.raw += event.text;
      return addText(hearing.parts, "text", event.text);
    case "reasoning":
      return addText(hearing.parts, "reasoning", event.text, event);
    case "tool_call":
      if (toolChoice === "none") return;
      hearing.calls.push(event.call);
      hearing.parts.push(callPart(event.call));
      return;
    case "usage":
      hearing.usage = addUsage(hearing.usage, event.usage);
      return;
    case "finish":
      hearing.finish = event.reason;
      return;
    case "error":
      hearing.error = event.error;
  }
}

function asAppError(model: Model, cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  return new AppError("INTERNAL", `the model ${model.id} failed: ${(cause as Error).message}`, { cause });
}

function addText(
  parts: Part[],
  type: "text" | "reasoning",
  text: string,
  reasoning?: { readonly ends?: boolean; readonly carry?: unknown },
): void {
  const last = parts.at(-1);
  const open = last?.type === type && last["ended"] !== true ? last : null;
  if (open !== null) parts.pop();
  parts.push({
    ...(open ?? { type, text: "" }),
    text: `${String(open?.["text"] ?? "")}${text}`,
    ...(reasoning?.carry === undefined ? {} : { carry: reasoning.carry }),
    ...(reasoning?.ends === true ? { ended: true } : {}),
  });
}

function callPart(call: ModelCall): Part {
  const read = readArgs(call.input);
  return {
    type: "tool_call",
    toolCallId: call.id,
    toolName: call.name,
    args: read.kind === "fine" ? read.args : {},
    ...(read.kind === "fine" ? {} : { malformed: call.input.slice(0, 1000) }),
    ...(call.carry === undefined ? {} : { carry: call.carry }),
  };
}

function isWorthKeeping(part: Part): boolean {
  return part.type !== "text" || part["text"] !== "";
}
