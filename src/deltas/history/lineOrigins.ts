// Who wrote each line of a document, for whoever reads it. The ledger says it; of a long one, what its changes came to is kept beside
// it, as numbers without any text, so that only newer changes are read. Never the truth: it counts for the very file that it was made
// from, and may be deleted at any time.

import type { DocumentRef } from "../../knowledge/index.ts";
import type { Change, Origin } from "../../schema/index.ts";
import type { Place, Store } from "../../store/index.ts";
import { writerOf } from "../../store/write.ts";
import type { Deps } from "../records/deps.ts";
import { advanceStretches, newestInLines } from "./history.ts";
import { askLedger, BEYOND, ledgerPlace, splicesOf } from "../records/ledger.ts";
import { peekEnd, peekPage } from "../editing/page.ts";
import { Stretches } from "./stretches.ts";

export interface LineOrigins {
  /** Some entry is not an agent's. */
  readonly hasOthers: boolean;
  /** Of a line, counted from 1: who entered it; undefined: nobody, it was edited outside Codicil. */
  of(line: number): Origin | undefined;
}

interface Kept {
  readonly v: 1;
  /** Of the ledger's file. A ledger only grows in its file; whoever rewrites one makes another. */
  readonly identity: string;
  /** How many changes, and the id of the last one. */
  readonly count: number;
  readonly last: string;
  readonly hasOthers: boolean;
  readonly origins: readonly (Origin | null)[];
  /** Of each stretch of the text: its length, the number of its change and that one's origin by its place in the list. */
  readonly runs: readonly number[];
}

/** So many changes are read again rather than written down. */
const WORTH_KEEPING = 256;

export async function originsOfLines(deps: Deps, document: DocumentRef, text: string): Promise<LineOrigins> {
  const store = deps.storeFor(document.project);
  const place = ledgerPlace(document);
  const identity = identityOf(store, place);
  const kept = identity === null ? null : readKept(store, place, identity);
  const page = await (kept === null ? peekPage : peekEnd)(deps, document);
  const since = kept === null ? null : await changesSince(store, page.ledger, kept);
  const state = since === null ? freshState() : restored(kept as Kept);
  const fresh = since ?? splicesOf(kept === null ? page.ledger : (await peekPage(deps, document)).ledger);
  advance(state, fresh);
  if (identity !== null && fresh.length >= WORTH_KEEPING && identityOf(store, place) === identity) keep(store, place, identity, state);
  advance(state, page.hand);
  const newest = newestInLines(state.text.all(), text);
  return { hasOthers: state.hasOthers, of: (line) => state.by[newest[line - 1] ?? -1] ?? undefined };
}

interface State {
  readonly text: Stretches;
  /** By the number of a change; null: no entry. Of changes before the kept ones only those that still have a stretch. */
  readonly by: (Origin | null)[];
  hasOthers: boolean;
  last: string;
}

function freshState(): State {
  return { text: new Stretches(), by: [], hasOthers: false, last: "" };
}

function advance(state: State, changes: readonly Change[]): void {
  advanceStretches(state.text, changes, state.by.length);
  for (const { id, kind, by } of changes) {
    const origin = kind === "entry" ? by : null;
    state.by.push(origin);
    state.hasOthers ||= origin !== null && origin !== "agent";
    state.last = id;
  }
}

/** null: the last one that is known is not there any more. */
async function changesSince(store: Store, ledger: Parameters<typeof splicesOf>[0], { last }: Kept): Promise<Change[] | null> {
  const trace = `"id":${JSON.stringify(last)}`;
  return askLedger(store, ledger, (read) => {
    const at = read.lines.findLastIndex((line) => line.includes(trace));
    if (at === -1) return read.isWhole ? null : BEYOND;
    return splicesOf({ ...read, lines: read.lines.slice(at + 1), isWhole: false });
  });
}

function restored({ count, last, hasOthers, origins, runs }: Kept): State {
  const by: (Origin | null)[] = Array.from({ length: count }, () => null);
  const text = new Stretches();
  for (let at = 0; at < runs.length; at += 3) {
    const [length = 0, change = 0, origin = 0] = [runs[at], runs[at + 1], runs[at + 2]];
    text.add(length, change);
    by[change] = origins[origin] ?? null;
  }
  return { text, by, hasOthers, last };
}

function keep(store: Store, place: Place, identity: string, { text, by, hasOthers, last }: State): void {
  const origins = [...new Set(by)];
  const codes = new Map(origins.map((origin, code) => [origin, code]));
  const runs = [...text.all()].flatMap(({ length, change }) => [length, change, codes.get(by[change] ?? null) ?? 0]);
  const kept: Kept = { v: 1, identity, count: by.length, last, hasOthers, origins, runs };
  writerOf(store).writeIndex?.(nameOf(place), [Buffer.from(JSON.stringify(kept))]);
}

function readKept(store: Store, place: Place, identity: string): Kept | null {
  const file = store.openIndex?.(nameOf(place)) ?? null;
  if (file === null) return null;
  try {
    const bytes = Buffer.alloc(file.size);
    const kept = JSON.parse(bytes.toString("utf8", 0, file.read(bytes, 0))) as Kept;
    return kept.v === 1 && kept.identity === identity ? kept : null;
  } catch (error) {
    // Cut off or of another program: the ledger is read as a whole.
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  } finally {
    file.close();
  }
}

function nameOf({ path }: Place): string {
  return `origins-${path.slice(path.lastIndexOf("/") + 1)}`;
}

/** A stamp without size and time; null where the store has none. */
function identityOf(store: Store, place: Place): string | null {
  return store.stampOf?.(place)?.split(" ")[0] ?? null;
}
