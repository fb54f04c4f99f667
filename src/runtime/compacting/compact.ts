// Compaction: the beginning of a conversation that has become too long gives way to a summary. Nothing is taken out of the
// log; only what the model gets is shorter, and `session show` has every word. The cut is an event, so a resumed or verified
// session builds the same context again.

import { buildContext } from "../../activity/sessions.ts";
import { branchTo, buildMessages, hiddenTurns } from "../../session/index.ts";
import type { Chat } from "../chat/openChat.ts";
import type { TurnView } from "../ports/steps.ts";
import { findCut, mayExceed, tokensIn } from "./cut.ts";
import { summaryOf } from "./summary.ts";

export interface Compacted {
  /** Tokens of the conversation, before and after, as we estimate them. */
  readonly before: number;
  readonly after: number;
  readonly by: "model" | "extract";
}

/** long: more than `compact_at`. full: the provider refused it. person: they asked for it. */
export type CompactReason = "long" | "full" | "person";

export const COMPACT_AT = 100_000;

export async function compactIfLong(chat: Chat, view: TurnView): Promise<Compacted | null> {
  const limit = chat.mind.config.compact_at ?? COMPACT_AT;
  if (!chat.model.isLanguageModel) return null;
  const { messages } = buildContext(await chat.log.session());
  return mayExceed(messages, limit) && tokensIn(messages) > limit ? compact(chat, view, "long") : null;
}

/** null: there was nothing to sum up, or a hook was against it. */
export async function compact(chat: Chat, view: TurnView, reason: CompactReason): Promise<Compacted | null> {
  const limit = chat.mind.config.compact_at ?? COMPACT_AT;
  const session = await chat.log.session();
  const cut = findCut(branchTo(session, session.leafId), reason === "long" ? limit / 4 : 0);
  if (cut === null) return null;
  const before = tokensIn(buildContext(session).messages);
  const hook = await chat.steps.hooks.beforeCompact(view, { reason, tokens: before });
  if (hook.kind === "block") {
    view.listener({ type: "notice", text: `A hook keeps the conversation as it is: ${hook.reason}` });
    return null;
  }
  // In characters, four to a token. A provider that found it too long will not read all of it for a summary either.
  const most = reason === "full" ? before * 2 : limit * 4;
  const { text, by, usage } = await summaryOf(buildMessages(cut.before, hiddenTurns(session.events)), {
    model: chat.model,
    most,
    signal: view.signal,
  });
  const cost = chat.model.cost(usage);
  await chat.log.append([
    {
      type: "compact",
      summary: text,
      compactedThrough: cut.through,
      meta: { by, reason, ...(by === "model" ? { model: chat.model.id, usage, ...(cost === null ? {} : { cost }) } : {}) },
    },
  ]);
  chat.history.compacted();
  const compacted: Compacted = { before, after: tokensIn(buildContext(await chat.log.session()).messages), by };
  await chat.steps.hooks.afterCompact(view, { reason, ...compacted });
  view.listener({
    type: "notice",
    text:
      "The conversation had become long: its beginning is now a summary (about " +
      `${compacted.before} tokens became ${compacted.after}). The log keeps every word.`,
  });
  return compacted;
}
