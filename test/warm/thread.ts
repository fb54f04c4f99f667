// Between a test, which waits without letting anything else run, and the process that stays. One that ended is started again.

import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { workerData } from "node:worker_threads";
import type { Answered, Asked, ThreadFacts } from "./asked.ts";

const { flag, port, program } = workerData as ThreadFacts;
let child: ChildProcess | undefined;
let isAsked = false;

function answer(answered: Answered): void {
  if (!isAsked) return;
  isAsked = false;
  port.postMessage(answered);
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
}

function start(cache: string | undefined): ChildProcess {
  const started = fork(fileURLToPath(new URL("./process.ts", import.meta.url)), [program.at(-1) ?? ""], {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: cache, TZ: "UTC" },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    serialization: "advanced",
  });
  started.on("message", (answered) => answer(answered as Answered));
  started.on("exit", (code) => {
    child = undefined;
    answer({ code, out: "", err: "" });
  });
  return started;
}

port.on("message", (asked: Asked) => {
  isAsked = true;
  child ??= start(asked.env["NODE_COMPILE_CACHE"]);
  child.send(asked);
});
