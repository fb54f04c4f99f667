// What is asked of the process that stays, and what it answers.

import type { MessagePort } from "node:worker_threads";

export interface Asked {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input: string;
  /** A session's start is answered by a thread, as in the program: where it may hang. */
  readonly ownThreads?: boolean | undefined;
}

export interface Answered {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** What the thread between a test and the process is told when it starts. */
export interface ThreadFacts {
  /** 1 once the answer is at the port. */
  readonly flag: Int32Array;
  readonly program: readonly string[];
  readonly port: MessagePort;
}
