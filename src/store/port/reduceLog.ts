// A log without end whose oldest lines become counts, because the person said so. One file at a time, under the log's lock: the
// counts are written first, with a mark of the file's first line, so that a crash before the lines are gone counts nothing twice.

import { sha256 } from "../../base/index.ts";
import type { LockOptions, OpenBytes, Place, Store } from "./port.ts";
import { dropNumbers } from "./fromEnd.ts";
import { stateLogPlace } from "./stateLog.ts";
import { writerOf } from "./pen.ts";

export interface Reducing {
  /** The log of the counts: a line for each file, `{ v: 1, first, lines, … }`. */
  readonly into: string;
  isOld(line: string): boolean;
  countsOf(lines: readonly string[]): object;
  readonly lock: LockOptions;
}

/** Of the file that grows, so much must be old before it is written anew. */
const SHARE = 1 / 8;
const LOOK_BYTES = 1024 * 1024;

/** How many lines went; 0 also where another process has the log. */
export async function reduceStateLog(store: Store, name: string, reducing: Reducing): Promise<number> {
  if (!isDue(store, await oldestOf(store, name), reducing)) return 0;
  const done = await store.lock(`log ${name}`, async () => reduceFile(store, await oldestOf(store, name), reducing), reducing.lock);
  return done.kind === "busy" ? 0 : done.value;
}

interface OldestFile {
  readonly place: Place;
  /** Nothing is added to it any more. */
  readonly isFinished: boolean;
}

async function oldestOf(store: Store, name: string): Promise<OldestFile> {
  const names = await store.list("state", "decisions");
  const [oldest] = names.filter((each) => each.startsWith(`${name}.`) && /\.\d{6}\.jsonl$/.test(each)).toSorted();
  return oldest === undefined
    ? { place: stateLogPlace(name), isFinished: false }
    : { place: { root: "state", path: `decisions/${oldest}` }, isFinished: true };
}

/** One line tells: the last of a finished file, or one near the beginning of the one that grows. */
function isDue(store: Store, { place, isFinished }: OldestFile, { isOld }: Reducing): boolean {
  const log = store.openLog?.(place) ?? null;
  if (log === null) return false;
  try {
    const from = isFinished ? Math.max(0, log.size - LOOK_BYTES) : Math.floor(log.size * SHARE);
    // The first one is cut off, and so is what is behind the last line break.
    const lines = textAt(log, from).split("\n").slice(1, -1);
    const line = isFinished ? lines.at(-1) : lines[0];
    return line !== undefined && isOld(line);
  } finally {
    log.close();
  }
}

function textAt(log: OpenBytes, from: number): string {
  const bytes = Buffer.alloc(Math.min(LOOK_BYTES, log.size - from));
  return bytes.toString("utf8", 0, log.read(bytes, from));
}

async function reduceFile(store: Store, file: OldestFile, reducing: Reducing): Promise<number> {
  if (!isDue(store, file, reducing)) return 0;
  const writer = writerOf(store);
  const { lines } = await store.readLog(file.place);
  const fresh = file.isFinished ? -1 : lines.findIndex((line) => !reducing.isOld(line));
  const count = fresh === -1 ? lines.length : fresh;
  const first = sha256(lines[0] ?? "").slice(0, 16);
  const counts = stateLogPlace(reducing.into);
  const last = (await store.readLog(counts)).lines.at(-1);
  const known = last === undefined ? null : (JSON.parse(last) as { first: string; lines: number });
  const gone = known?.first === first ? known.lines : count;
  if (known?.first !== first)
    await writer.append(counts, [JSON.stringify({ v: 1, first, lines: count, ...reducing.countsOf(lines.slice(0, count)) })]);
  const stored = file.isFinished ? await store.read(file.place) : null;
  if (stored !== null) {
    await writer.remove(file.place, stored.version);
    dropNumbers(store, file.place);
  } else await writer.rewriteLog(file.place, lines.slice(gone));
  return gone;
}
