// Pure rooms never ask the machine for the time or for randomness; they are handed a Clock and a Random.

export interface Clock {
  /** The present moment. */
  now(): Date;
  /** The IANA zone in which a "day" begins, e.g. "Europe/Berlin". */
  readonly timeZone: string;
  /** The day of a moment in that zone, where the machine knows it without Intl, which takes long to wake. */
  dayOf?(at: Date): string;
}

/** `2026-11-15`: the local day of a moment, the name of a daily document. */
export function localDay(clock: Clock, at: Date = clock.now()): string {
  if (clock.dayOf !== undefined) return clock.dayOf(at);
  const parts = formatterFor(clock.timeZone).formatToParts(at);
  const part = (type: string) => parts.find((p) => p.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
}

// Making one costs more than using it a hundred times, and a session has a day for every turn.
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const made =
    formatters.get(timeZone) ?? new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  formatters.set(timeZone, made);
  return made;
}

/** `14:05` */
export function timeOfDay(clock: Clock, at: Date = clock.now()): string {
  return new Intl.DateTimeFormat("en-GB", { timeZone: clock.timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at);
}

/** The day `count` days before `day` (calendar arithmetic, no time zones). */
export function daysBefore(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - count);
  return date.toISOString().slice(0, 10);
}

/** `20260220-143022`: the sortable stamp in the names of staging files and sessions (UTC). */
export function stamp(at: Date): string {
  return at.toISOString().slice(0, 19).replace(/[-:]/g, "").replace("T", "-");
}

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
