// How this process stands with the store that machines have in common. While it is away nothing is asked of it: documents
// are read from the copies, and what would be written there fails at once with the reason.

import { AppError, wordSet } from "../../base/index.ts";

/** What the store answers where nothing can be had of it now: it is the same for whoever asks, whatever the reason. */
const AWAY = wordSet("STORE_DOWN STORE_SLOW STORE_DENIED STORE_SCHEMA STORE_POOLED OTHER_MIND");
/** It can be read, and takes nothing. */
const TAKES_NOTHING = wordSet("READ_ONLY DISK_FULL");

export function isAway(error: unknown): error is AppError {
  return error instanceof AppError && AWAY.has(error.code);
}

/** What was to be written in common has to wait. */
export function mustWait(error: unknown): boolean {
  return isAway(error) || (error instanceof AppError && TAKES_NOTHING.has(error.code));
}

interface Loss {
  readonly why: AppError;
  readonly until: number;
}

export class Contact {
  /** Of the store, once it said so (deltas/workingCopy/identity.ts). */
  generation: string | null = null;
  /** Who this machine is to the others, `login@machine`; null: it has not been said. */
  readonly who: string | null;
  #lost: Loss | null = null;
  #paused: Loss | null = null;

  constructor(who: string | null = null) {
    this.who = who;
  }

  /** Why nothing is read from it now; null: it is asked. */
  get away(): AppError | null {
    return lasting(this.#lost) ?? lasting(this.#paused);
  }

  /** For so long no connection is opened or used. */
  lose(why: AppError, ms: number): void {
    this.#lost = { why, until: Math.max(this.#lost?.until ?? 0, performance.now() + ms) };
  }

  /** For so long the copies are read; whoever has to write asks all the same. */
  pause(why: AppError, ms: number): void {
    this.#paused = { why, until: performance.now() + ms };
  }

  /** Throws while it is lost. */
  check(): void {
    const why = lasting(this.#lost);
    if (why !== null) throw why;
  }
}

function lasting(loss: Loss | null): AppError | null {
  return loss !== null && performance.now() < loss.until ? loss.why : null;
}
