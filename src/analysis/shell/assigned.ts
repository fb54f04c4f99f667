// What a loop assigns.

import type { CompoundList } from "unbash";
import { ownVars, type Shell, UNKNOWN } from "../run/state.ts";

/** A loop's later turns see what its earlier ones assigned: such values are unknown from the start. */
export function forgetAssigned(shell: Shell, body: CompoundList): void {
  const seen = new Set<object>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null || seen.has(value)) return;
    seen.add(value);
    if (Array.isArray(value)) {
      for (const each of value) visit(each);
      return;
    }
    const node = value as { type?: string; name?: unknown };
    if (node.type === "Assignment" && typeof node.name === "string")
      ownVars(shell).set(node.name, { values: [UNKNOWN], array: null, exported: false });
    if (node.type === "Word") return;
    for (const key of Object.keys(node)) visit((node as Record<string, unknown>)[key]);
  };
  visit(body.commands);
}
