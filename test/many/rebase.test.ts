// Two histories that grew apart, as one: whatever both sides did, no line is lost or there twice, and the history replays.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../src/base/index.ts";
import type { Change } from "../../src/schema/index.ts";
import { advance, editText, lineSplices, NO_PAST, rebase, type Side } from "../../src/deltas/index.ts";

const BASE = "# Notes\n\nintro\n\n## A\n\n- a one\n- a two\n\n## B\n\nb text\n";
const FIRST: Change = {
  v: 1,
  id: "c_first",
  kind: "first",
  at: "2026-11-15T00:00:00.000Z",
  by: "user",
  document: sha256(BASE),
  splices: [],
  full: BASE,
};

type Act =
  | { readonly kind: "append"; readonly heading: string }
  | { readonly kind: "hand"; readonly at: number }
  | { readonly kind: "change"; readonly at: number };

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constant("append" as const), heading: fc.constantFrom("A", "B", "New", "Log") }),
  fc.record({ kind: fc.constant("hand" as const), at: fc.nat(20) }),
  fc.record({ kind: fc.constant("change" as const), at: fc.nat(20) }),
);

/** One side's history: entries appended, lines put in by hand, lines changed by hand. Each line says whose it is. */
function grow(start: Side, acts: readonly Act[], who: string): { side: Side; appended: string[]; written: Set<string> } {
  const changes = [...start.changes];
  let text = start.text ?? "";
  const appended: string[] = [];
  const written = new Set<string>();
  for (const [index, each] of acts.entries()) {
    const line = `- ${who} ${index}`;
    const at = "2026-11-15T01:00:00.000Z";
    if (each.kind === "append") {
      const id = `e_${who}_${index}`;
      const done = editText(
        text,
        [{ id, entry: { key: { path: "N.md", heading: each.heading, level: 2 }, operation: "append", content: line, meta: { id } } }],
        { applied: new Set(), now: at, ...NO_PAST },
      );
      const [outcome] = done.outcomes;
      if (outcome?.kind !== "applied") continue;
      text = done.text ?? "";
      changes.push({ ...outcome.change, document: sha256(text) });
      appended.push(line);
    } else {
      const lines = text.split("\n");
      const place = each.at % lines.length;
      const old = lines[place] ?? "";
      if (each.kind === "hand") lines.splice(place, 0, line);
      else if (old === "" || old.startsWith("#")) continue;
      else lines[place] = line;
      const after = lines.join("\n");
      changes.push({
        v: 1,
        id: `c_${who}_${index}`,
        kind: "hand",
        at,
        by: "user",
        document: sha256(after),
        splices: lineSplices(text, after),
      });
      text = after;
      written.add(line);
    }
  }
  return { side: { changes, text }, appended, written };
}

const count = (text: string | null, line: string) => (text ?? "").split("\n").filter((each) => each === line).length;

describe("histories that grew apart", () => {
  const start: Side = { changes: [FIRST], text: BASE };

  it("the result replays from the ledger, has each change once, and what a side still said is in the text or on a card", () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 8 }), fc.array(act, { maxLength: 8 }), (mine, theirs) => {
        const [other, ground] = [grow(start, mine, "m"), grow(start, theirs, "t")];
        const { text, changes, cards } = rebase(ground.side, other.side);
        const all = [...ground.side.changes, ...changes];
        expect(advance(null, all)).toBe(text);
        expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
        for (const line of [...ground.appended, ...ground.written]) expect(count(text, line)).toBe(count(ground.side.text, line));
        for (const line of [...other.appended, ...other.written]) {
          if (count(other.side.text, line) === 0) continue; // taken away again by the same side
          expect(count(text, line) + cards.filter(({ mine: kept }) => kept.includes(line)).length).toBeGreaterThan(0);
          expect(count(text, line)).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("entries alone never become cards, and each line is there exactly once, in one section of its name", () => {
    const entries = fc.array(fc.record({ kind: fc.constant("append" as const), heading: fc.constantFrom("A", "B", "New", "Log") }), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(entries, entries, (mine, theirs) => {
        const [other, ground] = [grow(start, mine, "m"), grow(start, theirs, "t")];
        const { text, cards } = rebase(ground.side, other.side);
        expect(cards).toEqual([]);
        for (const line of [...other.appended, ...ground.appended]) expect(count(text, line)).toBe(1);
        for (const heading of ["A", "B", "New", "Log"]) expect(count(text, `## ${heading}`)).toBeLessThanOrEqual(1);
      }),
      { numRuns: 300 },
    );
  });

  it("what both sides have already is made once, and doing it again changes nothing", () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 5 }), fc.array(act, { maxLength: 5 }), (mine, theirs) => {
        const [other, ground] = [grow(start, mine, "m").side, grow(start, theirs, "t").side];
        const { text, changes } = rebase(ground, other);
        const together: Side = { changes: [...ground.changes, ...changes], text };
        expect(rebase(together, ground)).toEqual({ text, changes: [], cards: [] });
        const again = rebase(together, { changes: [...together.changes], text });
        expect(again).toEqual({ text, changes: [], cards: [] });
      }),
      { numRuns: 200 },
    );
  });
});
