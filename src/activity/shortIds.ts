// Short ids: a person names a change, a proposal or a session by any unique part of its id, by its kind and its end (`c_65e2`, as
// lists and the page write it), or as `last`. An id that is there exactly is never looked at as a part, and what matches nothing
// is passed on, so that the verb says what is wrong.

import { AppError, objectIn } from "../base/index.ts";
import { listProposals } from "../deltas/index.ts";
import { type LoggedChange, log } from "../mind/documents/explain.ts";
import { listSessionIds } from "../session/index.ts";
import { readNote, writeNote } from "../store/index.ts";
import type { Mind } from "../mind/open.ts";
import { sessionDeps } from "../mind/session/sessionDeps.ts";

const LAST = "last";
const WHOLE = /^[a-z]_\d{14}_[0-9a-f]{12}$/;
const SHORT = /^([a-z]+)_([0-9a-f]{3,12})$/;
const SHORTEST = 3;
const SHOWN = 5;

export async function lastChange(mind: Mind): Promise<LoggedChange | undefined> {
  return (await log(mind, undefined, { limit: 1 }))[0];
}

export async function changeNamed(mind: Mind, given: string): Promise<string> {
  if (WHOLE.test(given)) return given;
  if (given === LAST) return (await lastChange(mind))?.id ?? given;
  return choose("change", given, idsOf(await log(mind)));
}

/** A decision on a line of an instruction file. */
export async function decisionNamed(mind: Mind, given: string): Promise<string> {
  if (WHOLE.test(given)) return given;
  const { decisionLog } = await import("../calls/decisionLog.ts");
  return choose("decision", given, idsOf(await decisionLog(mind)));
}

/** Of `show --at`: a time and a day stay what they are. */
export async function timeNamed(mind: Mind, given: string): Promise<string> {
  return given === LAST || given.startsWith("c_") ? changeNamed(mind, given) : given;
}

export async function proposalNamed(mind: Mind, given: string): Promise<string> {
  if (WHOLE.test(given)) return given;
  return choose("proposal", given, idsOf(await listProposals(mind.deps)).toReversed());
}

export async function sessionNamed(mind: Mind, given: string): Promise<string> {
  const { listEverywhere } = await import("./sessions.ts");
  if (given === LAST) return (await listEverywhere(mind, { limit: 1 })).sessions[0]?.id ?? given;
  // Names alone: no log is read for them.
  const here = await listSessionIds(sessionDeps(mind).store);
  if (mind.common === null || here.includes(given)) return choose("session", given, here);
  return choose("session", given, idsOf((await listEverywhere(mind)).sessions));
}

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

/** `ids`: newest first. */
function choose(kind: string, given: string, ids: readonly string[]): string {
  if (ids.includes(given)) return given;
  if (given === LAST) return ids[0] ?? given;
  const [, ofKind, end] = SHORT.exec(given) ?? [];
  const isShort = (id: string) => end !== undefined && id.startsWith(`${ofKind}_`) && id.endsWith(end);
  const found = given.length < SHORTEST ? [] : [...new Set(ids.filter((id) => id.includes(given) || isShort(id)))];
  // A part that one id begins with, behind its kind, is meant before one that merely occurs in others.
  const starting = found.filter((id) => id.startsWith(given));
  const meant = starting.length === 1 ? starting : found;
  if (meant.length <= 1) return meant[0] ?? given;
  throw new AppError("BAD_INPUT", `${meant.length} ${kind}s match ${JSON.stringify(given)}`, {
    hint: `Give more of the id: ${meant.slice(0, SHOWN).join(", ")}${meant.length > SHOWN ? ", …" : ""}`,
  });
}

/** What has numbers in a list. */
export type Listed = "change" | "proposal" | "session" | "trashed" | "verdict";

interface Kept {
  readonly at: number;
  readonly ids: readonly string[];
}

/** A number that is older than this is not remembered by the person either. */
const LONGEST_MS = 12 * 60 * 60 * 1000;
const noteOf = (screen: number, kind: Listed) => `cache/lists/${screen}-${kind}.json`;

/**
 * The list that was last printed on this screen: `codicil log`, then `codicil undo 2`. What another terminal printed does not
 * count, so that no program that runs beside the person can change what a number means. null: nobody reads numbers there.
 */
export function rememberList({ where, deps }: Mind, screen: number | null, kind: Listed, rows: Parameters<typeof idsOf>[0]): void {
  if (screen === null) return;
  const kept: Kept = { at: deps.clock.now().getTime(), ids: idsOf(rows) };
  try {
    writeNote(where.state, noteOf(screen, kind), JSON.stringify(kept));
  } catch {
    // No room, or nobody may write there: numbers are not known, ids are.
  }
}

/** The id behind a number; anything else as it was given. */
export function listedId({ where, deps }: Mind, screen: number | null, kind: Listed, given: string): string {
  if (!/^\d{1,3}$/.test(given) || screen === null) return given;
  const kept = keptIn(readNote(where.state, noteOf(screen, kind)));
  const isFresh = kept !== null && deps.clock.now().getTime() - kept.at < LONGEST_MS;
  return (isFresh ? kept.ids[Number(given) - 1] : undefined) ?? given;
}

function keptIn(note: string | null): Kept | null {
  const { at, ids } = objectIn<Kept>(note) ?? {};
  return typeof at === "number" && Array.isArray(ids) ? { at, ids: ids.map(String) } : null;
}
