// Proposed readings that met a call: one card for each clause, which counts, and for each session of a host what was asked and
// told there. Cards are notes: whoever loses one is asked again, and nothing is loosened by a card alone.

import { objectIn } from "../../base/index.ts";
import type { ProposedHit } from "../../policy/judging.ts";
import type { ReadLine } from "../../schema/index.ts";
import { addToNote, notesSince, readNote, sweepNotes, writeNote } from "../../store/onDisk.ts";

export interface ReadingCard extends ReadLine {
  readonly v: 1;
  /** How many calls it would have stopped. */
  readonly count: number;
  readonly first: string;
  readonly last: string;
  /** The first of these calls, secrets marked. */
  readonly example: string;
  /** Sessions in which a person let the call pass when their host asked. */
  readonly yes: readonly string[];
}

/** Something that happened to a clause in one session of a host. */
export type SessionReading =
  | {
      readonly kind: "asked";
      readonly clause: string;
      /** Of the call that was asked about. */ readonly hash: string;
      readonly toolUse?: string;
      readonly transcript?: string;
    }
  | { readonly kind: "answered"; readonly clause: string; readonly answer: "yes" | "no" }
  /** The model was told that the line may forbid the call. */
  | { readonly kind: "told"; readonly clause: string };

const FOLDER = "readings";
const CLAUSE = /^c_[0-9a-f]{24}$/;
/** More lines than these nobody works through; a clause beyond them is still named by `policy report`. */
const MOST_CARDS = 500;
const MOST_BYTES = 4 * 1024 * 1024;
const LONGEST_TEXT = 600;
const MOST_YES = 8;

/** null where it is damaged, too: the next call makes another one. */
export function readCard(state: string, clause: string): ReadingCard | null {
  const card = CLAUSE.test(clause) ? objectIn<ReadingCard>(readNote(state, nameOf(clause))) : null;
  return card?.v === 1 && card.clause === clause && Array.isArray(card.yes) ? (card as ReadingCard) : null;
}

/** Newest first. */
export function listCards(state: string): ReadingCard[] {
  const names = notesSince(state, FOLDER, { since: new Date(0), most: MOST_BYTES });
  return names.flatMap((name) => readCard(state, name.replace(/\.json$/, "")) ?? []);
}

/** One more call that the readings of this clause would have stopped. null: it could not be kept, or there are too many cards. */
export async function countOnCard(
  state: string,
  hits: readonly [ProposedHit, ...ProposedHit[]],
  { at, example }: { readonly at: string; example(): Promise<string> },
): Promise<ReadingCard | null> {
  const [{ clause, file, line, text, item }] = hits;
  const before = readCard(state, clause);
  if (before === null && !hasRoom(state, clause)) return null;
  const readings = [...new Set(hits.map(({ reading }) => reading))];
  const fresh = { v: 1, clause, first: at, count: 0, example: before === null ? cut(await example()) : "", yes: [] } as const;
  const now = { file, line, text: cut(text), readings, count: (before?.count ?? 0) + 1, last: at, ...(item === undefined ? {} : { item }) };
  return keepCard(state, { ...fresh, ...before, ...now });
}

export function countYes(state: string, clause: string, session: string): ReadingCard | null {
  const card = readCard(state, clause);
  if (card === null || card.yes.includes(session)) return card;
  return keepCard(state, { ...card, yes: [...card.yes, session].slice(-MOST_YES) });
}

/** The person decided otherwise: what was let pass before counts no more. */
export function forgetYes(state: string, clause: string): void {
  const card = readCard(state, clause);
  if (card !== null && card.yes.length > 0) keepCard(state, { ...card, yes: [] });
}

export function sweepCards(state: string, before: Date): void {
  sweepNotes(state, FOLDER, before);
}

export function addSessionReading(state: string, session: string, line: SessionReading): void {
  try {
    addToNote(state, sessionNote(session), JSON.stringify(line));
  } catch {
    // A full or read-only disk refuses no call; the line is asked about again.
  }
}

/** A line that a crash tore is left out: at worst it is asked about once more. */
export function sessionReadings(state: string, session: string): SessionReading[] {
  return (readNote(state, sessionNote(session)) ?? "").split("\n").flatMap((line) => (objectIn(line) as SessionReading | null) ?? []);
}

/** Asked in this session, with no answer known yet. */
export function openQuestions(lines: readonly SessionReading[]): Extract<SessionReading, { kind: "asked" }>[] {
  const answered = new Set(lines.flatMap((line) => (line.kind === "answered" ? [line.clause] : [])));
  return lines.flatMap((line) => (line.kind === "asked" && !answered.has(line.clause) ? [line] : []));
}

/** null: a full or read-only disk. No call is refused for that; the next one counts anew. */
function keepCard(state: string, card: ReadingCard): ReadingCard | null {
  try {
    writeNote(state, nameOf(card.clause), JSON.stringify(card));
    return card;
  } catch {
    return null;
  }
}

function hasRoom(state: string, clause: string): boolean {
  return CLAUSE.test(clause) && notesSince(state, FOLDER, { since: new Date(0), most: MOST_BYTES }).length < MOST_CARDS;
}

function nameOf(clause: string): string {
  return `${FOLDER}/${clause}.json`;
}

function sessionNote(session: string): string {
  return `hosts/${session}.readings`;
}

function cut(text: string): string {
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)} …` : text;
}
