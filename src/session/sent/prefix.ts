// How far a log was sent, against the log on this disk: whether what was sent is still its beginning. A log that is read
// for the first time is read from its beginning; of a large one a side note says where that was found out, and counts only
// while the file is the same one and ends there with the same bytes.

import { openHash } from "../../base/index.ts";
import type { Mark, OpenBytes, Store } from "../../store/index.ts";
import { writerOf } from "../../store/write.ts";
import { eachLine, readPart } from "../log/lines.ts";

/** Below this, reading again costs less than a note. */
const WORTH_A_NOTE = 256 * 1024;
const SAMPLE = 4096;
/** Lines are hashed a few megabytes at a time. */
const AT_A_TIME = 4 * 1024 * 1024;

/** The hash of a log with one more line. */
export function chained(chain: string, line: string | Uint8Array): string {
  return openHash().update(Buffer.from(chain, "hex")).update(line).digest("hex");
}

interface Note extends Mark {
  readonly identity: string;
  readonly ending: string;
}

/** Whether the log on disk begins with what the mark says. */
export function isBeginning(store: Store, log: OpenBytes, name: string, mark: Mark): boolean {
  if (mark.count === 0) return true;
  if (log.size < mark.bytes) return false;
  const note = readNote(store, name);
  if (
    note !== null &&
    note.identity === log.identity &&
    note.count === mark.count &&
    note.origin === mark.origin &&
    note.bytes === mark.bytes &&
    note.ending === endingOf(log, mark.bytes)
  )
    return true;
  const found = markThrough(log, mark.count);
  return found !== null && found.origin === mark.origin && found.bytes === mark.bytes;
}

/** The mark of a log's first lines; null where it has fewer. */
export function markThrough(log: OpenBytes, count: number): Mark | null {
  let mark: Mark = { count: 0, origin: "", bytes: 0 };
  while (mark.count < count) {
    const before = mark.bytes;
    eachLine(log, { from: before, to: log.size, enough: AT_A_TIME }, ({ bytes, start, end, position, length }) => {
      if (mark.count < count)
        mark = { count: mark.count + 1, origin: chained(mark.origin, bytes.subarray(start, end)), bytes: position + length + 1 };
    });
    if (mark.bytes === before) return null;
  }
  return mark;
}

export function keepNote(store: Store, log: OpenBytes, name: string, mark: Mark): void {
  if (mark.bytes < WORTH_A_NOTE) return;
  const note: Note = { ...mark, identity: log.identity, ending: endingOf(log, mark.bytes) };
  writerOf(store).writeIndex?.(noteName(name), [Buffer.from(JSON.stringify(note))]);
}

function readNote(store: Store, name: string): Note | null {
  const bytes = store.openIndex?.(noteName(name)) ?? null;
  if (bytes === null) return null;
  try {
    return JSON.parse(readPart(bytes, 0, bytes.size).toString("utf8")) as Note;
  } catch {
    // Damaged: the log is read from its beginning, as without a note.
    return null;
  } finally {
    bytes.close();
  }
}

function endingOf(log: OpenBytes, end: number): string {
  return openHash()
    .update(readPart(log, Math.max(0, end - SAMPLE), end))
    .digest("hex");
}

function noteName(name: string): string {
  return `sent/${name}.mark`;
}
