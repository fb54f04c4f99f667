// Forgetting as values: what is left of a text, of a history and of a line in a log, and whether a version can still be rebuilt.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linesAround, piecesOf, splicePieces } from "../../src/deltas/records/textPieces.ts";
import { advance, forgetLine, scrub, scrubDeep, scrubHistory } from "../../src/deltas/index.ts";
import type { Change } from "../../src/schema/index.ts";
import { change } from "./values.ts";

const versions = (changes: readonly Change[]) => {
  let text: string | null = null;
  return changes.map((each) => (text = advance(text, [each])));
};

const scrubbed = (history: readonly Change[], words: string): [Change[], number] => {
  const all = [...scrubHistory(history, words)];
  return [all.map((each) => each.change), all.filter(({ held }) => held).length];
};

describe("forgetting", () => {
  it.each([
    ["- the code is 4711 today\n- other\n", "- the code is  today\n- other\n"],
    ["a\n- 4711\nb\n", "a\nb\n"],
    ["> 1. 4711: \nb\n", "b\n"],
    ["nothing here\n", "nothing here\n"],
    ["4711 4711 x\n", "  x\n"],
  ])("takes the words out of %j, and a line that held nothing else", (text, wanted) => {
    expect(scrub(text, "4711")).toBe(wanted);
  });

  it("takes several lines as they are, and looks into lists and fields", () => {
    expect(scrub("a\nb\nc\nb\nc\n", "b\nc\n")).toBe("a\n");
    expect(scrubDeep({ a: ["x 4711", 7, null], b: { c: "4711 y" } }, "4711")).toEqual({ a: ["x ", 7, null], b: { c: " y" } });
  });

  it("rebuilds every version without the words, and counts those that held them", () => {
    const history = [
      change({ id: "1", full: "a\n", document: "h1" }),
      change({
        id: "2",
        splices: [{ at: 2, removed: "", inserted: "b 4711\n" }],
        reason: "because 4711",
        heading: "H 4711",
        before: "x",
        after: "y",
        document: "h2",
        touched: [],
      }),
      change({ id: "3", splices: [{ at: 0, removed: "a", inserted: "c" }], document: "h3", before: "p", after: "q" }),
      change({ id: "4", splices: [{ at: 2, removed: "b 4711\n", inserted: "" }] }),
      change({ id: "5", splices: [{ at: 2, removed: "", inserted: "d\n" }], document: "h5", before: "p", after: "q" }),
      change({ id: "6", kind: "removed" }),
    ];
    const [changes, count] = scrubbed(history, "4711");
    expect([versions(changes), count]).toEqual([["a\n", "a\nb \n", "c\nb \n", "c\n", "c\nd\n", null], 3]);
    expect(JSON.stringify(changes)).not.toContain("4711");
    expect(changes[1]).toEqual(change({ id: "2", splices: [expect.anything() as never], reason: "because ", heading: "H " }));
    expect([changes[0], changes[4]]).toEqual([history[0], history[4]]);
    expect([changes[2]?.document, changes[2]?.before, changes[5]?.splices]).toEqual([undefined, undefined, []]);
  });

  it("takes the words out of a full copy in the history, too", () => {
    const history = [
      change({ id: "1", full: "a\n- 4711\n" }),
      change({ id: "2", full: "x 4711\n", splices: [{ at: 0, removed: "a\n- 4711\n", inserted: "x 4711\n" }] }),
    ];
    const [changes] = scrubbed(history, "4711");
    expect(changes.map(({ full }) => full)).toEqual(["a\n", "x \n"]);
    expect(versions(changes)).toEqual(["a\n", "x \n"]);
  });

  it("#20 every version of any history is what is left of it, also where the words are made of two changes or reach over lines", () => {
    const parts = ["47", "11", "4711", "47\n11", "a", "- ", "\n", "\n\n", "b\n", "x 4711 y\n", "4711\n", "a line of its own\n".repeat(4)];
    const edits = fc.array(
      fc.record({
        at: fc.double({ min: 0, max: 1, noNaN: true }),
        removed: fc.nat(6),
        inserted: fc.array(fc.constantFrom(...parts), { maxLength: 4 }),
        kind: fc.constantFrom("splice", "splice", "splice", "splice", "full", "removed"),
      }),
      { maxLength: 14 },
    );
    // In the plainest way: line by line, in each version.
    const left = (text: string, words: string) =>
      words.includes("\n")
        ? text.replaceAll(words, "")
        : text
            .split("\n")
            .filter((line) => !line.includes(words) || !/^[\s>*+\-\d.:：]*$/.test(line.replaceAll(words, "")))
            .map((line) => line.replaceAll(words, ""))
            .join("\n");
    fc.assert(
      fc.property(edits, fc.constantFrom("4711", "11\nb"), (drawn, words) => {
        let text: string | null = null;
        const history = drawn.map(({ at, removed, inserted, kind }, index): Change => {
          const [now, id]: [string, string] = [text ?? "", String(index)];
          if (kind === "removed") text = null;
          if (kind === "removed") return change({ id, kind });
          const from = Math.round(at * now.length);
          const splice = { at: from, removed: now.slice(from, from + removed), inserted: inserted.join("") };
          text = now.slice(0, from) + splice.inserted + now.slice(from + splice.removed.length);
          return change({ id, splices: [splice], document: "h", ...(kind === "full" ? { full: text } : {}) });
        });
        const [changes, count] = scrubbed(history, words);
        expect(versions(changes)).toEqual(versions(history).map((each) => (each === null ? null : left(each, words))));
        const held = versions(history).map(
          (each, index) => (each ?? "").includes(words) || JSON.stringify(history[index]).includes(JSON.stringify(words).slice(1, -1)),
        );
        expect(count).toBe(held.filter(Boolean).length);
        expect(changes.filter((each, index) => (held[index] ?? false) && each.document !== undefined)).toEqual([]);
      }),
      { numRuns: 600 },
    );
  });

  it("#20 a long text in pieces is changed as a whole one is, and shows the same lines around a place", () => {
    const line = fc.oneof(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 10_000, max: 40_000 })).map((length) => "x".repeat(length));
    const text = fc.array(line, { minLength: 2, maxLength: 20, size: "max" }).map((lines) => lines.join("\n"));
    const change = fc.record({
      from: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.nat(40_000),
      inserted: fc.array(line, { maxLength: 3 }).map((lines) => lines.join("\n")),
    });
    fc.assert(
      fc.property(text, fc.array(change, { maxLength: 6 }), (begun, changes) => {
        let [whole, pieces] = [begun, piecesOf(begun)];
        for (const { from, length, inserted } of changes) {
          const at = Math.round(from * whole.length);
          const [start, end] = [whole.lastIndexOf("\n", at - 1) + 1, whole.indexOf("\n", at + length)];
          const window = { from: at === 0 ? 0 : start, text: whole.slice(at === 0 ? 0 : start, end === -1 ? undefined : end) };
          expect(linesAround(pieces, at, at + length)).toEqual(window);
          const splice = { at, removed: whole.slice(at, at + length), inserted };
          whole = whole.slice(0, at) + splice.inserted + whole.slice(at + splice.removed.length);
          pieces = splicePieces(pieces, splice);
          expect(pieces.join("")).toBe(whole);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("makes a planned entry a no-op that keeps its id; a line without the words stays as it is", () => {
    const line = {
      v: 1,
      kind: "planned",
      entry: { key: { heading: "H" }, operation: "replace", content: "4711", old: "4711", meta: { id: "e_1" } },
      note: "x 4711",
    };
    expect(JSON.parse(forgetLine(JSON.stringify(line), "4711") ?? "")).toEqual({
      v: 1,
      kind: "planned",
      entry: { key: { heading: "H" }, operation: "no-op", content: null, meta: { id: "e_1" } },
      note: "x ",
    });
    expect(JSON.parse(forgetLine('{"text":"a 4711"}', "4711") ?? "")).toEqual({ text: "a " });
    expect(forgetLine('{"text":"a"}', "4711")).toBeNull();
  });
});
