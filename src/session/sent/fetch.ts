// A session of another machine, to be read here: its events are copied from the store in common to `elsewhere/ID.jsonl`, in
// bounded parts, and compared by hash with what the store says it has. The copy is only read. The next time only what is
// new is fetched; where the log was rewritten meanwhile (forget), all of it.

import { AppError, objectIn } from "../../base/index.ts";
import { type LockOptions, type OpenBytes, readSideText, type SentLog, type SharedStore, type Store } from "../../store/index.ts";
import { writerOf } from "../../store/write.ts";
import { wholeEnd } from "../log/logLines.ts";
import { copyPlaceOf } from "../kept/shelf.ts";
import { chained } from "./prefix.ts";

const PART_BYTES = 4 * 1024 * 1024;

/** What the copy holds, noted after each part. */
interface Held {
  readonly device: string;
  readonly machine: string;
  readonly count: number;
  readonly chain: string;
  readonly bytes: number;
}

/** Brings a session from the database here. */
export async function fetchSession(store: Store, shared: SharedStore, log: SentLog, lock: LockOptions): Promise<void> {
  const done = await store.lock(`elsewhere ${log.name}`, () => fetchLocked(store, shared, log), lock);
  if (done.kind === "busy") throw new AppError("LOCKED", `another process fetches session ${log.name}`, { hint: "Try again." });
}

async function fetchLocked(store: Store, shared: SharedStore, log: SentLog): Promise<void> {
  const held = heldHere(store, log);
  if (held !== null && held.count === log.count && held.chain === log.chain) return;
  if (held !== null && held.count < log.count && (await bring(store, shared, log, held)) === log.chain) return;
  const nothing = { device: log.device, machine: log.machine, count: 0, chain: "", bytes: 0 };
  if ((await bring(store, shared, log, nothing)) === log.chain) return;
  const why = `session ${log.name} did not arrive as it was sent from ${log.machine}`;
  const hint = "Try again: it may have been rewritten just now.";
  throw new AppError("DAMAGED", why, { file: store.describe(copyPlaceOf(log.name)), hint });
}

/** Answers the hash over all lines that the copy has then. */
async function bring(store: Store, shared: SharedStore, log: SentLog, from: Held): Promise<string> {
  const [place, writer] = [copyPlaceOf(log.name), writerOf(store)];
  let held = from;
  while (held.count < log.count) {
    const lines = await shared.sent.read(log, { after: held.count, through: log.count, bytes: PART_BYTES });
    if (lines.length === 0) break;
    if (held.count === 0) await writer.rewriteLog(place, lines);
    else await writer.append(place, lines, { wholeTo: held.bytes });
    const bytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
    const { device, machine } = log;
    const chain = lines.reduce(chained, held.chain);
    held = { device, machine, count: held.count + lines.length, chain, bytes: held.bytes + bytes };
    writer.writeIndex?.(heldName(log.name), [Buffer.from(JSON.stringify(held))]);
  }
  return held.chain;
}

/** The machine that a copy here came from; null: there is none. */
export function copiedFrom(store: Store, id: string): string | null {
  return withCopy(store, id, (held) => held)?.machine ?? null;
}

/** null: nothing that could be gone on with. */
function heldHere(store: Store, log: SentLog): Held | null {
  return withCopy(store, log.name, (held, copy) => (held.device === log.device && wholeEnd(copy, 0) === held.bytes ? held : null));
}

/** With a damaged note the copy is fetched again. */
function withCopy(store: Store, id: string, judge: (held: Held, copy: OpenBytes) => Held | null): Held | null {
  const held = objectIn<Held>(readSideText(store, heldName(id)));
  const copy = held === null ? null : (store.openLog?.(copyPlaceOf(id)) ?? null);
  try {
    return copy === null ? null : judge(held as Held, copy);
  } finally {
    copy?.close();
  }
}

function heldName(id: string): string {
  return `elsewhere/${id}.held`;
}
