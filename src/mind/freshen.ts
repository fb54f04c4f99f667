// freshen: what opening a mind in common does. The working copies are brought up to date, and entries that waited for the
// database go there. One short attempt: where it does not answer, refuses this login or has another schema, the copies of
// this machine are the mind until it does again, and that is told in one line.

import { AppError, type Clock, objectIn } from "../base/index.ts";
import type { Deps, Synced } from "../deltas/index.ts";
import { type Contact, isAway, type SharedStore, readNote, removeNote, writeNote } from "../store/index.ts";
import type { Whereabouts } from "./whereabouts.ts";

export interface Fresh {
  /** By which this mind's entries are told apart: the database's, since two machines may disagree by an hour. */
  readonly clock: Clock;
  readonly synced: Synced | null;
  readonly alerts: readonly string[];
}

interface Side {
  readonly common: SharedStore;
  readonly contact: Contact;
  readonly address: string;
  readonly where: Whereabouts;
  /** How long it may take until the database says its first word. */
  readonly wait: number;
  /** A person asks for the database itself: a known outage is no answer. */
  readonly isAsked: boolean;
}

/** How long a process that found the database away does without it. */
const AWAY_MS = 5000;

export async function freshen(side: Side, deps: Deps): Promise<Fresh> {
  const { contact, address, where } = side;
  const known = knownOutage(where, address);
  if (known !== null && !side.isAsked && Date.now() < known.until) {
    contact.lose(outageError(known), Math.max(AWAY_MS, known.until - Date.now()));
    return withoutIt(deps, known);
  }
  const began = performance.now();
  try {
    await side.common.reach(side.wait);
    const fresh = await bringTogether(side.common, deps);
    if (known !== null) endOutage(where);
    return fresh;
  } catch (error) {
    if (!(error instanceof AppError) || !isAway(error)) throw error;
    contact.lose(error, AWAY_MS);
    if (error.code === "OTHER_MIND") return { clock: deps.clock, synced: null, alerts: [`${error.message}. ${error.hint ?? ""}`] };
    return withoutIt(deps, noteOutage(where, { address, error, now: deps.clock.now(), took: performance.now() - began, before: known }));
  }
}

async function bringTogether(common: SharedStore, deps: Deps): Promise<Fresh> {
  const ahead = (await common.now()).getTime() - deps.clock.now().getTime();
  const clock: Clock = Object.create(deps.clock, { now: { value: () => new Date(deps.clock.now().getTime() + ahead) } });
  const { sendUnsent, syncDocuments } = await import("../deltas/index.ts");
  const synced = await syncDocuments({ ...deps, clock });
  await sendUnsent({ ...deps, clock });
  return { clock, synced, alerts: alertsOf(synced) };
}

function alertsOf(synced: Synced): string[] {
  return [
    ...(synced.removed ?? []).map(
      (document) => `${document} was removed on another machine; this machine's copy is in the trash (codicil trash list)`,
    ),
    ...(synced.rejoined ?? []).map(
      (document) =>
        `the database had lost changes of ${document} (an older copy of it was restored, ` +
        "or it was recreated); this machine's changes were merged into it again",
    ),
    ...synced.conflicts.map(
      (document) =>
        `${document} was changed here and on another machine; this machine's version is in staging (codicil resolve ${document})`,
    ),
    ...synced.problems.map(({ document, error }) => `${document} could not be synced: ${error.message}`),
  ];
}

function withoutIt(deps: Deps, { since, error }: Outage): Fresh {
  const at = `${since.slice(0, 16).replace("T", " ")} UTC`;
  return {
    clock: deps.clock,
    synced: null,
    alerts: [
      `no database since ${at} (${error.message}): this machine's copies are used, and what is written here is sent when it answers`,
    ],
  };
}

// An outage of the database, noted on disk, so that every command and hook of this machine knows of it and none waits for
// what another one waited for in vain. A try that took long is not repeated soon; one that failed at once may be.
interface Outage {
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
function knownOutage({ state }: Whereabouts, address: string): Outage | null {
  const known = objectIn<Outage>(readNote(state, NAME));
  return known?.address === address && typeof known.until === "number" && typeof known.error?.message === "string"
    ? (known as Outage)
    : null;
}

function noteOutage(
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

function endOutage({ state }: Whereabouts): void {
  removeNote(state, NAME);
}

function outageError({ error, address }: Outage): AppError {
  return new AppError(error.code, error.message, { file: address, ...(error.hint === undefined ? {} : { hint: error.hint }) });
}
