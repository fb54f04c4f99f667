// Children under strace: what they did to the watched paths, and what was done to them.

import { spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { bundledChild } from "../bundledChild.ts";
import type { Order } from "./order.ts";

/** Every system call by which the store changes the disk; then those by which it looks. */
export const CHANGING = ["openat", "mkdir", "write", "fchown", "fchmod", "fsync", "ftruncate", "rename", "unlink"] as const;
export const LOOKING = ["close", "pread64", "getdents64", "statx", "readlink", "access"] as const;

/** Why the rig cannot run here, or null. A skip always shows this reason. */
export function whyNoStrace(): string | null {
  if (process.platform !== "linux") return "strace exists only on Linux";
  const tried = spawnSync("strace", ["-f", "-qq", "-e", "trace=none", "true"], { encoding: "utf8" });
  if (tried.error) return "strace is not installed";
  return tried.status === 0 ? null : `strace may not trace here: ${tried.stderr.trim()}`;
}

/** As one file: under strace every module that Node need not look for saves a tenth of a second. */
const ACT = new URL("children/act.ts", import.meta.url);

export const FULL = process.env["CODICIL_FAULT"] === "full";

export interface Watch {
  /** Only calls that touch these paths count; Node's own calls would otherwise take the blow. */
  readonly paths: readonly string[];
  /** The child's stdout: its acknowledgement is a watched write like any other. */
  readonly answerFile: string;
}

export interface Call {
  readonly name: string;
  /** Paths in the order of the arguments, of descriptors too. */
  readonly paths: readonly string[];
  readonly text: string;
  readonly failed: boolean;
}

export interface Run {
  readonly killed: boolean;
  /** What the child said, or null when it died before. */
  readonly answer: { readonly ack?: unknown; readonly error?: { readonly code: string; readonly message: string } } | null;
  readonly calls: readonly Call[];
  readonly stderr: string;
}

/**
 * `inject` is strace's own language, e.g. `fsync:error=EIO:when=2+`. With `spareAnswer` the child's own answer is no
 * target of it; an acknowledgement is then added to the end of the trace. `whileStopped` runs when an injected
 * `signal=STOP` has stopped the child, which then goes on.
 */
export async function runTraced(
  order: Order,
  watch: Watch,
  options: { inject?: string; spareAnswer?: true; whileStopped?: () => void } = {},
): Promise<Run> {
  const traceFile = `${watch.answerFile}.trace`;
  mkdirSync(dirname(watch.answerFile), { recursive: true });
  writeFileSync(watch.answerFile, "");
  const stdout = openSync(watch.answerFile, "w");
  const names = [...CHANGING, ...LOOKING].join(",");
  const paths = [...watch.paths, ...(options.spareAnswer ? [] : [watch.answerFile])].flatMap((path) => ["-P", path]);
  const inject = options.inject ? ["-e", `inject=${options.inject}`] : [];
  const args = ["-f", "-qq", "-y", "-s", "64", "-o", traceFile, "-e", `trace=${names}`, ...paths, ...inject];
  const child = spawn("strace", [...args, process.execPath, bundledChild(ACT), JSON.stringify(order)], {
    stdio: ["ignore", stdout, "pipe"],
    // One thread in the pool: every call of the store is on the main thread and counts in order.
    env: { ...process.env, UV_THREADPOOL_SIZE: "1", NODE_OPTIONS: "" },
  });
  closeSync(stdout);
  let stderr = "";
  child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = new Promise<boolean>((resolve, reject) => {
    child.on("error", reject);
    // strace ends as its child ended: by the same signal.
    child.on("close", (_, signal) => resolve(signal === "SIGKILL"));
  });
  if (options.whileStopped) await actWhileStopped(traceFile, { ended, act: options.whileStopped });
  const killed = await ended;
  const said = readFileSync(watch.answerFile, "utf8");
  const traced = existsSync(traceFile) ? readFileSync(traceFile, "utf8") : "";
  const answer = said === "" ? null : (JSON.parse(said) as Run["answer"]);
  const calls = parseTrace(traced);
  if (options.spareAnswer && answer?.ack !== undefined)
    calls.push({ name: "write", paths: [watch.answerFile], text: String.raw`write(1, "{\"ack`, failed: false });
  return { killed, answer, calls, stderr };
}

async function actWhileStopped(traceFile: string, options: { ended: Promise<unknown>; act: () => void }): Promise<void> {
  const over = new AbortController();
  const tell = () => over.abort();
  options.ended.then(tell, tell);
  while (!over.signal.aborted) {
    const traced = existsSync(traceFile) ? readFileSync(traceFile, "utf8") : "";
    const stopped = /^(\d+) +--- stopped by SIGSTOP ---$/m.exec(traced);
    if (stopped) {
      try {
        options.act();
      } finally {
        process.kill(Number(stopped[1]), "SIGCONT");
      }
      return;
    }
    await pause(5);
  }
}

export function parseTrace(text: string): Call[] {
  return text.split("\n").flatMap((line): Call[] => {
    const match = /^(?:\d+ +)?([a-z0-9_]+)\((.*)\) += (-?\d+|\?)/.exec(line);
    if (!match) return [];
    const [, name = "", args = "", result = "?"] = match;
    const paths = [...args.matchAll(/^\d+<([^>]*)>|"(\/[^"]*)"/g)].map(([, descriptor, literal]) => descriptor ?? literal ?? "");
    return [{ name, paths, text: line, failed: result.startsWith("-") || result === "?" }];
  });
}

export function countCalls(calls: readonly Call[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { name } of calls) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Runs `work` on every item, a few at a time: the machine may have two cores. */
export async function forAll<T>(items: readonly T[], work: (item: T, index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next++;
      await work(items[index] as T, index);
    }
  };
  await Promise.all([worker(), worker(), worker()]);
}

/** All of 1…count in the full form; otherwise the first, the last and a few between. */
export function sample(count: number, few: number): number[] {
  const all = Array.from({ length: count }, (_, index) => index + 1);
  if (FULL || count <= few) return all;
  const step = (count - 1) / Math.max(few - 1, 1);
  return [...new Set(Array.from({ length: few }, (_, index) => Math.round(1 + index * step)))];
}
