// backtest: the calls of past sessions, ours and adopted ones, go through the gate once more, with today's policy and in
// the order in which they happened. Nothing is run and nothing is logged. The world is today's too: what a call would
// have met on the disk then is not known any more.

import { AppError } from "../base/index.ts";
import { diskWorld, TOO_LATE } from "../gate/index.ts";
import { gitRootOf } from "../knowledge/index.ts";
import {
  afterCompaction,
  type Call,
  type ContextProfile,
  type ContextState,
  freshContext,
  type GuardMode,
  nextMessage,
  type Policy,
  recordCall,
  type Verdict,
  type World,
} from "../policy/index.ts";
import type { VerdictLine } from "../schema/index.ts";
import { callTurns, listSessionIds, type Turn } from "../session/index.ts";
import { decoded, diskFacts, fileTimes } from "../store/index.ts";
import { policySource } from "../mind/session/decide.ts";
import type { Mind } from "../mind/open.ts";
import { OWN_HOST } from "../activity/sessions.ts";
import { guardContext } from "../mind/overview/settings.ts";
import { shown } from "../calls/shownCall.ts";
import { factsIn, readLine, type VerdictFacts, verdictLinesSince, verdictsSince } from "../calls/verdictLog.ts";
import { BY_A_PERSON, newHabits, type Suggestion } from "./policySuggestions.ts";
import { all, inTime, inTurn, judgeAgain, judgeWithPast, type PastCalls, pastCalls } from "./pastCalls.ts";

export interface Backtest {
  readonly calls: number;
  /** Not simply allowed. */
  readonly stopped: number;
  readonly verdicts: Readonly<Record<"deny" | "ask" | "rewrite", number>>;
  readonly byRule: readonly {
    readonly rule: string;
    readonly where: string;
    readonly count: number;
    readonly examples: readonly string[];
    /** Where the examples are. */ readonly events: readonly { readonly session: string; readonly event: string }[];
  }[];
}

export interface SessionBacktest extends Backtest {
  /** Sessions with a call in the time asked about. */
  readonly sessions: number;
  readonly byHost: readonly (Counts & { readonly host: string })[];
  /** Sessions whose folder is not there any more: they are judged by the rules of the folder where this is asked. */
  readonly gone: number;
  readonly problems: readonly { readonly id: string; readonly code: string; readonly message: string }[];
  /** Rules that the decisions of that time suggest. */
  readonly suggestions: readonly Suggestion[];
}

export interface ListedCall {
  readonly call: Call;
  readonly cwd?: string;
}

/** A list of calls that happened one after the other and succeeded. */
export function backtest(mind: Mind, calls: readonly ListedCall[]): Backtest {
  const tally = newTally();
  const judge = judgeInOrder(mind);
  all(calls, (listed) => tally.add(listed.call, judge(listed)));
  return tally.result();
}

/** The calls of the verdict log since then, by day. Others of the same process get their turn while it runs. */
export async function backtestLog(
  mind: Mind,
  since: string,
  tell?: (done: number, of: number) => void,
): Promise<Backtest & { readonly days: readonly { readonly day: string; readonly calls: number; readonly stopped: number }[] }> {
  const lines = await verdictsSince(mind, since);
  const tally = newTally();
  const days = new Map<string, { calls: number; stopped: number }>();
  const judge = judgeInOrder(mind);
  const one = ({ call, cwd, at }: VerdictLine) => {
    const verdict = judge({ call: call as Call, ...(cwd === undefined ? {} : { cwd }) });
    tally.add(call as Call, verdict);
    const day = at.slice(0, 10);
    const told = days.get(day) ?? { calls: 0, stopped: 0 };
    days.set(day, { calls: told.calls + 1, stopped: told.stopped + (verdict.verdict === "allow" ? 0 : 1) });
  };
  for (const done of inTurn(lines, one)) {
    tell?.(done, lines.length);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { ...tally.result(), days: [...days].map(([day, told]) => ({ day, ...told })) };
}

function judgeInOrder(mind: Mind): (listed: ListedCall) => Verdict {
  const policy = policySource(mind).capture();
  const past = pastCalls();
  const { known, judge } = judgeWithPast();
  return ({ call, cwd }) => {
    const request = { call, policy, session: "main", world: diskWorld(mind, cwd), mode: "warn" } as const;
    const key = `${cwd ?? ""}\n${JSON.stringify(call)}`;
    const { verdict } = known(key, past) ?? judge(key, past, request);
    if (verdict !== TOO_LATE) past.add(call);
    return verdict;
  };
}

export interface BacktestOptions {
  readonly since: Date;
  readonly host?: string | undefined;
}

export async function backtestSessions(mind: Mind, { since, host }: BacktestOptions): Promise<SessionBacktest> {
  const tally = newTally();
  const hosts = new Map<string, Counts>();
  const problems: { id: string; code: string; message: string }[] = [];
  const places = placesOf(mind, await guardContext(mind));
  const ids = await listSessionIds(mind.deps.storeFor(mind.where.project));
  // Nothing was written since: no call of it is asked about, and it need not be read.
  const isOld = (id: string) => (fileTimes(`${mind.where.state}/sessions/${id}.jsonl`)?.modified ?? Infinity) < since.getTime();
  const replayed = new Set(ids.filter(isOld));
  const fresh = ids.filter((id) => !replayed.has(id));
  let [sessions, gone] = [0, 0];
  for await (const past of pastSessions(mind, fresh, { since, problems })) {
    replayed.add(past.id);
    if (past.calls.length === 0 || (host !== undefined && host !== past.host)) continue;
    const place = places(past.cwd);
    const before = { calls: tally.calls(), stopped: tally.stopped() };
    replay(past, place, since.getTime(), tally);
    if (tally.calls() === before.calls) continue;
    sessions++;
    if (!place.exists) gone++;
    addTo(hosts, past.host, { sessions: 1, calls: tally.calls() - before.calls, stopped: tally.stopped() - before.stopped });
  }
  const isAsked = host === undefined || host === OWN_HOST;
  const suggestions = await replayVerdicts(mind, { since, isAsked, replayed, tally, places, hosts });
  return {
    ...tally.result(),
    sessions,
    gone,
    problems,
    byHost: [...hosts].map(([name, counts]) => ({ host: name, ...counts })).sort((a, b) => b.calls - a.calls),
    suggestions,
  };
}

interface PastSession {
  readonly id: string;
  readonly host: string;
  readonly cwd: string;
  readonly calls: readonly {
    readonly call: Call;
    readonly ok: boolean;
    readonly ts: number;
    readonly event: string;
    readonly turn: number;
    readonly afterCompaction: boolean;
  }[];
}

/** One after the other: only the calls of one session are held. */
async function* pastSessions(
  mind: Mind,
  ids: readonly string[],
  { since, problems }: { readonly since: Date; readonly problems: { id: string; code: string; message: string }[] },
): AsyncIterable<PastSession> {
  const store = mind.deps.storeFor(mind.where.project);
  for (const id of ids) {
    try {
      const { header, turns } = await callTurns(store, id);
      yield { id, host: String(header.meta["host"] ?? OWN_HOST), cwd: String(header.meta["cwd"] ?? ""), calls: callsOf(turns, since) };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problems.push({ id, code: error.code, message: error.message });
    }
  }
}

/** A host that rewrote its past told some calls twice: the same call of the same id counts once. */
function callsOf(turns: readonly Turn[], since: Date): PastSession["calls"] {
  const seen = new Set<string>();
  const calls = turns.flatMap(({ calls: made, afterCompaction: compacted }, turn) =>
    made.flatMap(({ id, tool, args, ok, ts, event }) => {
      const key = JSON.stringify([id, tool, args]);
      if (seen.has(key)) return [];
      seen.add(key);
      return [{ call: { tool, input: args } as Call, ok: ok === true, ts, event, turn, afterCompaction: compacted }];
    }),
  );
  return calls.some(({ ts }) => ts >= since.getTime()) ? calls : [];
}

interface Place {
  readonly exists: boolean;
  readonly policy: Policy;
  readonly world: World;
  readonly mode: GuardMode;
  readonly profile: ContextProfile;
}

/** Each session is judged by the files that apply to its own folder today, or where that is gone, to the one we are in. */
function placesOf(mind: Mind, guard: Pick<Place, "mode" | "profile">): (cwd: string) => Place {
  const known = new Map<string, Place>();
  return (given) => {
    const cwd = given.startsWith("/") ? given : mind.where.cwd;
    const found = known.get(cwd);
    if (found !== undefined) return found;
    const exists = diskFacts.lstat(cwd) === "dir";
    const there: Mind = { ...mind, where: { ...mind.where, cwd, project: gitRootOf(cwd, diskFacts) ?? cwd } };
    const place = { exists, policy: policySource(exists ? there : mind).capture(), world: diskWorld(there, cwd), ...guard };
    known.set(cwd, place);
    return place;
  };
}

/** Calls before the time asked about are not counted, but they happened: what wants an order finds them. */
function replay(past: PastSession, { policy, world, mode, profile }: Place, since: number, tally: Tally): void {
  const before = pastCalls();
  const effectsOf = before.effectsIn(world);
  let context: ContextState = freshContext;
  let turn = -1;
  const one = ({ call, ok, ts, event, ...at }: PastSession["calls"][number]) => {
    const known = at.turn === turn ? context : nextMessage(at.afterCompaction ? afterCompaction(context) : context);
    const request = { call, policy, history: before.calls, session: "main", world, mode, profile, context: known, effectsOf } as const;
    const verdict = ts >= since ? judgeAgain(request) : null;
    const after = inTime(() => recordCall(known, { call, effects: effectsOf(call), ok }, world, profile));
    if (verdict !== null) tally.add(call, verdict, () => ({ session: past.id, event }));
    [turn, context] = [at.turn, after.kind === "late" ? known : after.value];
    if (ok && after.kind === "done") before.add(call);
  };
  all(past.calls, one);
}

interface VerdictReplay {
  readonly since: Date;
  /** Otherwise the log is only read for what it suggests. */
  readonly isAsked: boolean;
  readonly replayed: ReadonlySet<string>;
  readonly tally: Tally;
  readonly places: (cwd: string) => Place;
  readonly hosts: Map<string, Counts>;
}

/** Calls that the gate was asked about in sessions whose events are not here: the log of verdicts has them. */
async function replayVerdicts(
  mind: Mind,
  { since, isAsked, replayed, tally, places, hosts }: VerdictReplay,
): Promise<readonly Suggestion[]> {
  const isTold = (session: string) => replayed.has(session) || (session.startsWith("host_") && replayed.has(session.slice(5)));
  const before = { calls: tally.calls(), stopped: tally.stopped() };
  const histories = new Map<string, PastCalls>();
  const habits = newHabits();
  const { known, judge } = judgeWithPast();
  const replayLine = ({ id, session, same, verdict }: VerdictFacts, line: string) => {
    let past = histories.get(session);
    if (past === undefined && isTold(session)) return;
    past ??= pastCalls();
    // Most were stopped, and judged before: they need not be read.
    const again = known(same, past);
    const read = again === undefined ? readLine(decoded(line)) : null;
    if (again === undefined && read === null) return;
    const judged = again ?? judge(alone(same), past, { call: read?.call as Call, session: "main", ...places(read?.cwd ?? mind.where.cwd) });
    if (!histories.has(session)) histories.set(alone(session), past);
    tally.add(judged.call, judged.verdict, () => ({ session: alone(session), event: alone(id) }));
    if (verdict === "allow" && judged.verdict !== TOO_LATE) past.add(judged.call);
  };
  const from = since.toISOString();
  const one = (line: string) => {
    const facts = factsIn(line);
    if (facts === null || !(facts.at >= from)) return;
    if (isAsked) replayLine(facts, line);
    const mayTell = facts.verdict === "ask" || (facts.verdict === "allow" && line.includes(BY_A_PERSON));
    const decided = mayTell ? readLine(decoded(line)) : null;
    if (decided !== null) habits.add(decided);
  };
  for await (const lines of verdictLinesSince(mind, from)) all(lines, one);
  if (histories.size > 0)
    addTo(hosts, OWN_HOST, { sessions: histories.size, calls: tally.calls() - before.calls, stopped: tally.stopped() - before.stopped });
  return habits.suggestions();
}

/** What is kept of a line would hold the whole part of the log that the line is in. */
function alone(piece: string): string {
  return Buffer.from(piece).toString();
}

interface Counts {
  readonly sessions: number;
  readonly calls: number;
  readonly stopped: number;
}

function addTo(hosts: Map<string, Counts>, host: string, { sessions, calls, stopped }: Counts): void {
  const known = hosts.get(host) ?? { sessions: 0, calls: 0, stopped: 0 };
  hosts.set(host, { sessions: known.sessions + sessions, calls: known.calls + calls, stopped: known.stopped + stopped });
}

interface Tally {
  add(call: Call, verdict: Verdict, from?: () => { readonly session: string; readonly event: string }): void;
  calls(): number;
  stopped(): number;
  result(): Backtest;
}

const MOST_EXAMPLES = 3;

function newTally(): Tally {
  const found = new Map<string, { where: string; count: number; examples: string[]; events: { session: string; event: string }[] }>();
  const verdicts = { deny: 0, ask: 0, rewrite: 0 };
  let [calls, stopped] = [0, 0];
  return {
    add(call, { verdict, rules }, from) {
      calls++;
      if (verdict === "allow") return;
      stopped++;
      verdicts[verdict]++;
      for (const rule of rules) {
        const each = found.get(rule.id) ?? {
          where: rule.line === 0 ? rule.file : `${rule.file}:${rule.line}`,
          count: 0,
          examples: [],
          events: [],
        };
        each.count++;
        if (each.examples.length < MOST_EXAMPLES) {
          each.examples.push(shown(call));
          if (from !== undefined) each.events.push(from());
        }
        found.set(rule.id, each);
      }
    },
    calls: () => calls,
    stopped: () => stopped,
    result: () => ({
      calls,
      stopped,
      verdicts,
      byRule: [...found]
        .map(([rule, { where, count, examples, events }]) => ({ rule, where, count, examples, events }))
        .sort((a, b) => b.count - a.count),
    }),
  };
}
