// How this process stands with the store that machines have in common. While it is away nothing is asked of it: documents
// are read from the copies, and what would be written there fails at once with the reason.

import { AppError } from "../../base/index.ts";

/** What the store answers where nothing can be had of it now: it is the same for whoever asks, whatever the reason. */
const AWAY: ReadonlySet<AppError["code"]> = new Set(["STORE_DOWN", "STORE_SLOW", "STORE_DENIED", "STORE_SCHEMA", "OTHER_MIND"]);
/** It can be read, and takes nothing. */
const TAKES_NOTHING: ReadonlySet<AppError["code"]> = new Set(["READ_ONLY", "DISK_FULL"]);

export function isAway(error: unknown): boolean {
  return error instanceof AppError && AWAY.has(error.code);
}

/** What was to be written in common has to wait. */
export function mustWait(error: unknown): boolean {
  return error instanceof AppError && (AWAY.has(error.code) || TAKES_NOTHING.has(error.code));
}

export class Contact {
  /** Of the store, once it said so (deltas/workingCopy/identity.ts). */
  generation: string | null = null;
  #why: AppError | null = null;
  #until = 0;

  /** Why it is not asked now; null: it is. */
  get away(): AppError | null {
    return this.#why !== null && performance.now() < this.#until ? this.#why : null;
  }

  lose(why: AppError, ms: number): void {
    this.#why = why;
    this.#until = Math.max(this.#until, performance.now() + ms);
  }

  /** Throws while it is away. */
  check(): void {
    const { away } = this;
    if (away !== null) throw away;
  }
}
