// The conversation tree: which events lead to a leaf, and what the session's control events say.

import { AppError } from "../../base/index.ts";
import { type InstructionSnapshot, isTreeType, isUnknown, type KnownEvent, type Part } from "../../schema/index.ts";
import type { QueueItem, QueueName } from "../../schema/index.ts";
import { parentOf, type Session, type Tree } from "./read.ts";

/** From the beginning to the event, members of the tree only. A missing parent ends it; the reader has reported it. */
export function branchTo(tree: Tree, eventId: string | null): KnownEvent[] {
  const branch: KnownEvent[] = [];
  // Parents are before their children in the file, and orphans have none, so that this ends.
  for (let id = eventId; id !== null;) {
    const event = tree.byId.get(id);
    if (event === undefined) break;
    if (!isUnknown(event)) branch.push(event);
    id = parentOf(tree, event);
  }
  return branch.reverse();
}

/** A member of the tree by its id. */
export function treeEvent(session: Session, eventId: string): KnownEvent {
  const { file } = session;
  const event = session.byId.get(eventId);
  if (event === undefined)
    throw new AppError("NOT_FOUND", `the session has no event ${eventId}`, { file, hint: "codicil session show lists them." });
  if (!isUnknown(event) && isTreeType(event.type)) return event;
  const hint = "Name a message, a harness item or a compaction.";
  throw new AppError("BAD_INPUT", `${eventId} is a ${event.type}, which is not part of the conversation`, { file, hint });
}

/** The prompt with which a session began. */
export interface FrozenPrompt {
  readonly event: KnownEvent;
  readonly snapshot: InstructionSnapshot;
  /** SHA-256 of the prompt as it was rendered when the session began. */
  readonly promptHash: string | undefined;
}

/** The prompt with which a session began; null where it has none. */
export function frozenPrompt(session: Pick<Session, "events">): FrozenPrompt | null {
  for (const event of session.events) {
    if (!isUnknown(event) && event.type === "instruction_snapshot")
      return { event, snapshot: event.snapshot, promptHash: event.promptHash };
  }
  return null;
}

/** What a session is called; null where nobody said. */
export function titleOf(session: Pick<Session, "events">): string | null {
  const last = session.events.findLast((event) => event.type === "session_title_updated");
  return last !== undefined && "title" in last ? String(last.title) : null;
}

const LONGEST_TITLE = 72;

/** Of a session that nobody named: the first line that the person wrote. What a host put around it, in tags, is not theirs. */
export function firstWordsOf(session: Pick<Session, "events">): string | null {
  const first = session.events.find((event) => event.type === "user_message");
  const parts: readonly Part[] = first !== undefined && "message" in first ? first.message.content : [];
  const texts = parts.flatMap(({ type, text }) => (type === "text" && typeof text === "string" ? [text.slice(0, 4000)] : []));
  const lines = texts.flatMap((text) => text.split("\n").map((line) => line.trim()));
  const said = lines.find((line) => line !== "" && !line.startsWith("<"))?.replace(/\s+/g, " ");
  if (said === undefined) return null;
  return said.length <= LONGEST_TITLE ? said : `${said.slice(0, LONGEST_TITLE - 1).trimEnd()}…`;
}

/** The messages of a queue, as it was last rewritten. */
export function queueOf(session: Pick<Session, "events">, name: QueueName = "follow_up"): readonly QueueItem[] {
  const last = session.events.findLast((event) => !isUnknown(event) && event.type === "queue_update" && event.queue === name);
  return last !== undefined && "items" in last ? (last.items as readonly QueueItem[]) : [];
}
