// Which entry a line of a ledger tells of. Pure. A ledger is asked for it before every write, so this is read by pattern:
// parsing ten thousand changes would cost more than the write.

/** The beginning of a change that applied an entry, or considered it. PostgreSQL has the same pattern (migrations/tables.sql). */
const TEXT = '"[^"]*"';
const ENTRY_LINE = new RegExp(`^\\{"v":1,"id":${TEXT},"kind":"(?:entry|considered)","at":${TEXT},"by":"[a-z]+","entry":"([^"]*)"`);

export function entriesAmong(lines: Iterable<string>, wanted: readonly string[]): ReadonlySet<string> {
  const asked = new Set(wanted);
  const found = new Set<string>();
  for (const line of lines) {
    const entry = ENTRY_LINE.exec(line)?.[1];
    if (entry !== undefined && asked.has(entry)) found.add(entry);
  }
  return found;
}

/** What is in every line that tells of the entry, and seldom anywhere else. */
export function traceOf(entry: string): string {
  return `"entry":"${entry}"`;
}
