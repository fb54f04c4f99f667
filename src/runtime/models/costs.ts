// What sessions used and what that costs at list prices: by day, program and model, or of one session from its own log. A sum
// holds what has a known price and says how much has none; where nothing has one it is null, never zero.

import { daysBefore, localDay, isBelow } from "../../base/index.ts";
import type { Mind } from "../../mind/open.ts";
import { type SessionUsage, type TokensUsed, type UsageLine, usageOfSessions } from "../../activity/sessionUsage.ts";
import { costOf, PRICES_AS_OF } from "./prices.ts";
import type { Session, SessionSummary } from "../../activity/sessions.ts";
import { addUsage, NO_USAGE, type Usage } from "../ports/model.ts";

export interface Sum extends TokensUsed {
  readonly answers: number;
  /** In dollars, of what has a known price; null: nothing has. */
  readonly cost: number | null;
  /** Tokens without a known price. */
  readonly unpriced: number;
  /** What the cache saved of it, in dollars. */
  readonly saved: number;
}

export interface SessionCost
  extends Sum, Pick<SessionSummary, "id" | "title" | "host" | "cwd" | "createdAt">, Pick<SessionUsage, "ended" | "calls"> {}

export interface Costs {
  readonly since: string;
  readonly through: string;
  readonly pricesOf: string;
  readonly total: Sum;
  /** Of the sessions with a known price. */
  readonly median: number | null;
  readonly days: readonly (Sum & { readonly day: string; readonly hosts: Readonly<Record<string, Sum>> })[];
  readonly hosts: readonly (Sum & { readonly host: string })[];
  readonly models: readonly (Sum & { readonly model: string; readonly hosts: readonly string[] })[];
  /** How many there are, and the dearest of them. */
  readonly counted: number;
  readonly sessions: readonly SessionCost[];
  /** Logs that have not been read yet: ask again. */
  readonly unread: number;
}

export interface CostsQuery {
  /** null: all that there is. */
  readonly days: number | null;
  /** Only this day. */
  readonly day?: string | undefined;
  readonly folder?: string | undefined;
}

/** So many sessions are named. */
const MOST_SESSIONS = 50;
const DAY_MS = 86_400_000;

interface Priced extends UsageLine {
  readonly saved: number;
  readonly of: SessionUsage;
}

export async function costs(mind: Mind, { days, day, folder }: CostsQuery): Promise<Costs> {
  const today = localDay(mind.deps.clock);
  const first = day ?? (days === null ? "" : daysBefore(today, days - 1));
  const since = first === "" ? 0 : Date.parse(`${first}T00:00:00Z`) - DAY_MS;
  const { sessions, unread } = await usageOfSessions(mind, { since });
  const isHere = (cwd: string) => folder === undefined || isBelow(cwd, folder);
  const lines = sessions
    .filter(({ summary }) => isHere(summary.cwd))
    .flatMap((of) =>
      of.lines.filter((line) => line.day >= first && (day === undefined || line.day === day)).map((line) => priced(line, of)),
    );
  const bySession = group(lines, ({ of }) => of.summary.id).map(([, own]) => sessionCost(own));
  const known = bySession.flatMap(({ cost }) => cost ?? []).sort((a, b) => a - b);
  return {
    since: first === "" ? (lines.map((line) => line.day).sort()[0] ?? today) : first,
    through: day ?? today,
    pricesOf: PRICES_AS_OF,
    total: sumOf(lines),
    median: known[Math.floor((known.length - 1) / 2)] ?? null,
    days: group(lines, (line) => line.day)
      .map(([each, own]) => ({ day: each, ...sumOf(own), hosts: Object.fromEntries(byHost(own)) }))
      .sort((a, b) => (a.day < b.day ? -1 : 1)),
    hosts: dearestFirst(byHost(lines).map(([host, sum]) => ({ host, ...sum }))),
    models: dearestFirst(
      group(lines, ({ model }) => model).map(([model, own]) => ({
        model,
        hosts: [...new Set(own.map(({ of }) => of.summary.host))].sort(),
        ...sumOf(own),
      })),
    ),
    counted: bySession.length,
    sessions: dearestFirst(bySession).slice(0, MOST_SESSIONS),
    unread,
  };
}

/** Of these sessions, for a list of them. */
export async function costsOfSessions(mind: Mind, ids: readonly string[]): Promise<SessionCost[]> {
  const { sessions } = await usageOfSessions(mind, { ids });
  return sessions.map((of) => (of.lines.length === 0 ? sessionOf(of, NOTHING) : sessionCost(of.lines.map((line) => priced(line, of)))));
}

/** Whose price list holds a model that its host names without its maker. */
const MAKERS: readonly (readonly [RegExp, string])[] = [
  [/^claude-/, "anthropic"],
  [/^(?:gpt-|o\d)/, "openai"],
  [/^gemini-/, "google"],
];

function priced(line: UsageLine, of: SessionUsage): Priced {
  const maker = MAKERS.find(([name]) => name.test(line.model))?.[1];
  const id = line.model.includes("/") || maker === undefined ? line.model : `${maker}/${line.model}`;
  const listed = costOf(id, line);
  const uncached = costOf(id, { ...line, cacheReadTokens: 0, cacheWriteTokens: 0 });
  return { ...line, cost: line.cost ?? listed, saved: listed === null || uncached === null ? 0 : Math.max(0, uncached - listed), of };
}

const NOTHING: Sum = {
  answers: 0,
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  cost: null,
  unpriced: 0,
  saved: 0,
};

function sumOf(lines: readonly Priced[]): Sum {
  return lines.reduce<Sum>(
    (sum, line) => ({
      answers: sum.answers + line.answers,
      inputTokens: sum.inputTokens + line.inputTokens,
      outputTokens: sum.outputTokens + line.outputTokens,
      cacheReadTokens: sum.cacheReadTokens + line.cacheReadTokens,
      cacheWriteTokens: sum.cacheWriteTokens + line.cacheWriteTokens,
      cost: line.cost === null ? sum.cost : (sum.cost ?? 0) + line.cost,
      unpriced: sum.unpriced + (line.cost === null ? line.inputTokens + line.outputTokens : 0),
      saved: sum.saved + line.saved,
    }),
    NOTHING,
  );
}

function sessionCost(lines: readonly Priced[]): SessionCost {
  const [{ of }] = lines as [Priced];
  return sessionOf(of, sumOf(lines));
}

function sessionOf({ summary: { id, title, host, cwd, createdAt }, ended, calls }: SessionUsage, sum: Sum): SessionCost {
  return { id, title, host, cwd, createdAt, ended, calls, ...sum };
}

function byHost(lines: readonly Priced[]): [string, Sum][] {
  return group(lines, ({ of }) => of.summary.host).map(([host, own]) => [host, sumOf(own)]);
}

function group<T>(all: readonly T[], keyOf: (each: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const each of all) {
    const own = groups.get(keyOf(each));
    if (own === undefined) groups.set(keyOf(each), [each]);
    else own.push(each);
  }
  return [...groups];
}

/** What has no known price comes last, the most tokens first. */
function dearestFirst<T extends Sum>(all: readonly T[]): T[] {
  const tokens = ({ inputTokens, outputTokens }: T) => inputTokens + outputTokens;
  return all.toSorted((a, b) => (b.cost ?? -1) - (a.cost ?? -1) || tokens(b) - tokens(a));
}

export interface AccountLine {
  readonly model: string;
  readonly answers: number;
  readonly usage: Usage;
  /** As it was reckoned when the answer came; null where any of it is not known. */
  readonly cost: number | null;
}

export function accountOf(session: Session): AccountLine[] {
  const lines = new Map<string, AccountLine>();
  for (const event of session.events) {
    if ((event.type !== "assistant_message" && event.type !== "compact") || !("meta" in event)) continue;
    const meta = event.meta as { model?: unknown; usage?: Usage; cost?: unknown } | undefined;
    if (typeof meta?.model !== "string" || meta.usage === undefined) continue;
    const before = lines.get(meta.model) ?? { model: meta.model, answers: 0, usage: NO_USAGE, cost: 0 };
    const cost = typeof meta.cost === "number" && before.cost !== null ? before.cost + meta.cost : null;
    lines.set(meta.model, { model: meta.model, answers: before.answers + 1, usage: addUsage(before.usage, meta.usage), cost });
  }
  return [...lines.values()];
}

/** One line for people: "3 answers of X, 1200 tokens in (1000 cached), 80 out, $0.0042 at the prices of …". */
export function sayAccount({ model, answers, usage, cost }: AccountLine): string {
  const cached = usage.cacheReadTokens === 0 ? "" : ` (${usage.cacheReadTokens} cached)`;
  const price = cost === null ? "price not known" : cost === 0 ? "free" : `$${cost.toFixed(4)} at the prices of ${PRICES_AS_OF}`;
  return (
    `${answers} ${answers === 1 ? "answer" : "answers"} of ${model}, ` +
    `${usage.inputTokens} tokens in${cached}, ${usage.outputTokens} out, ${price}`
  );
}
