// The plugin's side of the resident hook (hook/resident.ts). Started with the first question, and again when it is gone. What it
// does not answer in time is ended, and with it everything that was asked.

import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { Answered, Question } from "../hook/resident.ts";

export interface ResidentHook {
  /** Rejects when there is no answer in time, or none at all. */
  ask(event: string, message: unknown, ms: number): Promise<Answered>;
}

interface Waiting {
  resolve(answer: Answered): void;
  reject(error: Error): void;
}

interface Running {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  readonly waiting: Map<number, Waiting>;
}

export function openResidentHook(hook: string, words: readonly string[]): ResidentHook {
  let running: Running | null = null;
  let asked = 0;

  const end = (which: Running, why: string) => {
    if (running === which) running = null;
    which.child.kill("SIGKILL");
    const waiting = [...which.waiting.values()];
    which.waiting.clear();
    for (const each of waiting) each.reject(new Error(why));
  };

  const start = (): Running => {
    const child = spawn(hook, ["--resident", ...words], { stdio: ["pipe", "pipe", "ignore"] });
    const started: Running = { child, waiting: new Map() };
    readLines(
      child.stdout,
      (line) => {
        const answer = JSON.parse(line) as Answered;
        started.waiting.get(answer.id)?.resolve(answer);
        started.waiting.delete(answer.id);
      },
      () => end(started, "the hook's answer cannot be read"),
    );
    child.on("error", (error) => end(started, error.message));
    child.on("close", (code) => end(started, `the hook ended with ${String(code)}`));
    child.stdin.on("error", () => undefined);
    // A question keeps the host waiting by its timer; the process alone keeps nobody.
    child.unref();
    for (const stream of [child.stdin, child.stdout]) (stream as { unref?(): void }).unref?.();
    return started;
  };

  return {
    ask: (event, message, ms) => {
      const current = (running ??= start());
      const question: Question = { id: ++asked, event, message };
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => end(current, `no answer within ${ms / 1000} seconds`), ms);
        const done =
          <T>(settle: (value: T) => void) =>
          (value: T) => {
            clearTimeout(timer);
            settle(value);
          };
        current.waiting.set(question.id, { resolve: done(resolve), reject: done(reject) });
        current.child.stdin.write(`${JSON.stringify(question)}\n`);
      });
    },
  };
}

function readLines(stream: Readable, take: (line: string) => void, onUnreadable: () => void): void {
  let rest = "";
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    try {
      lines.forEach(take);
    } catch {
      // Whatever it said is no verdict.
      onUnreadable();
    }
  });
}
