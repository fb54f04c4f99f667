// The notes of what a session read that the person did not write: `taint/SESSION.jsonl` below the state, one line for each
// thing. Lines are only added, so that taint is never taken away again. Other programs add to the same notes (hook, chat).

import { printsOf } from "../content/index.ts";
import { packPrints, readTaintNotes, type TaintNote, type TaintSource } from "../schema/index.ts";
import { addToNote, diskFacts, notesSince, readNote, sweepNotes } from "../store/index.ts";
import { SESSION_ID } from "../base/index.ts";

const FOLDER = "taint";
/** Then only that it is full is still noted; below what a note may have to be read. */
const LARGEST = 6 * 1024 * 1024;
const KEPT_DAYS = 400;
/** Of the notes of other sessions. */
const MOST_COMPARED = 24 * 1024 * 1024;

export interface TaintNotes {
  readonly notes: readonly TaintNote[];
  /** Lines that could not be read: something is unknown. */
  readonly unread: number;
}

function nameOf(session: string): string {
  return `${FOLDER}/${session}.jsonl`;
}

/** null: the session read nothing foreign. */
export function taintNotesOf(state: string, session: string): TaintNotes | null {
  if (!SESSION_ID.test(session)) return null;
  const text = readNote(state, nameOf(session));
  if (text !== null) return readTaintNotes(text);
  // There, but not to be read: what it says is unknown, and so the session is not clean.
  return diskFacts.lstat(`${state}/${nameOf(session)}`) === null ? null : { notes: [], unread: 1 };
}

/** Sessions that read something since then, newest first. */
export function taintedSince(state: string, since: Date): string[] {
  return notesSince(state, FOLDER, { since, most: MOST_COMPARED }).flatMap((name) =>
    name.endsWith(".jsonl") ? [name.slice(0, -".jsonl".length)] : [],
  );
}

/** `text` null: the host did not say what was read. */
export function noteRead(state: string, session: string, read: TaintSource & { readonly text: string | null }): void {
  const { kind, source, at, text } = read;
  const { prints, cut } = text === null ? { prints: null, cut: false } : printsOf(text);
  add(state, session, { v: 1, kind, source, at, prints: prints === null || cut ? null : packPrints(prints) });
}

export function noteBrought(
  state: string,
  session: string,
  brought: { readonly path: string; readonly source: string; readonly at: string },
): void {
  add(state, session, { v: 1, kind: "brought", ...brought });
}

/** Everything that `from` read, and will read, counts for `session` too. */
export function noteInherits(state: string, session: string, { from, at }: { readonly from: string; readonly at: string }): void {
  if (from !== session && SESSION_ID.test(from)) add(state, session, { v: 1, kind: "inherits", session: from, at });
}

export function sweepTaint(state: string, now: Date): void {
  sweepNotes(state, FOLDER, new Date(now.getTime() - KEPT_DAYS * 86_400_000));
}

/** The same thing twice is noted once. */
function add(state: string, session: string, note: TaintNote): void {
  if (!SESSION_ID.test(session)) return;
  const text = readNote(state, nameOf(session)) ?? "";
  const { notes } = readTaintNotes(text);
  if (notes.some((each) => JSON.stringify({ ...each, at: "" }) === JSON.stringify({ ...note, at: "" })) || notes.at(-1)?.kind === "full")
    return;
  const line = JSON.stringify(note);
  addToNote(
    state,
    nameOf(session),
    text.length + line.length > LARGEST ? JSON.stringify({ v: 1, kind: "full", at: note.at } satisfies TaintNote) : line,
  );
}
