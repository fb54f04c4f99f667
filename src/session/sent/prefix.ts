// How far a log was sent, against the log on this disk: whether what was sent is still its beginning. A log that is read
// for the first time is read from its beginning; of a large one a side note says where that was found out, and counts only
// while the file is the same one and ends there with the same bytes.

import { objectIn, openHash, sha256 } from "../../base/index.ts";
import { type Mark, type OpenBytes, readSideText, type Store } from "../../store/index.ts";
import { writerOf } from "../../store/write.ts";
import { eachLine, readPart } from "../log/logLines.ts";

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
  // Damaged: the log is read from its beginning, as without a note.
  const note = objectIn<Note>(readSideText(store, noteName(name)));
  const isSame = (other: Partial<Mark> | null) => other?.count === mark.count && other.origin === mark.origin && other.bytes === mark.bytes;
  if (note?.identity === log.identity && isSame(note) && note.ending === endingOf(log, mark.bytes)) return true;
  return isSame(markThrough(log, mark.count));
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

function endingOf(log: OpenBytes, end: number): string {
  return sha256(readPart(log, Math.max(0, end - SAMPLE), end));
}

function noteName(name: string): string {
  return `sent/${name}.mark`;
}
