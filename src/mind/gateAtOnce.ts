// gateAtOnce: the gate for plugins that live in their host. The verdict where it is "allow" and the cache holds; null means
// that the hook program has to be asked.

import type { GateRequest, GateVerdict } from "./gate.ts";
import { judgeCall } from "./gateJudge.ts";
import { notePassed, readSoFar } from "./hosting/callNotes.ts";
import { keptPolicy } from "./hosting/policyCache.ts";
import { findWhereabouts } from "./whereabouts.ts";
import { diskWorld } from "./world.ts";

export function gateAtOnce(request: GateRequest): GateVerdict | null {
  const where = findWhereabouts({ cwd: request.cwd, ...request.mind });
  const now = keptPolicy(where)?.load() ?? null;
  if (now === null) return null;
  const { verdict } = judgeCall(request, { now, soFar: readSoFar(where.state, request.session), world: diskWorld({ where }, request.callCwd) });
  if (verdict.verdict !== "allow") return null;
  notePassed(where.state, request.session, request.call.tool);
  return verdict;
}
