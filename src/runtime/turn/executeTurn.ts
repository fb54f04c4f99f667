// executeTurn: the model and its tools, round after round, until it answers in words (OR-34, SC-30, X21). It knows
// nothing of files: what it adds goes through a record, what tools do goes through a workbench.

import { AppError } from "../../base/index.ts";
import type { Context } from "../../activity/sessions.ts";
import type { HarnessItem, Message } from "../../schema/index.ts";
import { addUsage, type Model, NO_USAGE, type Usage } from "../ports/model.ts";
import { type TurnListener, type DoneCall, type Heard, MAX_ROUNDS, plainSteps, type ReplyStream } from "../ports/steps.ts";
import { type Answer, hearModel } from "./hearModel.ts";
import { recordInMemory, type TurnRecord } from "../chat/log.ts";
import { noTools, type Workbench } from "./workbench.ts";

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
  checkInput(context, systemPrompt, options);
  const turn = beginTurn(context, systemPrompt, options);
  for (let round = 1; ; round++) {
    const answer = await hearRound(turn, round);
    const inWords = round > turn.maxRounds || answer.calls.length === 0;
    const end = (await endEarly(turn, answer)) ?? (await (inWords ? endInWords : runCalls)(turn, answer, round));
    if (end !== "again") return report(turn, { finish: end, rounds: round, answer });
  }
}

function checkInput(context: Pick<Context, "messages">, systemPrompt: string, options: ExecuteOptions): void {
  if (typeof systemPrompt !== "string" || systemPrompt === "")
    throw new AppError("BAD_INPUT", "a turn needs a system prompt", { hint: "Give renderSystemPrompt(snapshot)." });
  if (!Array.isArray(context?.messages) || typeof options?.model?.stream !== "function")
    throw new AppError("BAD_INPUT", "a turn needs messages and a model", {
      hint: "Give buildContext(session), and a model from openModel or chooseModel.",
    });
}

/** A turn that is under way. */
interface Turn extends ExecuteOptions {
  readonly systemPrompt: string;
  readonly workbench: Workbench;
  readonly record: TurnRecord;
  readonly maxRounds: number;
  readonly signal: AbortSignal;
  readonly listener: TurnListener;
  readonly calls: DoneCall[];
  usage: Usage;
  messages: readonly Message[];
  wasEmpty: boolean;
}

type End = Executed["finish"] | "again";

function beginTurn({ messages }: Pick<Context, "messages">, systemPrompt: string, options: ExecuteOptions): Turn {
  return {
    ...options,
    systemPrompt,
    workbench: options.workbench ?? noTools,
    record: options.record ?? recordInMemory(messages),
    maxRounds: options.maxRounds ?? MAX_ROUNDS,
    signal: options.signal ?? new AbortController().signal,
    listener: options.listener ?? (() => undefined),
    calls: [],
    usage: NO_USAGE,
    messages,
    wasEmpty: false,
  };
}

async function hearRound(turn: Turn, round: number): Promise<Answer> {
  const { model, systemPrompt, messages, workbench, signal, listener, person } = turn;
  const toolChoice = round > turn.maxRounds ? "none" : "auto";
  const answer = await hearModel(
    model,
    { systemPrompt, messages, tools: workbench.specs, toolChoice, signal, ...(person === undefined ? {} : { turn: { ...person, round } }) },
    { listener, reply: (turn.beginReply ?? beginPlainly)() },
  );
  turn.usage = addUsage(turn.usage, answer.usage);
  if (answer.finish === "length") listener({ type: "notice", text: "The answer was cut off: the model's limit of tokens was reached." });
  if (answer.finish === "refusal") listener({ type: "notice", text: "The provider stopped this answer." });
  await turn.record.append([answer.draft]);
  return answer;
}

/** After an error or a cancel nothing more is done. */
async function endEarly({ record, workbench, signal }: Turn, answer: Answer): Promise<End | null> {
  if (answer.error !== null) return "failed";
  if (!signal.aborted) return null;
  await record.append(answer.calls.map((call) => workbench.skip(call, "The person cancelled the turn before this ran.")));
  return "cancelled";
}

/** The model has answered in words; what the person said meanwhile, an empty answer or a hook lets it go on. */
async function endInWords(turn: Turn, answer: Answer, round: number): Promise<End> {
  const { record, listener, maxRounds } = turn;
  const isLast = round > maxRounds;
  if (await turn.takeSteers?.()) {
    turn.messages = await record.messages();
    return "again";
  }
  const isEmpty = answer.raw.trim() === "";
  if (isEmpty && !turn.wasEmpty) {
    turn.wasEmpty = true;
    return "again";
  }
  if (isEmpty) listener({ type: "notice", text: "The model answered nothing, twice." });
  const objection = isLast ? null : await turn.objection?.({ shown: answer.shown, steps: turn.calls.length });
  if (objection === null || objection === undefined) return isLast ? "limit" : "done";
  listener({ type: "notice", text: `A hook is not content with this answer: ${objection}` });
  const notice = noticeItem(`A hook of the person's does not accept this answer yet: ${objection}`, "tool");
  await record.append([{ type: "harness_item", item: notice }]);
  turn.messages = await record.messages();
  return "again";
}

async function runCalls(turn: Turn, answer: Answer, round: number): Promise<End> {
  const { record, workbench, signal, maxRounds, listener } = turn;
  for (const call of answer.calls) {
    const { done, draft } = await workbench.run(call, signal);
    turn.calls.push(done);
    await record.append([draft]);
  }
  if (signal.aborted) return "cancelled";
  await turn.takeSteers?.();
  if (round === maxRounds) await record.append([{ type: "harness_item", item: limitNotice(maxRounds, listener) }]);
  turn.messages = await record.messages();
  return "again";
}

interface Ended {
  readonly finish: Executed["finish"];
  readonly rounds: number;
  readonly answer: Answer;
}

function report({ calls, usage, model }: Turn, { finish, rounds, answer: { error, raw, shown } }: Ended): Executed {
  return { finish, error, raw, shown, rounds, calls, usage, cost: model.cost(usage) };
}

function beginPlainly(): ReplyStream {
  return plainSteps.postProcess.begin(undefined as never);
}

/** X21: said to the model and to the person. */
function limitNotice(maxRounds: number, listener: TurnListener): HarnessItem {
  listener({
    type: "notice",
    text: `${maxRounds} rounds of tool calls are the limit for one message; the model was asked to answer without tools.`,
  });
  return noticeItem(
    `The limit of ${maxRounds} rounds of tool calls for one message is reached. ` +
      "Answer now in words, without tools: what was done, what is left.",
  );
}

/** What the program, or a hook of the person's, says to the model. */
export function noticeItem(content: string, origin: "system" | "tool" = "system"): HarnessItem {
  return { kind: "runtime_notice", origin, visibility: "compact", content };
}
