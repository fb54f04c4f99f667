// A chat: one session with a model, tools and a person, from its first word to its last.

import { AppError } from "../../base/index.ts";
import { begin } from "../../mind/documents/begin.ts";
import type { Mind } from "../../mind/open.ts";
import { apply } from "../../mind/documents/remember.ts";
import { type Resumed, resumeSession, startSession } from "../../activity/sessions.ts";
import type { GuardMode, SessionType } from "../../policy/index.ts";
import type { QueueName } from "../../schema/index.ts";
import { absentPerson, type Approver } from "../ports/approver.ts";
import { type TurnListener, MAX_ROUNDS, plainSteps, type TurnSteps } from "../ports/steps.ts";
import type { Model } from "../ports/model.ts";
import type { Tool } from "../ports/tool.ts";
import { type CallHistory, openHistory } from "./history.ts";
import { type ChatLog, openLog } from "./log.ts";
import { enqueue, keepLateSteers, takeBack, textOf } from "./queues.ts";

/** The model, the session and who approves. */
export interface ChatOptions {
  readonly model: Model;
  readonly tools?: readonly Tool[];
  readonly approver?: Approver;
  readonly listener?: TurnListener;
  readonly steps?: Partial<TurnSteps>;
  /** Continues with this session; otherwise a new one begins. */
  readonly sessionId?: string | undefined;
  readonly sessionType?: SessionType | undefined;
  readonly maxRounds?: number | undefined;
  readonly mode?: GuardMode | undefined;
}

/** LW-60: what is pending from earlier sessions is in the document before it is frozen. Other servers are left to the next apply. */
async function applyPending(mind: Mind, listener: TurnListener | undefined): Promise<void> {
  try {
    const { problems } = await apply(mind, { patience: 0 });
    for (const { file, error } of problems)
      listener?.({ type: "notice", text: `Pending changes in ${error.file ?? file} were not applied: ${error.message}` });
  } catch (error) {
    // A chat without them is better than none; they stay pending.
    if (!(error instanceof AppError)) throw error;
    listener?.({ type: "notice", text: `Pending changes were not applied: ${error.message}` });
  }
}

/** A message of the person's that is in a queue of the session. */
export interface Queued {
  readonly id: string;
  readonly queue: QueueName;
}

/** An open chat: send messages, steer, close. */
export interface Chat {
  readonly mind: Mind;
  readonly log: ChatLog;
  readonly sessionId: string;
  readonly sessionType: SessionType;
  /** Another one may take over between two turns. */
  model: Model;
  readonly tools: readonly Tool[];
  readonly approver: Approver;
  readonly listener: TurnListener;
  readonly steps: TurnSteps;
  readonly history: CallHistory;
  readonly maxRounds: number;
  readonly mode: GuardMode;
  /** The turn that runs now; null between turns. */
  running: AbortController | null;
  /** While a turn runs: taken up at its next inner loop. Otherwise an ordinary next message. */
  steer(text: string): Promise<Queued>;
  /** The next message, once this turn is over. */
  followUp(text: string): Promise<Queued>;
  /** Undoes what no turn has taken up yet. false: it is not in a queue (any more). */
  withdraw(id: string): Promise<boolean>;
  /** Messages that were accepted and have had no turn yet, oldest first: follow-ups, and what a crash cut off. */
  waiting(): Promise<readonly { readonly id: string; readonly text: string }[]>;
  cancel(): void;
}

/** AK-50: defaults, then everything is loaded and frozen into the prompt, then the tools. */
export async function openChat(mind: Mind, options: ChatOptions): Promise<Chat> {
  if (options.sessionId === undefined) {
    await begin(mind);
    await applyPending(mind, options.listener);
  }
  const { session, from }: Resumed =
    options.sessionId === undefined
      ? { session: await startSession(mind, { sessionType: options.sessionType }) }
      : await resumeSession(mind, options.sessionId);
  const sessionType: SessionType = session.header.meta["sessionType"] === "shared" ? "shared" : "main";
  if (options.sessionType !== undefined && options.sessionType !== sessionType) {
    throw new AppError("BAD_INPUT", `session ${session.header.sessionId} is ${sessionType}, not ${options.sessionType}`, {
      hint: "The kind of a session is fixed when it begins; start another one.",
    });
  }
  const listener = options.listener ?? (() => undefined);
  if (from !== undefined)
    listener({
      type: "notice",
      text: `${from.id} is written on ${from.machine}; it continues here as session ${session.header.sessionId}`,
    });
  const log = openLog(mind, session, (text) => listener({ type: "notice", text }));
  const put = async (queue: QueueName, text: string): Promise<Queued> => {
    const { id } = await enqueue(log, queue, { id: `q_${mind.deps.random.hex(6)}`, text });
    return { id, queue };
  };
  const chat: Chat = {
    mind,
    log,
    get sessionId() {
      return log.sessionId;
    },
    sessionType,
    model: options.model,
    tools: options.tools ?? [],
    approver: options.approver ?? absentPerson(mind),
    listener,
    steps: { ...plainSteps, ...options.steps },
    history: openHistory(mind, session),
    maxRounds: options.maxRounds ?? mind.config.max_rounds ?? MAX_ROUNDS,
    mode: options.mode ?? mind.config.guard_mode,
    running: null,
    steer: (text) => put(chat.running === null ? "follow_up" : "steer", text),
    followUp: (text) => put("follow_up", text),
    withdraw: async (id) => (await takeBack(log, "follow_up", id)) || takeBack(log, "steer", id),
    waiting: async () => {
      if (chat.running === null) await keepLateSteers(log);
      return (await log.queue("follow_up")).map((item) => ({ id: item.id, text: textOf(item) }));
    },
    cancel: () => chat.running?.abort(),
  };
  return chat;
}
