// The daemon's own work: chats that were cut off are ended, pending entries are applied, and the heartbeat, once a day for each mind
// whatever else runs it (the job queue sees to that). Without the person's switch no model is asked: what is distilled then costs nothing.

import type { Mind } from "../mind/open.ts";
import { apply } from "../mind/documents/remember.ts";
import { beat, heartbeatState, type Model, recoverChats } from "../runtime/index.ts";
import type { Hub } from "./live/hub.ts";

/** After a start, so that the page comes first; then this often. */
const FIRST_MS = 60_000;
const EVERY_MS = 30 * 60_000;

export interface WorkerOptions {
  readonly model: () => Promise<Model | null>;
  readonly log: (line: string) => void;
  readonly firstAfter?: number | undefined;
}

export function startWorker(mind: Mind, hub: Hub, { model, log, firstAfter = FIRST_MS }: WorkerOptions): { close(): Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  const work = async () => {
    await recoverChats(mind);
    await apply(mind);
    const { on, due } = await heartbeatState(mind);
    if (!due) return;
    const { worked } = await beat(mind, { model: on ? await model() : null });
    if (worked.length > 0) hub.publish({ type: "waiting", data: {} });
  };
  const round = () => {
    running = running
      .then(work)
      .catch((error: unknown) => log(`background work failed and is tried again later: ${(error as Error).message}`));
  };
  const first = setTimeout(round, firstAfter);
  const every = setInterval(round, EVERY_MS);
  first.unref();
  every.unref();
  return {
    async close() {
      clearTimeout(first);
      clearInterval(every);
      await running;
    },
  };
}
