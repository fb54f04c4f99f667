// Which branch is checked out while a call runs.

import type { GitEffect } from "./effects.ts";

/** The branch that is checked out before each Git effect, following switches in the order of the text; null: nobody knows. */
export function branchesBefore(
  effects: readonly GitEffect[],
  start: string | null,
): { readonly before: readonly (string | null)[]; readonly end: string | null } {
  let current = start;
  const before = effects.map((effect) => {
    const now = current;
    if ((effect.action === "checkout" || effect.action === "switch") && effect.branches.length > 0 && effect.paths.length === 0)
      current = effect.branches[0] || null;
    return now;
  });
  return { before, end: current };
}
