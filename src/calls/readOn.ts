// Reading on: a log that a process has read before is read from its newest line back to what is known of it.

export interface Told {
  readonly id: string;
  readonly at: string;
}

export interface ReadSoFar<T extends Told> {
  /** As far back as it was read. */
  readonly since: string;
  /** Newest first. */
  readonly all: readonly T[];
}

/** Several processes write, each by its own look at the clock: what is written later may say an earlier time, by so much. */
const CLOCKS_MS = 60_000;

/** `newest` gives the log from its end; it is asked no further than needed. */
export async function readOn<T extends Told>(
  newest: AsyncIterable<T>,
  since: string,
  before: ReadSoFar<T> | undefined,
): Promise<ReadSoFar<T>> {
  const known = before !== undefined && before.since <= since ? before.all.filter(({ at }) => at >= since) : [];
  const last = known[0]?.at;
  const until = last === undefined ? since : new Date(Math.max(Date.parse(since), Date.parse(last) - CLOCKS_MS)).toISOString();
  const seen = new Set(known.filter(({ at }) => at >= until).map(({ id }) => id));
  const fresh: T[] = [];
  for await (const each of newest) {
    if (each.at < until) break;
    if (!seen.has(each.id)) fresh.push(each);
  }
  return { since, all: fresh.length === 0 ? known : [...fresh, ...known].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)) };
}
