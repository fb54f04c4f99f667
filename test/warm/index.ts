// Commands in one process that stays, for tests that run dozens and are about what they answer: a tenth of the processor time of a
// process each. Whoever tests starts, ends, signals, terminals or several at once uses the program itself.

import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import type { Answered, Asked } from "./asked.ts";

interface Line {
  readonly port: MessagePort;
  readonly flag: Int32Array;
}

let line: Line | undefined;
/** Commands that whoever asked goes on beside. */
let asking = 0;
let last: Promise<unknown> = Promise.resolve();

/** Nothing else of the caller's process runs until it has answered. */
export function runWarm(program: readonly string[], asked: Asked): Answered {
  if (asking > 0) throw new Error("the process that stays is still answering: await what was asked before");
  const { port, flag } = send(program, asked);
  Atomics.wait(flag, 0, 0);
  return answerAt(port);
}

/** For a test whose own process serves the command: it goes on meanwhile. One command at a time. */
export function askWarm(program: readonly string[], asked: Asked): Promise<Answered> {
  asking++;
  const answered = last.then(async () => {
    const { port, flag } = send(program, asked);
    await Atomics.waitAsync(flag, 0, 0).value;
    asking--;
    return answerAt(port);
  });
  last = answered;
  return answered;
}

function send(program: readonly string[], asked: Asked): Line {
  line ??= open(program);
  const { port, flag } = line;
  Atomics.store(flag, 0, 0);
  port.postMessage(asked);
  return line;
}

function answerAt(port: MessagePort): Answered {
  return (receiveMessageOnPort(port) as { readonly message: Answered }).message;
}

function open(program: readonly string[]): Line {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const { port1, port2 } = new MessageChannel();
  const thread = new Worker(new URL("./thread.ts", import.meta.url), {
    workerData: { flag, program, port: port2 },
    transferList: [port2],
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  thread.unref();
  port1.unref();
  return { port: port1, flag };
}
