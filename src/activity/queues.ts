// queues: what the person said to a session and no turn has taken up yet.

import { textIn } from "../schema/index.ts";
import { queueOf } from "../session/index.ts";
import type { Mind } from "../mind/open.ts";
import { openSession } from "./sessions.ts";

export interface QueuedMessage {
  readonly id: string;
  readonly text: string;
}

export interface Queues {
  /** Guidance for the turn that runs. */
  readonly steer: readonly QueuedMessage[];
  /** The next messages, oldest first. */
  readonly follow_up: readonly QueuedMessage[];
}

export async function queues(mind: Mind, id: string): Promise<Queues> {
  const session = await openSession(mind, id);
  const read = (name: keyof Queues) => queueOf(session, name).map((item) => ({ id: item.id, text: textIn(item.content) }));
  return { steer: read("steer"), follow_up: read("follow_up") };
}
