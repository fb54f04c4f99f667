// Sessions on disk: `sessions/ID.jsonl` below the state. Append-only, whole lines, one lock a session, secrets redacted
// before they are written. Several processes may append to one session: each batch of events lies together.

import { AppError, type Clock, type Random, SESSION_ID, sha256 } from "../base/index.ts";
import type { Known } from "../content/index.ts";
import { type InstructionSnapshot, isTreeType, type KnownEvent, type SessionHeader } from "../schema/index.ts";
import { renderSystemPrompt } from "../snapshot/index.ts";
import type { LockOptions, Place, Store } from "../store/index.ts";
import { writerOf } from "../store/write.ts";
import { digestsOf } from "./context.ts";
import { completeDraft, type Draft } from "./draft.ts";
import { leafAfter, readSession, SELECT_LEAF, type Session, type SessionEvent } from "./read.ts";
import { redactEvent } from "./redactEvent.ts";
import { branchTo, treeEvent } from "./tree.ts";

/** What writing a session needs at hand; a desk has it all. */
export interface SessionDesk {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly lock: LockOptions;
  known(): Promise<Known>;
}

const FOLDER = "sessions";

function placeOf(id: string): Place {
  if (!SESSION_ID.test(id)) throw new AppError("BAD_INPUT", `${JSON.stringify(id)} cannot be a session id`, { hint: "Use letters, digits, - and _, at most 64." });
  return { root: "state", path: `${FOLDER}/${id}.jsonl` };
}

export async function listSessionIds(store: Store): Promise<string[]> {
  const names = await store.list("state", FOLDER);
  return names.filter((name) => name.endsWith(".jsonl") && SESSION_ID.test(name.slice(0, -6))).map((name) => name.slice(0, -6));
}

/** Takes no lock: a line that is being written right now is a torn tail and does not count. */
export async function loadSession(store: Store, id: string): Promise<Session> {
  const place = placeOf(id);
  const { lines, torn } = await store.readLog(place);
  const file = store.describe(place);
  if (lines.length === 0 && torn === null) throw new AppError("NOT_FOUND", `there is no session ${id}`, { file, hint: "codicil session list shows them." });
  const session = readSession({ lines, torn, file });
  if (session.header.sessionId !== id) throw new AppError("DAMAGED", `the file of session ${id} says that it is ${session.header.sessionId}`, { file, line: 1, hint: "It was renamed or copied; use codicil session clone." });
  return session;
}

/** Header and snapshot in one write: there is no session without its prompt. */
export async function createSession(desk: SessionDesk, header: SessionHeader, snapshot: InstructionSnapshot, more: readonly Draft[] = []): Promise<Session> {
  return locked(desk, header.sessionId, async (place) => {
    await refuseExisting(desk, place, header.sessionId);
    const frozen = redactEvent({ snapshot }, await desk.known()).snapshot;
    const first = { type: "instruction_snapshot", snapshot: frozen, promptHash: sha256(renderSystemPrompt(frozen)) };
    const start: Session = { file: desk.store.describe(place), header, events: [], byId: new Map(), orphans: new Set(), leafId: null, problems: [], torn: false };
    const events = await complete(desk, start, [first, ...more], { clientId: "codicil" });
    await writerOf(desk.store).append(place, [JSON.stringify(header), ...events.map((event) => JSON.stringify(event))]);
    return loadSession(desk.store, header.sessionId);
  });
}

export interface AppendOptions {
  /** Who appends: a device's or a program's name. */
  readonly clientId?: string;
  /** For messages: where the drafts come from. */
  readonly file?: string;
}

/** All or none. */
export async function appendEvents(desk: SessionDesk, id: string, drafts: readonly Draft[], options: AppendOptions = {}): Promise<KnownEvent[]> {
  return locked(desk, id, async (place) => {
    const session = await loadSession(desk.store, id);
    const events = await complete(desk, session, drafts, options);
    if (events.length > 0) await writerOf(desk.store).append(place, events.map((event) => JSON.stringify(event)));
    return events;
  });
}

async function complete(desk: SessionDesk, session: Session, drafts: readonly Draft[], options: AppendOptions): Promise<KnownEvent[]> {
  const known = await desk.known();
  const byId = new Map<string, SessionEvent>(session.byId);
  const digests = digestsOf({ byId, orphans: session.orphans });
  let leafId = session.leafId;
  let lastSeq = session.events.reduce((most, { seq }) => Math.max(most, seq), 0);
  return drafts.map((draft, index) => {
    const from = options.file === undefined ? undefined : { file: options.file, line: index + 1 };
    const request = { draft: redactEvent(draft, known), growing: { sessionId: session.header.sessionId, byId, leafId, lastSeq }, clientId: options.clientId ?? "codicil", now: desk.clock.now().getTime(), random: desk.random, from };
    let event = completeDraft(request);
    // What the model got before it said this, so that verify can answer for it later.
    if (event.type === "assistant_message" && event.contextHash === undefined) event = { ...event, contextHash: digests.at(event.parentId) };
    byId.set(event.id, event);
    leafId = leafAfter(leafId, event, byId);
    lastSeq = event.seq;
    return event;
  });
}

/** Copies events and snapshot as they are; nothing is discovered anew (SC-36). With `at`, the branch up to there only. */
export async function cloneSession(desk: SessionDesk, source: Session, options: { readonly id: string; readonly at?: string | undefined }): Promise<Session> {
  const { id, at } = options;
  const header: SessionHeader = { ...source.header, sessionId: id, createdAt: desk.clock.now().getTime(), clonedFrom: source.header.sessionId };
  const branch = at === undefined ? null : new Set(branchTo(source, treeEvent(source, at).id).map((event) => event.id));
  const copied = source.events.filter((event) => branch === null || branch.has(event.id) || (!isTreeType(event.type) && event.type !== "context_control"));
  return locked(desk, id, async (place) => {
    await refuseExisting(desk, place, id);
    const lines = copied.map((event, index) => JSON.stringify({ ...event, sessionId: id, seq: index + 1 }));
    await writerOf(desk.store).append(place, [JSON.stringify(header), ...lines]);
    return loadSession(desk.store, id);
  });
}

/** Chooses another leaf in the same session: no new snapshot, nothing copied, nothing removed (SC-37). */
export async function branchSession(desk: SessionDesk, id: string, at: string): Promise<KnownEvent> {
  treeEvent(await loadSession(desk.store, id), at);
  const [event] = await appendEvents(desk, id, [{ type: "context_control", operation: SELECT_LEAF, leafId: at }]);
  return event as KnownEvent;
}

async function refuseExisting(desk: SessionDesk, place: Place, id: string): Promise<void> {
  const { lines, torn } = await desk.store.readLog(place);
  if (lines.length > 0 || torn !== null) throw new AppError("ALREADY_EXISTS", `there is a session ${id} already`, { file: desk.store.describe(place) });
}

async function locked<T>(desk: SessionDesk, id: string, work: (place: Place) => Promise<T>): Promise<T> {
  const place = placeOf(id);
  const done = await desk.store.lock(`session ${id}`, () => work(place), desk.lock);
  if (done.kind === "busy") throw new AppError("LOCKED", `session ${id} is locked by another process`, { file: desk.store.describe(place), hint: "Try again; nothing was appended." });
  return done.value;
}
