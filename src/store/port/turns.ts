// Waiting for a lock: the queue within this process, and the time one is ready to wait (LW-71).

import type { Random } from "../../base/index.ts";
import type { Locked, LockOptions } from "./port.ts";

/** The tries of LW-71 add up to this many ms: pauses that double from `base` to `cap`, each times a jitter of 0.5-1.5. */
export function patience(options: LockOptions, random: Random): number {
  const { retries = 3, base = 1000, cap = 10_000 } = options;
  let total = 0;
  for (let retry = 0; retry < retries; retry++) total += Math.min(cap, base * 2 ** retry) * (0.5 + random.unit());
  return total;
}

/** First come, first served, per name, within one process. */
export class Turns {
  readonly #waiting = new Map<string, (() => void)[]>();

  /** False when the turn did not come in time. Every true must be answered by `leave`. */
  enter(name: string, timeLeft: () => number): Promise<boolean> {
    const queue = this.#waiting.get(name);
    if (!queue) {
      this.#waiting.set(name, []);
      return Promise.resolve(true);
    }
    const ms = timeLeft();
    if (ms <= 0) return Promise.resolve(false);
    return new Promise((resolve) => {
      const come = () => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(come), 1);
        resolve(false);
      }, ms);
      queue.push(come);
    });
  }

  leave(name: string): void {
    const next = this.#waiting.get(name)?.shift();
    if (next) next();
    else this.#waiting.delete(name);
  }
}

/**
 * Runs `run` with the lock, or says busy once patience is at its end. Within that time the lock is tried often, soon
 * after the start and then every 15-50 ms, so that a lock held for a moment costs a moment and not a whole pause.
 * `take` gives the function that releases the lock, or null while another process holds it.
 */
export async function runLocked<T>(
  turns: Turns,
  name: string,
  lock: {
    readonly take: () => Promise<(() => void) | null>;
    readonly run: () => Promise<T>;
    readonly options: LockOptions;
    readonly random: Random;
  },
): Promise<Locked<T>> {
  const { take, run, options, random } = lock;
  const start = uptimeMs();
  // Dice are thrown for those who must wait, which almost nobody does.
  let all: number | undefined;
  const timeLeft = () => start + (all ??= patience(options, random)) - uptimeMs();
  if (!(await turns.enter(name, timeLeft))) return { kind: "busy" };
  try {
    let release = await take();
    for (let step = 2; release === null; step = Math.min(step * 2, 32)) {
      const left = timeLeft();
      if (left <= 0) return { kind: "busy" };
      await pause(Math.min(left, step * (0.5 + random.unit())));
      release = await take();
    }
    try {
      return { kind: "done", value: await run() };
    } finally {
      release();
    }
  } finally {
    turns.leave(name);
  }
}

/** The plain timer: node:timers/promises costs four milliseconds of every start. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** A clock that nobody sets. Not `performance`, for which Node loads eleven modules: nearly every command takes a lock. */
function uptimeMs(): number {
  return process.uptime() * 1000;
}
