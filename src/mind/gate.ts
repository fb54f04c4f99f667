// gate: `decide` for a program that starts anew for every single call. What the policy allows is answered from the cache
// without opening the mind; for everything else the mind is opened and `decide` has the word. Both judge the same rules
// by the same function, so the verdict is the same, only sooner.

import { type Call, type GuardMode, judge } from "../policy/judging.ts";
import type { Decision } from "./decide.ts";
import { addCallNote, readSoFar, type SessionSoFar } from "./hosting/callNotes.ts";
import { policyAt, policyKept, type PolicyNow } from "./hosting/policyCache.ts";
import { findWhereabouts, type Whereabouts } from "./whereabouts.ts";
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

export async function gate(request: GateRequest): Promise<GateVerdict> {
  const where = whereOf(request);
  const soFar = readSoFar(where.state, request.session);
  return passes(request, { where, now: await policyAt(where), soFar }) ?? (await import("./gateFully.ts")).gateFully(request, soFar);
}

/** For plugins that live in their host: the verdict where it is "allow" and the cache holds; null: ask `gate`. */
export function gateAtOnce(request: GateRequest): GateVerdict | null {
  const where = whereOf(request);
  const now = policyKept(where);
  return now === null ? null : passes(request, { where, now, soFar: readSoFar(where.state, request.session) });
}

function whereOf({ cwd, mind }: GateRequest): Whereabouts {
  return findWhereabouts({ cwd, ...mind });
}

function passes(request: GateRequest, { where, now, soFar }: { readonly where: Whereabouts; readonly now: PolicyNow; readonly soFar: SessionSoFar }): GateVerdict | null {
  const world = diskWorld({ where }, request.callCwd);
  const verdict = judge({ call: request.call, policy: now.policy, ...soFar, session: "main", world, mode: request.mode ?? now.mode, ...(request.typesInto === true ? { typesInto: true } : {}) });
  if (verdict.verdict !== "allow") return null;
  noteQuietly(() => addCallNote(where.state, request.session, { kind: "passed", at: new Date().toISOString(), tool: request.call.tool }));
  return verdict;
}

/** The policy has spoken; that a note about it cannot be written takes nothing back. */
function noteQuietly(write: () => void): void {
  try {
    write();
  } catch {
    // A full or read-only disk: the verdict stands without the note.
  }
}
