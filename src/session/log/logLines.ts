// From bytes to lines, with a bounded buffer: a log of any size is read in one pass. A line is whole when its line break
// is there.

import type { OpenBytes, Place, Store } from "../../store/index.ts";
import { AppError } from "../../base/index.ts";

/** A line beyond this is reported and does not count; a text of more could not be held anyway. */
export const LONGEST_LINE = 64 * 1024 * 1024;

const NEWLINE = 10;
const CHUNK = 4 * 1024 * 1024;

/** `bytes` from `start` to `end`, without the line break; it is at `position` in the log. Valid only during the call. */
export interface Line {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  readonly position: number;
  readonly length: number;
}
export type TakeLine = (line: Line) => void;

/**
 * The end of the last whole line. Power loss can leave zeros where a write never reached the disk: lines at the end that
 * hold one were never finished either. The store cuts a tail off by the same rule.
 */
export function wholeEnd(log: OpenBytes, from: number): number {
  let end = newlineBefore(log, from, log.size);
  while (end > from) {
    const start = newlineBefore(log, from, end - 1);
    if (end - start > LONGEST_LINE || !readPart(log, start, end).includes(0)) return end;
    end = start;
  }
  return end;
}

/** Where the line behind the last line break before `before` starts; `from` where there is none. */
function newlineBefore(log: OpenBytes, from: number, before: number): number {
  let room = 64 * 1024;
  for (let stop = before; stop > from;) {
    const start = Math.max(from, stop - room);
    const bytes = readPart(log, start, stop);
    const found = bytes.lastIndexOf(NEWLINE);
    if (found !== -1) return start + found + 1;
    stop = start;
    room = CHUNK;
  }
  return from;
}

export function readPart(log: OpenBytes, start: number, end: number): Buffer {
  const bytes = Buffer.allocUnsafe(end - start);
  return bytes.subarray(0, log.read(bytes, start));
}

/**
 * Every line of [from, to), which ends with a line break, or of the first `enough` bytes of it and a little more. A line
 * that is too long is given as empty, with its length. Answers where it stopped.
 */
export function eachLine(
  log: OpenBytes,
  { from, to, enough = Infinity }: { readonly from: number; readonly to: number; readonly enough?: number | undefined },
  take: TakeLine,
): number {
  let buffer = Buffer.allocUnsafe(Math.min(CHUNK, Math.max(to - from, 1)));
  let held = 0;
  let position = from;
  let next = from;
  while (next < to && position - from < enough) {
    const room = Math.min(buffer.length - held, to - next);
    const count = log.read(buffer.subarray(held, held + room), next);
    if (count === 0) break; // somebody cut the log off meanwhile: what was read so far is whole
    next += count;
    const filled = held + count;
    const read = buffer.subarray(0, filled);
    let start = 0;
    for (let stop = read.indexOf(NEWLINE, held); stop !== -1; stop = read.indexOf(NEWLINE, start)) {
      take({ bytes: buffer, start, end: stop, position, length: stop - start });
      position += stop - start + 1;
      start = stop + 1;
    }
    buffer.copyWithin(0, start, filled);
    held = filled - start;
    if (held < buffer.length) continue;
    if (held < LONGEST_LINE) {
      const wider = Buffer.allocUnsafe(Math.min(held * 2, LONGEST_LINE));
      buffer.copy(wider, 0, 0, held);
      buffer = wider;
      continue;
    }
    const stop = newlineFrom(log, next, to);
    take({ bytes: buffer, start: 0, end: 0, position, length: stop - position });
    position = stop + 1;
    next = position;
    held = 0;
    buffer = Buffer.allocUnsafe(CHUNK);
  }
  return position;
}

function newlineFrom(log: OpenBytes, from: number, to: number): number {
  for (let at = from; at < to; at += CHUNK) {
    const found = readPart(log, at, Math.min(at + CHUNK, to)).indexOf(NEWLINE);
    if (found !== -1) return at + found;
  }
  return to;
}

const MOST_AT_HAND = 64 * 1024;

/** The same log with everything from `from` read already, where that is little: its end is looked at several times. */
export function knownEnd(log: OpenBytes, from: number): OpenBytes {
  if (log.size < from || log.size - from > MOST_AT_HAND) return log;
  const bytes = readPart(log, from, log.size);
  return {
    size: log.size,
    identity: log.identity,
    modified: log.modified,
    read: (target, position) =>
      position >= from && position < from + bytes.length ? bytes.copy(target, 0, position - from) : log.read(target, position),
    close: () => log.close(),
  };
}

/** Lines that are at hand, as if they were in a file. */
export function bytesOf(bytes: Buffer): OpenBytes {
  return {
    size: bytes.length,
    identity: "at hand",
    modified: 0,
    read: (target, position) => bytes.copy(target, 0, position, Math.min(bytes.length, position + target.length)),
    close: () => {},
  };
}

/** A session's log as bytes, whatever keeps it. */
export async function openSession(store: Store, place: Place, id: string): Promise<OpenBytes> {
  const found = store.openLog === undefined ? await linesOf(store, place) : store.openLog(place);
  if (found !== null && found.size > 0) return found;
  found?.close();
  throw new AppError("NOT_FOUND", `there is no session ${id}`, { file: store.describe(place), hint: "codicil session list shows them." });
}

/** A store that keeps lines and no files gives all of them. */
async function linesOf(store: Store, place: Place): Promise<OpenBytes> {
  const { lines, torn } = await store.readLog(place);
  return bytesOf(Buffer.from(lines.map((line) => `${line}\n`).join("") + (torn ?? "")));
}
