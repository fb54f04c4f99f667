// What takes long is read in threads of its own, so that the daemon's own thread always answers at once. A route of the table
// says in which thread it runs. A thread is started by its first question and ended when nobody asked it for a while.
// How far a long question is, everybody hears as `work`; `POST /api/work/ID/cancel` ends it.

import { getCompileCacheDir } from "node:module";
import { Worker } from "node:worker_threads";
import { AppError } from "../../base/index.ts";
import type { Mind } from "../../mind/open.ts";
import type { Reply } from "../requests/answers.ts";
import type { Hub } from "../live/hub.ts";
import type { Work } from "../live/works.ts";
import type { Call, Route, ThreadName } from "../access/route.ts";
import type { Answer, Question } from "./thread.ts";

export interface Threads {
  run(route: Route & { readonly thread: ThreadName }, call: Call): Promise<Reply>;
  /** Somebody opens the page: what the documents need is loaded once Home is there. Earlier the browser needs the processors more. */
  expectPage(): void;
  list(): readonly Work[];
  /** False: there is no such work, or it is done. */
  cancel(id: string): Promise<boolean>;
  close(): Promise<void>;
}

const IDLE_MS = 30_000;
const PAGE_SHOWN_MS = 3000;
/** The file that has `answerQuestions`, in the source or in the release. */
const INSIDE = new URL(import.meta.url.endsWith(".ts") ? "./thread.ts" : "./daemonThread.js", import.meta.url).href;
const THREAD = `const { parentPort, workerData: { inside, cache, where } } = require("node:worker_threads");
if (cache) require("node:module").enableCompileCache?.(cache);
const early = [];
const keep = (each) => early.push(each);
parentPort.on("message", keep);
import(inside).then(({ answerQuestions }) => {
  parentPort.off("message", keep);
  answerQuestions(parentPort, where);
  for (const each of early) parentPort.emit("message", each);
});`;

interface Waiting {
  work: Work | null;
  resolve(reply: Reply): void;
  reject(error: Error): void;
}

interface Thread {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
  idle: NodeJS.Timeout | undefined;
}

export function createThreads(mind: Mind, hub: Hub, log: (line: string) => void): Threads {
  const threads = new Map<ThreadName, Thread>();
  let number = 0;

  const start = (name: ThreadName): Thread => {
    const { home, state, cwd } = mind.where;
    const worker = new Worker(THREAD, {
      eval: true,
      execArgv: process.execArgv,
      workerData: { inside: INSIDE, cache: getCompileCacheDir?.(), where: { home, state, cwd } },
    });
    const thread: Thread = { worker, waiting: new Map(), idle: undefined };
    worker.unref();
    worker.on("message", (answer: Answer) => hear(name, thread, answer));
    worker.on("error", (error) => log(`a thread of the daemon failed: ${error.stack ?? error.message}`));
    worker.on("exit", () => {
      clearTimeout(thread.idle);
      if (threads.get(name) === thread) threads.delete(name);
      endAll(thread, new AppError("INTERNAL", "the thread that read this ended", { hint: "Ask again." }), "failed");
    });
    threads.set(name, thread);
    return thread;
  };

  const hear = (name: ThreadName, thread: Thread, answer: Answer) => {
    const one = thread.waiting.get(answer.number);
    if (one === undefined) return;
    if (answer.kind === "progress") {
      one.work = { id: `${name}-${answer.number}`, what: name, done: answer.done, of: answer.of };
      return hub.publish({ type: "work", data: one.work });
    }
    thread.waiting.delete(answer.number);
    if (one.work !== null) hub.publish({ type: "work", data: { ...one.work, ended: answer.kind === "reply" ? "done" : "failed" } });
    if (answer.kind === "reply") one.resolve(answer.reply);
    else one.reject(new Error(answer.stack));
    rest(thread);
  };

  const rest = (thread: Thread) => {
    if (thread.waiting.size > 0) return;
    thread.idle = setTimeout(() => void thread.worker.terminate(), IDLE_MS).unref();
  };

  let next: NodeJS.Timeout | undefined;
  const startNext = () => {
    next = undefined;
    if (!threads.has("documents")) rest(start("documents"));
  };

  const endAll = (thread: Thread, error: AppError, ended: "failed" | "cancelled") => {
    for (const { work, reject } of thread.waiting.values()) {
      if (work !== null) hub.publish({ type: "work", data: { ...work, ended } });
      reject(error);
    }
    thread.waiting.clear();
  };

  return {
    run: ({ thread: name, path }, { caller, id, query, mind: asked }) =>
      new Promise((resolve, reject) => {
        const thread = threads.get(name) ?? start(name);
        clearTimeout(thread.idle);
        const question: Question = { number: ++number, path, caller, id, query: query.toString(), cwd: asked.where.cwd };
        thread.waiting.set(question.number, { work: null, resolve, reject });
        thread.worker.postMessage(question, []);
      }),
    expectPage() {
      next ??= setTimeout(startNext, PAGE_SHOWN_MS).unref();
    },
    list: () => [...threads.values()].flatMap(({ waiting }) => [...waiting.values()].flatMap(({ work }) => work ?? [])),
    async cancel(id) {
      for (const [name, thread] of threads) {
        if (![...thread.waiting.values()].some(({ work }) => work?.id === id)) continue;
        // Everybody who waits for this thread asks again; who waits for the same thing gets it cancelled too.
        threads.delete(name);
        endAll(thread, new AppError("CANCELLED", "this was cancelled before it was done"), "cancelled");
        await thread.worker.terminate();
        return true;
      }
      return false;
    },
    async close() {
      clearTimeout(next);
      await Promise.all([...threads.values()].map(({ worker }) => worker.terminate()));
    },
  };
}
