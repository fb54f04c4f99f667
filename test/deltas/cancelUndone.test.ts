// A history without what was undone gives the same text as the history itself, whatever came in between.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Change, Splice } from "../../src/schema/index.ts";
import { change } from "./values.ts";
import { advance, cancelUndone, inverse } from "../../src/deltas/index.ts";

const FIRST = "one\ntwo\nthree\nfour\nfive\n";
const textOf = (changes: readonly Change[]) => advance(FIRST, changes) ?? "";

type Step =
  | { readonly kind: "splice"; readonly at: number; readonly removed: number; readonly inserted: string }
  | { readonly kind: "undo"; readonly which: number };
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("splice" as const), at: fc.nat(30), removed: fc.nat(4), inserted: fc.string({ maxLength: 4 }) }),
    fc.record({ kind: fc.constant("undo" as const), which: fc.nat(8) }),
  ),
  { maxLength: 12 },
);

/** Undos that a later change is in the way of are left out, as the program refuses them. */
function historyOf(given: readonly Step[]): Change[] {
  const changes: Change[] = [];
  for (const step of given) {
    const id = `c_${changes.length}`;
    if (step.kind === "splice") {
      const text = textOf(changes);
      const at = Math.min(step.at, text.length);
      changes.push(change({ id, splices: [{ at, removed: text.slice(at, at + step.removed), inserted: step.inserted }] }));
      continue;
    }
    const index = step.which % Math.max(1, changes.length);
    const undone = changes[index];
    if (undone === undefined || changes.some(({ undoes }) => undoes === undone.id)) continue;
    const splices = tryInverse(undone, changes.slice(index + 1));
    if (splices !== null) changes.push(change({ id, kind: "undo", undoes: undone.id, splices }));
  }
  return changes;
}

function tryInverse(undone: Change, later: readonly Change[]): Splice[] | null {
  try {
    return inverse(undone, later, "f");
  } catch {
    // Something later touches the same text: the program says so and changes nothing.
    return null;
  }
}

describe("what was undone", () => {
  it("is as if it had never been: the rest gives the same text", () => {
    fc.assert(
      fc.property(steps, (given) => {
        const changes = historyOf(given);
        expect(textOf(cancelUndone(changes))).toBe(textOf(changes));
      }),
      { numRuns: 2000 },
    );
  });

  it("everything can be undone, newest first, down to the first text", () => {
    fc.assert(
      fc.property(steps, (given) => {
        const changes = historyOf(given.filter(({ kind }) => kind === "splice")).filter(
          ({ splices: [splice] }) => splice?.removed !== splice?.inserted,
        );
        for (const undone of changes.toReversed()) {
          const later = changes.slice(changes.indexOf(undone) + 1);
          changes.push(change({ id: `u${undone.id}`, kind: "undo", undoes: undone.id, splices: inverse(undone, later, "f") }));
        }
        expect(textOf(changes)).toBe(FIRST);
      }),
      { numRuns: 500 },
    );
  });

  it("negative control: of a change that still is nothing is left out", () => {
    const [one, two] = [
      change({ id: "1", splices: [{ at: 0, removed: "", inserted: "a" }] }),
      change({ id: "2", splices: [{ at: 0, removed: "a", inserted: "b" }] }),
    ];
    expect(cancelUndone([one, two])).toEqual([one, two]);
    expect(cancelUndone([one, change({ id: "3", undoes: "elsewhere" })])).toHaveLength(2);
    expect(() => inverse(one, [two], "f")).toThrow(expect.objectContaining({ code: "CONFLICT" }));
  });
});
