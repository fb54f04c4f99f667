// Runs commands of the program one after the other, each from its entry on, in one process: what is loaded stays loaded, which is
// most of what a command costs. Input, output, directory, environment and clock are each command's own.
//   node process.ts PROGRAM

import { EventEmitter } from "node:events";
import fs from "node:fs";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { compileFunction, constants } from "node:vm";
import threads from "node:worker_threads";
import type { Answered, Asked } from "./asked.ts";

const program = process.argv[2] ?? "";
const require = createRequire(program);
const written: Record<1 | 2, Buffer[]> = { 1: [], 2: [] };
let left: Buffer = Buffer.alloc(0);
let finish: (code: number) => void = () => undefined;
let began = 0;

const { readSync, writeSync } = fs;
const now = performance.now.bind(performance);
// The signatures have many forms; the program uses one of each.
const patched = fs as unknown as Record<string, unknown>;
patched["readSync"] = (descriptor: number, into: Buffer, ...rest: [number, number, null]) => {
  if (descriptor !== 0) return readSync(descriptor, into, ...rest);
  const size = left.copy(into);
  left = left.subarray(size);
  return size;
};
patched["writeSync"] = (descriptor: number, bytes: Buffer | string, ...rest: [number]) => {
  if (descriptor !== 1 && descriptor !== 2) return writeSync(descriptor, bytes as Buffer, ...rest);
  const all = Buffer.from(bytes as Buffer).subarray(rest[0] ?? 0);
  written[descriptor].push(all);
  return all.length;
};

/** The thread that answers a session's start (hook/inTime.ts) would load everything again: what it is told to do is done in this one. */
class WorkOfThread extends EventEmitter {
  constructor(code: string, { workerData }: { readonly workerData: unknown }) {
    super();
    const parentPort = { postMessage: (message: unknown) => setImmediate(() => this.emit("message", structuredClone(message))) };
    const given = (name: string): unknown => (name === "node:worker_threads" ? { parentPort, workerData } : require(name));
    compileFunction(code, ["require"], { importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER })(given);
  }
  async terminate(): Promise<void> {}
}
const { Worker } = threads;
function answerBy(kind: typeof Worker | typeof WorkOfThread): void {
  if ((threads.Worker as unknown) === kind) return;
  (threads as unknown as Record<string, unknown>)["Worker"] = kind;
  syncBuiltinESMExports();
}
syncBuiltinESMExports();
for (const [descriptor, stream] of [
  [1, process.stdout],
  [2, process.stderr],
] as const)
  stream.write = (chunk: string | Uint8Array) => written[descriptor].push(Buffer.from(chunk as Uint8Array)) > 0;
performance.now = () => now() - began;
process.exit = ((code?: number) => finish(code ?? Number(process.exitCode ?? 0))) as never;
const fail = (error: unknown) => {
  written[2].push(Buffer.from(error instanceof Error ? (error.stack ?? error.message) : String(error)));
  finish(1);
};
process.on("uncaughtException", fail).on("unhandledRejection", fail);

async function run({ args, cwd, env, input, ownThreads }: Asked): Promise<Answered> {
  for (const name of Object.keys(process.env)) delete process.env[name];
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value;
  process.chdir(cwd);
  process.argv = [process.execPath, program, ...args];
  process.exitCode = undefined;
  answerBy(ownThreads === true ? Worker : WorkOfThread);
  left = Buffer.from(input);
  Object.defineProperty(process, "stdin", { configurable: true, value: Readable.from(input === "" ? [] : [Buffer.from(input)]) });
  began = now();
  const ended = new Promise<number>((resolve) => (finish = resolve));
  const watch = setInterval(() => process.exitCode !== undefined && finish(Number(process.exitCode)), 1);
  begin();
  const code = await ended;
  clearInterval(watch);
  process.exitCode = undefined;
  process.chdir("/");
  return { code, out: text(1), err: text(2) };
}

/** The entry anew, and what it loads late as it is. */
function begin(): void {
  if (program.endsWith(".ts")) {
    void import(`${pathToFileURL(program).href}?${now()}`);
    return;
  }
  for (const file of [program, join(dirname(program), "codicil-cli.cjs")]) delete require.cache[file];
  require(program);
}

function text(descriptor: 1 | 2): string {
  return Buffer.concat(written[descriptor].splice(0)).toString("utf8");
}

process.on("message", (asked: Asked) => {
  void run(asked).then((answered) => process.send?.(answered));
});
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
