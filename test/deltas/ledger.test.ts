// What the ledger says of a text, a person's edit and the lines that may leave a full memory: values in, values out.

import { describe, expect, it } from "vitest";
import { sha256 } from "../../src/base/index.ts";
import {
  BEYOND,
  blameLines,
  changedOutside,
  leavingOrder,
  type Ledger,
  needsFullCopy,
  newestFirst,
  replay,
  spliceBetween,
  splicesOf,
  touchedSections,
  withoutExchanges,
} from "../../src/deltas/index.ts";
import type { Change, Entry } from "../../src/schema/index.ts";
import { change, entry, TEXT } from "./values.ts";

describe("a person's edit", () => {
  it("touches the sections that differ, with what each became", () => {
    const after = "## Work\n\nold\n\n### Tools\n\nhammer\n\n## Garden\n\ngreen\n";
    expect(touchedSections(TEXT, after)).toEqual([
      { heading: "Home", after: [] },
      { heading: "Garden", after: [sha256("## Garden\n\ngreen")] },
    ]);
    expect([touchedSections(TEXT, TEXT), touchedSections(null, null)]).toEqual([[], []]);
    expect(touchedSections(null, "## A\n\nx\n\n## A\n\ny\n")).toEqual([
      { heading: "A", after: [sha256("## A\n\nx"), sha256("## A\n\ny")] },
    ]);
  });

  it("LW-70 counts against an entry where it came later than the entry and led to another text", () => {
    const hand = (after: readonly string[], more: Partial<Change> = {}) =>
      change({ kind: "hand", touched: [{ heading: "A", after }], ...more });
    const asked = (changes: readonly (Change | typeof BEYOND)[], meta: Entry["meta"]) => changedOutside(changes, entry("A", { meta }));
    expect([asked([hand(["x"])], { base: "b" }), asked([hand(["b"])], { base: "b" })]).toEqual([true, false]);
    expect([asked([hand([])], { base: null }), asked([hand(["x"])], { base: null }), asked([hand(["x"])], {})]).toEqual([
      false,
      true,
      true,
    ]);
    expect(asked([hand(["x"], { at: "2025-01-01" })], { base: "b", time: "2026-01-01" })).toBe(false);
    expect(asked([change({ heading: "A", after: "b" }), hand(["x"])], { base: "b" })).toBe(false);
    expect(asked([change({ heading: "A", after: "c" }), hand(["x"])], { base: "b" })).toBe(true);
    expect(asked([change({ kind: "undo", heading: "A", after: "b" }), hand(["x"])], { base: "b" })).toBe(true);
    expect([asked([], { base: "b" }), asked([BEYOND], { base: "b" })]).toEqual([false, BEYOND]);
    expect(asked([change({ kind: "hand", touched: [{ heading: "B", after: [] }] })], { base: "b" })).toBe(false);
  });
});

describe("a ledger", () => {
  const ledger = (isWhole: boolean, ...changes: readonly Change[]) =>
    ({
      lines: [...(isWhole ? ["{}"] : []), ...changes.map((each) => JSON.stringify(each))],
      isWhole,
      file: "f",
      place: {},
    }) as unknown as Ledger;

  it("gives the text from its last full copy on; of a part without one nobody can tell", () => {
    const add = (at: number, inserted: string) => change({ splices: [{ at, removed: "", inserted }] });
    expect(replay(ledger(true, change({ full: "a" }), change({ full: "b" }), add(1, "c"), add(2, "d")))).toBe("bcd");
    expect(replay(ledger(true, change({ full: "a" }), change({ kind: "removed" })))).toBeNull();
    expect(replay(ledger(true, change({ full: "a" }), change({ kind: "removed" }), add(0, "new")))).toBe("new");
    expect([replay(ledger(true)), replay(ledger(false, add(0, "x"))), replay(ledger(false, change({ full: "a" })))]).toEqual([
      null,
      BEYOND,
      "a",
    ]);
    expect(
      [...newestFirst(ledger(true, change({ id: "1" }), change({ id: "2" })))].map((each) => (each === BEYOND ? each : each.id)),
    ).toEqual(["2", "1"]);
  });

  it("has a full copy at least every so many changes", () => {
    const plain = (count: number) => Array.from({ length: count }, () => change());
    const every = Array.from({ length: 500 }, (_, count) => count).findIndex(
      (count) => needsFullCopy(ledger(true, ...plain(count)), 1, 100) === true,
    );
    expect(every).toBeGreaterThan(1);
    expect(needsFullCopy(ledger(true, ...plain(every - 1)), 2, 100)).toBe(true);
    expect(needsFullCopy(ledger(true, ...plain(every - 1)), 1, 100)).toBe(false);
    expect(needsFullCopy(ledger(true, change({ full: "x" }), ...plain(every - 1)), 1, 100)).toBe(false);
    expect(needsFullCopy(ledger(true, change({ full: "x" }), ...plain(every)), 1, 100)).toBe(true);
    // Of a long text more rarely; how long ago the last one was may be further back than was read.
    const long = 1024 * 1000;
    expect(needsFullCopy(ledger(true, ...plain(every)), 1, long)).toBe(false);
    expect(needsFullCopy(ledger(false, ...plain(every)), 1, long)).toBe(BEYOND);
    expect(needsFullCopy(ledger(true, ...plain(1000)), 1, long)).toBe(true);
  });

  it("is read without its full copies where the splices say the same, whatever the copy has in it", () => {
    const splices = [{ at: 0, removed: "", inserted: 'says "full", \\' }];
    const copies = ["", "plain", 'a "quote" and \\', '\\\\"', ',"full":"x"}', 'line\n"\u2028'];
    for (const full of copies) {
      const kept = change({ splices, document: "d" });
      expect(splicesOf(ledger(true, { ...kept, full }))).toEqual([kept]);
      expect(splicesOf(ledger(true, { ...kept, full, from: "ada@laptop" }))).toEqual([{ ...kept, from: "ada@laptop" }]);
      // Nothing else says what came.
      expect(splicesOf(ledger(true, change({ kind: "first", full })))).toEqual([change({ kind: "first", full })]);
    }
    expect(splicesOf(ledger(true, change({ session: "a" }), change({ session: "b", id: "c_2" })), '"b"').map(({ id }) => id)).toEqual([
      "c_2",
    ]);
  });

  it.each([
    ["abc", "abc", { at: 3, removed: "", inserted: "" }],
    ["abc", "axc", { at: 1, removed: "b", inserted: "x" }],
    ["aa", "aaa", { at: 2, removed: "", inserted: "a" }],
    ["aaa", "aa", { at: 2, removed: "a", inserted: "" }],
    ["", "x", { at: 0, removed: "", inserted: "x" }],
    ["abcd", "ad", { at: 1, removed: "bc", inserted: "" }],
  ])("%j to %j is one small splice", (before, after, wanted) => {
    expect(spliceBetween(before, after)).toEqual(wanted);
  });

  it("names for each line the change that wrote its newest character", () => {
    const first = change({ id: "1", full: "a\nb\nc\n" });
    const second = change({ id: "2", splices: [{ at: 2, removed: "b", inserted: "bb" }] });
    const removed = change({ id: "3", kind: "removed" });
    const again = change({ id: "4", splices: [{ at: 0, removed: "", inserted: "new" }] });
    const by = (text: string, ...changes: readonly Change[]) =>
      blameLines(changes, text).map((each) => [each.line, each.text, each.change.id]);
    expect(by("a\nbb\nc\n", first, second)).toEqual([
      [1, "a", "1"],
      [2, "bb", "2"],
      [3, "c", "1"],
    ]);
    expect(by("new", first, second, removed, again)).toEqual([[1, "new", "4"]]);
    expect(by("\nx", change({ id: "6", full: "\nx" }))).toEqual([
      [1, "", "6"],
      [2, "x", "6"],
    ]);
    expect(by("z\n", first, change({ id: "7", full: "z\n" }))).toEqual([[1, "z", "7"]]);
    expect(by("a\nb\nc\n", first, change({ id: "5", kind: "considered", full: "z" })).map(([, , id]) => id)).toEqual(["1", "1", "1"]);
  });
});

describe("a memory that is full", () => {
  const line = (id: string, text: string, at: string, more: Partial<Change> = {}) => ({ text, change: change({ id, at, ...more }) });
  const made = (...lines: readonly ReturnType<typeof line>[]) => {
    let text = "";
    const changes = lines.map((each) => {
      const splice = { at: text.length, removed: "", inserted: `${each.text}\n` };
      text += splice.inserted;
      return { ...each.change, splices: [splice] };
    });
    return leavingOrder(text, changes, { path: "MEMORY.md", id: "e_9" });
  };

  it("AK-43 lets go what another line repeats, then the agent's oldest lines; never what a person wrote, pinned or nested", () => {
    const leaving = made(
      line("h", "## Notes", "1"),
      line("a", "- newest", "5"),
      line("b", "- Repeated, once!", "4"),
      line("c", "- old", "2"),
      line("d", "- repeated once", "4"),
      line("e", "- mine", "1", { by: "user" }),
      line("f", "- pinned 📌", "1"),
      line("g", "- kept (Pinned)", "1"),
      line("i", "no bullet", "1"),
      line("j", "- with more", "1"),
      line("k", "  - below", "1"),
      line("l", "- by hand", "1", { kind: "hand" }),
      line("m", "end", "1"),
    );
    expect(leaving.map(({ text }) => text)).toEqual(["- Repeated, once!", "- old", "- repeated once", "- newest"]);
    expect(leaving[0]).toEqual({
      heading: "Notes",
      text: "- Repeated, once!",
      item: {
        id: "e_9.room1",
        entry: {
          key: { path: "MEMORY.md", heading: "Notes", level: 2 },
          operation: "replace",
          old: "- Repeated, once!\n",
          content: "",
          meta: { origin: "agent", reason: "moved to the archive to make room" },
        },
      },
    });
  });

  it("AK-43 the last line of a section may leave as well, also at the end of the document", () => {
    const lines = [
      line("h", "## A", "1"),
      line("a", "- first", "2"),
      line("b", "- last", "3"),
      line("i", "## B", "1"),
      line("c", "- only", "4"),
    ];
    expect(made(...lines).map(({ text, heading }) => [heading, text])).toEqual([
      ["A", "- first"],
      ["A", "- last"],
      ["B", "- only"],
    ]);
    const unfinished = change({ id: "x", full: "## A\n\n- one\n- two" });
    expect(leavingOrder("## A\n\n- one\n- two", [unfinished], { path: "MEMORY.md", id: "e_9" }).map(({ text }) => text)).toEqual(["- one"]);
  });

  it("a line that is there twice, or in no section, cannot be named and stays", () => {
    expect(
      made(
        line("a", "- before", "1"),
        line("h", "## Notes", "1"),
        line("b", "- twice", "1"),
        line("c", "- twice", "1"),
        line("d", "end", "1"),
      ),
    ).toEqual([]);
  });
});

it("X9 the raw part of a day is left out of what a prompt gets", () => {
  expect(withoutExchanges("## A\n\nx\n\n## Exchanges\n\nraw\n\n## B\n\ny\n")).toBe("## A\n\nx\n\n## B\n\ny\n");
  expect(["## A\n\nx\n", "# Exchanges\n\nkept\n", "## A\n\nExchanges\n"].map(withoutExchanges)).toEqual([
    "## A\n\nx\n",
    "# Exchanges\n\nkept\n",
    "## A\n\nExchanges\n",
  ]);
});
