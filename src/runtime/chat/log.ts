// The session's file as a chat uses it. If somebody removes the file in mid-chat, the conversation goes on in a new one
// that begins with everything this process knows of the old: nothing that was said is lost.

import { AppError } from "../../base/index.ts";
import { append, buildContext, openSession, rescue, type Session } from "../../mind/sessions.ts";
import type { Mind } from "../../mind/open.ts";
import { queueOf } from "../../session/index.ts";
import type { QueueItem, QueueName } from "../../schema/index.ts";
import type { TurnRecord } from "../turn/record.ts";

export interface ChatLog extends TurnRecord {
  /** May change: see above. */
  readonly sessionId: string;
  session(): Promise<Session>;
  queue(name: QueueName): Promise<readonly QueueItem[]>;
}

export function openLog(mind: Mind, start: Session, notice: (text: string) => void): ChatLog {
  let known = start;
  const id = () => known.header.sessionId;

  const session = async (): Promise<Session> => {
    known = await orRescue(() => openSession(mind, id()));
    return known;
  };

  /** Runs `work`; where the file is gone, writes what is known of it into a new one and runs it again. */
  const orRescue = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "NOT_FOUND") throw error;
      const old = id();
      known = await rescue(mind, known);
      notice(`The file of session ${old} is gone. The conversation goes on as session ${id()}, with everything that was said so far.`);
      return work();
    }
  };

  return {
    get sessionId() {
      return id();
    },
    session,
    append: async (drafts) => {
      if (drafts.length === 0) return;
      await orRescue(() => append(mind, id(), drafts));
      await session();
    },
    messages: async () => buildContext(await session()).messages,
    queue: async (name) => queueOf(await session(), name),
  };
}
