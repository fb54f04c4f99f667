// How each type of event becomes part of what the model gets: one handler a type (SC-56…60, SC-62, X25).
// Control events and unknown types have none, and so they are skipped. How events are *shown* is display.ts' matter.

import type { KnownEvent, Message, Part } from "../../schema/index.ts";
import { wrapReminder } from "../../snapshot/index.ts";

/** A message of the context, and whether a reminder may still be merged into it. */
export interface Placed {
  readonly message: Message;
  readonly isToolResult: boolean;
}

export type Placement =
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
export function metaMessage(text: string): Message {
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
