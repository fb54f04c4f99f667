// assemble: what the model gets, in an order that keeps what was sent before byte for byte (OR-24, X12): frozen prompt,
// history, what is new to know, what was found in memory, the person's message.

import { announce, buildContext, type Context, type Draft, type Session } from "../../activity/sessions.ts";
import type { HarnessItem, Part, QueueItem } from "../../schema/index.ts";
import { branchTo } from "../../session/index.ts";
import type { Chat } from "../chat/openChat.ts";
import { findSkills } from "../skills/find.ts";
import { skillItem } from "../skills/listing.ts";
import { resultDraft } from "./workbench.ts";

export async function assemble(chat: Chat, item: QueueItem, items: readonly (HarnessItem | null)[]): Promise<Context> {
  const session = await chat.log.session();
  await chat.log.append(answersForOpenCalls(session));
  await announce(chat.mind, chat.sessionId);
  const told = [skillItem(session, await findSkills(chat.mind)), ...items].flatMap((each): Draft[] =>
    each === null ? [] : [{ type: "harness_item", item: each }],
  );
  // The message leaves the queue and enters the conversation in one write.
  await chat.log.changeQueue("follow_up", (waiting) => ({
    items: waiting.filter(({ id }) => id !== item.id),
    before: [...told, { type: "user_message", message: { role: "user", content: item.content } }],
    answer: null,
  }));
  return buildContext(await chat.log.session());
}

/** A crash may leave a call without its answer, which no provider accepts. Whether it ran is not known, and that is said. */
function answersForOpenCalls(session: Session): Draft[] {
  const parts = branchTo(session, session.leafId).flatMap((event): readonly Part[] => ("message" in event ? event.message.content : []));
  const answered = new Set(parts.filter(({ type }) => type === "tool_result").map((part) => part["toolCallId"]));
  const unknown = "The program was stopped while this call ran; whether it had an effect is not known. Look before you repeat it.";
  return parts
    .filter((part) => part.type === "tool_call" && !answered.has(part["toolCallId"]))
    .map((part) => ({ id: String(part["toolCallId"]), name: String(part["toolName"]) }))
    .map((call) => resultDraft(call, unknown, { isError: true, meta: { ok: false, interrupted: true } }));
}
