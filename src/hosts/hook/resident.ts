// `codicil hook --resident HOST`: the hook as a process that stays, for plugins that live in their host. One JSON line for each
// question, one for each answer. The host's own thread only waits for it, so that its timer fires whatever happens here; the
// plugin then ends this process and refuses the call (plugins/resident.ts).

import { createInterface } from "node:readline";
import type { HookAnswer } from "./program.ts";

export interface Question {
  readonly id: number;
  readonly event: string;
  readonly message: unknown;
}

export interface Answered extends HookAnswer {
  readonly id: number;
}

/** A session that nobody uses needs no process; the next question starts another. */
const IDLE_MS = 10 * 60_000;

/** Ends with its input. */
export async function serveQuestions(answer: (event: string, text: string) => Promise<HookAnswer>): Promise<void> {
  const idle = setTimeout(() => process.exit(0), IDLE_MS);
  idle.unref();
  const running = new Set<Promise<void>>();
  for await (const line of createInterface({ input: process.stdin })) {
    idle.refresh();
    const { id, event, message } = JSON.parse(line) as Question;
    const task = answer(event, JSON.stringify(message)).then((given) => {
      const answered: Answered = { id, ...given };
      process.stdout.write(`${JSON.stringify(answered)}\n`);
    });
    running.add(task);
    void task.finally(() => running.delete(task));
  }
  await Promise.all(running);
}
