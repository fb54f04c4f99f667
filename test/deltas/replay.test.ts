// A history replayed in pieces, against the plain way: each splice by itself on the whole text.

import { diffLines } from "diff";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applySplices, piecesOf, splicePieces } from "../../src/deltas/records/textPieces.ts";
import { advance, lineSplices } from "../../src/deltas/index.ts";
import type { Change, Splice } from "../../src/schema/index.ts";
import { change } from "./values.ts";

const LONG = Array.from({ length: 1500 }, (_, at) => `- remark ${at} on 🦉 and 𝒙${at % 3 === 0 ? "\r\n" : "\n"}`).join("");

const plainly = (text: string | null, { full, kind, splices }: Change): string | null => {
  if (full !== undefined) return full;
  if (kind === "removed") return null;
  return splices.reduce((now, { at, removed, inserted }) => now.slice(0, at) + inserted + now.slice(at + removed.length), text ?? "");
};

/** Where from 0 to 1, how much and what instead; 0 and 1 are the very ends, and a place may be inside a pair or a "\r\n". */
const place = fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true }));
const act = fc.record({
  kind: fc.constantFrom("entry", "entry", "entry", "entry", "copy", "removed"),
  edits: fc.array(
    fc.record({
      place,
      length: fc.oneof(fc.nat(60), fc.nat(30_000)),
      inserted: fc.oneof(fc.constantFrom("", "🦉\r\n", "\r", "\n", "\ud83e", LONG), fc.string({ unit: "grapheme" })),
    }),
    { maxLength: 4 },
  ),
});

const historyOf = (acts: readonly (typeof act extends fc.Arbitrary<infer T> ? T : never)[]) => {
  let now: string | null = null;
  return acts.map(({ kind, edits }): Change => {
    if (kind === "removed") now = null;
    if (kind === "removed") return change({ kind });
    const splices = edits.map((edit): Splice => {
      const text: string = now ?? "";
      const at = Math.round(edit.place * text.length);
      const splice = { at, removed: text.slice(at, at + edit.length), inserted: edit.inserted };
      now = text.slice(0, at) + splice.inserted + text.slice(at + splice.removed.length);
      return splice;
    });
    now ??= "";
    return change({ splices, ...(kind === "copy" ? { full: now } : {}) });
  });
};

describe("a history replayed in pieces", () => {
  it("gives what each change by itself gives", () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 8 }), fc.nat(8), (acts, cut) => {
        const changes = historyOf([{ kind: "entry", edits: [{ place: 0, length: 0, inserted: LONG }] }, ...acts]);
        const expected = changes.reduce(plainly, null as string | null);
        expect(advance(null, changes)).toBe(expected);
        expect(advance(advance(null, changes.slice(0, cut)), changes.slice(cut))).toBe(expected);
      }),
      { numRuns: 300 },
    );
  });

  it("would be seen to lose a change, to take two in the wrong order, and to be one place off", () => {
    const splices = [
      { at: LONG.length, removed: "", inserted: "the end 🦉" },
      { at: 0, removed: LONG.slice(0, 9000), inserted: "the beginning\r\n" },
    ];
    const told = splices.reduce((text, splice) => plainly(text, change({ splices: [splice] })) ?? "", LONG);
    expect(applySplices(LONG, splices)).toBe(told);
    expect(applySplices(LONG, splices.slice(1))).not.toBe(told);
    const stale = expect.objectContaining({ code: "STALE" });
    expect(() => applySplices(LONG, splices.toReversed())).toThrow(stale);
    for (const at of [1, -1, LONG.length + 1]) expect(() => applySplices(LONG, [{ ...splices[1], at } as Splice])).toThrow(stale);
    expect(() => applySplices(LONG, [{ at: LONG.length + 1, removed: "", inserted: "x" }])).toThrow(
      `the text at offset ${LONG.length + 1} is not what the change was made for`,
    );
  });

  it("keeps pieces of a middle length, however many changes there are", () => {
    let pieces = piecesOf(LONG);
    for (let turn = 0; turn < 5000; turn++)
      pieces = splicePieces(pieces, { at: (turn * 7919) % LONG.length, removed: "", inserted: `+${turn}\n` });
    const lengths = pieces.map(({ length }) => length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(8192);
    expect(Math.min(...lengths)).toBeGreaterThan(2048);
  });
});

describe("an edit outside Codicil", () => {
  const line = fc.constantFrom("a\n", "b\n", "b\r\n", "🦉\n", "🦋\r\n", "\n", "no end");
  const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join(""));
  const linesIn = (texts: readonly string[]) => texts.reduce((sum, each) => sum + (each.match(/.*\n|.+$/g)?.length ?? 0), 0);
  const linesOf = (splices: readonly Splice[]) => [
    linesIn(splices.map((each) => each.removed)),
    linesIn(splices.map((each) => each.inserted)),
  ];

  it("takes no more lines than a comparison of all of them, also between lines that both texts have", () => {
    let fewer = 0;
    fc.assert(
      fc.property(text, text, text, text, (head, before, after, tail) => {
        const [old, now] = [head + before + tail, head + after + tail];
        const splices = lineSplices(old, now);
        expect(applySplices(old, splices)).toBe(now);
        const parts = diffLines(old, now);
        const [removed, added] = [parts.filter((part) => part.removed), parts.filter((part) => part.added)];
        expect(linesOf(splices)).toEqual([removed, added].map((some) => linesIn(some.map(({ value }) => value))));
        if ((linesOf(splices)[0] ?? 0) < linesIn([old])) fewer++;
      }),
      { numRuns: 1000 },
    );
    // One splice for the whole text would not do.
    expect(fewer).toBeGreaterThan(500);
  });
});
