// Writing sessions. Append-only, whole lines, one lock a session, secrets redacted before they are written. Several
// processes may append to one session: each batch of events lies together.

import { AppError, type Clock, given, type Random, sha256 } from "../../base/index.ts";
import type { Known } from "../../content/index.ts";
import { type InstructionSnapshot, isTreeType, type KnownEvent, type SessionHeader } from "../../schema/index.ts";
import { renderSystemPrompt } from "../../snapshot/index.ts";
import type { LockOptions, Place, Store } from "../../store/index.ts";
import { writerOf } from "../../store/write.ts";
import type { Draft } from "./draft.ts";
import { endOfTurn, HIDE_USER_TURN } from "../log/hidden.ts";
import { growFrom, growNew, type Growth } from "./grow.ts";
import { LONGEST_LINE, openSession } from "../log/logLines.ts";
import { Pass, SELECT_LEAF, type Session, type SessionEvent } from "../log/read.ts";
import { problemsOf } from "../log/survey.ts";
import { redactEvent } from "./redactEvent.ts";
import { copyPlaceOf, listSessionIds, loadSession, logOf, placeOf, placeToRead } from "../kept/shelf.ts";
import { branchTo, treeEvent } from "../log/tree.ts";
import { newVerifier, type Verification, verifySession } from "../events/verify.ts";

/** What writing a session needs. */
export interface SessionDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly lock: LockOptions;
  known(): Promise<Known>;
}

/** Header and snapshot in one write: there is no session without its prompt. */
export async function createSession(
  deps: SessionDeps,
  header: SessionHeader,
  snapshot: InstructionSnapshot,
  more: readonly Draft[] = [],
): Promise<Session> {
  return withSessionLock(deps, header.sessionId, async (place) => {
    await refuseExisting(deps, place, header.sessionId);
    const frozen = redactEvent({ snapshot }, await deps.known()).snapshot;
    const first = { type: "instruction_snapshot", snapshot: frozen, promptHash: sha256(renderSystemPrompt(frozen)) };
    const events = await complete(deps, growNew(header.sessionId), [first, ...more], {});
    await writerOf(deps.store).append(place, [JSON.stringify(header), ...linesOf(events)]);
    return loadSession(deps.store, header.sessionId);
  });
}

/** By whom, and into which file, events are appended. */
export interface AppendOptions {
  /** Who appends: a device's or a program's name. */
  readonly clientId?: string;
  /** For messages: where the drafts come from. */
  readonly file?: string;
}

/** All or none. What this process knows of the session is checked against the file's end; only what is new is read. */
export async function appendEvents(
  deps: SessionDeps,
  id: string,
  drafts: readonly Draft[],
  options: AppendOptions = {},
): Promise<KnownEvent[]> {
  return withSessionLock(deps, id, async (place) => {
    const log = logOf(deps.store, id);
    if (log.place.path === copyPlaceOf(id).path) throw writtenElsewhere(id);
    const parents = drafts.flatMap(({ parentId }) => (typeof parentId === "string" ? [parentId] : []));
    const catalogue = await log.prepare(parents);
    const events = await complete(deps, growFrom(log, catalogue), drafts, options);
    if (events.length > 0) await writerOf(deps.store).append(place, linesOf(events), { wholeTo: catalogue.end });
    return events;
  });
}

async function complete(deps: SessionDeps, growth: Growth, drafts: readonly Draft[], options: AppendOptions): Promise<KnownEvent[]> {
  const known = await deps.known();
  return drafts.map((draft, index) =>
    growth.add(redactEvent(draft, known), {
      clientId: options.clientId ?? "codicil",
      now: deps.clock.now().getTime(),
      random: deps.random,
      from: options.file === undefined ? undefined : { file: options.file, line: index + 1 },
    }),
  );
}

function linesOf(events: readonly object[]): string[] {
  return events.map((event) => {
    const line = JSON.stringify(event);
    const hint = "Keep the content in a file and name it. Nothing was appended.";
    if (line.length > LONGEST_LINE)
      throw new AppError("TOO_LARGE", `an event has ${line.length} characters; the limit is ${LONGEST_LINE}`, { hint });
    return line;
  });
}

export interface CloneOptions {
  readonly id: string;
  readonly at?: string | undefined;
  readonly asHeld?: boolean;
  /** Of the machine that continues with it. */
  readonly deviceId?: string;
}

/**
 * Copies events and snapshot as they are; nothing is discovered anew (SC-36). With `at`, the branch up to there only;
 * with `asHeld`, what the source holds, without its file.
 */
export async function cloneSession(deps: SessionDeps, source: Session, options: CloneOptions): Promise<Session> {
  const { id, at, deviceId = source.header.deviceId } = options;
  const sourceId = source.header.sessionId;
  const createdAt = deps.clock.now().getTime();
  const header: SessionHeader = { ...source.header, deviceId, sessionId: id, createdAt, clonedFrom: sourceId };
  const branch = at === undefined ? null : new Set(branchTo(source, treeEvent(source, at).id).map((event) => event.id));
  const isHeld = source.whole || options.asHeld === true;
  const isOfAll = ({ type }: SessionEvent) => !isTreeType(type) && type !== "context_control";
  const isCopied = (event: SessionEvent) => branch === null || branch.has(event.id) || isOfAll(event);
  return withSessionLock(deps, id, async (place) => {
    await refuseExisting(deps, place, id);
    let seq = 0;
    let wholeTo = 0;
    let lines = [JSON.stringify(header)];
    const write = async () => {
      await writerOf(deps.store).append(place, lines, { wholeTo });
      wholeTo += lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
      lines = [];
    };
    // A log that fits into memory is copied in one write, all or none; a larger one in several.
    for await (const events of isHeld ? [source.events] : eventBatches(deps.store, sourceId)) {
      if (!isHeld && lines.length > 1) await write();
      for (const event of events) if (isCopied(event)) lines.push(JSON.stringify({ ...event, sessionId: id, seq: ++seq }));
    }
    await write();
    return loadSession(deps.store, id);
  });
}

/** Every event of a session in the order of its file, a few megabytes at a time. */
export async function* eventBatches(store: Store, id: string): AsyncIterable<readonly SessionEvent[]> {
  const place = placeToRead(store, id);
  const log = await openSession(store, place, id);
  try {
    yield* new Pass(log, store.describe(place)).batches();
  } finally {
    log.close();
  }
}

/** Every line is read and checked, also of a log that is too large to hold. */
export async function verifyLog(store: Store, id: string): Promise<Verification> {
  const session = await loadSession(store, id);
  if (session.whole) return verifySession(session);
  const place = placeToRead(store, id);
  const log = await openSession(store, place, id);
  try {
    const pass = new Pass(log, store.describe(place));
    const verifier = newVerifier(pass.tree);
    for (const events of pass.batches()) for (const event of events) verifier.take(event);
    const { events, unknown: unknownEvents } = pass.catalogue;
    return verifier.end({ events, unknownEvents, problems: problemsOf(pass.catalogue, pass.torn) });
  } finally {
    log.close();
  }
}

/** A session has one machine that writes it: two that did would have two pasts. */
function writtenElsewhere(id: string): AppError {
  const hint = `Continue a copy of it here: codicil session clone ${id}`;
  return new AppError("ELSEWHERE", `session ${id} is written on another machine`, { hint });
}

/** Chooses another leaf in the same session: no new snapshot, nothing copied, nothing removed (SC-37). */
export async function branchSession(deps: SessionDeps, id: string, at: string): Promise<KnownEvent> {
  treeEvent(await loadSession(deps.store, id, { at }), at);
  const [event] = await appendEvents(deps, id, [{ type: "context_control", operation: SELECT_LEAF, leafId: at }]);
  return event as KnownEvent;
}

/** Who hides a turn, and why. */
export interface HideOptions {
  readonly actor: "user" | "agent" | "system";
  readonly reason?: string | undefined;
}

/** Takes a turn of the active branch out of the contexts to come. Its events stay in the file and in the transcript. */
export async function hideTurn(deps: SessionDeps, id: string, anchor: string, { actor, reason }: HideOptions): Promise<KnownEvent> {
  const session = await loadSession(deps.store, id);
  const last = endOfTurn(branchTo(session, session.leafId), anchor);
  if (last === null)
    throw new AppError("BAD_INPUT", `${anchor} is not a message of yours on the active branch`, {
      file: session.file,
      hint: "codicil session show ID --all lists the events.",
    });
  const turn = { anchorUserEventId: anchor, throughEventId: last.id, actor, ...given({ reason }) };
  const [event] = await appendEvents(deps, id, [{ type: "context_control", operation: HIDE_USER_TURN, ...turn }]);
  return event as KnownEvent;
}

async function refuseExisting(deps: SessionDeps, place: Place, id: string): Promise<void> {
  if ((await listSessionIds(deps.store)).includes(id))
    throw new AppError("ALREADY_EXISTS", `there is a session ${id} already`, { file: deps.store.describe(place) });
}

export async function withSessionLock<T>(deps: SessionDeps, id: string, work: (place: Place) => Promise<T>): Promise<T> {
  const place = placeOf(id);
  const done = await deps.store.lock(`session ${id}`, () => work(place), deps.lock);
  if (done.kind === "done") return done.value;
  const at = { file: deps.store.describe(place), hint: "Try again; nothing was appended." };
  throw new AppError("LOCKED", `session ${id} is locked by another process`, at);
}
