// The journal: planned entries, on disk at once, one file a session. A crash loses nothing that was planned (X22).
// A journal in which everything is settled is put away: whoever looks for open entries meets only sessions that have some.

import { SESSION_ID, AppError } from "../../base/index.ts";
import { type Entry, type JournalLine, readJournalLine, type TargetRef } from "../../schema/index.ts";
import type { Place } from "../../store/index.ts";
import { writerOf } from "../../store/write.ts";
import { type Deps, home, unlessBusy } from "./deps.ts";

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
const SETTLED = "journal/settled";
/** Where journals are kept. */
export const JOURNAL_FOLDERS = [FOLDER, SETTLED] as const;

function journalPlace(session: string, folder: string = FOLDER): Place {
  if (!SESSION_ID.test(session)) {
    const hint = "Use letters, digits, - and _, at most 64.";
    throw new AppError("BAD_INPUT", `${JSON.stringify(session)} cannot be a session id`, { hint });
  }
  return { root: "state", path: `${folder}/${session}.jsonl` };
}

export async function writeJournal(deps: Deps, session: string, lines: readonly JournalLine[]): Promise<void> {
  const store = home(deps);
  const place = journalPlace(session);
  const texts = lines.map((line) => JSON.stringify(line));
  const done = await store.lock(`journal ${session}`, () => writerOf(store).append(place, texts), deps.lock);
  const why = `the journal of session ${session} is locked by another process`;
  unlessBusy(done, why, "Try again; nothing was planned.", store.describe(place));
}

/** Notes what became of planned entries. */
export async function writeSettled(deps: Deps, session: string, entries: readonly string[], as: Settled["as"]): Promise<void> {
  await writeJournal(deps, session, [{ v: 1, kind: "settled", entries, as, at: deps.clock.now().toISOString() }]);
}

type Settled = Extract<JournalLine, { kind: "settled" }>;

export async function readJournal(deps: Deps, session: string): Promise<Journal> {
  const store = home(deps);
  const lines: JournalLine[] = [];
  for (const folder of [SETTLED, FOLDER]) {
    const place = journalPlace(session, folder);
    const read = await store.readLog(place);
    for (const [index, text] of read.lines.entries()) lines.push(readJournalLine(text, store.describe(place), index + 1));
  }
  return journalOf(session, lines);
}

/** A crash while a journal was put away leaves lines in both places: what is planned twice with one id is one entry. */
function journalOf(session: string, lines: readonly JournalLine[]): Journal {
  const known = new Map<string, Planned>();
  const open = new Map<string, Planned>();
  const settled = new Set<string>();
  for (const line of lines) {
    if (line.kind === "planned") {
      const planned = { id: line.entry.meta.id ?? "", entry: line.entry, target: line.target };
      known.set(planned.id, planned);
      if (!settled.has(planned.id)) open.set(planned.id, planned);
    } else {
      for (const id of line.entries) {
        open.delete(id);
        settled.add(id);
      }
    }
  }
  return { session, open: [...open.values()], known };
}

/** Puts a journal away whose entries are all settled: copied first, then removed, so that a crash leaves it twice at most. */
export async function retireJournal(deps: Deps, session: string): Promise<void> {
  const store = home(deps);
  const [place, away] = [journalPlace(session), journalPlace(session, SETTLED)];
  await store.lock(
    `journal ${session}`,
    async () => {
      const stored = await store.read(place);
      if (stored === null || (await readJournal(deps, session)).open.length > 0) return;
      const writer = writerOf(store);
      await writer.append(away, (await store.readLog(place)).lines);
      await writer.remove(place, stored.version);
    },
    deps.lock,
  );
  // Busy: somebody plans in this session just now; the next flush puts it away.
}

/** Sessions that may have open entries; `settled` too: every session that ever planned. */
export async function journalSessions(deps: Deps, { settled = false }: { readonly settled?: boolean } = {}): Promise<string[]> {
  const names = [...(await home(deps).list("state", FOLDER)), ...(settled ? await home(deps).list("state", SETTLED) : [])];
  return [...new Set(names)].filter((name) => name.endsWith(".jsonl")).map((name) => name.slice(0, -".jsonl".length));
}
