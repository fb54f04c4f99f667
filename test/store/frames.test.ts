// The framing of logs and the rule that decides what a crash left, without a disk.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Batch,
  frameBatch,
  frameVerdict,
  joinLines,
  judge,
  parseLog,
  undecided,
  visibleInParts,
  visibleLines,
} from "../../src/store/index.ts";

const batch = (id: string, lines: number, versions: Partial<Batch> = {}): Batch => ({
  id,
  lines,
  root: "home",
  base: "/mind",
  path: "MEMORY.md",
  temp: ".codicil-0011223344556677.tmp",
  before: "old",
  after: "new",
  ...versions,
});

const line = fc
  .oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("", "{}", '{"codicil":', "\r", "\u2028", "漢字", "#", '{"a":"\\n"}', "\uFEFF"))
  .filter((text) => !/[\n\0]/.test(text) && text.isWellFormed() && !text.startsWith('{"codicil":"'));

type Step = { kind: "plain" | "done" | "void" | "open"; lines: string[] };
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({ kind: fc.constantFrom("plain", "done", "void"), lines: fc.array(line, { maxLength: 4 }) }),
  { maxLength: 6 },
);

function write(all: readonly Step[]): { bytes: Buffer; shown: string[] } {
  const parts: Buffer[] = [];
  const shown: string[] = [];
  for (const [index, { kind, lines }] of all.entries()) {
    const id = `b${index}`;
    if (kind === "plain") parts.push(joinLines(lines));
    else parts.push(frameBatch(batch(id, lines.length), lines));
    if (kind === "done" || kind === "void") parts.push(frameVerdict(id, kind));
    if (kind !== "void") shown.push(...lines);
  }
  return { bytes: Buffer.concat(parts), shown };
}

describe("a log's framing", () => {
  test("P5 gives back every line of plain appends and done batches, and none of void ones", () => {
    fc.assert(
      fc.property(steps, (all) => {
        const { bytes, shown } = write(all);
        const parsed = parseLog(bytes);
        expect(visibleLines(parsed, () => "done")).toEqual(shown);
        expect([...(visibleInParts(bytes.toString("utf8").split("\n").slice(0, -1)) ?? [])]).toEqual(shown);
        expect(parsed.whole).toBe(bytes.length);
        expect(undecided(parsed)).toEqual([]);
      }),
    );
  });

  test("P5 a log with a batch that nobody decided is not shown in parts", () => {
    const open = frameBatch(batch("b1", 1), ["one"]).toString("utf8").split("\n").slice(0, -1);
    expect(visibleInParts(open)).toBe(null);
  });

  test("P5 a log cut anywhere shows a beginning of its lines, each whole, and no part of an unfinished batch", () => {
    fc.assert(
      fc.property(steps, fc.array(line, { minLength: 1, maxLength: 3 }), fc.double({ min: 0, max: 1, noNaN: true }), (all, last, where) => {
        const before = write(all);
        const tail = frameBatch(batch("last", last.length), last);
        const cut = Math.floor(where * (tail.length - 1));
        const parsed = parseLog(Buffer.concat([before.bytes, tail.subarray(0, cut)]));
        expect(visibleLines(parsed, () => "done")).toEqual(before.shown);
        expect(parsed.whole).toBe(before.bytes.length);
      }),
    );
  });

  test("P5 zeros that power loss left in an unfinished write belong to the torn tail", () => {
    const before = joinLines(["one"]);
    const tail = frameBatch(batch("b", 2), ["two", "three"]);
    tail.fill(0, tail.indexOf("two"), tail.indexOf("two") + 2);
    const parsed = parseLog(Buffer.concat([before, tail]));
    expect(parsed.whole).toBe(before.length);
    expect(visibleLines(parsed, () => "done")).toEqual(["one"]);
    expect(parseLog(Buffer.concat([before, Buffer.alloc(40)])).whole).toBe(before.length);
  });

  test("a verdict speaks of the batch before it, even if two batches had one id", () => {
    const two = [
      frameBatch(batch("b", 1), ["one"]),
      frameVerdict("b", "void"),
      frameBatch(batch("b", 1), ["two"]),
      frameVerdict("b", "done"),
    ];
    expect(visibleLines(parseLog(Buffer.concat(two)), () => "void")).toEqual(["two"]);
    expect(undecided(parseLog(Buffer.concat(two.slice(0, 3))))).toHaveLength(1);
  });

  test("a frame that somebody broke is shown as a line, so that its reader can report it", () => {
    const parsed = parseLog(joinLines(['{"codicil":"batch","id":7}', '{"codicil":"bat', '{"codicil":"later"}', "one"]));
    expect(visibleLines(parsed, () => "done")).toEqual(['{"codicil":"batch","id":7}', '{"codicil":"bat', '{"codicil":"later"}', "one"]);
  });

  test("a batch that somebody cut outside Codicil short in mid-file does not swallow what follows", () => {
    const short = frameBatch(batch("a", 3), ["one"]);
    const parsed = parseLog(Buffer.concat([short, frameBatch(batch("b", 1), ["two"]), frameVerdict("b", "done")]));
    expect(visibleLines(parsed, () => "done")).toEqual(["one", "two"]);
  });
});

describe("the verdict on an undecided batch", () => {
  const replacement = batch("b", 1);
  const creation = batch("b", 1, { before: null });
  const removal = batch("b", 1, { after: null });
  const cases: readonly [string, Batch, boolean, string | null, "done" | "void"][] = [
    ["the temp file is still there: the rename never happened", replacement, true, "old", "void"],
    ["… even if somebody changed the document since", replacement, true, "hand", "void"],
    ["the document is the new one", replacement, false, "new", "done"],
    ["the temp file was moved and somebody changed the document since", replacement, false, "hand", "done"],
    ["… or took it away", replacement, false, null, "done"],
    ["power loss took the temp file's name, the document is the old one", replacement, false, "old", "void"],
    ["a new document was never moved into place", creation, true, null, "void"],
    ["… and power loss took its temp file", creation, false, null, "void"],
    ["a new document is in place", creation, false, "new", "done"],
    ["a removed document was not yet moved aside", removal, false, "old", "void"],
    ["… and somebody changed it since", removal, false, "hand", "void"],
    ["a removed document was moved aside", removal, true, null, "done"],
    ["… and somebody wrote a new one since", removal, true, "hand", "done"],
    ["a removed document is gone altogether", removal, false, null, "done"],
  ];
  for (const [title, given, tempExists, version, verdict] of cases)
    test(`P3 ${title} → ${verdict}`, () => expect(judge(given, { tempExists, version })).toBe(verdict));
});
