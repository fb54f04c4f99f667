// Machines are noisy: a figure is a median, and a claim is a ratio taken in the same run.

import { readdirSync, readFileSync } from "node:fs";

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export async function milliseconds(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

export async function medianOf(times: number, run: () => unknown): Promise<number> {
  const all: number[] = [];
  for (let i = 0; i < times; i++) all.push(await milliseconds(run));
  return median(all);
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** What this process's children used of the processor so far, in milliseconds, counted in hundredths of a second: good for a mean of many. NaN where the kernel does not say. */
export function childrenMs(): number {
  try {
    const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[13]) + Number(fields[14])) * 10;
  } catch {
    // Not Linux: only the clock can be read.
    return Number.NaN;
  }
}

/** What a process used of the processor so far, in milliseconds, by all its threads that still run. NaN where it is gone or nobody says. */
export function processMs(pid: number): number {
  try {
    const of = (task: string) => Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ")[0]) / 1e6;
    return readdirSync(`/proc/${pid}/task`).reduce((sum, task) => sum + of(task), 0);
  } catch {
    // It ended, or this is not Linux.
    return Number.NaN;
  }
}

export function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}
