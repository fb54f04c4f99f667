// Logs of the machine's own state that are neither documents nor events: verdicts, keys. Anybody in the hall may append
// to them, and to nothing else, without holding the pen.

import { AppError } from "../base/index.ts";
import type { LockOptions, Place, Store } from "./port.ts";
import { writerOf } from "./write.ts";

export async function appendStateLog(store: Store, name: string, lines: readonly string[], lock: LockOptions): Promise<void> {
  const place = stateLogPlace(name);
  const done = await store.lock(`log ${name}`, () => writerOf(store).append(place, lines), lock);
  if (done.kind === "busy") throw new AppError("LOCKED", `the log ${name} is locked by another process`, { file: store.describe(place), hint: "Try again." });
}

export function stateLogPlace(name: string): Place {
  return { root: "state", path: `decisions/${name}.jsonl` };
}
