// What entries do to a text and in which order, and what they may not take away: values in, values out.

import { describe, expect, it } from "vitest";
import { sha256 } from "../../src/base/index.ts";
import { createEditor } from "../../src/markdown/index.ts";
import type { Change } from "../../src/schema/index.ts";
import { change, type Draft, edit, entry, item, TEXT } from "./values.ts";
import {
  advance,
  BEYOND,
  changeIdOf,
  claimsBelow,
  describeRepeat,
  findRepeat,
  inOrder,
  type Item,
  leastTrustedOf,
  leftAlone,
  newerBelow,
  type Past,
} from "../../src/deltas/index.ts";

describe("an entry", () => {
  it.each([
    ["update", { content: "new" }, "## Work\n\nnew\n\n## Home\n\nquiet\n"],
    ["update", { content: "new", scope: "body" }, "## Work\n\nnew\n\n### Tools\n\nhammer\n\n## Home\n\nquiet\n"],
    ["append", { content: "more" }, "## Work\n\nold\n\nmore\n\n### Tools\n\nhammer\n\n## Home\n\nquiet\n"],
    ["replace", { old: "old", content: "fresh" }, "## Work\n\nfresh\n\n### Tools\n\nhammer\n\n## Home\n\nquiet\n"],
    ["clear", { content: "" }, "## Work\n\n## Home\n\nquiet\n"],
    ["delete", { content: null }, "## Home\n\nquiet\n"],
  ] as const)("LW-25 %s %j", (operation, draft, wanted) => {
    const { text, outcomes, changes } = edit(TEXT, [item("e_1", "Work", { operation, ...draft })]);
    expect([text, outcomes.map(({ kind }) => kind), changes.length]).toEqual([wanted, ["applied"], 1]);
  });

  it("LW-18 leaves a change with all that is known of it, and with what its section was and is", () => {
    const meta = {
      origin: "web",
      session: "s",
      event: "v",
      confidence: 0.5,
      reason: "because",
      taint: { sources: [] },
      planned_by: "ada@laptop",
    } as never;
    const { outcomes, text } = edit(TEXT, [item("e_1", "Home", { level: 2, meta })]);
    const [outcome] = outcomes;
    const [before, after] = [sha256("## Home\n\nquiet"), sha256("## Home\n\nnew")];
    expect(outcome).toEqual({
      kind: "applied",
      before,
      after,
      change: {
        v: 1,
        id: "c_1",
        kind: "entry",
        at: "2026-01-02T00:00:00Z",
        by: "web",
        entry: "e_1",
        session: "s",
        event: "v",
        confidence: 0.5,
        reason: "because",
        taint: { sources: [] },
        from: "ada@laptop",
        operation: "update",
        heading: "Home",
        level: 2,
        before,
        after,
        splices: [expect.anything()],
      },
    });
    expect(advance(TEXT, [(outcome as { change: Change }).change])).toBe(text);
    const [plain] = edit(TEXT, [item("mine", "Home")]).changes;
    expect(Object.keys(plain ?? {}).sort()).toEqual(
      ["v", "id", "kind", "at", "by", "entry", "operation", "heading", "level", "before", "after", "splices"].sort(),
    );
    expect([plain?.by, plain?.id, plain?.level]).toEqual(["user", "c_mine", null]);
    expect([changeIdOf("e_7"), changeIdOf("7")]).toEqual(["c_7", "c_7"]);
  });

  it("LW-70 is applied once; a no-op is considered and changes nothing", () => {
    const once = edit(TEXT, [item("e_1", "Home")], {}, ["e_1"]);
    expect([once.text, once.outcomes[0], once.changes]).toEqual([
      TEXT,
      { kind: "unchanged", why: "this entry was applied before", before: sha256("## Home\n\nquiet") },
      [],
    ]);
    expect(edit(TEXT, [item("e_1", "Home"), item("e_1", "Home")]).outcomes.map(({ kind }) => kind)).toEqual(["applied", "unchanged"]);
    const noop = edit(null, [item("e_1", "Home", { operation: "no-op", content: null })]);
    expect([noop.text, noop.outcomes.map(({ kind }) => kind), noop.changes.map(({ kind }) => kind)]).toEqual([
      null,
      ["considered"],
      ["considered"],
    ]);
  });

  it.each([
    ["Home", { content: "quiet" }, "unchanged", "the section says so already"],
    ["None", { operation: "delete", content: null }, "unchanged", 'the document has no section "None"'],
    ["None", { operation: "replace", old: "x" }, "HEADING_NOT_FOUND", 'the document has no section "None"'],
    ["Home", { operation: "replace", old: "x" }, "TEXT_NOT_FOUND", 'the text to replace occurs 0 times in the section "Home", not once'],
    ["Twice", {}, "AMBIGUOUS_HEADING", 'the heading "Twice" occurs at lines 13, 17'],
    ["Twice", { level: 2 }, "DUPLICATE_HEADING", 'the heading "Twice" occurs at lines 13, 17'],
    ["Mine", {}, "USER_BLOCK_PROTECTED", 'the section "Mine" is in a USER_BLOCK, which only you write'],
  ] as const)("LW-33 %s %j: %s", (heading, draft, code, why) => {
    const text = `${TEXT}\n## Twice\n\na\n\n## Twice\n\nb\n\n<!-- USER_BLOCK_START -->\n\n## Mine\n\nc\n\n<!-- USER_BLOCK_END -->\n`;
    const { outcomes, text: after } = edit(text, [item("e_1", heading, draft)]);
    const [outcome] = outcomes;
    expect([
      outcome?.kind === "failed" ? outcome.code : outcome?.kind,
      outcome && "why" in outcome ? outcome.why : "",
      after === text,
    ]).toEqual([code, why, true]);
  });

  it("LW-70 conflicts where a person edited its section since, unless it only adds or replaces a text", () => {
    const byHand = { changedOutside: () => true };
    const outcome = (draft: Draft, past: Partial<Past> = byHand) => edit(TEXT, [item("e_1", "Home", draft)], past).outcomes[0];
    const meta = { base: "another" };
    expect(outcome({ meta })).toMatchObject({
      kind: "failed",
      code: "CONFLICT",
      why: 'you edited the section "Home" after the entry was planned',
    });
    expect(
      [
        outcome({ meta }, {}),
        outcome({ meta: {} }),
        outcome({ meta: { base: sha256("## Home\n\nquiet") } }),
        outcome({ meta, operation: "append" }),
        outcome({ meta, operation: "replace", old: "quiet" }),
      ].map((each) => each?.kind),
    ).toEqual(Array(5).fill("applied"));
  });

  it("LW-31 a section goes before what is in it, what exists before what is created, the rest as it came", () => {
    const order = (...items: readonly Item[]) => inOrder(TEXT, items).map(({ item: { id }, index }) => [id, index]);
    expect(order(item("tools", "Tools"), item("new", "New"), item("work", "Work"), item("home", "Home"))).toEqual([
      ["work", 2],
      ["tools", 0],
      ["home", 3],
      ["new", 1],
    ]);
    expect(order(item("low", "New", { level: 3 }), item("high", "New", { level: 2 }))).toEqual([
      ["high", 1],
      ["low", 0],
    ]);
    expect(order(item("low", "New", { level: 3 }), item("any", "New"))).toEqual([
      ["low", 0],
      ["any", 1],
    ]);
    expect(
      inOrder(TEXT, [item("t", "Tools"), item("u", "Tools", { level: 2 })]).map(({ home }) => [home?.level, home?.above.length]),
    ).toEqual([
      [3, 1],
      [undefined, undefined],
    ]);
    expect(edit(TEXT, [item("a", "Tools", { content: "saw" }), item("b", "Work", { content: "w\n\n### Tools\n\nhammer" })]).text).toBe(
      "## Work\n\nw\n\n### Tools\n\nsaw\n\n## Home\n\nquiet\n",
    );
  });
});

describe("a section whose sections are written in the same batch", () => {
  it("LW-31 keeps them below it where its own new text has none of them, at their level", () => {
    const both = [item("a", "Tools", { content: "saw" }), item("b", "Work", { content: "w" })];
    expect(edit(TEXT, both).text).toBe("## Work\n\nw\n\n### Tools\n\nsaw\n\n## Home\n\nquiet\n");
    expect(
      edit(TEXT, [item("a", "Tools", { operation: "append", content: "saw" }), item("b", "Work", { operation: "clear", content: "" })])
        .text,
    ).toBe("## Work\n\n### Tools\n\nsaw\n\n## Home\n\nquiet\n");
  });
});

describe("what is newer below a section", () => {
  const tools = { heading: "Tools", level: 3 } as const;
  const asked = { since: "2026-01-01T00:00:00Z", below: [tools] };
  const newer = (changes: readonly (Change | typeof BEYOND)[], own = entry("Work", { meta: { base: "b" } })) =>
    newerBelow(changes, own, asked);

  it("LW-70 only whole replacements, clearing and deleting take it away", () => {
    expect(
      [
        entry("a"),
        entry("a", { scope: "body" }),
        entry("a", { scope: "section" }),
        entry("a", { operation: "clear" }),
        entry("a", { operation: "delete" }),
        entry("a", { operation: "append" }),
        entry("a", { operation: "replace" }),
        entry("a", { operation: "no-op" }),
      ].map(claimsBelow),
    ).toEqual([true, false, true, true, true, false, false, false]);
  });

  it("is what entries changed there since the entry was planned, with what it was before", () => {
    const made = (more: Partial<Change> = {}) =>
      change({ heading: "Tools", level: 3, before: "h0", after: "h1", operation: "update", ...more });
    expect(newer([made()])).toEqual([{ ...tools, before: "h0" }]);
    expect(newer([made({ before: "h1" }), made()])).toEqual([{ ...tools, before: "h0" }]);
    expect(newer([made({ level: null })])).toEqual([{ ...tools, before: "h0" }]);
    expect(newer([made({ level: 2 })])).toEqual([]);
    expect(newer([made({ heading: "Other" })])).toEqual([]);
    expect(newer([made({ kind: "hand" })])).toEqual([]);
    expect(newer([made({ operation: "delete" })])).toEqual([]);
    expect(newer([made({ at: "2025-12-31T00:00:00Z" })])).toEqual([]);
    expect(newer([change({ heading: "Work", after: "b" }), made()])).toEqual([]);
    expect(newer([change({ heading: "Work", after: "c" }), made()])).toEqual([{ ...tools, before: "h0" }]);
    expect(newer([made(), BEYOND])).toBe(BEYOND);
  });

  it("is a conflict, unless the update has those sections exactly as they were: then they are put back", () => {
    const past = { newerBelow: () => [{ ...tools, before: sha256("### Tools\n\nsaw") }] };
    const update = (content: string) => edit(TEXT, [item("e_1", "Work", { content, meta: { base: "b", time: "2026-01-01" } })], past);
    expect(update("changed").outcomes[0]).toMatchObject({
      kind: "failed",
      code: "CONFLICT",
      why: 'update of "Work" would remove what was written to "Tools" below it after the entry was planned',
    });
    const { text, outcomes, changes } = update("changed\n\n### Tools\n\nsaw");
    expect([outcomes[0]?.kind, text]).toEqual(["applied", "## Work\n\nchanged\n\n### Tools\n\nhammer\n\n## Home\n\nquiet\n"]);
    expect(advance(TEXT, changes)).toBe(text);
    expect(leftAlone(createEditor(TEXT), entry("Work", { operation: "clear" }), [])).toBe(false);
    // The same text as now, and sections below that are empty by now.
    const same = update("old\n\n### Tools\n\nsaw");
    expect([same.outcomes[0]?.kind, same.text]).toEqual(["unchanged", TEXT]);
    const emptied = edit(
      TEXT.replace("\nhammer\n", ""),
      [item("e_1", "Work", { content: "changed\n\n### Tools\n\nsaw", meta: { base: "b", time: "2026-01-01" } })],
      past,
    );
    expect([emptied.outcomes[0]?.kind, emptied.text]).toEqual(["applied", "## Work\n\nchanged\n\n### Tools\n\n## Home\n\nquiet\n"]);
    const never = edit(TEXT, [item("e_1", "Work", { meta: { base: null } })], past);
    expect(never.outcomes[0]?.kind).toBe("applied");
  });
});

describe("a batch", () => {
  it("LW-55 may claim a section once; adding to it may repeat", () => {
    const repeat = (...drafts: readonly Draft[]) => findRepeat(drafts.map((draft) => entry("A", draft)));
    expect(repeat({}, { level: 2 })).toEqual({ heading: "A", level: 2, second: 1 });
    expect(repeat({ level: 3 }, { level: 2 }, { operation: "no-op" })).toEqual({ heading: "A", level: null, second: 2 });
    for (const operation of ["clear", "delete", "no-op", "update"] as const)
      expect(repeat({ level: 2 }, { level: 2, operation })?.second).toBe(1);
    expect([repeat({ level: 3 }, { level: 2 }), repeat({}, { operation: "append" }, { operation: "replace" })]).toEqual([null, null]);
    expect(findRepeat([entry("A"), entry("B")])).toBeNull();
    expect([describeRepeat({ heading: "A", level: null, second: 1 }), describeRepeat({ heading: "A", level: 2, second: 1 })]).toEqual([
      'two entries of one batch claim the section "A" without a level',
      'two entries of one batch claim the section "A" at level 2',
    ]);
  });

  it("what was made from something else is trusted no more than the least of it", () => {
    expect([
      leastTrustedOf([]),
      leastTrustedOf(["agent", "user"]),
      leastTrustedOf(["user", "web", "file"]),
      leastTrustedOf(["tool", "file"]),
    ]).toEqual(["user", "agent", "web", "tool"]);
  });
});
