// activity: what happened, newest first: verdicts, changes of documents, sessions. Runs of allowed calls are folded. Every
// log is read from its end and only as far as one page of the list goes; a cursor continues where a page ended.

import { AppError, SESSION_ID, isBelow, given } from "../base/index.ts";
import { newestChanges, type ToldChange } from "../deltas/index.ts";
import { documentAt } from "../knowledge/index.ts";
import type { VerdictLine } from "../schema/index.ts";
import { type ActivityKind, mergeNewest, type SessionTold, type Told, type ToldEvent, type VerdictTold, type WriteTold } from "./events.ts";
import type { SessionSummary } from "./sessionShelf.ts";
import { chatsEnded, hostOfSession, sessionAbout, sessionsBegun } from "./turnEvents.ts";
import type { Mind } from "../mind/open.ts";
import { newestVerdicts } from "../calls/verdictLog.ts";

export { ACTIVITY_KINDS, type ActivityKind, type SessionTold, type VerdictTold, type WriteTold } from "./events.ts";

/** Allowed calls of one session with nothing else of that session between them. */
export interface AllowedRun extends Omit<Told, "kind"> {
  readonly type: "allowed";
  readonly since: string;
  readonly count: number;
  /** By tool. */
  readonly tools: Readonly<Record<string, number>>;
}

export type Happened = VerdictTold | WriteTold | SessionTold | AllowedRun;

export interface ActivityQuery {
  readonly limit: number;
  /** Where the page before this one ended. */
  readonly cursor?: string | undefined;
  readonly kinds?: readonly ActivityKind[] | undefined;
  readonly host?: string | undefined;
  /** A project's folder. */
  readonly folder?: string | undefined;
  readonly session?: string | undefined;
  /** Until the end of this moment (ISO). */
  readonly until?: string | undefined;
  /** In the call, the document, the text or the reason. */
  readonly text?: string | undefined;
  /** false: each allowed call by itself. */
  readonly folds?: boolean;
}

export interface Activity {
  readonly events: readonly Happened[];
  /** null: nothing is older. A page may be short and still have more behind it, where few events fit the question. */
  readonly next: string | null;
  /** Title, program and folder of the sessions that are named, as far as they are here. */
  readonly sessions: Readonly<Record<string, Pick<SessionSummary, "id" | "title" | "host" | "cwd">>>;
}

/** A question that few events fit reads no further than this at once. */
const MOST_READ = 20_000;
/** A pause ends a run. */
const PAUSE_MS = 30 * 60_000;
const SHOWN_CHARS = 300;

export async function activity(mind: Mind, query: ActivityQuery): Promise<Activity> {
  const from = readCursor(query.cursor);
  const fits = matcher(query);
  const page = newPage(query);
  let [read, toPass, end, passed] = [0, from.passed, from.at, from.passed];
  for await (const event of eventsUntil(mind, query, from.at === "" ? (query.until ?? "") : from.at)) {
    if (event.at === from.at && toPass-- > 0) continue;
    if (read++ >= MOST_READ || (page.isFull() && !(page.joins(event) && fits(event))))
      return { events: page.rows, next: `${end}~${passed}`, sessions: await sessionsOf(mind, page.rows) };
    [end, passed] = event.at === end ? [end, passed + 1] : [event.at, 1];
    if (fits(event)) page.add(event);
  }
  return { events: page.rows, next: null, sessions: await sessionsOf(mind, page.rows) };
}

/** The moment up to which was told, and how many events of that moment were. */
function readCursor(cursor: string | undefined): { readonly at: string; readonly passed: number } {
  if (cursor === undefined) return { at: "", passed: 0 };
  const [, at, passed] = /^(\d{4}-\d\d-\d\dT[\d:.]{8,12}Z)~(\d{1,9})$/.exec(cursor) ?? [];
  if (at === undefined) throw new AppError("BAD_INPUT", "this is not a cursor of a page", { hint: "Use what the last page gave as next." });
  return { at, passed: Number(passed) };
}

function eventsUntil(mind: Mind, { kinds }: ActivityQuery, until: string): AsyncGenerator<ToldEvent> {
  const wants = (kind: ActivityKind) => kinds === undefined || kinds.includes(kind);
  const streams: AsyncGenerator<ToldEvent>[] = [];
  if (wants("deny") || wants("ask") || wants("rewrite") || wants("allow")) streams.push(verdicts(mind, wants("allow"), until));
  if (wants("write")) streams.push(writes(mind));
  if (wants("session")) streams.push(sessionsBegun(mind), chatsEnded(mind));
  return mergeNewest(streams.map((stream) => upTo(stream, until)));
}

async function* upTo(stream: AsyncGenerator<ToldEvent>, until: string): AsyncGenerator<ToldEvent> {
  for await (const event of stream) if (until === "" || event.at <= until) yield event;
}

const AT = /"at":"([^"]{20,30})"/;

async function* verdicts(mind: Mind, withAllowed: boolean, until: string): AsyncGenerator<VerdictTold> {
  const isWanted = (line: string) =>
    (withAllowed || !line.includes('"verdict":"allow"')) && (until === "" || (AT.exec(line)?.[1] ?? "") <= until);
  for await (const verdict of newestVerdicts(mind, isWanted)) yield toldVerdict(verdict);
}

function toldVerdict(verdict: VerdictLine): VerdictTold {
  const { at, session, cwd } = verdict;
  return { type: "verdict", kind: verdict.verdict, at, session, host: hostOfSession(session), folder: cwd ?? "", verdict };
}

async function* writes(mind: Mind): AsyncGenerator<WriteTold> {
  for await (const told of newestChanges(mind.deps.storeFor(mind.where.project)))
    if (told.change.kind !== "considered") yield toldWrite(mind, told);
}

function toldWrite(mind: Mind, { document: { root, path, project }, change }: ToldChange): WriteTold {
  const { id, kind, by, entry, event, reason, heading, operation, undoes, at, session = "", splices, full } = change;
  const cut = (texts: readonly string[]) => texts.join("\n").trim().slice(0, SHOWN_CHARS);
  return {
    type: "write",
    kind: "write",
    at,
    session,
    host: session === "" ? "" : hostOfSession(session),
    folder: project ?? "",
    document: documentAt(mind.environment, root, path, project).key,
    change: { id, kind, by, ...given({ entry, event, reason, heading, operation, undoes }) },
    removed: cut(splices.map(({ removed }) => removed)),
    inserted: cut(splices.length === 0 && full !== undefined ? [full] : splices.map(({ inserted }) => inserted)),
  };
}

function matcher({ kinds, host, folder, session, text }: ActivityQuery): (event: ToldEvent) => boolean {
  const words = text?.toLowerCase();
  return (event) =>
    (kinds === undefined || kinds.includes(event.kind)) &&
    (host === undefined || event.host === host) &&
    (folder === undefined || isBelow(event.folder, folder)) &&
    (session === undefined || event.session === session || event.session === `host_${session}`) &&
    (words === undefined || JSON.stringify(event).toLowerCase().includes(words));
}

interface Page {
  readonly rows: readonly Happened[];
  isFull(): boolean;
  /** It belongs to a row that is here already. */
  joins(event: ToldEvent): boolean;
  add(event: ToldEvent): void;
}

function newPage({ limit, folds = true }: ActivityQuery): Page {
  const rows: Happened[] = [];
  /** Where the run of a session is that may still grow. */
  const runs = new Map<string, number>();
  const runFor = ({ kind, session, at }: ToldEvent): AllowedRun | undefined => {
    const row = kind === "allow" ? rows[runs.get(session) ?? -1] : undefined;
    return row?.type === "allowed" && Date.parse(row.since) - Date.parse(at) < PAUSE_MS ? row : undefined;
  };
  return {
    rows,
    isFull: () => rows.length >= limit,
    joins: (event) => runFor(event) !== undefined,
    add(event) {
      const { session, host, folder, at } = event;
      if (!folds || event.type !== "verdict" || event.kind !== "allow" || event.verdict.by !== undefined) {
        runs.delete(session);
        rows.push(event);
        return;
      }
      const run = runFor(event);
      const tool = String((event.verdict.call as { tool?: unknown }).tool ?? "");
      const tools = { ...run?.tools, [tool]: (run?.tools[tool] ?? 0) + 1 };
      if (run === undefined) runs.set(session, rows.push({ type: "allowed", at, since: at, session, host, folder, count: 1, tools }) - 1);
      else rows[runs.get(session) as number] = { ...run, since: at, count: run.count + 1, tools };
    },
  };
}

async function sessionsOf(mind: Mind, rows: readonly Happened[]): Promise<Activity["sessions"]> {
  const about: Record<string, NonNullable<Awaited<ReturnType<typeof sessionAbout>>>> = {};
  for (const id of new Set(rows.map(({ session }) => session).filter((each) => SESSION_ID.test(each)))) {
    const found = await sessionAbout(mind, id).catch((error: unknown) => {
      // A session that cannot be read is named by its id; doctor says what is wrong with it.
      if (error instanceof AppError) return null;
      throw error;
    });
    if (found !== null) about[id] = found;
  }
  return about;
}
