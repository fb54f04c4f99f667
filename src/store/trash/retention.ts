// How long the trash keeps things. What is older than the limit goes, then the oldest until the size fits. Nothing younger
// than a day goes, however large it is.
//
// Ages come from a clock that may be wrong: a battery that ran out, a machine that slept, a container. So nothing goes the first
// time that it looks too old. It is marked, and goes when a day has passed since; a mark from the future is made again.

import { rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { objectIn } from "../../base/index.ts";
import { diskFacts, readSmallText } from "../port/facts.ts";
import type { Trash } from "./open.ts";

const DAY = 24 * 60 * 60 * 1000;
/** A command that trashes something looks at most this often. */
const EVERY = 6 * 60 * 60 * 1000;

export interface TrashFacts {
  readonly items: number;
  readonly bytes: number;
  /** ISO; null: it is empty. */
  readonly oldest: string | null;
}

export function trashFacts(trash: Trash): TrashFacts {
  const all = trash.list();
  const seen = new Set<string>();
  return {
    items: all.length,
    bytes: all.reduce((sum, { id }) => sum + trash.sizeOf(id, seen), 0),
    oldest: all.map(({ at }) => at).sort()[0] ?? null,
  };
}

/** Notes of 0.1.0 are in UTC without saying so. */
export function timeOf(at: string): number {
  return new Date(/Z$|[+-]\d\d:\d\d$/.test(at) ? at : `${at}Z`).getTime();
}

/** What went. */
export function sweepTrash(trash: Trash, limits: { readonly days: number; readonly bytes: number }, now: Date): readonly string[] {
  const listed = trash.list().map(({ id, at }) => ({ id, age: now.getTime() - timeOf(at) }));
  const seen = new Set<string>();
  // Sizes are asked for only where something is old enough to go.
  const all = listed.some(({ age }) => age > DAY)
    ? listed.map((each) => ({ ...each, bytes: trash.sizeOf(each.id, seen) })).sort((a, b) => b.age - a.age)
    : [];
  let left = all.reduce((sum, { bytes }) => sum + bytes, 0);
  const due = all.filter(({ age, bytes }) => {
    if (!(age > DAY) || (age <= limits.days * DAY && left <= limits.bytes)) return false;
    left -= bytes;
    return true;
  });
  const dueIds = due.map(({ id }) => id);
  const gone = markedForADay(trash, dueIds, now.getTime());
  trash.remove(gone);
  const named = new Set(listed.map(({ id }) => id.split(".", 1)[0] ?? id));
  dropOrphans(trash, named, now.getTime() - Math.max(1, limits.days) * DAY);
  return gone;
}

/** Those of them that a sweep marked a day ago or longer; the others are marked now. */
function markedForADay(trash: Trash, ids: readonly string[], now: number): string[] {
  const file = join(trash.folder, "due.json");
  // Nothing is marked, or the file is damaged: then everything is kept for one more day.
  const marked = objectIn<Record<string, number>>(readSmallText(file)) ?? {};
  const since = (id: string) => (marked[id] !== undefined && marked[id] <= now ? marked[id] : now);
  const [gone, stay] = [ids.filter((id) => now - since(id) >= DAY), ids.filter((id) => now - since(id) < DAY)];
  if (stay.length > 0) writeFileSync(file, JSON.stringify(Object.fromEntries(stay.map((id) => [id, since(id)]))), { mode: 0o600 });
  else rmSync(file, { force: true });
  return gone;
}

/** Once in six hours; whether it was time. */
export function isTimeToSweep(trash: Trash, now: Date): boolean {
  const mark = join(trash.folder, "swept");
  try {
    if (now.getTime() - statSync(mark).mtimeMs < EVERY) return false;
  } catch {
    // Never swept.
  }
  writeFileSync(mark, "", { mode: 0o600 });
  utimesSync(mark, now, now);
  return true;
}

/** Bytes that no note names: a version before this one left them when the disk was full. */
function dropOrphans(trash: Trash, named: ReadonlySet<string>, before: number): void {
  const files = join(trash.folder, "files");
  for (const name of diskFacts.list(files)) {
    const changed = statSync(join(files, name), { throwIfNoEntry: false })?.ctimeMs ?? Infinity;
    if (!named.has(name) && changed < before) rmSync(join(files, name), { recursive: true, force: true });
  }
}
