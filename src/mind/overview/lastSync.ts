// When this machine last met its carrier, and what came of it. Apart from the sync itself: `status` asks for it and must not
// load what syncs.

import { objectIn } from "../../base/index.ts";
import { readNote, writeNote } from "../../store/index.ts";
import type { Mind } from "../open.ts";

export interface LastSync {
  readonly at: string;
  readonly address: string;
  /** What went wrong; absent: nothing. */
  readonly error?: { readonly code: string; readonly message: string };
}

const LAST = "carrier/last.json";

export function noteSync(mind: Mind, last: LastSync): void {
  writeNote(mind.where.state, LAST, `${JSON.stringify(last)}\n`);
}

/** null: never, or by another address. A note may be lost; the next sync writes another. */
export function lastSync(mind: Mind, address: string): LastSync | null {
  const last = objectIn(readNote(mind.where.state, LAST)) as LastSync | null;
  return last?.address === address ? last : null;
}
