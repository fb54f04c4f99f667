// What the person said while a turn runs: guidance for this turn (steer, SC-63) or the next message (follow-up). Both
// queues are events, so that a crash loses none of it.

import type { Draft } from "../../mind/sessions.ts";
import type { HarnessItem, QueueItem, QueueName } from "../../schema/index.ts";
import type { ChatLog } from "./log.ts";

export async function enqueue(log: ChatLog, queue: QueueName, { id, text }: { readonly id: string; readonly text: string }): Promise<QueueItem> {
  const item: QueueItem = { id, content: [{ type: "text", text }] };
  return log.changeQueue(queue, (items) => ({ items: [...items, item], answer: item }));
}

/** Steers become harness items at the active leaf; their origin stays the person's. */
export async function takeSteers(log: ChatLog): Promise<boolean> {
  return log.changeQueue("steer", (waiting) => {
    const before = waiting.map((each): Draft => ({ type: "harness_item", item: { kind: "steer", origin: "user", visibility: "display", content: textOf(each) } satisfies HarnessItem }));
    return waiting.length === 0 ? { items: null, answer: false } : { items: [], before, answer: true };
  });
}

export function textOf(item: QueueItem): string {
  return item.content.map((part) => String(part["text"] ?? "")).join("\n");
}
