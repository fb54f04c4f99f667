// executeTurn: the model and its tools, round after round, until it answers in words (OR-34, SC-30, X21). It knows
// nothing of files: what it adds goes through a record, what tools do goes through a workbench.

import { AppError } from "../../base/index.ts";
import type { Context } from "../../mind/sessions.ts";
import type { HarnessItem, Message } from "../../schema/index.ts";
import { addUsage, type Model, NO_USAGE, type Usage } from "../ports/model.ts";
import type { TurnListener } from "../ports/events.ts";
import { type DoneCall, type Heard, plainSteps, type ReplyStream } from "../ports/steps.ts";
import { type Answer, hearModel } from "./hearModel.ts";
import { recordInMemory, type TurnRecord } from "./record.ts";
import { noTools, type Workbench } from "./workbench.ts";

export const MAX_ROUNDS = 3;

export interface ExecuteOptions {
  readonly model: Model;
  readonly workbench?: Workbench;
  /** Where the turn's events go; otherwise they are kept in memory and only answered. */
  readonly record?: TurnRecord;
  readonly maxRounds?: number;
  readonly signal?: AbortSignal;
  readonly listener?: TurnListener;
  /** One for each message of the model's. */
  readonly beginReply?: () => ReplyStream;
  /** Before each inner loop: puts what the person said meanwhile into the record; true if there was something (SC-63). */
  readonly takeSteers?: () => Promise<boolean>;
  /** The model has answered in words: null, or why it shall go on. Not asked when the rounds are used up. */
  readonly objection?: (about: { readonly shown: string; readonly steps: number }) => Promise<string | null>;
  readonly person?: { readonly userText: string; readonly heard: Heard };
}

export interface Executed {
  /** limit: the rounds were used up and the model had to answer without tools. */
  readonly finish: "done" | "limit" | "cancelled" | "failed";
  readonly error: AppError | null;
  /** The last answer, as it came and as it was shown. */
  readonly raw: string;
  readonly shown: string;
  readonly rounds: number;
  readonly calls: readonly DoneCall[];
  readonly usage: Usage;
  /** null where the model's price is not known. */
  readonly cost: number | null;
}

/** One turn with a model and no mind: context and system prompt in, the answer and its events out. */
export async function executeTurn(context: Pick<Context, "messages">, systemPrompt: string, options: ExecuteOptions): Promise<Executed> {
  if (typeof systemPrompt !== "string" || systemPrompt === "")
    throw new AppError("BAD_INPUT", "a turn needs a system prompt", { hint: "Give renderSystemPrompt(snapshot)." });
  if (!Array.isArray(context?.messages) || typeof options?.model?.stream !== "function")
    throw new AppError("BAD_INPUT", "a turn needs messages and a model", {
      hint: "Give buildContext(session), and a model from openModel or chooseModel.",
    });
  const { model, workbench = noTools, maxRounds = MAX_ROUNDS, signal = new AbortController().signal, listener = () => undefined } = options;
  const record = options.record ?? recordInMemory(context.messages);
  const calls: DoneCall[] = [];
  let usage = NO_USAGE;
  let messages: readonly Message[] = context.messages;
  let wasEmpty = false;
  const report = (finish: Executed["finish"], rounds: number, answer: Answer): Executed => ({
    finish,
    error: answer.error,
    raw: answer.raw,
    shown: answer.shown,
    rounds,
    calls,
    usage,
    cost: model.cost(usage),
  });

  for (let round = 1; ; round++) {
    const isLast = round > maxRounds;
    const answer = await hearModel(
      model,
      {
        systemPrompt,
        messages,
        tools: workbench.specs,
        toolChoice: isLast ? "none" : "auto",
        signal,
        ...(options.person === undefined ? {} : { turn: { ...options.person, round } }),
      },
      { listener, reply: (options.beginReply ?? beginPlainly)() },
    );
    usage = addUsage(usage, answer.usage);
    if (answer.finish === "length") listener({ type: "notice", text: "The answer was cut off: the model's limit of tokens was reached." });
    if (answer.finish === "refusal") listener({ type: "notice", text: "The provider stopped this answer." });
    await record.append([answer.draft]);
    if (answer.error !== null) return report("failed", round, answer);
    if (signal.aborted) {
      await record.append(answer.calls.map((call) => workbench.skip(call, "The person cancelled the turn before this ran.")));
      return report("cancelled", round, answer);
    }
    if (isLast || answer.calls.length === 0) {
      if (await options.takeSteers?.()) {
        messages = await record.messages();
        continue;
      }
      if (answer.raw.trim() === "" && !wasEmpty) {
        wasEmpty = true;
        continue;
      }
      if (answer.raw.trim() === "") listener({ type: "notice", text: "The model answered nothing, twice." });
      const objection = isLast ? null : ((await options.objection?.({ shown: answer.shown, steps: calls.length })) ?? null);
      if (objection !== null) {
        listener({ type: "notice", text: `A hook is not content with this answer: ${objection}` });
        await record.append([objectionItem(objection)]);
        messages = await record.messages();
        continue;
      }
      return report(isLast ? "limit" : "done", round, answer);
    }
    for (const call of answer.calls) {
      const { done, draft } = await workbench.run(call, signal);
      calls.push(done);
      await record.append([draft]);
    }
    if (signal.aborted) return report("cancelled", round, answer);
    await options.takeSteers?.();
    if (round === maxRounds) await record.append([limitNotice(maxRounds, listener)]);
    messages = await record.messages();
  }
}

function beginPlainly(): ReplyStream {
  return plainSteps.postProcess.begin(undefined as never);
}

function objectionItem(why: string): { type: "harness_item"; item: HarnessItem } {
  return {
    type: "harness_item",
    item: {
      kind: "runtime_notice",
      origin: "tool",
      visibility: "compact",
      content: `A hook of the person's does not accept this answer yet: ${why}`,
    },
  };
}

/** X21: said to the model and to the person. */
function limitNotice(maxRounds: number, listener: TurnListener): { type: "harness_item"; item: HarnessItem } {
  const content = `The limit of ${maxRounds} rounds of tool calls for one message is reached. Answer now in words, without tools: what was done, what is left.`;
  listener({
    type: "notice",
    text: `${maxRounds} rounds of tool calls are the limit for one message; the model was asked to answer without tools.`,
  });
  return { type: "harness_item", item: { kind: "runtime_notice", origin: "system", visibility: "compact", content } };
}
