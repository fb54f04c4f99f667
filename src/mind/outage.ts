// An outage of the database, noted on disk, so that every command and hook of this machine knows of it and none waits for
// what another one waited for in vain. A try that took long is not repeated soon; one that failed at once may be.

import { AppError, objectIn } from "../base/index.ts";
import { readNote, removeNote, writeNote } from "../store/index.ts";
import type { Whereabouts } from "./whereabouts.ts";

export interface Outage {
  readonly address: string;
  /** When it was first noticed, and until when nobody asks again. */
  readonly since: string;
  readonly until: number;
  readonly error: { readonly code: AppError["code"]; readonly message: string; readonly hint?: string };
}

const NAME = "store.down";
/** Of all time, a twentieth at most is spent on waiting in vain; and a minute is the longest that nobody asks. */
const TIMES = 20;
const LONGEST_MS = 60_000;

/** The outage that is known, over or not; null: the last that was heard is that the database answers, or the note is damaged. */
export function knownOutage({ state }: Whereabouts, address: string): Outage | null {
  const known = objectIn<Outage>(readNote(state, NAME));
  return known?.address === address && typeof known.until === "number" && typeof known.error?.message === "string"
    ? (known as Outage)
    : null;
}

export function noteOutage(
  { state }: Whereabouts,
  outage: { readonly address: string; readonly error: AppError; readonly now: Date; readonly took: number; readonly before: Outage | null },
): Outage {
  const { address, error, now, took, before } = outage;
  const until = Date.now() + Math.min(took * TIMES, LONGEST_MS);
  const noted: Outage = {
    address,
    since: before?.since ?? now.toISOString(),
    until,
    error: { code: error.code, message: error.message, ...(error.hint === undefined ? {} : { hint: error.hint }) },
  };
  try {
    writeNote(state, NAME, `${JSON.stringify(noted)}\n`);
  } catch (failed) {
    // On a full disk everybody asks for themselves.
    if (!(failed instanceof AppError)) throw failed;
  }
  return noted;
}

export function endOutage({ state }: Whereabouts): void {
  removeNote(state, NAME);
}

export function outageError({ error, address }: Outage): AppError {
  return new AppError(error.code, error.message, { file: address, ...(error.hint === undefined ? {} : { hint: error.hint }) });
}
