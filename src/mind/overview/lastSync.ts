// When this machine last met its carrier, and what came of it. Apart from the sync itself: `status` asks for it and must not
// load what syncs.

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

/** null: never, or by another address. */
export function lastSync(mind: Mind, address: string): LastSync | null {
  const text = readNote(mind.where.state, LAST);
  if (text === null) return null;
  try {
    const last = JSON.parse(text) as LastSync;
    return last.address === address ? last : null;
  } catch {
    // A note may be lost; the next sync writes another.
    return null;
  }
}
