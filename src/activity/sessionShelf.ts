// What lists say of sessions. A list of thousands is asked for again and again: a session that nobody wrote to is not read
// again, in this process or the next.

import { keptIn } from "../base/index.ts";
import {
  beganAt,
  dropShelfNotes,
  firstWordsOf,
  frozenPrompt,
  glanceAtSession,
  keepShelfNotes,
  readShelfNotes,
  type Session,
  type ShelfNotes,
  stampOf,
  titleOf,
} from "../session/index.ts";
import type { Store } from "../store/index.ts";
import type { Mind } from "../mind/open.ts";

export interface SessionSummary {
  readonly id: string;
  readonly cwd: string;
  readonly createdAt: number;
  /** Its own, or its first message. */
  readonly title: string | null;
  readonly sessionType: string;
  /** The program that it comes from; codicil for our own. */
  readonly host: string;
  readonly events: number;
  readonly problems: number;
  readonly clonedFrom?: string | undefined;
  /** The machine that writes it; absent: this one. */
  readonly machine?: string;
}

export const OWN_HOST = "codicil";

export interface Shelf {
  readonly notes: ShelfNotes;
  /** How many were read since the notes were kept. */
  fresh: number;
}

const shelves = new WeakMap<Mind, Shelf>();

export function shelfOf(mind: Mind, store: Store): Shelf {
  return keptIn(shelves, mind, () => ({ notes: readShelfNotes(store), fresh: 0 }));
}

/** When a session began never changes: what was noted of it needs no look at its log, and what was looked up is noted. */
export function newestFirst(shelf: Shelf, store: Store, ids: readonly string[]): string[] {
  const began = ids.map((id) => ({ id, at: notedOf(shelf, id)?.createdAt ?? notedBeginning(shelf, store, id) }));
  return began.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)).map(({ id }) => id);
}

/** Of a session that no list has shown yet, only when it began. */
export function notedOf({ notes }: Shelf, id: string): (Partial<SessionSummary> & Pick<SessionSummary, "createdAt">) | undefined {
  return notes.get(id)?.said as SessionSummary | undefined;
}

/** No log has this stamp: a list that shows the session reads it. */
const NO_STAMP = "";

function notedBeginning(shelf: Shelf, store: Store, id: string): number {
  const createdAt = beganAt(store, id);
  if (createdAt === null) return 0;
  shelf.notes.set(id, { stamp: NO_STAMP, said: { createdAt } });
  shelf.fresh++;
  return createdAt;
}

export async function summaryFor(shelf: Shelf, store: Store, id: string): Promise<SessionSummary> {
  const stamp = stampOf(store, id);
  const known = shelf.notes.get(id);
  if (stamp !== null && known?.stamp === stamp) return known.said as SessionSummary;
  const summary = summaryOf(await glanceAtSession(store, id));
  if (stamp !== null) shelf.notes.set(id, { stamp, said: summary });
  shelf.fresh++;
  return summary;
}

/** Fewer new ones are not worth writing all of it. */
const WORTH_KEEPING = 20;

/** `ids`: the sessions that there are now. */
export function keepShelf(shelf: Shelf, store: Store, ids: readonly string[]): void {
  if (shelf.fresh < WORTH_KEEPING) return;
  const here = new Set(ids);
  for (const id of shelf.notes.keys()) if (!here.has(id)) shelf.notes.delete(id);
  keepShelfNotes(store, shelf.notes);
  shelf.fresh = 0;
}

/** After something was forgotten: a title may have held it. */
export function clearShelf(mind: Mind, store: Store): void {
  shelves.delete(mind);
  dropShelfNotes(store);
}

function summaryOf(session: Pick<Session, "header" | "events" | "count" | "problems">): SessionSummary {
  const { header } = session;
  return {
    id: header.sessionId,
    cwd: String(header.meta["cwd"] ?? frozenPrompt(session)?.snapshot.cwd ?? ""),
    createdAt: header.createdAt,
    title: titleOf(session) ?? firstWordsOf(session),
    sessionType: String(header.meta["sessionType"] ?? "main"),
    host: String(header.meta["host"] ?? OWN_HOST),
    events: session.count,
    problems: session.problems.length,
    ...(header.clonedFrom === undefined ? {} : { clonedFrom: header.clonedFrom }),
  };
}
