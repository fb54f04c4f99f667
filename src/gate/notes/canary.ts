// Canaries: the calls by which install and doctor prove that the gate is alive. They are judged like any other call; the mark
// changes only that they are written down nowhere: no verdict log, so no inbox, backtest, suggestion or notice.
//
// The mark is a random name that install or doctor writes into the state for as long as it asks, and that the call's session
// carries. An agent cannot write to the state and cannot guess it; and whoever had it would gain nothing but silence.

import { readNote, removeNote, writeNote } from "../../store/onDisk.ts";

export const CANARY_FOLDER = "canaries";
const SESSION = /^(?:\w+_)?canary-([0-9a-f]{32})$/;
/** One run of all canaries takes less. A run that died leaves a mark that soon means nothing. */
const LONGEST_MS = 5 * 60_000;

/** `mark`: 32 random hexadecimal digits. */
export function beginCanaries(state: string, mark: string): { readonly session: string; end(): void } {
  writeNote(state, noteOf(mark), new Date().toISOString());
  return { session: `canary-${mark}`, end: () => removeNote(state, noteOf(mark)) };
}

export function isCanary(state: string, session: string): boolean {
  const mark = SESSION.exec(session)?.[1];
  const begun = mark === undefined ? null : readNote(state, noteOf(mark));
  const age = begun === null ? Number.NaN : Date.now() - Date.parse(begun);
  return age >= 0 && age < LONGEST_MS;
}

function noteOf(mark: string): string {
  return `${CANARY_FOLDER}/${mark}`;
}
