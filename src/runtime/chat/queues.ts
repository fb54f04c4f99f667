// What the person said while a turn runs: guidance for this turn (steer, SC-63) or the next message (follow-up). Both
// queues are events, so that a crash loses none of it.

import type { Draft } from "../../activity/sessions.ts";
import { type HarnessItem, type QueueItem, type QueueName, textIn } from "../../schema/index.ts";
import type { ChatLog } from "./log.ts";

export async function enqueue(
  log: ChatLog,
  queue: QueueName,
  { id, text }: { readonly id: string; readonly text: string },
): Promise<QueueItem> {
  const item: QueueItem = { id, content: [{ type: "text", text }] };
  return log.changeQueue(queue, (items) => ({ items: [...items, item], answer: item }));
}

export async function takeBack(log: ChatLog, queue: QueueName, id: string): Promise<boolean> {
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
export async function keepLateSteers(log: ChatLog): Promise<void> {
  for (const item of await log.queue("steer")) {
    await enqueue(log, "follow_up", { id: item.id, text: textOf(item) });
    await takeBack(log, "steer", item.id);
  }
}

export function textOf(item: QueueItem): string {
  return textIn(item.content);
}
