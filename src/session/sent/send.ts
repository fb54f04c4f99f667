// Sending: the lines of a log on this disk that the store in common does not have yet go there, in order, in bounded parts,
// each once. A part is appended only behind the mark that was seen, so a process that dies, a connection that is cut and
// two processes at once come to the same: what is missing is sent by whoever comes next.
//
// What was sent must be the beginning of what is here. Where it is not (an old backup was brought back, two machines have
// one name), nothing is overwritten: the log is apart, and the person is told.

import type { LockOptions, Mark, Place, SentKind, SharedStore, Store } from "../../store/index.ts";
import { NOTHING_SENT } from "../../store/index.ts";
import { writerOf } from "../../store/write.ts";
import { eachLine, wholeEnd } from "../log/logLines.ts";
import { chained, isBeginning, keepNote } from "./prefix.ts";

/** What is sent: the events of one session that the database does not have yet. */
export interface Sending {
  /** Where the log is. */
  readonly store: Store;
  readonly shared: SharedStore;
  readonly kind: SentKind;
  readonly name: string;
  readonly place: Place;
  /** The lock of whoever writes the log: what is there while nobody holds it has reached the disk. */
  readonly writersLock: string;
  readonly device: string;
  readonly machine: string;
  readonly lock: LockOptions;
  /** How far it was sent, as the store said a moment ago; null: not yet. */
  readonly mark: Mark | null;
  /** The line as it may leave the machine. */
  clean(line: string): string;
  /** For lists. Asked once, before the first part. */
  about(): Promise<unknown>;
  /** True: stop after the part that is under way; the rest is sent next time. */
  isOver?(): boolean;
}

/** What became of sending. */
export type SendOutcome =
  | { readonly kind: "sent"; readonly lines: number; readonly all: boolean }
  /** Another process of this machine sends or writes it right now. */
  | { readonly kind: "busy" }
  /** What was sent is not the beginning of what is here. */
  | { readonly kind: "apart" };

/** A part has about so much; a single line may be larger. */
const PART_BYTES = 1024 * 1024;
const PART_LINES = 2000;
const AT_ONCE: LockOptions = { retries: 0 };

/** Sends the new events of a session to the database. */
export async function sendLog(sending: Sending): Promise<SendOutcome> {
  const done = await sending.store.lock(`sending ${sending.kind} ${sending.name}`, () => sendLocked(sending), AT_ONCE);
  return done.kind === "busy" ? { kind: "busy" } : done.value;
}

async function sendLocked(sending: Sending): Promise<SendOutcome> {
  const { store, place, name } = sending;
  const end = await endOnDisk(sending);
  if (end === null) return { kind: "busy" };
  let mark = sending.mark ?? NOTHING_SENT;
  if (end === mark.bytes) return { kind: "sent", lines: 0, all: true };
  const log = store.openLog?.(place) ?? null;
  if (log === null) return { kind: "sent", lines: 0, all: true };
  try {
    if (!isBeginning(store, log, noteOf(sending), mark)) return { kind: "apart" };
    const about = await sending.about();
    const before = mark.count;
    for (; mark.bytes < end && sending.isOver?.() !== true; keepNote(store, log, noteOf(sending), mark)) {
      const part = takePart(log, { mark, end, clean: sending.clean });
      const { kind, device, machine } = sending;
      const outcome = await pen(sending).send({ kind, name, device, machine }, { seen: mark, lines: part.lines, now: part.mark, about });
      // An answer that was lost on its way: the part is there, which asking again tells.
      const isThere = (seen: Mark) => seen.count === part.mark.count && seen.origin === part.mark.origin;
      if (outcome.kind === "stale" && !isThere(outcome.mark)) {
        if (!isBeginning(store, log, noteOf(sending), outcome.mark)) return { kind: "apart" };
        mark = outcome.mark;
        continue;
      }
      mark = part.mark;
    }
    return { kind: "sent", lines: mark.count - before, all: mark.bytes >= end };
  } finally {
    log.close();
  }
}

/** Whole lines only, and only those whose write is over: a line that power loss may still undo is not sent. */
async function endOnDisk({ store, place, writersLock, lock, mark }: Sending): Promise<number | null> {
  const seen = store.openLog?.(place) ?? null;
  if (seen === null) return mark?.bytes ?? 0;
  const { size } = seen;
  seen.close();
  if (size === mark?.bytes) return size;
  const look = async () => {
    const log = store.openLog?.(place) ?? null;
    try {
      return log === null ? 0 : wholeEnd(log, 0);
    } finally {
      log?.close();
    }
  };
  const done = await store.lock(writersLock, look, lock);
  return done.kind === "busy" ? null : done.value;
}

function takePart(
  log: Parameters<typeof eachLine>[0],
  { mark, end, clean }: { readonly mark: Mark; readonly end: number; clean(line: string): string },
): { readonly lines: string[]; readonly mark: Mark } {
  const lines: string[] = [];
  let now = mark;
  let isFull = false;
  eachLine(log, { from: mark.bytes, to: end, enough: PART_BYTES }, ({ bytes, start, end: stop, position, length }) => {
    if (isFull) return;
    lines.push(sendable(clean(bytes.toString("utf8", start, stop))));
    now = { count: now.count + 1, origin: chained(now.origin, bytes.subarray(start, stop)), bytes: position + length + 1 };
    isFull = lines.length === PART_LINES || now.bytes - mark.bytes > PART_BYTES;
  });
  return { lines, mark: now };
}

/** A damaged line does not count here, and must not break the store there. */
function sendable(line: string): string {
  return line.startsWith('{"codicil":"') ? "" : line.replaceAll("\0", "\uFFFD").toWellFormed();
}

function noteOf({ kind, name }: Sending): string {
  return `${kind}-${name}`;
}

function pen({ shared }: Sending) {
  const { sent } = writerOf(shared);
  if (sent === undefined) throw new Error("nothing can be sent to this store");
  return sent;
}
