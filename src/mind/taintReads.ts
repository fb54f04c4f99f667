// What a text that a session wants to keep is compared with, and what its entry carries.
//
// An agent names its session itself, and a host's MCP server is not told which session it serves. So the name decides only
// what an entry carries; its wording is compared with everything that any session of this machine read in the last day. A
// session that nobody knows carries all of that.

import { type Clock, localDay, timeOfDay } from "../base/index.ts";
import { type ForeignRead, NOTHING_READ, type SessionReads } from "../content/index.ts";
import { type Taint, type TaintNote, type TaintSource, unpackPrints } from "../schema/index.ts";
import { taintedSince, taintNotesOf } from "./taintNotes.ts";

export interface ReadsRequest {
  readonly state: string;
  readonly clock: Clock;
  readonly sessions: readonly string[];
  /** Whether the session was seen to begin: then what is not in its notes was not read in it. */
  isKnown(session: string): boolean;
}

const RECENT_MS = 24 * 3_600_000;
const MOST_RECENT = 40;
const MOST_ANCESTORS = 40;
/** Of what an entry carries. */
const MOST_SOURCES = 3;

export function readsOf(request: ReadsRequest): { readonly reads: SessionReads; readonly taint: Taint | null } {
  const { state, clock, sessions } = request;
  const recent = taintedSince(state, new Date(clock.now().getTime() - RECENT_MS)).slice(0, MOST_RECENT);
  const isNamed = sessions.some((session) => request.isKnown(session) || sourcesIn(taintNotesOf(state, session)?.notes ?? []).length > 0);
  const carried = collect(state, isNamed ? sessions : [...sessions, ...recent]);
  if (carried.notes.length === 0 && carried.unread === 0 && recent.length === 0) return { reads: NOTHING_READ, taint: null };
  const others = collect(
    state,
    recent.filter((session) => !carried.sessions.has(session)),
  );
  const own = sourcesIn(carried.notes);
  const isTainted = own.length > 0 || carried.unread > 0;
  return {
    reads: { isTainted, reads: [...own, ...sourcesIn(others.notes)].map((note) => asRead(note, clock)), blind: blindness(carried) },
    taint: isTainted ? taintOf(own) : null,
  };
}

type SourceNote = TaintSource & { readonly prints: string | null };

interface Collected {
  readonly sessions: ReadonlySet<string>;
  readonly notes: readonly TaintNote[];
  readonly unread: number;
}

/** With everything that they inherit, each session once. */
function collect(state: string, sessions: readonly string[]): Collected {
  const seen = new Set<string>();
  const notes: TaintNote[] = [];
  let unread = 0;
  for (let queue = [...sessions]; queue.length > 0 && seen.size < MOST_ANCESTORS + sessions.length;) {
    const session = queue.shift() as string;
    if (seen.has(session)) continue;
    seen.add(session);
    const found = taintNotesOf(state, session);
    if (found === null) continue;
    notes.push(...found.notes);
    unread += found.unread;
    queue = [...queue, ...found.notes.flatMap((note) => (note.kind === "inherits" ? [note.session] : []))];
  }
  return { sessions: seen, notes, unread };
}

/** Newest first. */
function sourcesIn(notes: readonly TaintNote[]): SourceNote[] {
  const sources = notes.filter(
    (note): note is TaintNote & SourceNote => note.kind === "web" || note.kind === "tool" || note.kind === "file",
  );
  return sources.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}

/** What was read and not seen cannot be compared: then everything that the session wants to keep waits. */
function blindness({ notes, unread }: Collected): string | null {
  const unseen = sourcesIn(notes).find(({ prints }) => prints === null);
  if (unseen !== undefined) return `the session read ${unseen.source}, and Codicil could not compare the whole text`;
  if (unread > 0) return "the notes of what the session read are damaged";
  return notes.some(({ kind }) => kind === "full") ? "the session read more than Codicil can compare" : null;
}

function asRead({ source, at, prints }: SourceNote, clock: Clock): ForeignRead {
  return { source, when: whenOf(new Date(at), clock), prints: prints === null ? null : unpackPrints(prints) };
}

/** "at 14:02", and the day where it was another. */
function whenOf(at: Date, clock: Clock): string {
  const [day, time] = [localDay(clock, at), timeOfDay(clock, at)];
  return day === localDay(clock) ? `at ${time}` : `on ${day} at ${time}`;
}

function taintOf(sources: readonly SourceNote[]): Taint {
  const shown = sources.slice(0, MOST_SOURCES).map(({ kind, source, at }) => ({ kind, source, at }));
  return { v: 1, sources: shown, ...(sources.length > shown.length ? { more: sources.length - shown.length } : {}) };
}
