// sessions: begin, read, branch, clone, append, verify. The prompt is frozen when a session begins and never again.

import { diffLines } from "diff";
import { AppError, newSessionId, sha256 } from "../base/index.ts";
import type { SessionType } from "../knowledge/index.ts";
import type { HarnessItem, InstructionSnapshot, KnownEvent, SessionHeader } from "../schema/index.ts";
import {
  appendEvents,
  branchSession,
  buildContext,
  changesNotice,
  cloneSession,
  type Context,
  createSession,
  dateChange,
  type Draft,
  eventBatches,
  frozenPrompt,
  hideTurn,
  type HideOptions,
  isOwnSession,
  listSessionIds,
  loadSession,
  type Session,
  type SessionEvent,
  type ShownEvent,
  showSession,
  stampFacts,
  stampOf,
  toMarkdown,
  transcript,
  turnsOf,
  type Verification,
  verifyLog,
} from "../session/index.ts";
import { diffSnapshots, receiptOf, sessionTypeOf, type SnapshotDiff } from "../snapshot/index.ts";
import type { Store } from "../store/index.ts";
import { checkArguments } from "../mind/checkArguments.ts";
import { deviceOf } from "../mind/device.ts";
import { listElsewhere, reach } from "./otherMachines.ts";
import { changesSinceFrozen, freeze, type FreezeOptions, type PromptReceipt, renderSystemPrompt } from "../mind/session/freeze.ts";
import type { Mind } from "../mind/open.ts";
import { sessionDeps } from "../mind/session/sessionDeps.ts";
import { keepShelf, newestFirst, type SessionSummary, shelfOf, summaryFor } from "./sessionShelf.ts";

export type { Context, Draft, Session, SessionEvent, ShownEvent, Verification };
export { OWN_HOST, type SessionSummary } from "./sessionShelf.ts";
export { buildContext, toMarkdown, transcript, turnsOf };

/** `id`: the session is another program's and has a name already. */
export async function startSession(mind: Mind, options: FreezeOptions & { readonly id?: string } = {}): Promise<Session> {
  // Before the first call of the session, so that no call waits for it.
  (await import("../calls/readings.ts")).refreshEvidence(mind);
  const { snapshot, memoryItem } = await freeze(mind, options);
  const now = mind.deps.clock.now();
  const header: SessionHeader = {
    version: 1,
    sessionId: options.id ?? newSessionId(now, mind.deps.random),
    deviceId: deviceOf(mind.where),
    createdAt: now.getTime(),
    meta: {
      projectId: sha256(mind.where.project ?? mind.where.cwd).slice(0, 16),
      cwd: mind.where.cwd,
      sessionType: sessionTypeOf(snapshot),
      ...(options.host === undefined ? {} : { host: options.host.name }),
    },
  };
  const memory: Draft[] =
    memoryItem === null
      ? []
      : [
          {
            type: "harness_item",
            item: { kind: "memory", origin: "system", visibility: "compact", content: memoryItem } satisfies HarnessItem,
          },
        ];
  return createSession(sessionDeps(mind), header, snapshot, memory);
}

export interface ListOptions {
  readonly from?: number;
  readonly limit?: number;
  /** Only sessions that were written to since then, in milliseconds. */
  readonly since?: number;
}

/** Newest first, ours and adopted ones. A file that cannot be used is named among the problems and hides no other. */
export async function listSessions(mind: Mind, part: ListOptions = {}): Promise<SessionList> {
  const { store } = sessionDeps(mind);
  const all = await listSessionIds(store);
  const ids = part.since === undefined ? all : await writtenSince(store, all, part.since);
  const shelf = shelfOf(mind, store);
  const { from = 0, limit = ids.length } = part;
  const sessions: SessionSummary[] = [];
  const problems: { id: string; error: AppError }[] = [];
  // A part of a long list is found by the first lines alone; only its own sessions are read.
  const wanted = limit < ids.length ? newestFirst(shelf, store, ids).slice(from, from + limit) : ids;
  for (const id of wanted) {
    try {
      sessions.push(await summaryFor(shelf, store, id));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problems.push({ id, error });
    }
  }
  keepShelf(shelf, store, all);
  const sorted = sessions.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
  return { sessions: limit < ids.length ? sorted : sorted.slice(from), problems, total: ids.length };
}

/** Others of the same process get their turn meanwhile. */
async function writtenSince(store: Store, ids: readonly string[], since: number): Promise<string[]> {
  const found: string[] = [];
  for (const [number, id] of ids.entries()) {
    const stamp = stampOf(store, id);
    if (stamp === null || stampFacts(stamp).modified >= since) found.push(id);
    if (number % AT_ONCE === AT_ONCE - 1) await new Promise((resolve) => setImmediate(resolve));
  }
  return found;
}

const AT_ONCE = 500;

/** The same with those of this login's other machines, where the mind is in a database. */
export async function listEverywhere(mind: Mind, { from = 0, limit = Infinity }: ListOptions = {}): Promise<SessionList> {
  if (mind.common === null) return listSessions(mind, { from, ...(limit === Infinity ? {} : { limit }) });
  const through = from + limit;
  const here = await listSessions(mind, through === Infinity ? {} : { limit: through });
  const elsewhere = await listElsewhere(mind, Math.min(through, MOST_ELSEWHERE));
  const sessions = [...here.sessions, ...elsewhere.sessions].sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
  return { sessions: sessions.slice(from, through), problems: here.problems, total: here.total + elsewhere.total };
}

/** A list that nobody limited ends somewhere. */
const MOST_ELSEWHERE = 10_000;

export interface SessionList {
  readonly sessions: SessionSummary[];
  readonly problems: { readonly id: string; readonly error: AppError }[];
  /** Of all, whatever part was asked for; those that could not be read among them. */
  readonly total: number;
}

export async function summaryOfSession(mind: Mind, id: string): Promise<SessionSummary> {
  const { store } = sessionDeps(mind);
  return summaryFor(shelfOf(mind, store), store, id);
}

/**
 * Resume: the same file, the same snapshot (SC-35). Again and again in a long-lived process it costs what is new. Of a
 * log that is too large to hold the session has one branch: the active one, or the one up to `at`.
 */
export async function openSession(mind: Mind, id: string, options: { readonly at?: string | undefined } = {}): Promise<Session> {
  await reach(mind, id);
  return loadSession(sessionDeps(mind).store, id, options);
}

export interface Resumed {
  readonly session: Session;
  /** Another machine writes the session that was asked for: this one is a copy, begun now. */
  readonly from?: { readonly id: string; readonly machine: string };
}

/** To continue with it: a session has one machine that writes it, so another machine's continues as a copy. */
export async function resumeSession(mind: Mind, id: string): Promise<Resumed> {
  const machine = await reach(mind, id);
  if (machine === null) return { session: await openSession(mind, id) };
  return { session: await clone(mind, id), from: { id, machine } };
}

/** What the model gets now, or got at an event; of a large log only what it needs is read. */
export async function contextOf(
  mind: Mind,
  id: string,
  options: { readonly at?: string | undefined } = {},
): Promise<{ context: Context; session: Session }> {
  await reach(mind, id);
  const session = await loadSession(sessionDeps(mind).store, id, { ...options, fromBarrier: true });
  return { context: buildContext(session, options), session };
}

/** Every event in the order of the file, in batches, whatever the size of the log. */
export async function* eventsOf(mind: Mind, id: string): AsyncIterable<readonly SessionEvent[]> {
  await reach(mind, id);
  yield* eventBatches(sessionDeps(mind).store, id);
}

/** A session for display. */
export function show(session: Session, options: { readonly at?: string | undefined; readonly diagnostics?: boolean } = {}): ShownEvent[] {
  return showSession(session, options);
}

/** Appends events to a session; ids, times and parents are filled in. */
export async function append(
  mind: Mind,
  id: string,
  drafts: readonly Draft[],
  options: { readonly file?: string } = {},
): Promise<KnownEvent[]> {
  checkArguments("appendToSession", { mind: [mind, "mind"], id: [id, "text"], events: [drafts, "list"] });
  for (const [at, draft] of drafts.entries()) checkArguments("appendToSession", { [`events.${at}`]: [draft, "object"] });
  return appendEvents(sessionDeps(mind), id, drafts, options);
}

/** The person's own name for a session. */
export async function renameSession(mind: Mind, id: string, title: string): Promise<void> {
  const line = title.replace(/\s+/g, " ").trim().slice(0, LONGEST_TITLE);
  if (line === "") throw new AppError("BAD_INPUT", "a title needs at least one character");
  await append(mind, id, [{ type: "session_title_updated", title: line }]);
}

const LONGEST_TITLE = 200;

/** SC-63: at the active leaf; its origin stays the person's. */
export async function steer(mind: Mind, id: string, content: string): Promise<KnownEvent> {
  const [event] = await append(mind, id, [
    { type: "harness_item", item: { kind: "steer", origin: "user", content, visibility: "display" } satisfies HarnessItem },
  ]);
  return event as KnownEvent;
}

/** A new session with the same events. */
export async function clone(mind: Mind, id: string, options: { readonly at?: string | undefined } = {}): Promise<Session> {
  const deps = sessionDeps(mind);
  const machine = await reach(mind, id);
  const copy = await cloneSession(deps, await loadSession(deps.store, id, options), {
    id: newSessionId(deps.clock.now(), deps.random),
    at: options.at,
    deviceId: deviceOf(mind.where),
  });
  const { inheritTaint, noteReadsInLog } = await import("./taintWatch.ts");
  inheritTaint(mind, copy.header.sessionId, id);
  // What it read elsewhere was noted elsewhere: its log says it again.
  if (machine !== null) await noteReadsInLog(mind, copy);
  return copy;
}

/** A turn of the person's leaves the contexts to come; people still see it. */
export async function hide(mind: Mind, id: string, at: string, options: HideOptions): Promise<KnownEvent> {
  return hideTurn(sessionDeps(mind), id, at, options);
}

/** The file of a session is gone while somebody holds it open: what they know of it begins a new one. */
export async function rescue(mind: Mind, session: Session): Promise<Session> {
  const deps = sessionDeps(mind);
  const copy = await cloneSession(deps, session, { id: newSessionId(deps.clock.now(), deps.random), asHeld: true });
  (await import("./taintWatch.ts")).inheritTaint(mind, copy.header.sessionId, session.header.sessionId);
  return copy;
}

/** A session of another machine continues as a copy up to there; `from` says so. */
export async function branch(
  mind: Mind,
  id: string,
  at: string,
): Promise<{ id: string; leaf: string; from?: { readonly id: string; readonly machine: string } }> {
  const machine = await reach(mind, id);
  if (machine !== null) return { id: (await clone(mind, id, { at })).header.sessionId, leaf: at, from: { id, machine } };
  await branchSession(sessionDeps(mind), id, at);
  return { id, leaf: at };
}

export interface SessionVerification extends Verification {
  /** Of an adopted session: its original, and whether its bytes are still those that were adopted. */
  readonly original?: { readonly host: string; readonly file: string; readonly sha256: string; readonly same: boolean };
}

/** Whether a session's log is whole, and what is wrong with it. */
export async function verify(mind: Mind, id: string): Promise<SessionVerification> {
  const { store } = sessionDeps(mind);
  await reach(mind, id);
  const verified = await verifyLog(store, id);
  // The original of another machine's session is there.
  if (!isOwnSession(store, id) || (await loadSession(store, id)).header.meta["nativeId"] === undefined) return verified;
  const { originalOf } = await import("./originals.ts");
  const original = await originalOf(mind, id);
  return { ...verified, ok: verified.ok && original.same, original };
}

/** Before a turn: says a new day and edits that are not in the prompt, each once. Answers what was appended. */
export async function announce(mind: Mind, id: string): Promise<KnownEvent[]> {
  const session = await openSession(mind, id);
  const frozen = frozenPrompt(session);
  const changes = frozen === null ? [] : await changesSinceFrozen(mind, frozen.snapshot);
  const items = [dateChange(session, mind.deps.clock), changesNotice(session, changes)];
  return append(
    mind,
    id,
    items.flatMap((item) => (item === null ? [] : [{ type: "harness_item", item }])),
  );
}

export async function snapshotOf(mind: Mind, id: string): Promise<InstructionSnapshot | null> {
  return frozenPrompt(await openSession(mind, id))?.snapshot ?? null;
}

/** SC-32: a session that has none yet gets its snapshot before its first turn; one that has, keeps it. */
export async function ensureSnapshot(mind: Mind, id: string): Promise<InstructionSnapshot> {
  const found = await snapshotOf(mind, id);
  if (found !== null) return found;
  const sessionType = (await openSession(mind, id)).header.meta["sessionType"] === "shared" ? "shared" : "main";
  const { snapshot } = await freeze(mind, { sessionType });
  await append(mind, id, [{ type: "instruction_snapshot", snapshot, promptHash: sha256(renderSystemPrompt(snapshot)) }]);
  return (await snapshotOf(mind, id)) ?? snapshot;
}

export async function receiptOfSession(mind: Mind, id: string): Promise<PromptReceipt | null> {
  const snapshot = await snapshotOf(mind, id);
  return snapshot === null ? null : receiptOf(snapshot);
}

export interface PromptDiff extends SnapshotDiff {
  /** Lines with `+`, `-` or two spaces before them, of the sections that differ. */
  readonly text: string;
}

/** Of two sessions; `now` means the prompt that a session would get if it began now. */
export async function diffPrompts(
  mind: Mind,
  before: string,
  after: string,
  options: { readonly sessionType?: SessionType | undefined } = {},
): Promise<PromptDiff> {
  const take = async (name: string): Promise<InstructionSnapshot> => {
    const found = name === "now" ? (await freeze(mind, options)).snapshot : await snapshotOf(mind, name);
    if (found === null)
      throw new AppError("NOT_FOUND", `session ${name} has no snapshot yet`, { hint: "It gets one before its first turn." });
    return found;
  };
  const diff = diffSnapshots(await take(before), await take(after));
  const text = diff.sections
    .filter(({ same }) => !same)
    .map(({ kind, before: old, after: fresh }) => {
      const lines = diffLines(`${old}\n`, `${fresh}\n`).flatMap(({ value, added, removed }) =>
        value
          .replace(/\n$/, "")
          .split("\n")
          .map((line) => `${added ? "+ " : removed ? "- " : "  "}${line}`),
      );
      return `[${kind}]\n${lines.join("\n")}\n`;
    })
    .join("\n");
  return { ...diff, text };
}
