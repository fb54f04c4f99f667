// buildContext: a session in, exactly what the model gets out. Pure; walks the branch and not the file.

import { sha256 } from "../../base/index.ts";
import type { KnownEvent, Message, Part } from "../../schema/index.ts";
import { renderSystemPrompt, wrapReminder } from "../../snapshot/index.ts";
import { type HiddenTurns, hiddenTurns, NOTHING_HIDDEN, stillHidden } from "../log/hidden.ts";
import type { Session } from "../log/read.ts";
import { branchTo, frozenPrompt, treeEvent } from "../log/tree.ts";

/** What a model gets: prompt and messages. */
export interface Context {
  /** Empty for a session that has no snapshot yet. Never one of the messages (SC-31, SC-60). */
  readonly systemPrompt: string;
  readonly messages: readonly Message[];
}

/** `at`: what the model got up to and with this event; otherwise what it would get now, at the active leaf. */
export function buildContext(session: Session, options: { readonly at?: string | undefined } = {}): Context {
  const leaf = options.at === undefined ? session.leafId : treeEvent(session, options.at).id;
  const frozen = frozenPrompt(session);
  const hidden = hiddenTurns(session.events, options.at);
  return {
    systemPrompt: frozen === null ? "" : renderSystemPrompt(frozen.snapshot),
    messages: buildMessages(branchTo(session, leaf), hidden),
  };
}

/** The messages that a model gets for a branch of events. */
export function buildMessages(branch: readonly KnownEvent[], hidden: HiddenTurns = NOTHING_HIDDEN): Message[] {
  return placeAll(branch, hidden).placed.map(({ message }) => message);
}

interface PlacedAll {
  readonly placed: Placed[];
  /** The end of the hidden turn that the branch ends in, if it does. */
  readonly hiding: string | null;
}

export function placeAll(branch: readonly KnownEvent[], hidden: HiddenTurns): PlacedAll {
  const placed: Placed[] = [];
  let hiding: string | null = null;
  for (const event of behindBarrier(branch, placed)) {
    const step = stillHidden(hiding, event, hidden);
    hiding = step.hiding;
    if (step.isHidden) continue;
    const placement = placeEvent(placed.at(-1) ?? null, event);
    if (placement.kind === "replace") placed.pop();
    if (placement.kind !== "skip") placed.push(placement.placed);
  }
  return { placed, hiding };
}

/** A compaction is a barrier: its summary stands for what came before, but for what came behind `compactedThrough`. */
function behindBarrier(branch: readonly KnownEvent[], placed: Placed[]): readonly KnownEvent[] {
  const at = branch.findLastIndex(({ type }) => type === "compact");
  const barrier = branch[at];
  if (barrier?.type !== "compact") return branch;
  placed.push({
    message: metaMessage(wrapReminder(`Summary of the conversation before this point:\n\n${barrier.summary}`)),
    isToolResult: false,
  });
  const through = barrier.compactedThrough === undefined ? -1 : branch.findIndex(({ id }) => id === barrier.compactedThrough);
  return [...(through === -1 ? [] : branch.slice(through + 1, at)), ...branch.slice(at + 1)];
}

/**
 * The hash of a context, as a chain over its messages, so that the hash at every event of a long branch costs one step
 * each: only the last message can still change, by a reminder that is merged into it.
 */
export function hashMessages(messages: readonly Message[]): string {
  return messages.reduce(link, START);
}

export const START = sha256("");

export function link(chain: string, message: Message): string {
  return sha256(`${chain}\n${JSON.stringify(message)}`);
}

// How each type of event becomes part of what the model gets: one handler a type (SC-56…60, SC-62, X25).
// Control events and unknown types have none, and so they are skipped. How events are *shown* is display.ts' matter.
/** A message of the context, and whether a reminder may still be merged into it. */
export interface Placed {
  readonly message: Message;
  readonly isToolResult: boolean;
}

type Placement =
  | { readonly kind: "push"; readonly placed: Placed }
  | { readonly kind: "replace"; readonly placed: Placed }
  | { readonly kind: "skip" };

/** Where an event goes, given the last message so far. */
export function placeEvent(last: Placed | null, event: KnownEvent): Placement {
  switch (event.type) {
    case "user_message":
    case "assistant_message":
    case "tool_result":
      return { kind: "push", placed: { message: event.message, isToolResult: event.type === "tool_result" } };
    case "harness_item": {
      const reminder = wrapReminder(event.item.content);
      const merged = last?.isToolResult === true ? mergeIntoToolResult(last.message, reminder) : null;
      if (merged !== null) return { kind: "replace", placed: { message: merged, isToolResult: true } };
      return { kind: "push", placed: { message: metaMessage(reminder), isToolResult: false } };
    }
    default:
      return { kind: "skip" };
  }
}

/** A message that nobody typed: the model gets it in the user's role, and `meta` says that it is not theirs. */
function metaMessage(text: string): Message {
  return { role: "user", content: [{ type: "text", text }], meta: true };
}

/** The same message with the reminder behind its last text, a blank line between; null where that would not be safe. */
function mergeIntoToolResult(message: Message, reminder: string): Message | null {
  const part = message.content.at(-1);
  if (part === undefined) return null;
  const merged = part.type === "tool_result" ? mergeIntoResult(part, reminder) : mergeIntoText(part, reminder);
  return merged === null ? null : { ...message, content: [...message.content.slice(0, -1), merged] };
}

function mergeIntoResult(part: Part, reminder: string): Part | null {
  const result = part["result"] as { readonly content: readonly Part[] };
  const last = result.content.at(-1);
  const merged = last === undefined ? null : mergeIntoText(last, reminder);
  return merged === null ? null : { ...part, result: { ...result, content: [...result.content.slice(0, -1), merged] } };
}

/** An image, a resource or an empty result takes no text. */
function mergeIntoText(part: Part, reminder: string): Part | null {
  return part.type === "text" && typeof part["text"] === "string" ? { ...part, text: `${part["text"]}\n\n${reminder}` } : null;
}
