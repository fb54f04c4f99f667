// gate: `decide` for a program that starts anew for every single call. What the policy allows is answered from the cache
// without opening the mind; for everything else the mind is opened and `decide` has the word. Both judge the same rules
// by the same function, so the verdict is the same, only sooner.

import type { Call, GuardMode } from "../policy/judging.ts";
import type { Decision } from "./decide.ts";
import { notePassed, readSoFar } from "./hosting/callNotes.ts";
import { keepPassed, keyOfCall, passesAgain, watched } from "./hosting/passedBefore.ts";
import { keptPolicy, policyAt } from "./hosting/policyCache.ts";
import { findWhereabouts } from "./whereabouts.ts";
import { diskWorld } from "./world.ts";

export interface GateRequest {
  readonly call: Call;
  /** The host's session as Codicil calls it. */
  readonly session: string;
  /** Where the host works. */
  readonly cwd: string;
  /** Where the call runs, when that is elsewhere. */
  readonly callCwd?: string | undefined;
  /** Overrides config.yaml's guard_mode. */
  readonly mode?: GuardMode | undefined;
  /** Which mind, for a program whose environment does not say it. */
  readonly mind?: { readonly home: string; readonly state: string };
  /** The host can type into a program that is running, and nobody sees what. */
  readonly typesInto?: boolean;
}

export type { Call, GuardMode };
export type GateVerdict = Pick<Decision, "verdict" | "reason" | "rules" | "call">;

const ALLOWED: GateVerdict = { verdict: "allow", reason: "", rules: [] };

export async function gate(request: GateRequest): Promise<GateVerdict> {
  const where = findWhereabouts({ cwd: request.cwd, ...request.mind });
  const world = diskWorld({ where }, request.callCwd);
  const kept = keptPolicy(where);
  const soFar = readSoFar(where.state, request.session);
  // Step 1: it passed before, and nothing that it depends on has changed.
  const { readFiles, contextSatisfied, recovering } = soFar.context;
  const key = keyOfCall([where.cwd, request.call, request.callCwd, request.mode, request.typesInto, [...readFiles], contextSatisfied, recovering]);
  if (key !== null && kept !== null && passesAgain(where.state, key, kept.identity, world)) {
    notePassed(where.state, request.session, request.call.tool);
    return ALLOWED;
  }
  // Step 2: it is judged.
  const now = await policyAt(where, kept);
  const watching = watched(world);
  const { judgeCall } = kept?.load() === now ? await import("./gateJudge.ts") : await import("./gateAfresh.ts");
  const { verdict, usedPast } = judgeCall(request, { now, soFar, world: watching.world });
  // Step 3: what is not allowed goes the whole way, with keys, reasons and the log.
  if (verdict.verdict !== "allow") return (await import("./gateFully.ts")).gateFully(request, soFar);
  notePassed(where.state, request.session, request.call.tool);
  const looks = usedPast || verdict.reason !== "" || verdict.proposed !== undefined ? null : watching.looks();
  if (key !== null && kept !== null && looks !== null) keepQuietly(() => keepPassed(where.state, { key, policy: kept.identity, looks }));
  return verdict;
}

/** A cache that cannot be written makes the next call slower, and takes nothing back. */
function keepQuietly(write: () => void): void {
  try {
    write();
  } catch {
    // A full or read-only disk: the verdict stands.
  }
}
