// A whole conversation: a chat with everything that is around its turns, from its beginning to its end. What the
// terminal opens, and anything else that lets a person talk.

import { AppError } from "../../base/index.ts";
import type { Mind } from "../../mind/open.ts";
import type { SessionType } from "../../policy/index.ts";
import { type Chat, openChat } from "../chat/openChat.ts";
import { endSession, type EndReason, type Ended } from "../ending/endSession.ts";
import { holdingChat, noteBegan } from "../ending/openChats.ts";
import { hooksAround } from "../hooks/around.ts";
import { type Hooks, openHooks } from "../hooks/fire.ts";
import { memoryDecisions } from "../memory/decisions.ts";
import type { Approver } from "../ports/approver.ts";
import type { TurnListener } from "../ports/steps.ts";
import type { Model } from "../ports/model.ts";
import { makePostProcessor } from "../reply/postProcess.ts";
import { makeTools } from "../tools/index.ts";

export interface ConversationOptions {
  readonly model: Model;
  readonly approver: Approver;
  readonly listener: TurnListener;
  readonly sessionId?: string | undefined;
  readonly sessionType?: SessionType | undefined;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export interface Conversation {
  readonly chat: Chat;
  readonly hooks: Hooks;
}

/** Opens it, lets `talk` have it, and ends it by the reason that `talk` answers with. Nobody else has it meanwhile. */
export async function converse(
  mind: Mind,
  options: ConversationOptions,
  talk: (conversation: Conversation) => Promise<EndReason>,
): Promise<Ended> {
  const conversation = await openConversation(mind, options);
  const { chat, hooks } = conversation;
  const held = await holdingChat(mind, chat.sessionId, async () => {
    await noteBegan(mind, chat.sessionId);
    const began = await hooks.fire("pre-session", { model: chat.model.id, session_type: chat.sessionType });
    for (const text of began.warnings) options.listener({ type: "notice", text });
    if (began.verdict !== "go")
      throw new AppError("NEEDS_PERSON", `hook ${began.hook ?? ""} keeps the session from beginning: ${began.reason ?? ""}`, {
        hint: "codicil hooks lists the hooks.",
      });
    const reason = await talk(conversation);
    return endSession({ mind, sessionId: chat.sessionId, reason, model: chat.model, hooks });
  });
  if (held.kind === "done") return held.value;
  throw new AppError("LOCKED", `session ${chat.sessionId} is open in another terminal or in the page`, {
    hint: "Continue there, end it there, or start another one.",
  });
}

/** Furnished and open, for whoever keeps it open over many turns. */
export async function openConversation(mind: Mind, options: ConversationOptions): Promise<Conversation> {
  let id = options.sessionId ?? "";
  const hooks = openHooks(mind, { session: () => chat?.sessionId ?? id, ...(options.env === undefined ? {} : { env: options.env }) });
  const chat: Chat = await openChat(mind, {
    model: options.model,
    tools: makeTools(options.env === undefined ? {} : { env: options.env }),
    approver: options.approver,
    listener: options.listener,
    sessionId: options.sessionId,
    sessionType: options.sessionType,
    maxRounds: mind.config.max_rounds,
    mode: mind.guardMode ?? mind.config.guard_mode,
    steps: { postProcess: await makePostProcessor(mind), memory: memoryDecisions, hooks: hooksAround(hooks) },
  });
  id = chat.sessionId;
  return { chat, hooks };
}
