// The judging step: the analysis of commands, in a file of its own in the release, because a call that passed before does
// not need it. Here the policy room's function runs, once for each call and within the deadline.

import { type Call, judge, type Verdict, type World } from "../policy/judging.ts";
import { type Bounded, type Deadline, within } from "./kept/deadline.ts";
import type { GateRequest } from "./gate.ts";
import type { PolicyNow } from "./keptPolicy.ts";
import type { SessionSoFar } from "./notes/callNotes.ts";

export interface JudgedCall {
  readonly verdict: Verdict;
  /** A rule asked what the session did before. */
  readonly usedPast: boolean;
}

export interface JudgeGround {
  readonly now: Pick<PolicyNow, "policy" | "mode" | "profile">;
  readonly past: Partial<SessionSoFar>;
  readonly world: World;
}

/** A past is never empty, so that asking for it is always seen. It does nothing, and no rule names it. */
const BEFORE_ALL: Call = { tool: "codicil-session-begins", input: {} };

let current = judge;

/** Another judge for this process, for tests of the deadline. Only code can give it: no variable, file or message comes here. */
export function judgeWith(other: typeof judge): void {
  current = other;
}

export function judgeCall(request: GateRequest, { now, past, world }: JudgeGround, deadline: Deadline): Bounded<JudgedCall> {
  const { call, session = "main", mode = now.mode, typesInto, builtins } = request;
  let usedPast = false;
  const effectsOf = () => {
    usedPast = true;
    return undefined;
  };
  const judged = judgeInTime(
    {
      call,
      policy: now.policy,
      history: [BEFORE_ALL, ...(past.history ?? [])],
      effectsOf,
      session,
      world,
      mode,
      profile: now.profile,
      ...(past.context === undefined ? {} : { context: past.context }),
      ...(typesInto === undefined ? {} : { typesInto }),
      ...(builtins === undefined ? {} : { builtins }),
    },
    deadline,
  );
  return judged.kind === "late" ? judged : { kind: "done", value: { verdict: judged.value, usedPast } };
}

export type JudgeRequest = Parameters<typeof judge>[0];

/** The bare judge, for whoever replays many calls with a past of its own. */
export function judgeInTime(request: JudgeRequest, deadline: Deadline): Bounded<Verdict> {
  return within(deadline, () => current(request));
}

/** The same without a limit, for whoever keeps one over many calls: to be called in `within` only. */
export function judgeUnbounded(request: JudgeRequest): Verdict {
  return current(request);
}
