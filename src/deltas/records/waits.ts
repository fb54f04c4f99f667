// Whether an entry needs a person's approval before it is applied.

import { commitPolicyFor, type DocumentRef } from "../../knowledge/index.ts";
import type { Entry } from "../../schema/index.ts";
import type { Deps } from "./deps.ts";

export function needsApproval(deps: Deps, entry: Entry, document: DocumentRef | null): boolean {
  const origin = entry.meta.origin ?? "agent";
  if (entry.meta["ask"] === true) return true;
  return entry.meta["quarantined"] !== undefined || commitPolicyFor(document?.role ?? null, origin, deps.environment.config) === "proposal";
}
