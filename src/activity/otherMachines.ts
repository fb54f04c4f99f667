// Sessions of this login's other machines: listed with what their machine said of them, fetched when they are read, and
// never written to here. Whoever wants to continue with one begins a copy of it.

import { AppError } from "../base/index.ts";
import { copiedFrom, fetchSession, isOwnSession, listSessionIds } from "../session/index.ts";
import { isAway, type SentLog } from "../store/index.ts";
import { deviceOf } from "../mind/device.ts";
import type { Mind } from "../mind/open.ts";
import { sessionDeps } from "../mind/session/sessionDeps.ts";
import type { SessionSummary } from "./sessions.ts";

/** After a try in vain, copies have to do for this long. */
const DOWN_MS = 5000;

/** Newest first, at most `limit`; those that this machine has itself are left out. */
export async function listElsewhere(
  mind: Mind,
  limit: number,
): Promise<{ readonly sessions: readonly SessionSummary[]; readonly total: number }> {
  return orNothing(mind, { sessions: [], total: 0 }, async (sent) => {
    const device = deviceOf(mind.where);
    const own = new Set(await listSessionIds(sessionDeps(mind).store));
    const [found, total] = [await sent.list("session", { notOf: device, limit }), await sent.count("session", { notOf: device })];
    const seen = new Set<string>();
    const sessions = found.filter(({ name }) => !own.has(name) && !seen.has(name) && seen.add(name)).map(summaryOf);
    return { sessions, total: total - (found.length - sessions.length) };
  });
}

function summaryOf({ name, machine, about, count }: SentLog): SessionSummary {
  const said = (about ?? {}) as Partial<Record<keyof SessionSummary, unknown>>;
  const text = (key: keyof SessionSummary, otherwise: string) => (typeof said[key] === "string" ? said[key] : otherwise);
  const number = (key: keyof SessionSummary, otherwise: number) => (typeof said[key] === "number" ? said[key] : otherwise);
  return {
    id: name,
    cwd: text("cwd", ""),
    createdAt: number("createdAt", 0),
    title: typeof said.title === "string" ? said.title : null,
    sessionType: text("sessionType", "main"),
    host: text("host", "codicil"),
    events: Math.max(0, number("events", count - 1)),
    problems: number("problems", 0),
    ...(typeof said.clonedFrom === "string" ? { clonedFrom: said.clonedFrom } : {}),
    machine,
  };
}

/** The machine that writes a session; null: this one, or none that is known. Its copy is up to date then, if the database answers. */
export async function reach(mind: Mind, id: string): Promise<string | null> {
  const { store, lock } = sessionDeps(mind);
  if (isOwnSession(store, id)) return null;
  const shared = mind.common;
  // Back in files, a copy is still another machine's.
  if (shared === null) return copiedFrom(store, id);
  return orNothing(mind, copiedFrom(store, id), async (sent) => {
    const device = deviceOf(mind.where);
    const log = (await sent.named("session", id)).find((each) => each.device !== device);
    if (log === undefined) return null;
    await fetchSession(store, shared, log, lock);
    return log.machine;
  });
}

/** For whoever would write to it: a session has one machine that does. */
export async function refuseElsewhere(mind: Mind, id: string): Promise<void> {
  const machine = await reach(mind, id);
  if (machine !== null)
    throw new AppError("ELSEWHERE", `session ${id} is written on ${machine}`, {
      hint: `Continue a copy of it here: codicil session clone ${id}`,
    });
}

/** While the database is away there are the copies: what is neither here nor there is then not found. */
async function orNothing<T>(mind: Mind, otherwise: T, work: (sent: NonNullable<Mind["common"]>["sent"]) => Promise<T>): Promise<T> {
  if (mind.common === null || mind.contact.away !== null) return otherwise;
  try {
    return await work(mind.common.sent);
  } catch (error) {
    if (!(error instanceof AppError) || !isAway(error)) throw error;
    mind.contact.pause(error, DOWN_MS);
    return otherwise;
  }
}
