// A log of plain lines, newest first, in parts: what is asked of such a log is nearly always about its end, and the log
// grows for years. A line that was never finished does not count.

import { writerOf } from "./pen.ts";
import type { OpenBytes, Place, Store } from "./port.ts";
import { stateLogPlace } from "./stateLog.ts";

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

/**
 * Lists of lines, oldest first, from about the first fresh one on, behind which all are: for whoever goes through more than should be
 * held. What is written meanwhile is left out. Each sign is a byte (`latin1`): what is looked at in every line is plain, and to decode all
 * would cost more than everything else (`decoded`).
 */
export async function* linesSince(store: Store, place: Place, isFresh: (line: string) => boolean): AsyncGenerator<readonly string[]> {
  if (store.openLog === undefined) return yield (await store.readLog(place)).lines.map((line) => Buffer.from(line).toString("latin1"));
  const log = store.openLog(place);
  if (log === null) return;
  try {
    yield* linesFrom(log, beginOf(log, isFresh));
  } finally {
    log.close();
  }
}

/** The text of such a line, or of a piece of it; nothing of the part that it is cut from. */
export function decoded(bytes: string): string {
  return Buffer.from(bytes, "latin1").toString();
}

/** A part before the newest one that begins with a line that is not fresh: several processes write, each by its own look at the clock. */
function beginOf(log: OpenBytes, isFresh: (line: string) => boolean): number {
  const room = Buffer.allocUnsafe(PART / 4);
  for (let from = log.size; from > 0;) {
    from = Math.max(0, from - PART);
    const head = room.subarray(0, log.read(room.subarray(0, log.size - from), from));
    const first = head.indexOf(NEWLINE) + 1;
    const end = head.indexOf(NEWLINE, first);
    if (first > 0 && end !== -1 && !isFresh(head.toString("latin1", first, end))) return Math.max(0, from - PART);
  }
  return 0;
}

/** From the first line on that begins behind `from`, or at the beginning. */
function* linesFrom(log: OpenBytes, from: number): Generator<readonly string[]> {
  let room = Buffer.allocUnsafe(Math.min(4 * ROOM, log.size - from));
  for (let at = from; at < log.size;) {
    const part = room.subarray(0, log.read(room.subarray(0, log.size - at), at));
    const end = part.lastIndexOf(NEWLINE);
    if (end === -1 && at + part.length >= log.size) return;
    if (end === -1) {
      room = Buffer.allocUnsafe(room.length * 2);
      continue;
    }
    const first = at === from && from > 0 ? part.indexOf(NEWLINE) + 1 : 0;
    if (first <= end) yield part.toString("latin1", first, end).split("\n");
    at += end + 1;
  }
}

/** Down to `from`, where a line begins. One room for all parts, since a search goes through thousands; a search meanwhile has its own. */
function* partsFromEnd(log: OpenBytes, wanted: Wanted, from = 0): Generator<readonly string[]> {
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
function linesOf(part: Buffer, { texts, newest }: Wanted): string[] {
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

// By their names: a log of years has a gigabyte, and most of what a person asks for by its name is in none of it. Beside each file that is
// finished two numbers for each of its lines are kept, made from the line's names. They are never the truth: they count for the very
// file that they were made from, and what they lead to is searched for the name itself.

export interface Names {
  /** null: the line has no such names, and neither has its file. */
  keysOf(line: string): readonly [number, number] | null;
  /** Whether a line with these numbers may have the name that is looked for. */
  fits(one: number, other: number): boolean;
}

/** For so many lines it is kept where they begin. */
const GROUP = 64;
const ROOM = 1024 * 1024;
/** Which file it was made from, in front. */
const HEAD = 128;

/** Lists of lines that hold `text`, newest first: all of the file that grows, and of those that are finished where `names` leads to. */
export async function* linesNamed(store: Store, log: string, text: string, names: Names): AsyncGenerator<readonly string[]> {
  const whole = store.openLog?.(stateLogPlace(log)) ?? null;
  if (whole === null) return yield* linesFromEnd(store, stateLogPlace(log), text);
  const wanted = { texts: [Buffer.from(text)], newest: false };
  const finished = await finishedOf(store, log);
  // Where a file came or went meanwhile, all is searched.
  const isSame = finished[0]?.stamp.startsWith(`${whole.identity} `) === true;
  try {
    yield* partsFromEnd(whole, wanted, isSame ? finished.reduce((sum, { stamp }) => sum + Number(stamp.split(" ")[1]), 0) : 0);
  } finally {
    whole.close();
  }
  for (const each of isSame ? finished.toReversed() : []) yield* linesOfFinished(store, each, { wanted, names });
}

interface Finished {
  readonly place: Place;
  readonly name: string;
  /** Identity, size and time. */
  readonly stamp: string;
}

async function finishedOf(store: Store, log: string): Promise<Finished[]> {
  const names = (await store.list("state", "decisions")).filter((name) => name.startsWith(`${log}.`) && /\.\d{6}\.jsonl$/.test(name));
  const place = (name: string) => ({ root: "state", path: `decisions/${name}` }) as const;
  return names.toSorted().map((name) => ({ name, place: place(name), stamp: store.stampOf?.(place(name)) ?? "" }));
}

function* linesOfFinished(
  store: Store,
  { place, name, stamp }: Finished,
  { wanted, names }: { readonly wanted: Wanted; readonly names: Names },
): Generator<readonly string[]> {
  const file = store.openLog?.(place) ?? null;
  if (file === null) return;
  try {
    const numbers = keptNumbers(store, name, stamp) ?? numbersOf(file, names);
    if (numbers === null) return yield* partsFromEnd(file, wanted);
    if (numbers.isNew) writerOf(store).writeIndex?.(name, [Buffer.from(stamp.padEnd(HEAD)), new Uint8Array(numbers.all.buffer)]);
    for (const [from, to] of groupsIn(numbers.all, names)) {
      const bytes = Buffer.alloc(Math.min(to, file.size) - from);
      yield linesOf(bytes.subarray(0, file.read(bytes, from)), wanted);
    }
  } finally {
    file.close();
  }
}

/** Newest first. */
function* groupsIn(numbers: Uint32Array, { fits }: Names): Generator<readonly [from: number, to: number]> {
  const lines = numbers[0] as number;
  for (let line = lines - 1; line >= 0; line--) {
    if (!fits(numbers[1 + line * 2] as number, numbers[2 + line * 2] as number)) continue;
    const group = Math.floor(line / GROUP);
    const start = 1 + lines * 2 + group;
    yield [numbers[start] as number, numbers[start + 1] ?? Infinity];
    line = group * GROUP;
  }
}

interface Numbers {
  /** How many lines; two numbers for each; where each group begins. */
  readonly all: Uint32Array;
  readonly isNew: boolean;
}

function numbersOf(file: OpenBytes, names: Names): Numbers | null {
  const [keys, starts]: [number[], number[]] = [[], []];
  const room = Buffer.allocUnsafe(ROOM);
  for (let at = 0; at < file.size;) {
    const part = room.subarray(0, file.read(room, at));
    let start = 0;
    for (let end = part.indexOf(10); end !== -1; end = part.indexOf(10, start)) {
      const found = names.keysOf(part.toString("latin1", start, end));
      if (found === null) return null;
      if (keys.length % (GROUP * 2) === 0) starts.push(at + start);
      keys.push(...found);
      start = end + 1;
    }
    if (start === 0) return null;
    at += start;
  }
  return { all: Uint32Array.from([keys.length / 2, ...keys, ...starts]), isNew: true };
}

function keptNumbers(store: Store, name: string, stamp: string): Numbers | null {
  const side = store.openIndex?.(name) ?? null;
  if (side === null) return null;
  try {
    const head = Buffer.alloc(HEAD);
    if (side.read(head, 0) < HEAD || head.toString("latin1").trimEnd() !== stamp || stamp === "") return null;
    const all = new Uint32Array((side.size - HEAD) >> 2);
    side.read(new Uint8Array(all.buffer), HEAD);
    return { all, isNew: false };
  } finally {
    side.close();
  }
}

/** Of a file that is gone. */
export function dropNumbers(store: Store, { path }: Place): void {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const side = store.openIndex?.(name) ?? null;
  side?.close();
  if (side !== null) writerOf(store).writeIndex?.(name, []);
}
