// The process that a host's session lives in, as the system shows it.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { HostOwner } from "../../hostSessions/crashed.ts";
import { isHostProgram, processOf } from "./runByAgent.ts";

/** Nobody nests deeper. */
const DEEPEST = 16;

/** The nearest host above this process; null where none is seen. */
export function hostAbove(): HostOwner | null {
  for (let pid = process.ppid, depth = 0; pid > 1 && depth < DEEPEST; depth++) {
    const found = processOf(pid);
    if (found === null) return null;
    if (isHostProgram(found.words)) return ownerOf(pid);
    pid = found.parent;
  }
  return null;
}

export function ownerOf(pid: number): HostOwner | null {
  const started = startOf(pid);
  return started === null ? null : { pid, started };
}

export function isAlive({ pid, started }: HostOwner): boolean {
  return startOf(pid) === started;
}

/** null: there is no such process, or it has ended and nobody took note of it. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? null : (fields[19] ?? null);
  } catch {
    // No /proc on this system, or no such process: ps knows.
    const { stdout, status } = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8", timeout: 1000 });
    return status === 0 && (stdout ?? "").trim() !== "" ? stdout.trim() : null;
  }
}
