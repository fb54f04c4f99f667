// A chat: one session with a model, tools and a person, from its first word to its last.

import { AppError } from "../../base/index.ts";
import { begin } from "../../mind/documents/begin.ts";
import type { Mind } from "../../mind/open.ts";
import { apply } from "../../mind/documents/remember.ts";
import { type Resumed, resumeSession, startSession, type Session, type Draft } from "../../activity/sessions.ts";
import {
  type GuardMode,
  type SessionType,
  afterCompaction,
  analyse,
  type Call,
  type ContextState,
  freshContext,
  nextMessage,
  profileOf,
  recordCall,
} from "../../policy/index.ts";
import { type QueueName, type HarnessItem, type QueueItem, textIn } from "../../schema/index.ts";
import { absentPerson, type Approver } from "../ports/approver.ts";
import { type TurnListener, MAX_ROUNDS, plainSteps, type TurnSteps } from "../ports/steps.ts";
import type { Model } from "../ports/model.ts";
import type { Tool } from "../ports/tool.ts";
import { type ChatLog, openLog } from "./log.ts";
import { contextOf } from "../../mind/session/contextOfSession.ts";
import { diskWorld } from "../../gate/index.ts";

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

// What happened in this session so far, for rules that want an order, and what was read for this message, for the
// memory bank's context gate. One read counts for one message (the fault that the original shipped).
export interface CallHistory {
  /** Calls that succeeded, oldest first. */
  calls(): readonly Call[];
  context(): ContextState;
  add(call: Call, ok: boolean): void;
  nextMessage(): void;
  /** What was read before is out of the model's sight (MB-40). */
  compacted(): void;
}

function openHistory(mind: Mind, session: Session): CallHistory {
  const calls = [...callsOf(session)];
  const profile = profileOf(mind.config);
  let context: ContextState = contextOf(session, { world: diskWorld(mind), profile }) ?? freshContext;
  return {
    calls: () => calls,
    context: () => context,
    add: (call, ok) => {
      if (ok) calls.push(call);
      const world = diskWorld(mind);
      context = recordCall(context, { call, effects: analyse(call, world), ok }, world, profile);
    },
    nextMessage: () => {
      context = nextMessage(context);
    },
    compacted: () => {
      context = afterCompaction(context);
    },
  };
}

/** A resumed session knows what it did: each result says which call it was of. */
function callsOf(session: Session): Call[] {
  return session.events.flatMap((event) => {
    if (event.type !== "tool_result" || !("meta" in event)) return [];
    const meta = event.meta as { ok?: unknown; call?: unknown } | undefined;
    return meta?.ok === true && meta.call !== undefined ? [meta.call as Call] : [];
  });
}

// What the person said while a turn runs: guidance for this turn (steer, SC-63) or the next message (follow-up). Both
// queues are events, so that a crash loses none of it.
export async function enqueue(
  log: ChatLog,
  queue: QueueName,
  { id, text }: { readonly id: string; readonly text: string },
): Promise<QueueItem> {
  const item: QueueItem = { id, content: [{ type: "text", text }] };
  return log.changeQueue(queue, (items) => ({ items: [...items, item], answer: item }));
}

async function takeBack(log: ChatLog, queue: QueueName, id: string): Promise<boolean> {
  return log.changeQueue(queue, (items) => {
    const rest = items.filter((each) => each.id !== id);
    return rest.length === items.length ? { items: null, answer: false } : { items: rest, answer: true };
  });
}

/** Steers become harness items at the active leaf; their origin stays the person's. */
export async function takeSteers(log: ChatLog): Promise<boolean> {
  return log.changeQueue("steer", (waiting) => {
    const before = waiting.map((each): Draft => ({
      type: "harness_item",
      item: { kind: "steer", origin: "user", visibility: "display", content: textOf(each) } satisfies HarnessItem,
    }));
    return waiting.length === 0 ? { items: null, answer: false } : { items: [], before, answer: true };
  });
}

/** Guidance for a turn that ended before it listened is the next message. Put there before it is taken away here: a crash loses nothing. */
async function keepLateSteers(log: ChatLog): Promise<void> {
  for (const item of await log.queue("steer")) {
    await enqueue(log, "follow_up", { id: item.id, text: textOf(item) });
    await takeBack(log, "steer", item.id);
  }
}

export function textOf(item: QueueItem): string {
  return textIn(item.content);
}
