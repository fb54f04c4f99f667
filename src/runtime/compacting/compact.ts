// Compaction: the beginning of a conversation that has become too long gives way to a summary. Nothing is taken out of the
// log; only what the model gets is shorter, and `session show` has every word. The cut is an event, so a resumed or verified
// session builds the same context again.

import { buildContext } from "../../activity/sessions.ts";
import { branchTo, buildMessages, hiddenTurns } from "../../session/index.ts";
import type { Chat } from "../chat/openChat.ts";
import type { TurnView } from "../ports/steps.ts";
import { summaryOf } from "./summary.ts";
import { estimateTokens } from "../../base/index.ts";
import type { KnownEvent, Message } from "../../schema/index.ts";

interface Compacted {
  /** Tokens of the conversation, before and after, as we estimate them. */
  readonly before: number;
  readonly after: number;
}

/** long: more than `compact_at`. full: the provider refused it. person: they asked for it. */
type CompactReason = "long" | "full" | "person";

const COMPACT_AT = 100_000;

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
  const compacted: Compacted = { before, after: tokensIn(buildContext(await chat.log.session()).messages) };
  await chat.steps.hooks.afterCompact(view, { reason, ...compacted });
  view.listener({
    type: "notice",
    text:
      "The conversation had become long: its beginning is now a summary (about " +
      `${compacted.before} tokens became ${compacted.after}). The log keeps every word.`,
  });
  return compacted;
}

// Where a long conversation is cut: what is before is summed up, what is behind stays word for word. Pure.
interface Cut {
  /** Events that the summary will stand for, a compaction before them included. */
  readonly before: readonly KnownEvent[];
  /** The last of them. */
  readonly through: string;
}

/**
 * A cut is before a message of the person's, so that no call is parted from its answer. Behind it stay as many turns
 * as fit into `keep` tokens, the last one in any case. null: there is nothing before it that could be summed up.
 */
function findCut(branch: readonly KnownEvent[], keep: number): Cut | null {
  const barrier = branch.findLastIndex(({ type }) => type === "compact");
  let kept = 0;
  let first = -1;
  for (let at = branch.length - 1; at > barrier; at--) {
    const event = branch[at] as KnownEvent;
    kept += tokensOf(event);
    if (first !== -1 && kept > keep) break;
    if (event.type === "user_message") first = at;
  }
  const last = branch[first - 1];
  const isWorthIt = branch.slice(summedUpTo(branch, barrier), Math.max(first, 0)).some(({ type }) => type === "user_message");
  return last === undefined || !isWorthIt ? null : { before: branch.slice(0, first), through: last.id };
}

/** Behind the last compaction is what it kept, though it is before it in the log. */
function summedUpTo(branch: readonly KnownEvent[], barrier: number): number {
  const event = branch[barrier];
  const through = event?.type === "compact" ? branch.findIndex(({ id }) => id === event.compactedThrough) : -1;
  return through === -1 ? barrier + 1 : through + 1;
}

function tokensOf(event: KnownEvent): number {
  if ("message" in event) return tokensIn([event.message]);
  return event.type === "harness_item" ? estimateTokens(event.item.content) : 0;
}

function tokensIn(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + estimateTokens(JSON.stringify(message.content)), 0);
}

/** Whether they can be more than so many tokens at all. Asked before every turn, so it only looks at lengths. */
function mayExceed(messages: readonly Message[], tokens: number): boolean {
  // No text has more tokens than characters, by our own estimate.
  let chars = 0;
  for (const { content } of messages) {
    chars += JSON.stringify(content).length;
    if (chars > tokens) return true;
  }
  return false;
}
