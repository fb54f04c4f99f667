// afterCall: a call ran. Did it change what it must not, and does what it wrote break a rule that can only be checked
// afterwards? Nothing is undone here: what is found is told, and a protected file can be put back.

import { deadlineIn, diskWorld, LIMIT_MS, within } from "../gate/index.ts";
import { analyse, type Call, checkRules, type Policy, type Rule } from "../policy/index.ts";
import { policySource } from "./decide.ts";
import type { Mind } from "./open.ts";
import { changedProtected, type ProtectedChange, type ProtectedTexts } from "./protectedFiles.ts";

export interface AfterRequest {
  /** The call as it ran, so after rewriting. */
  readonly call: Call;
  /** `readProtected` from before the call; without it no file is compared. */
  readonly before?: ProtectedTexts;
  readonly cwd?: string;
  /** The policy that the call was judged by; otherwise the present one. */
  readonly policy?: Policy;
}

export interface After {
  readonly changes: readonly ProtectedChange[];
  /** Rules in the state `checked` that the new text breaks. */
  readonly broken: readonly Pick<Rule, "id" | "file" | "line" | "text">[];
}

export function afterCall(mind: Mind, request: AfterRequest): After {
  const { call, before, cwd } = request;
  const world = diskWorld(mind, cwd);
  const policy = request.policy ?? policySource(mind).capture();
  // The call ran: what cannot be looked at in time holds nobody up any more.
  const checked = within(deadlineIn(LIMIT_MS), () => checkRules(policy, call, analyse(call, world), world));
  return {
    changes: before === undefined ? [] : changedProtected(mind, before),
    broken: (checked.kind === "late" ? [] : checked.value).map(({ id, file, line, text }) => ({ id, file, line, text })),
  };
}
