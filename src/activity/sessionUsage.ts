// sessionUsage: what each session used, as its log says: answers and tokens by day and model, its calls and its last event.
// A log is read once; what it said is noted beside it and counts as long as the log is the same. Of many logs that nobody
// has read yet, one question reads a part and says how many are left.

import { AppError, localDay, keptIn } from "../base/index.ts";
import { isUnknown } from "../schema/index.ts";
import {
  eventBatches,
  keepShelfNotes,
  listSessionIds,
  readShelfNotes,
  type SessionEvent,
  type ShelfNotes,
  stampFacts,
  stampOf,
} from "../session/index.ts";
import type { Store } from "../store/index.ts";
import type { Mind } from "../mind/open.ts";
import { sessionDeps } from "../mind/session/sessionDeps.ts";
import { keepShelf, shelfOf, type SessionSummary, summaryFor } from "./sessionShelf.ts";

export interface TokensUsed {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Parts of inputTokens. */
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
}

/** Of one day and model. */
export interface UsageLine extends TokensUsed {
  readonly day: string;
  readonly model: string;
  readonly answers: number;
  /** In dollars, as it was reckoned when the answers came; null where the log does not say it of all of them. */
  readonly cost: number | null;
}

export interface UsageNote {
  /** Milliseconds: its last event. */
  readonly ended: number;
  readonly calls: number;
  readonly lines: readonly UsageLine[];
}

export interface SessionUsage extends UsageNote {
  readonly summary: SessionSummary;
}

export interface UsageQuery {
  /** Sessions that were not written to since this moment (ms) are left out. */
  readonly since?: number;
  /** Only these. */
  readonly ids?: readonly string[];
}

export interface UsedBySessions {
  readonly sessions: readonly SessionUsage[];
  /** Logs that have not been read yet: ask again. */
  readonly unread: number;
}

/** One question reads so much of logs that are new; the next one goes on. */
const MOST_BYTES = 48 * 1024 * 1024;
const WORTH_KEEPING = 10;

const shelves = new WeakMap<Mind, ShelfNotes>();

function notesOf(mind: Mind, store: Store): ShelfNotes {
  return keptIn(shelves, mind, () => readShelfNotes(store, "usage"));
}

export async function usageOfSessions(mind: Mind, { since = 0, ids }: UsageQuery): Promise<UsedBySessions> {
  const { store } = sessionDeps(mind);
  const notes = notesOf(mind, store);
  const sessions: SessionUsage[] = [];
  let [bytes, unread, fresh] = [0, 0, 0];
  const [shelf, all] = [shelfOf(mind, store), ids ?? (await listSessionIds(store))];
  for (const id of all) {
    const stamp = stampOf(store, id);
    if (stamp === null) continue;
    const { size, modified } = stampFacts(stamp);
    if (modified < since) continue;
    try {
      const known = notes.get(id);
      const isKnown = known?.stamp === stamp;
      if (!isKnown && bytes > MOST_BYTES) {
        unread++;
        continue;
      }
      const note = isKnown ? (known.said as UsageNote) : await readUsage(mind, store, id);
      if (!isKnown) {
        notes.set(id, { stamp, said: note });
        [bytes, fresh] = [bytes + size, fresh + 1];
      }
      sessions.push({ ...note, summary: await summaryFor(shelf, store, id) });
    } catch (error) {
      // A log that cannot be read says nothing here; the list of sessions names it.
      if (!(error instanceof AppError)) throw error;
    }
  }
  if (ids === undefined) keepShelf(shelf, store, all);
  if (fresh >= WORTH_KEEPING) keepShelfNotes(store, notes, "usage");
  return { sessions, unread };
}

interface Answer extends Omit<UsageLine, "answers"> {
  /** An answer that its host wrote in several lines. */
  readonly name: string | undefined;
}

async function readUsage(mind: Mind, store: Store, id: string): Promise<UsageNote> {
  const answers: Answer[] = [];
  let [ended, calls] = [0, 0];
  for await (const events of eventBatches(store, id)) {
    for (const event of events) {
      if (isUnknown(event)) continue;
      ended = Math.max(ended, event.ts);
      calls += callsIn(event);
      const answer = answerIn(mind, event);
      // The last line of an answer has its final count.
      const before = answer?.name === undefined ? -1 : answers.findLastIndex(({ name }) => name === answer.name);
      if (answer !== null) answers.splice(before === -1 ? answers.length : before, before === -1 ? 0 : 1, answer);
    }
  }
  return { ended, calls, lines: byDayAndModel(answers) };
}

function callsIn(event: SessionEvent): number {
  if (isUnknown(event) || event.type !== "assistant_message" || !("message" in event)) return 0;
  return event.message.content.filter(({ type }) => type === "tool_call").length;
}

type Meta = { model?: unknown; usage?: Partial<TokensUsed>; cost?: unknown; answer?: unknown } | undefined;

function answerIn(mind: Mind, event: SessionEvent): Answer | null {
  if (isUnknown(event) || (event.type !== "assistant_message" && event.type !== "compact") || !("meta" in event)) return null;
  const { model, usage, cost, answer } = (event.meta as Meta) ?? {};
  if (typeof model !== "string" || usage === undefined) return null;
  return {
    day: localDay(mind.deps.clock, new Date(event.ts)),
    model,
    inputTokens: usage.inputTokens ?? 0,
    outputTokens: usage.outputTokens ?? 0,
    cacheReadTokens: usage.cacheReadTokens ?? 0,
    cacheWriteTokens: usage.cacheWriteTokens ?? 0,
    cost: typeof cost === "number" ? cost : null,
    name: typeof answer === "string" ? answer : undefined,
  };
}

function byDayAndModel(answers: readonly Answer[]): UsageLine[] {
  const lines = new Map<string, UsageLine>();
  for (const { name: _, ...answer } of answers) {
    const key = `${answer.day} ${answer.model}`;
    const before = lines.get(key);
    lines.set(key, before === undefined ? { ...answer, answers: 1 } : addLine(before, { ...answer, answers: 1 }));
  }
  return [...lines.values()];
}

/** Day and model are the first one's. */
export function addLine(a: UsageLine, b: UsageLine): UsageLine {
  return {
    ...a,
    answers: a.answers + b.answers,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cacheReadTokens: a.cacheReadTokens + b.cacheReadTokens,
    cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
    cost: a.cost === null || b.cost === null ? null : a.cost + b.cost,
  };
}
