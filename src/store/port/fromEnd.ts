// A log of plain lines, newest first, in parts: what is asked of such a log is nearly always about its end, and the log
// grows for years. A line that was never finished does not count.

import type { OpenBytes, Place, Store } from "./port.ts";

/** What a side file says; null: there is none. It is never the truth, so whoever asks must be able to do without it. */
export function readSideText(store: Pick<Store, "openIndex">, name: string): string | null {
  const file = store.openIndex?.(name) ?? null;
  if (file === null) return null;
  try {
    const bytes = Buffer.alloc(file.size);
    return bytes.toString("utf8", 0, file.read(bytes, 0));
  } finally {
    file.close();
  }
}

const PART = 256 * 1024;
const NEWLINE = 10;
/** For the next search: each page of memory that is touched first costs more than what is read into it. */
let spare: Buffer | undefined;

/** Lines that hold one of these texts; with `newest` also the last line of each part, which tells its time. */
interface Wanted {
  readonly texts: readonly Buffer[];
  readonly newest: boolean;
}

/**
 * Lists of lines, newest first, each from the part of the file before the last one. Leaving the loop ends the reading.
 * `holding`: only lines with this text, or one of them; they are searched as bytes, many times faster than read. Where it is a list,
 * the newest line of each part comes too, whatever it holds: it tells the part's time.
 */
export async function* linesFromEnd(
  store: Store,
  place: Place,
  holding: string | readonly string[] = [],
): AsyncGenerator<readonly string[]> {
  const texts = (typeof holding === "string" ? [holding] : holding).filter((text) => text !== "");
  const isWanted = (line: string) => texts.length === 0 || texts.some((text) => line.includes(text));
  if (store.openLog === undefined) return yield (await store.readLog(place)).lines.toReversed().filter(isWanted);
  const log = store.openLog(place);
  if (log === null) return;
  try {
    yield* partsFromEnd(log, { texts: texts.map((text) => Buffer.from(text)), newest: typeof holding !== "string" });
  } finally {
    log.close();
  }
}

/** Down to `from`, where a line begins. One room for all parts, since a search goes through thousands; a search meanwhile has its own. */
export function* partsFromEnd(log: OpenBytes, wanted: Wanted, from = 0): Generator<readonly string[]> {
  const room = spare ?? Buffer.allocUnsafe(PART);
  spare = undefined;
  try {
    yield* partsIn(log, room, wanted, from);
  } finally {
    spare = room;
  }
}

function* partsIn(log: OpenBytes, room: Buffer, wanted: Wanted, from: number): Generator<readonly string[]> {
  // The beginning of a line that the part before it continues with; null: behind the last line break, never finished.
  let rest: Buffer | null = null;
  for (let stop = log.size; stop > from;) {
    const start = Math.max(from, stop - PART);
    const part = room.subarray(0, log.read(room.subarray(0, stop - start), start));
    stop = start;
    const last = part.lastIndexOf(NEWLINE);
    if (last === -1) {
      if (rest !== null) rest = Buffer.concat([part, rest]);
      if (start === from && rest !== null) yield linesOf(rest, wanted);
      continue;
    }
    const tail: string[] = rest === null ? [] : linesOf(Buffer.concat([part.subarray(last + 1), rest]), wanted);
    const first: number = start === from ? 0 : part.indexOf(NEWLINE) + 1;
    rest = Buffer.from(part.subarray(0, Math.max(0, first - 1)));
    yield [...tail, ...(first <= last ? linesOf(part.subarray(first, last), wanted) : [])];
  }
}

/** Newest first. */
export function linesOf(part: Buffer, { texts, newest }: Wanted): string[] {
  if (texts.length === 0) return part.toString("utf8").split("\n").reverse();
  const starts = new Set<number>(newest ? [part.lastIndexOf(NEWLINE) + 1] : []);
  for (const text of texts)
    for (let at = part.lastIndexOf(text); at !== -1;) {
      const start = part.lastIndexOf(NEWLINE, at) + 1;
      starts.add(start);
      at = start === 0 ? -1 : part.lastIndexOf(text, start - 1);
    }
  return [...starts]
    .sort((a, b) => b - a)
    .map((start) => {
      const end = part.indexOf(NEWLINE, start);
      return part.toString("utf8", start, end === -1 ? part.length : end);
    });
}
