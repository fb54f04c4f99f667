// The journal: planned entries, on disk at once, one file a session. A crash loses nothing that was planned (X22).

import { SESSION_ID, AppError } from "../base/index.ts";
import { type Entry, type JournalLine, readJournalLine, type TargetRef } from "../schema/index.ts";
import type { Place } from "../store/index.ts";
import { writerOf } from "../store/write.ts";
import { type Desk, home } from "./desk.ts";

export interface Planned {
  readonly id: string;
  readonly entry: Entry;
  readonly target: TargetRef;
}

export interface Journal {
  readonly session: string;
  /** Planned and not yet flushed, in order. */
  readonly open: readonly Planned[];
  /** Everything that was ever planned in the session. */
  readonly known: ReadonlyMap<string, Planned>;
}

const FOLDER = "journal";

function journalPlace(session: string): Place {
  if (!SESSION_ID.test(session)) {
    throw new AppError("BAD_INPUT", `${JSON.stringify(session)} cannot be a session id`, { hint: "Use letters, digits, - and _, at most 64." });
  }
  return { root: "state", path: `${FOLDER}/${session}.jsonl` };
}

export async function writeJournal(desk: Desk, session: string, lines: readonly JournalLine[]): Promise<void> {
  const store = home(desk);
  const place = journalPlace(session);
  const done = await store.lock(`journal ${session}`, () => writerOf(store).append(place, lines.map((line) => JSON.stringify(line))), desk.lock);
  if (done.kind === "busy") {
    throw new AppError("LOCKED", `the journal of session ${session} is locked by another process`, {
      file: store.describe(place),
      hint: "Try again; nothing was planned.",
    });
  }
}

export async function readJournal(desk: Desk, session: string): Promise<Journal> {
  const store = home(desk);
  const place = journalPlace(session);
  const { lines } = await store.readLog(place);
  const known = new Map<string, Planned>();
  const open = new Map<string, Planned>();
  for (const [index, text] of lines.entries()) {
    const line = readJournalLine(text, store.describe(place), index + 1);
    if (line.kind === "planned") {
      const planned = { id: line.entry.meta.id ?? "", entry: line.entry, target: line.target };
      known.set(planned.id, planned);
      open.set(planned.id, planned);
    } else {
      for (const id of line.entries) open.delete(id);
    }
  }
  return { session, open: [...open.values()], known };
}

export async function journalSessions(desk: Desk): Promise<string[]> {
  const names = await home(desk).list("state", FOLDER);
  return names.filter((name) => name.endsWith(".jsonl")).map((name) => name.slice(0, -".jsonl".length));
}
