// Logs of the machine's own state that are neither documents nor events: verdicts, keys. Anybody in the hall may append
// to them, and to nothing else, without holding the pen.

import { AppError } from "../base/index.ts";
import type { LockOptions, Place, Store } from "./port.ts";
import { writerOf } from "./write.ts";

export async function appendStateLog(store: Store, name: string, lines: readonly string[], lock: LockOptions): Promise<void> {
  const place = stateLogPlace(name);
  const done = await store.lock(`log ${name}`, () => writerOf(store).append(place, lines, wholeLines(store, place)), lock);
  if (done.kind === "busy") throw new AppError("LOCKED", `the log ${name} is locked by another process`, { file: store.describe(place), hint: "Try again." });
}

/**
 * Reads the log and appends what `decide` makes of it, all under the log's lock: of two processes that want to use the
 * same thing once, one gets it. Answers what was appended; nothing where `decide` gives nothing.
 */
export async function settleStateLog(store: Store, name: string, decide: (lines: readonly string[]) => readonly string[], lock: LockOptions): Promise<readonly string[]> {
  const place = stateLogPlace(name);
  const done = await store.lock(
    `log ${name}`,
    async () => {
      const added = decide((await store.readLog(place)).lines);
      if (added.length > 0) await writerOf(store).append(place, added);
      return added;
    },
    lock,
  );
  if (done.kind === "busy") throw new AppError("LOCKED", `the log ${name} is locked by another process`, { file: store.describe(place), hint: "Try again." });
  return done.value;
}

/** Shorter logs are read as a whole. */
const LONG = 64 * 1024;

/** These logs are plain lines, so that what stands before the last line break is whole: a long one is not read to add to it. */
function wholeLines(store: Store, place: Place): { readonly wholeTo?: number } {
  const log = store.openLog?.(place) ?? null;
  if (log === null) return {};
  try {
    if (log.size < LONG) return {};
    const end = new Uint8Array(LONG);
    const from = log.size - LONG;
    const last = end.subarray(0, log.read(end, from)).lastIndexOf(0x0a);
    return last === -1 ? {} : { wholeTo: from + last + 1 };
  } finally {
    log.close();
  }
}

export function stateLogPlace(name: string): Place {
  return { root: "state", path: `decisions/${name}.jsonl` };
}
