// How much happened on each of the last days. A day that is over does not change: its calls are counted once and the counts kept
// beside the log, the rest is counted once in a process.

import { AppError, daysBefore, localDay, objectIn, isBelow, keptIn } from "../base/index.ts";
import type { VerdictLine } from "../schema/index.ts";
import { readNote, removeNote, writeNote } from "../store/index.ts";
import { newestChanges } from "../deltas/index.ts";
import type { Mind } from "../mind/open.ts";
import { newestVerdicts } from "../calls/verdictLog.ts";
import type { ActivityKind } from "./events.ts";
import { readOn, type ReadSoFar, type Told } from "../calls/readOn.ts";
import { hostOfSession, sessionsBegun } from "./turnEvents.ts";

export type DayCounts = Readonly<Record<ActivityKind, number>>;

export interface ActivityDay extends DayCounts {
  readonly day: string;
}

export interface ActivityDays {
  /** Oldest first, today last. */
  readonly days: readonly ActivityDay[];
  /** Programs and folders that calls of these days came from. */
  readonly hosts: readonly string[];
  readonly folders: readonly string[];
}

interface Counted {
  readonly host: string;
  readonly folder: string;
  readonly counts: Record<ActivityKind, number>;
}

/** By program and folder. */
type Day = Map<string, Counted>;

const kept = new WeakMap<Mind, Map<string, Day>>();

export async function activityDays(
  mind: Mind,
  { days, host, folder }: { readonly days: number; readonly host?: string | undefined; readonly folder?: string | undefined },
): Promise<ActivityDays> {
  if (!Number.isSafeInteger(days) || days < 1) throw new AppError("BAD_INPUT", "days must be a whole number from 1 on");
  const today = localDay(mind.deps.clock);
  const wanted = Array.from({ length: days }, (_, index) => daysBefore(today, days - 1 - index));
  const known = await countedDays(mind, wanted, today);
  const isMeant = (each: Counted) => (host === undefined || each.host === host) && (folder === undefined || isBelow(each.folder, folder));
  const all = wanted.map((day) => ({ day, counted: [...(known.get(day)?.values() ?? [])] }));
  const names = (of: (each: Counted) => string) =>
    [...new Set(all.flatMap(({ counted }) => counted.map(of)))].filter((name) => name !== "").sort();
  return {
    days: all.map(({ day, counted }) => ({ day, ...sum(counted.filter(isMeant).map(({ counts }) => counts)) })),
    hosts: names((each) => each.host),
    folders: names((each) => each.folder),
  };
}

async function countedDays(mind: Mind, wanted: readonly string[], today: string): Promise<ReadonlyMap<string, Day>> {
  const known = keptIn(kept, mind, () => new Map<string, Day>());
  const missing = wanted.filter((day) => day === today || !known.has(day));
  const since = missing[0] ?? today;
  const fresh = new Map(missing.map((day): [string, Day] => [day, new Map()]));
  const dayOf = daysByHour(mind);
  const count = (kind: ActivityKind, at: string, host: string, folder: string) => {
    const day = fresh.get(dayOf(at));
    if (day === undefined) return;
    const key = `${host}\n${folder}`;
    const counted = keptIn(day, key, () => ({ host, folder, counts: { ...NOTHING } }));
    counted.counts[kind]++;
  };
  const calls = keptCalls(mind, today);
  const uncounted = missing.filter((day) => calls[day] === undefined);
  for await (const { verdict, at, session, cwd } of untilDay(newestVerdicts(mind), uncounted[0] ?? today, dayOf))
    if (calls[dayOf(at)] === undefined) count(verdict, at, hostOfSession(session), cwd ?? "");
  keepCalls(mind, { ...calls, ...Object.fromEntries(uncounted.map((day) => [day, [...(fresh.get(day)?.values() ?? [])]])) }, today);
  for (const [day, counted] of fresh) for (const each of calls[day] ?? []) counted.set(`${each.host}\n${each.folder}`, each);
  const writes = await readOn(newestWrites(mind), startOf(since), written.get(mind));
  written.set(mind, writes);
  for (const { at, host, folder } of writes.all) count("write", at, host, folder);
  for await (const { at, host, folder } of sessionsBegun(mind)) {
    if (dayOf(at) < since) break;
    count("session", at, host, folder);
  }
  for (const [day, counted] of fresh) if (day !== today) known.set(day, counted);
  return new Map([...known, ...fresh]);
}

/** Calls by day, of days that are over: not yesterday's, since several clocks write. */
type KeptCalls = Readonly<Record<string, readonly Counted[] | undefined>>;

const MOST_DAYS = 400;

/** Days are those of a time zone. */
const noteOf = ({ deps }: Mind) => `cache/calls-${deps.clock.timeZone.replaceAll("/", "-")}.json`;

const ofDays = (calls: KeptCalls, today: string) =>
  Object.fromEntries(Object.entries(calls).filter(([day]) => day < daysBefore(today, 1) && day > daysBefore(today, MOST_DAYS)));

const keptCalls = (mind: Mind, today: string) => ofDays(objectIn<KeptCalls>(readNote(mind.where.state, noteOf(mind))) ?? {}, today);

function keepCalls(mind: Mind, calls: KeptCalls, today: string): void {
  const over = ofDays(calls, today);
  if (Object.keys(over).length === Object.keys(keptCalls(mind, today)).length) return;
  try {
    writeNote(mind.where.state, noteOf(mind), JSON.stringify(over));
  } catch {
    // No room, or nobody may write there: they are counted again.
  }
}

/** After something was forgotten: a folder's name may have held it. */
export function clearDays(mind: Mind): void {
  kept.delete(mind);
  removeNote(mind.where.state, noteOf(mind));
}

interface Write extends Told {
  readonly host: string;
  readonly folder: string;
}

/** Of a day on which thousands of entries were imported, each is read once. */
const written = new WeakMap<Mind, ReadSoFar<Write>>();

async function* newestWrites(mind: Mind): AsyncGenerator<Write> {
  for await (const { change, document } of newestChanges(mind.deps.storeFor(mind.where.project))) {
    const { id, at, kind, session } = change;
    if (kind !== "considered") yield { id, at, host: session === undefined ? "" : hostOfSession(session), folder: document.project ?? "" };
  }
}

/** No later than the day's first moment, in every time zone. */
function startOf(day: string): string {
  return `${daysBefore(day, 1)}T00:00:00.000Z`;
}

const NOTHING: DayCounts = { deny: 0, ask: 0, rewrite: 0, allow: 0, write: 0, session: 0 };

async function* untilDay(lines: AsyncIterable<VerdictLine>, since: string, dayOf: (at: string) => string): AsyncGenerator<VerdictLine> {
  for await (const line of lines) {
    if (dayOf(line.at) < since) return;
    yield line;
  }
}

/** All moments of a quarter of an hour are on one day, in every time zone. */
function daysByHour(mind: Mind): (at: string) => string {
  const known = new Map<number, string>();
  return (at) => {
    const quarter = Math.floor(Date.parse(at) / 900_000);
    return keptIn(known, quarter, () => localDay(mind.deps.clock, new Date(quarter * 900_000)));
  };
}

function sum(all: readonly DayCounts[]): DayCounts {
  const total: Record<ActivityKind, number> = { ...NOTHING };
  for (const counts of all) for (const kind of Object.keys(total) as ActivityKind[]) total[kind] += counts[kind];
  return total;
}
