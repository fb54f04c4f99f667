// Who wrote each line of a document, and when, for whoever reads it. The ledger says it; of a long one, what its changes came to is
// kept beside it, without any of their texts, so that only newer changes are read. Never the truth: it counts for the very file
// that it was made from, and may be deleted at any time.

import { AppError, given, objectIn, sha256, keptIn } from "../../base/index.ts";
import type { DocumentRef } from "../../knowledge/index.ts";
import type { Change, Origin } from "../../schema/index.ts";
import { type Place, readSideText, type Store } from "../../store/index.ts";
import { writerOf } from "../../store/write.ts";
import type { Deps } from "../records/deps.ts";
import { advanceStretches, blame, newestInLines } from "./history.ts";
import { askLedger, BEYOND, ledgerPlace, splicesOf } from "../records/ledger.ts";
import { type Page, peekEnd, peekPage } from "../editing/page.ts";
import { Stretches } from "./stretches.ts";

/** What is said of the change that wrote a line. */
export type LineWriter = Pick<Change, "kind" | "by" | "at" | "session" | "from" | "entered">;

export interface WrittenLine {
  readonly line: number;
  readonly text: string;
  readonly change: LineWriter;
}

export interface LineOrigins {
  /** Some entry is not an agent's. */
  readonly hasOthers: boolean;
  /** Of a line, counted from 1: who entered it; undefined: nobody, it was edited outside Codicil. */
  of(line: number): Origin | undefined;
}

type KeptWriter = readonly [kind: Change["kind"], by: Origin, at: string, session: string | null, from: string | null];

interface Kept {
  readonly v: 2;
  /** Of the ledger's file. A ledger only grows in its file; whoever rewrites one makes another. */
  readonly identity: string;
  /** How many changes, and the id of the last one. */
  readonly count: number;
  readonly last: string;
  readonly hasOthers: boolean;
  readonly writers: readonly KeptWriter[];
  /** Of each stretch of the text: its length, the number of its change and that one's writer by its place in the list. */
  readonly runs: readonly number[];
}

/** So many changes are read again rather than written down. */
const WORTH_KEEPING = 256;

/** As `blame` says it, but only who and when. */
export async function writtenLines(deps: Deps, document: DocumentRef): Promise<WrittenLine[]> {
  // Whom a database names it names by the change.
  if (deps.storeFor(document.project).signers !== undefined) return blame(deps, document);
  const { page, by, newest } = await writersIn(deps, document);
  if (page.text === null) throw new AppError("NOT_FOUND", "there is no such document", { file: page.file });
  return page.text.split("\n").flatMap((text, index) => {
    const change = by[newest[index] ?? -1];
    return change === undefined ? [] : [{ line: index + 1, text, change }];
  });
}

export async function originsOfLines(deps: Deps, document: DocumentRef, text: string): Promise<LineOrigins> {
  const { by, newest, hasOthers } = await writersIn(deps, document, text);
  return { hasOthers, of: (line) => originOf(by[newest[line - 1] ?? -1]) };
}

function originOf(change: LineWriter | undefined): Origin | undefined {
  return change?.kind === "entry" ? change.by : undefined;
}

interface State {
  readonly text: Stretches;
  /** By the number of a change. Of changes before the kept ones only those that still have a stretch. */
  readonly by: (LineWriter | undefined)[];
  hasOthers: boolean;
  last: string;
}

async function writersIn(deps: Deps, document: DocumentRef, given?: string): Promise<State & { newest: Int32Array; page: Page }> {
  const store = deps.storeFor(document.project);
  const place = ledgerPlace(document);
  const identity = identityOf(store, place);
  const kept = identity === null ? null : readKept(store, place, identity);
  const page = await (kept === null ? peekPage : peekEnd)(deps, document);
  const since = kept === null ? null : await changesSince(store, page.ledger, kept);
  const state: State = since === null ? { text: new Stretches(), by: [], hasOthers: false, last: "" } : restored(kept as Kept);
  const fresh = since ?? splicesOf(kept === null ? page.ledger : (await peekPage(deps, document)).ledger);
  advance(state, fresh);
  if (identity !== null && fresh.length >= WORTH_KEEPING && identityOf(store, place) === identity) keep(store, place, identity, state);
  advance(state, page.hand);
  return { ...state, newest: newestInLines(state.text.all(), given ?? page.text ?? ""), page };
}

function advance(state: State, changes: readonly Change[]): void {
  advanceStretches(state.text, changes, state.by.length);
  for (const change of changes) {
    const origin = originOf(change);
    state.by.push(change);
    state.hasOthers ||= origin !== undefined && origin !== "agent";
    state.last = change.id;
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

function restored({ count, last, hasOthers, writers, runs }: Kept): State {
  const known = writers.map(([kind, by, at, session, from]): LineWriter => {
    return { kind, by, at, ...given({ session: session ?? undefined, from: from ?? undefined }) };
  });
  const by: (LineWriter | undefined)[] = Array.from({ length: count });
  const text = new Stretches();
  for (let at = 0; at < runs.length; at += 3) {
    const change = runs[at + 1] ?? 0;
    text.add(runs[at] ?? 0, change);
    by[change] = known[runs[at + 2] ?? 0];
  }
  return { text, by, hasOthers, last };
}

function keep(store: Store, place: Place, identity: string, { text, by, hasOthers, last }: State): void {
  const codes = new Map<string, number>();
  const codeOf = (change: LineWriter | undefined) => {
    if (change === undefined) return 0;
    const writer: KeptWriter = [change.kind, change.by, change.at, change.session ?? null, change.from ?? null];
    const key = JSON.stringify(writer);
    return keptIn(codes, key, () => codes.size);
  };
  const runs = [...text.all()].flatMap(({ length, change }) => [length, change, codeOf(by[change])]);
  const writers = [...codes.keys()].map((key) => JSON.parse(key) as KeptWriter);
  const kept: Kept = { v: 2, identity, count: by.length, last, hasOthers, writers, runs };
  const words = JSON.stringify(kept);
  writerOf(store).writeIndex?.(nameOf(place), [Buffer.from(`${sha256(words)}\n${words}`)]);
}

/** null: there is none, or it is not as it was written. */
function readKept(store: Store, place: Place, identity: string): Kept | null {
  const [hash, words = ""] = (readSideText(store, nameOf(place)) ?? "").split("\n");
  const kept = hash === sha256(words) ? objectIn<Kept>(words) : null;
  // Of another program: the ledger is read as a whole.
  return kept?.v === 2 && kept.identity === identity ? (kept as Kept) : null;
}

/** After something was forgotten: a session's name may have held it. */
export function dropWriters(store: Store, place: Place): void {
  const file = store.openIndex?.(nameOf(place)) ?? null;
  file?.close();
  if (file !== null) writerOf(store).writeIndex?.(nameOf(place), [Buffer.from("")]);
}

function nameOf({ path }: Place): string {
  return `origins-${path.slice(path.lastIndexOf("/") + 1)}`;
}

/** A stamp without size and time; null where the store has none. */
function identityOf(store: Store, place: Place): string | null {
  return store.stampOf?.(place)?.split(" ")[0] ?? null;
}
