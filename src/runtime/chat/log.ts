// The session's file as a chat uses it. If somebody removes the file in mid-chat, the conversation goes on in a new one
// that begins with everything this process knows of the old: nothing that was said is lost.

import { AppError } from "../../base/index.ts";
import { append, buildContext, type Draft, openSession, rescue, type Session } from "../../activity/sessions.ts";
import type { Mind } from "../../mind/open.ts";
import { queueOf } from "../../session/index.ts";
import type { KnownEvent, QueueItem, QueueName, HarnessItem, Message } from "../../schema/index.ts";
import { wrapReminder } from "../../snapshot/index.ts";

export interface ChatLog extends TurnRecord {
  /** May change: see above. */
  readonly sessionId: string;
  session(): Promise<Session>;
  queue(name: QueueName): Promise<readonly QueueItem[]>;
  /** Reads a queue, and writes what `change` makes of it together with its drafts, before anybody else here may read it. */
  changeQueue<T>(name: QueueName, change: (items: readonly QueueItem[]) => QueueChange<T>): Promise<T>;
}

interface QueueChange<T> {
  /** null: nothing is written. */
  readonly items: readonly QueueItem[] | null;
  readonly before?: readonly Draft[];
  readonly answer: T;
}

export function openLog(mind: Mind, start: Session, notice: (text: string) => void): ChatLog {
  let known = start;
  /** Written since `known` was read. */
  let fresh: readonly KnownEvent[] = [];
  const id = () => known.header.sessionId;

  const session = async (): Promise<Session> => {
    known = await orRescue(() => openSession(mind, id()));
    fresh = [];
    return known;
  };

  /** Runs `work`; where the file is gone, writes what is known of it into a new one and runs it again. */
  const orRescue = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "NOT_FOUND") throw error;
      const old = id();
      known = await rescue(mind, { ...known, events: [...known.events, ...fresh] });
      fresh = [];
      notice(`The file of session ${old} is gone. The conversation continues as session ${id()}, with everything that was said so far.`);
      return work();
    }
  };

  const write = async (drafts: readonly Draft[]) => {
    if (drafts.length === 0) return;
    fresh = [...fresh, ...(await orRescue(() => append(mind, id(), drafts)))];
  };

  let last: Promise<unknown> = Promise.resolve();
  const queue = async (name: QueueName) => queueOf(await session(), name);

  return {
    get sessionId() {
      return id();
    },
    session,
    append: write,
    messages: async () => buildContext(await session()).messages,
    queue,
    changeQueue: (name, change) => {
      const work = async () => {
        const { items, before = [], answer } = change(await queue(name));
        await write([...before, ...(items === null ? [] : [{ type: "queue_update", queue: name, operation: "rewrite", items }])]);
        return answer;
      };
      const done = last.then(work);
      // Whoever comes next does not care how this one ended.
      last = done.catch(() => undefined);
      return done;
    },
  };
}

// Where a turn's events go, and what the model gets of them: a session's file, or just this process' memory.
export interface TurnRecord {
  append(drafts: readonly Draft[]): Promise<void>;
  /** The context as it is now. */
  messages(): Promise<readonly Message[]>;
}

/** For callers who keep no session: harness items are as messages of their own. */
export function recordInMemory(start: readonly Message[]): TurnRecord {
  const all = [...start];
  return {
    append: async (drafts) => {
      for (const draft of drafts) {
        if (draft["type"] === "harness_item")
          all.push({ role: "user", content: [{ type: "text", text: wrapReminder((draft["item"] as HarnessItem).content) }], meta: true });
        else all.push(draft["message"] as Message);
      }
    },
    messages: async () => [...all],
  };
}
