// Which of the person's keys fit: one exact call, once; or a time in which the gate lets pass what it would refuse. They are
// made by the hall's verbs (calls/approvalKeys.ts), from a terminal or the page.

import type { KeyLine } from "../schema/index.ts";
import { settleStateLog, stateLogPlace, type LockOptions, type Store } from "../store/onDisk.ts";
import type { Clock, Random } from "../base/index.ts";
import type { Known } from "../content/redact.ts";

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

export const KEY_LOG = "keys";

/** null: the gate is locked. */
export async function unlockedUntil(deps: Pick<GateDeps, "store" | "clock">): Promise<Date | null> {
  return untilIn(await readKeys(deps), deps.clock.now());
}

type TurnedKey = { readonly kind: "none" } | { readonly kind: "allow" } | { readonly kind: "unlock"; readonly until: Date };

/** The key that fits. An allowance is taken by it: of two processes that try at once, one gets it. */
export async function turnKey(deps: GateDeps, hash: string, session: string | undefined): Promise<TurnedKey> {
  const now = deps.clock.now();
  const isOpen = (keys: readonly KeyLine[]): boolean =>
    keys.reduce((open, key) => {
      if (key.kind === "unlock" || key.hash !== hash) return open;
      return key.kind === "allow" ? open || (fits(key, now) && (key.session === undefined || key.session === session)) : false;
    }, false);
  const keys = await readKeys(deps);
  const used: KeyLine = { v: 1, kind: "used", hash, at: now.toISOString() };
  // Most refusals have no allowance: looking needs no lock.
  if (isOpen(keys)) {
    const added = await settleStateLog(
      deps.store,
      KEY_LOG,
      (lines) => (isOpen(lines.map(readKey)) ? [JSON.stringify(used)] : []),
      deps.lock,
    );
    if (added.length > 0) return { kind: "allow" };
  }
  const until = untilIn(keys, now);
  return until === null ? { kind: "none" } : { kind: "unlock", until };
}

async function readKeys({ store }: Pick<GateDeps, "store">): Promise<KeyLine[]> {
  return (await store.readLog(stateLogPlace(KEY_LOG))).lines.map(readKey);
}

function readKey(line: string): KeyLine {
  return JSON.parse(line) as KeyLine;
}

function untilIn(keys: readonly KeyLine[], now: Date): Date | null {
  const last = keys.findLast(({ kind }) => kind === "unlock");
  return last?.kind === "unlock" && fits(last, now) ? new Date(last.until) : null;
}

/** Machines that share a mind do not agree to the second. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

/** A key of the future was made while the clock was wrong: it would fit for as long as the clock was ahead. */
function fits({ at, until }: { readonly at: string; readonly until: string }, now: Date): boolean {
  return new Date(until) > now && new Date(at).getTime() - CLOCKS_DIFFER_MS <= now.getTime();
}
