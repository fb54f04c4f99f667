// The changes of all documents, newest first, each ledger read from its end and only when its time has come: of a mind with
// a ledger for every day of three years, the newest page opens a handful.

import type { Change } from "../../schema/index.ts";
import type { Place, Store } from "../../store/index.ts";
import { BEYOND, firstLine, FOLDER, type Ledger, type LedgerRef, newestFirst, readHeader } from "../records/ledger.ts";

export interface ToldChange {
  readonly document: LedgerRef;
  readonly change: Change;
}

interface Closed {
  readonly name: string;
  /** Nothing in it is newer. */
  readonly modified: number;
}

interface Opened {
  readonly document: LedgerRef;
  readonly rest: AsyncIterator<Change>;
  head: Change;
}

/** So many lines first; a ledger that is asked for more is read four times as far back. */
const FIRST_LINES = 64;

export async function* newestChanges(store: Store): AsyncGenerator<ToldChange> {
  const closed = await closedLedgers(store);
  const opened: Opened[] = [];
  for (;;) {
    const newer = (best: Opened | undefined, each: Opened) => (best === undefined || each.head.at > best.head.at ? each : best);
    const newest = opened.reduce(newer, undefined);
    const next = closed.at(-1);
    if (next !== undefined && (newest === undefined || next.modified >= Date.parse(newest.head.at))) {
      closed.pop();
      const ledger = await open(store, next.name);
      if (ledger !== null) opened.push(ledger);
      continue;
    }
    if (newest === undefined) return;
    yield { document: newest.document, change: newest.head };
    const { done, value } = await newest.rest.next();
    if (done === true) opened.splice(opened.indexOf(newest), 1);
    else newest.head = value;
  }
}

/** The one that was written to last is last. */
async function closedLedgers(store: Store): Promise<Closed[]> {
  const names = (await store.list("state", FOLDER)).filter((name) => name.endsWith(".jsonl"));
  const all = names.map((name): Closed => {
    const bytes = store.openLog?.(placeOf(name)) ?? null;
    bytes?.close();
    // Where the store cannot tell, it may be new; a clock that was set back must not hide a change.
    return { name, modified: bytes === null ? Infinity : bytes.modified + CLOCK_MS };
  });
  return all.sort((a, b) => a.modified - b.modified);
}

/** A change carries its writer's look at the clock, a file that of the disk. */
const CLOCK_MS = 60_000;

function placeOf(name: string): Place {
  return { root: "state", path: `${FOLDER}/${name}` };
}

async function open(store: Store, name: string): Promise<Opened | null> {
  const place = placeOf(name);
  const line = await firstLine(store, place);
  // A crash may leave a ledger that nothing was written to.
  if (line === undefined) return null;
  const document = readHeader(line);
  const rest = fromEnd(store, place)[Symbol.asyncIterator]();
  const { done, value } = await rest.next();
  return done === true ? null : { document, rest, head: value };
}

async function* fromEnd(store: Store, place: Place): AsyncGenerator<Change> {
  let last: string | undefined;
  for (let count = FIRST_LINES; ; count *= 4) {
    const ledger: Ledger = { place, ...(await store.readLogEnd(place, count)), file: store.describe(place) };
    const known = [...newestFirst(ledger)].filter((each) => each !== BEYOND);
    // Lines may have come since the last look.
    for (const change of known.slice(last === undefined ? 0 : known.findIndex(({ id }) => id === last) + 1)) {
      last = change.id;
      yield change;
    }
    if (ledger.isWhole) return;
  }
}
