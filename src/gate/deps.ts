import type { Clock, Random } from "../base/index.ts";
import type { Known } from "../content/redact.ts";
import type { LockOptions, Store } from "../store/index.ts";

/** What settling a verdict needs of the machine. Its logs are the state's own, on this machine whatever the mind is kept in. */
export interface GateDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly lock: LockOptions;
  /** Has the verdict log synced, for a process that answers others meanwhile. */
  readonly later?: ((file: number) => void) | undefined;
  known(): Promise<Known>;
}
