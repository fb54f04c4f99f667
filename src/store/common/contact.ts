// How this process stands with the store that machines have in common. While it is away nothing is asked of it: documents
// are read from the copies, and what would be written there fails at once with the reason.

import type { AppError } from "../../base/index.ts";

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
    this.#until = performance.now() + ms;
  }

  found(): void {
    this.#why = null;
  }

  /** Throws while it is away. */
  check(): void {
    const { away } = this;
    if (away !== null) throw away;
  }
}
