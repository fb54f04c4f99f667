// The judging half of the gate: the analysis of commands, in a file of its own in the release, because a call that passed
// before does not need it.

import { type Call, judge, type Verdict, type World } from "../policy/judging.ts";
import type { GateRequest } from "./gate.ts";
import type { SessionSoFar } from "./hosting/callNotes.ts";
import type { PolicyNow } from "./hosting/policyCache.ts";

export interface Judged {
  readonly verdict: Verdict;
  /** A rule asked what the session did before. */
  readonly usedPast: boolean;
}

/** A past is never empty, so that asking for it is always seen. It does nothing, and no rule names it. */
const BEFORE_ALL: Call = { tool: "codicil-session-begins", input: {} };

export function judgeCall(request: GateRequest, { now, soFar, world }: { readonly now: PolicyNow; readonly soFar: SessionSoFar; readonly world: World }): Judged {
  let usedPast = false;
  const verdict = judge({
    call: request.call,
    policy: now.policy,
    history: [BEFORE_ALL, ...soFar.history],
    effectsOf: () => {
      usedPast = true;
      return undefined;
    },
    context: soFar.context,
    session: "main",
    world,
    mode: request.mode ?? now.mode,
    ...(request.typesInto === true ? { typesInto: true } : {}),
  });
  return { verdict, usedPast };
}
