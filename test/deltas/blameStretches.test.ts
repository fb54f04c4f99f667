import { describe, expect, it } from "vitest";
import type { Change } from "../../src/schema/index.ts";
import { blameLines } from "../../src/deltas/index.ts";

/** A generator of its own, so that a failure can be run again. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** One change for each character, by the plain way: what blame must answer. */
function naive(changes: readonly Change[]): { text: string; by: Change[] } {
  let text = "";
  let by: Change[] = [];
  for (const change of changes) {
    for (const { at, removed, inserted } of change.splices) {
      text = text.slice(0, at) + inserted + text.slice(at + removed.length);
      by = [...by.slice(0, at), ...Array.from(inserted, () => change), ...by.slice(at + removed.length)];
    }
  }
  return { text, by };
}

describe("blame of a long history", () => {
  it.each([1, 2, 3, 4, 5])("says of each line the newest change in it, as counting by characters does (seed %i)", (seed) => {
    const next = numbers(seed);
    const changes: Change[] = [];
    let text = "";
    for (let number = 0; number < 1500; number++) {
      const at = next(3) === 0 ? text.length : next(text.length + 1);
      const removed = text.slice(at, at + (next(4) === 0 ? next(200) : 0));
      const inserted = next(5) === 0 ? "" : `${"x".repeat(next(6))}${next(2) === 0 ? "\n" : ""}y`;
      changes.push({
        v: 1,
        id: `c_${number}`,
        kind: "entry",
        at: "",
        by: "agent",
        document: null,
        splices: [{ at, removed, inserted }],
      } as unknown as Change);
      text = text.slice(0, at) + inserted + text.slice(at + removed.length);
    }
    const expected = naive(changes);
    expect(expected.text).toBe(text);
    const rank = new Map(changes.map((change, index) => [change, index]));
    let offset = 0;
    const wanted = (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n").map((line) => {
      const parts = expected.by.slice(offset, offset + line.length + 1);
      offset += line.length + 1;
      return parts.reduce<Change | undefined>(
        (newest, change) => (newest === undefined || (rank.get(change) ?? 0) > (rank.get(newest) ?? 0) ? change : newest),
        undefined,
      )?.id;
    });
    expect(blameLines(changes, text).map(({ change }) => change.id)).toEqual(wanted);
  });

  it("of a document that was removed and written anew is by the new change alone", () => {
    const change = (id: string, kind: string, inserted: string) =>
      ({ v: 1, id, kind, at: "", by: "agent", splices: inserted === "" ? [] : [{ at: 0, removed: "", inserted }] }) as unknown as Change;
    const changes = [change("c_1", "entry", "one\ntwo\nthree\n"), change("c_2", "removed", ""), change("c_3", "entry", "four\n")];
    expect(blameLines(changes, "four\n").map(({ text, change: { id } }) => [text, id])).toEqual([["four", "c_3"]]);
  });
});
