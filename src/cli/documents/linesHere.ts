// The lines of instruction files that are enforced here, and those that a person has not confirmed yet, as `policy report` and
// `overview` count them: by line, and not by rule.

import { deadlineIn, policyAt } from "../../gate/index.ts";
import type { Mind } from "../../mind/open.ts";

/** Whoever asks what is pending is told it without its rules, rather than late; null: they were not read in time. */
const RULES_MS = 1000;

export async function linesHere(mind: Mind): Promise<{ readonly enforced: number; readonly proposed: number } | null> {
  const { policy } = await policyAt(mind.where, deadlineIn(RULES_MS));
  if (policy.unread !== undefined) return null;
  const lines = (rules: typeof policy.rules) => new Set(rules.map(({ file, line }) => `${file}:${line}`)).size;
  return { enforced: lines(policy.rules), proposed: lines(policy.proposed) };
}
