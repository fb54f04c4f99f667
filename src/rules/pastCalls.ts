// Calls of the past, judged once more: one after the other, each with what came before it, and none for longer than a second.

import { keptIn } from "../base/index.ts";
import { judgeInTime, type JudgeRequest, judgeUnbounded } from "../gate/compiling.ts";
import { type Bounded, deadlineIn, LONGEST_HISTORY, TOO_LATE, within } from "../gate/index.ts";
import { analyse, type Call, type Effects, type Verdict, type World } from "../policy/index.ts";

export interface PastCalls {
  readonly calls: readonly Call[];
  add(call: Call): void;
  /** Each call is analysed once, however many calls look back at it. */
  effectsIn(world: World): (call: Call) => Effects;
}

/** As far back as the gate looks: with all of a year before it, each call would cost more than the last. */
export function pastCalls(): PastCalls {
  const effects = new WeakMap<Call, Effects>();
  let calls: readonly Call[] = [];
  return {
    get calls() {
      return calls;
    },
    add: (call) => void (calls = [...calls.slice(1 - LONGEST_HISTORY), call]),
    effectsIn: (world) => (call) => {
      return keptIn(effects, call, () => analyse(call, world));
    },
  };
}

/** Longer calls are judged each time. */
const LONGEST_KEY = 2000;
const MOST_KNOWN = 5000;

interface Judged {
  readonly call: Call;
  readonly verdict: Verdict;
}

export interface PastJudge {
  /** What this call (`key`) was judged before, where nothing came before it then and now. */
  known(key: string, past: PastCalls): Judged | undefined;
  judge(key: string, past: PastCalls, request: Omit<JudgeRequest, "history" | "effectsOf">): Judged;
}

/**
 * Judges many calls, each with what came before it. The world is today's for all of them, so that the same call in the same place gets
 * the same verdict where nothing came before it; that is nearly every call of the verdict log, which has those that were stopped.
 */
export function judgeWithPast(): PastJudge {
  const all = new Map<string, Judged>();
  return {
    known: (key, past) => (past.calls.length === 0 ? all.get(key) : undefined),
    judge(key, past, request) {
      const verdict = judgeAgain({ ...request, history: past.calls, effectsOf: past.effectsIn(request.world) });
      const judged = { call: request.call, verdict };
      if (past.calls.length === 0 && key.length <= LONGEST_KEY && all.size < MOST_KNOWN && verdict !== TOO_LATE) all.set(key, judged);
      return judged;
    },
  };
}

/** One call of the past has so long; what takes longer counts as refused, and the calls behind it do not look at it. */
const CALL_MS = 1000;

export function judgeAgain(request: JudgeRequest): Verdict {
  if (isWatched) return judgeUnbounded(request);
  const judged = judgeInTime(request, deadlineIn(CALL_MS));
  return judged.kind === "late" ? TOO_LATE : judged.value;
}

/** One limit is kept over several calls: another for each would cost twenty times what judging it costs. */
let isWatched = false;
/** So long the process hears nobody else; and where nobody else is there: each time limit costs the start of a thread. */
const BREATH_MS = 10;
const LONG_BREATH_MS = 500;

/**
 * `one` for each of them, some at a time; tells after each time how many are done. `one` judges first and notes afterwards: where
 * the time ends in it, nothing was noted, and it is done again with a limit of its own.
 */
export function* inTurn<T>(items: readonly T[], one: (item: T) => void, breathMs = BREATH_MS): Generator<number> {
  let at = 0;
  const some = () => {
    const until = performance.now() + breathMs;
    for (; at < items.length && performance.now() < until; at++) one(items[at] as T);
  };
  while (at < items.length) {
    if (watched(some, breathMs) === "late") one(items[at++] as T);
    yield at;
  }
}

function watched(work: () => void, breathMs: number): "done" | "late" {
  isWatched = true;
  try {
    return within(deadlineIn(breathMs + CALL_MS), work).kind;
  } finally {
    isWatched = false;
  }
}

/** All of them, without a turn for others. */
export function all<T>(items: readonly T[], one: (item: T) => void): void {
  for (const _ of inTurn(items, one, LONG_BREATH_MS)) void _;
}

/** Anything else that a call of the past takes, within the same limits. */
export function inTime<T>(work: () => T): Bounded<T> {
  return isWatched ? { kind: "done", value: work() } : within(deadlineIn(CALL_MS), work);
}
