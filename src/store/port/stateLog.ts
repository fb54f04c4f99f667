// Logs of the machine's own state that are neither documents nor events: verdicts, keys. Anybody in the hall may append
// to them, and to nothing else, without holding the pen.

import { AppError } from "../../base/index.ts";
import type { AppendOptions, LockOptions, Place, Store } from "./port.ts";
import { writerOf } from "./pen.ts";

export async function appendStateLog(
  store: Store,
  name: string,
  lines: readonly string[],
  { later, ...lock }: LockOptions & Pick<AppendOptions, "later">,
): Promise<void> {
  const place = stateLogPlace(name);
  const done = await store.lock(`log ${name}`, () => writerOf(store).append(place, lines, { plain: true, later }), lock);
  if (done.kind === "busy") throw locked(store, name);
}

function locked(store: Store, name: string): AppError {
  const file = store.describe(stateLogPlace(name));
  return new AppError("LOCKED", `the log ${name} is locked by another process`, { file, hint: "Try again." });
}

/**
 * Reads the log and appends what `decide` makes of it, all under the log's lock: of two processes that want to use the
 * same thing once, one gets it. Answers what was appended; nothing where `decide` gives nothing.
 */
export async function settleStateLog(
  store: Store,
  name: string,
  decide: (lines: readonly string[]) => readonly string[],
  lock: LockOptions,
): Promise<readonly string[]> {
  const place = stateLogPlace(name);
  const settle = async () => {
    const added = decide((await store.readLog(place)).lines);
    if (added.length > 0) await writerOf(store).append(place, added);
    return added;
  };
  const done = await store.lock(`log ${name}`, settle, lock);
  if (done.kind === "busy") throw locked(store, name);
  return done.value;
}

export function stateLogPlace(name: string): Place {
  return { root: "state", path: `decisions/${name}.jsonl` };
}

/** Logs that get a line with every call. Only `openLog` reads all of one; others see its last segment. */
export function isEndless({ root, path }: Place): boolean {
  return root === "state" && path === "decisions/verdicts.jsonl";
}

/** An endless log goes on in a new file from this size on: small enough to be read, forgotten in and kept as a whole. */
export const SEGMENT_BYTES = 32 * 1024 * 1024;
