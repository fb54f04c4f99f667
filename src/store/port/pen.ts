// The writing half of a store, which its drivers register. Other rooms get it through store/write.ts alone.

import type { Store, Writer } from "./port.ts";

export type { CommitOutcome, Writer, WriteOutcome } from "./port.ts";

const writers = new WeakMap<Store, Writer>();

/** Drivers register their writing half here, so that it is not reachable from the Store itself. */
export function registerWriter(store: Store, writer: Writer): void {
  writers.set(store, writer);
}

export function writerOf(store: Store): Writer {
  const writer = writers.get(store);
  if (!writer) throw new Error("this store was not opened by a driver");
  return writer;
}
