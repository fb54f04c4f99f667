// Pure rooms never draw randomness themselves; they are handed a Random.

import { stamp } from "./clock.ts";

export interface Random {
  /** `bytes` random bytes as lower-case hex. */
  hex(bytes: number): string;
  /** A number in [0, 1), for jitter. */
  unit(): number;
}

export const SESSION_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Ids of entries, changes, bundles, verdicts and approvals: sortable by time, unique without coordination. */
export function newId(prefix: "e" | "c" | "b" | "v" | "a" | "d", at: Date, random: Random): string {
  return `${prefix}_${stamp(at).replace("-", "")}_${random.hex(6)}`;
}

/** last-word's own form: `session_YYYYMMDD-HHMMSS-<hex8>`. */
export function newSessionId(at: Date, random: Random): string {
  return `session_${stamp(at)}-${random.hex(4)}`;
}
