// Which chats are open. A chat notes that it began and that it ended, and holds a lock in between that the kernel gives
// back when the process dies; so a chat that began, did not end and holds no lock was cut off.

import { CHAT_LOG } from "../../activity/turnEvents.ts";
import type { Mind } from "../../mind/open.ts";
import { addToStateLog, readStateLog } from "../../mind/session/sessionDeps.ts";

type ChatLine =
  | { readonly v: 1; readonly kind: "began"; readonly session: string; readonly at: string }
  /** `through`: the last event that the digest speaks of. */
  | {
      readonly v: 1;
      readonly kind: "ended";
      readonly session: string;
      readonly at: string;
      readonly reason: string;
      readonly through: number;
    };

export interface ChatNotes {
  /** Began and did not end. */
  readonly open: readonly string[];
  /** Up to which event a session has its digest; 0: it has none. */
  digestedThrough(session: string): number;
}

export async function readChatNotes(mind: Mind): Promise<ChatNotes> {
  const open = new Set<string>();
  const through = new Map<string, number>();
  for (const line of await readStateLog<ChatLine>(mind, CHAT_LOG)) {
    if (line.kind === "began") open.add(line.session);
    else {
      open.delete(line.session);
      through.set(line.session, line.through);
    }
  }
  return { open: [...open], digestedThrough: (session) => through.get(session) ?? 0 };
}

export async function noteBegan(mind: Mind, session: string): Promise<void> {
  await write(mind, { v: 1, kind: "began", session, at: mind.deps.clock.now().toISOString() });
}

export async function noteEnded(mind: Mind, session: string, about: { readonly reason: string; readonly through: number }): Promise<void> {
  await write(mind, { v: 1, kind: "ended", session, at: mind.deps.clock.now().toISOString(), ...about });
}

async function write(mind: Mind, line: ChatLine): Promise<void> {
  await addToStateLog(mind, CHAT_LOG, line);
}

/** Runs `work` as the only process that has this session open; "busy" where another has. */
export async function holdingChat<T>(
  mind: Mind,
  session: string,
  work: () => Promise<T>,
): Promise<{ readonly kind: "done"; readonly value: T } | { readonly kind: "busy" }> {
  return mind.deps.storeFor(mind.where.project).lock(`chat ${session}`, work, { retries: 0, base: 1, cap: 1 });
}
