// One turn, as the orchestrator's diagram has it (OR-53): classify → policy → load → recall → assemble → model and tools
// → post-process → log → reply → memory decisions. The person's words are on disk before the first step.

import { AppError } from "../../base/index.ts";
import { policySource } from "../../mind/session/decide.ts";
import { buildContext, ensureSnapshot } from "../../activity/sessions.ts";
import { renderSystemPrompt } from "../../mind/session/freeze.ts";
import { sessionTypeOf } from "../../snapshot/index.ts";
import type { HarnessItem, QueueItem } from "../../schema/index.ts";
import { type Chat, enqueue, takeSteers, textOf } from "../chat/openChat.ts";
import { NO_USAGE } from "../ports/model.ts";
import type { FinishedTurn, TurnView } from "../ports/steps.ts";
import { compact, compactIfLong } from "../compacting/compact.ts";
import { assemble, attachedTo } from "./assemble.ts";
import { type Executed, type ExecuteOptions, executeTurn, noticeItem } from "./executeTurn.ts";
import { logExchange } from "./logExchange.ts";
import { recallFor } from "./recallFor.ts";
import { workbenchOf } from "./workbench.ts";

export interface TurnOptions {
  readonly signal?: AbortSignal;
}

/** What a turn did. */
export interface TurnReport extends Omit<Executed, "finish"> {
  /** blocked: a hook refused the message; the model never saw it. */
  readonly finish: Executed["finish"] | "blocked";
  readonly sessionId: string;
}

/** `message`: the person's words, or a message that waits in the follow-up queue, by its id. */
export async function runTurn(chat: Chat, message: string | { readonly id: string }, options: TurnOptions = {}): Promise<TurnReport> {
  return whileRunning(chat, options.signal, async (signal) => {
    const item = await accept(chat, message);
    // The prompt was frozen when the session began; a turn takes it as it is, whatever the files say now (SC-32, SC-33).
    const snapshot = await ensureSnapshot(chat.mind, chat.sessionId);
    const systemPrompt = renderSystemPrompt(snapshot);
    const policy = policySource(chat.mind).capture();
    const view: TurnView = {
      mind: chat.mind,
      sessionId: chat.sessionId,
      // OR-20: main or shared, by the session's own frozen word; nothing that is said later changes it.
      sessionType: sessionTypeOf(snapshot),
      userText: textOf(item),
      listener: chat.listener,
      signal,
    };
    const hook = await chat.steps.hooks.beforeTurn(view);
    if (hook.kind === "block") return blocked(chat, item, hook.reason);

    await compactIfLong(chat, view);
    const heard = await chat.steps.memory.hear(view);
    const found = await recallFor(chat, view.userText, systemPrompt);
    const attached = await attachedTo(chat, view.userText);
    const context = await assemble(chat, item, [found, ...attached, ...hookItems(hook.context ?? []), ...heard.items]);
    chat.history.nextMessage();

    const options: ExecuteOptions = {
      model: chat.model,
      workbench: workbenchOf(chat, view, { tools: [...chat.tools, ...(chat.model.ownTools ?? [])], policy }),
      maxRounds: chat.maxRounds,
      signal,
      person: { userText: view.userText, heard },
      // Each message of the model's is post-processed as it streams, logged whole, and shown: for the last one as for those before tools.
      beginReply: () => chat.steps.postProcess.begin(view),
      record: chat.log,
      listener: chat.listener,
      takeSteers: () => takeSteers(chat.log),
      objection: async (about) => {
        const said = await chat.steps.hooks.beforeStop(view, about);
        return said.kind === "block" ? said.reason : null;
      },
    };
    const first = await executeTurn(context, systemPrompt, options);
    // A model with a shorter sight than we thought: once more, with a summary for what came before.
    const isShorter = first.error?.code === "MODEL_FULL" && (await compact(chat, view, "full")) !== null;
    const executed = isShorter ? await executeTurn(buildContext(await chat.log.session()), systemPrompt, options) : first;

    const finished: FinishedTurn = { ...view, heard, raw: executed.raw, shown: executed.shown, calls: executed.calls };
    await logExchange(finished);
    await chat.steps.memory.decide(finished);
    await chat.steps.hooks.afterTurn(finished);
    return { ...executed, sessionId: chat.sessionId };
  });
}

/** On disk before anything else happens: a crash from here on finds the message in the queue. */
async function accept(chat: Chat, message: string | { readonly id: string }): Promise<QueueItem> {
  if (typeof message === "string" && message.trim() === "")
    throw new AppError("BAD_INPUT", "the message is empty", { hint: "Nothing was sent." });
  if (typeof message === "string") return enqueue(chat.log, "follow_up", { id: `q_${chat.mind.deps.random.hex(6)}`, text: message });
  const found = (await chat.log.queue("follow_up")).find(({ id }) => id === message.id);
  if (found === undefined) throw new AppError("NOT_FOUND", `no message ${message.id} is pending in this session`);
  return found;
}

async function whileRunning(
  chat: Chat,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<TurnReport>,
): Promise<TurnReport> {
  if (chat.running !== null)
    throw new AppError("LOCKED", "a turn is running in this chat", {
      hint: "steer() reaches it, followUp() waits for its end, cancel() ends it.",
    });
  const controller = new AbortController();
  chat.running = controller;
  try {
    return await work(outer === undefined ? controller.signal : AbortSignal.any([controller.signal, outer]));
  } finally {
    chat.running = null;
  }
}

function hookItems(words: readonly string[]): HarnessItem[] {
  return words.map((text) => noticeItem(`From a hook: ${text}`, "tool"));
}

async function blocked(chat: Chat, item: QueueItem, reason: string): Promise<TurnReport> {
  chat.listener({ type: "notice", text: `A hook stopped this message: ${reason}` });
  await assemble(chat, item, [noticeItem(`The next message was stopped by a hook and not answered: ${reason}`)]);
  return { finish: "blocked", error: null, raw: "", shown: "", rounds: 0, calls: [], usage: NO_USAGE, cost: 0, sessionId: chat.sessionId };
}
