// The other side of runner.ts: starts it, gives it one order at a time, and begins again with a fresh one where an order never
// came back.

import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Copy } from "./instrument.ts";
import type { Answer, Order } from "./runner.ts";

export interface Runner {
  /** The test files that its patterns found. */
  readonly files: readonly string[];
  run(order: Order, patienceMs: null): Promise<Answer>;
  run(order: Order, patienceMs: number): Promise<Answer | "timed out">;
  stop(): void;
}

const FILE = fileURLToPath(new URL("runner.ts", import.meta.url));

export async function startRunner(copy: Copy, tests: readonly string[]): Promise<Runner> {
  // A group of its own: a test that hangs may have started programs.
  const start = () =>
    fork(FILE, [copy.root, copy.awakeFile, copy.bundle, ...tests], {
      cwd: copy.root,
      detached: true,
      execArgv: ["--disable-warning=ExperimentalWarning"],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
  let child = start();
  let { files } = await message<{ files: readonly string[] }>(child);
  const run = async (order: Order, patienceMs: number | null): Promise<Answer | "timed out"> => {
    const answer = message<Answer>(child);
    child.send(order);
    const got = await Promise.race([answer, ...(patienceMs === null ? [] : [after(patienceMs)])]);
    if (got !== "timed out") return got;
    end(child);
    child = start();
    ({ files } = await message<{ files: readonly string[] }>(child));
    return got;
  };
  return { files, run: run as Runner["run"], stop: () => end(child) };
}

function message<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = (code: number | null) => reject(new Error(`the runner ended with ${String(code)}`));
    child.once("exit", leave);
    child.once("message", (value) => {
      child.off("exit", leave);
      resolve(value as T);
    });
  });
}

function after(ms: number): Promise<"timed out"> {
  return new Promise((resolve) => setTimeout(() => resolve("timed out"), ms).unref());
}

function end(child: ChildProcess): void {
  child.removeAllListeners("exit");
  child.on("exit", () => undefined);
  if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
}
