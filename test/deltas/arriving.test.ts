// What another machine sends, looked at as text: nothing new escapes the judge, and what is told in sections leads there.

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createEditor, readOutline } from "../../src/markdown/index.ts";
import { text as anyText } from "../markdown/fragments.ts";
import { addedText, entriesBetween } from "../../src/deltas/index.ts";

const TOKEN = "ZQXTOKENZQX";

describe("what is new in a text", () => {
  it("whatever is put wherever, it is among what is judged", () => {
    fc.assert(
      fc.property(anyText, fc.nat(), (before, at) => {
        const place = at % (before.length + 1);
        const after = `${before.slice(0, place)}${TOKEN}${before.slice(place)}`;
        expect(addedText(before, after).some((run) => run.includes(TOKEN))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("also in what a reader of a heading does not see, in front matter and behind a marker", () => {
    const before = "---\ntitle: x\n---\n\n# Memory\n\n## Facts\n\n- one\n";
    for (const after of [
      before.replace("## Facts", `## Facts <!-- ${TOKEN} -->`),
      before.replace("title: x", `title: ${TOKEN}`),
      `${before}\n<!-- ${TOKEN} -->\n`,
      before.replace("# Memory", `[${TOKEN}]: x\n# Memory`),
    ]) {
      expect(addedText(before, after).join("\n")).toContain(TOKEN);
    }
  });

  it("negative control: one who goes by the headings as they are read would miss something", () => {
    const naive = (before: string, after: string) =>
      readOutline(after).sections.flatMap(({ heading, bodyStart, ownEnd }) =>
        before.includes(after.slice(bodyStart, ownEnd)) ? [heading] : [heading, after.slice(bodyStart, ownEnd)],
      );
    const before = "# Memory\n\n## Facts\n\n- one\n";
    const after = before.replace("# Memory", `${TOKEN}\n\n# Memory`);
    expect([naive(before, after).join().includes(TOKEN), addedText(before, after).join().includes(TOKEN)]).toEqual([false, true]);
  });

  it("what was there before is not judged again", () => {
    expect(addedText("# A\n\n- mine\n\n## B\n\n- old\n", "# A\n\n- mine\n- new\n\n## B\n\n- old\n")).toEqual(["- new\n"]);
  });
});

describe("from two texts to entries", () => {
  const BEFORE = "# Team\n\n## Facts\n\n- one\n\n### Deep\n\ndeep\n\n## Other\n\nkept\n";

  it.each([
    ["a line more", BEFORE.replace("- one\n", "- one\n- two\n"), [["Facts", "append", "- two"]]],
    ["another text", BEFORE.replace("kept", "changed"), [["Other", "update", "changed"]]],
    ["a section less", BEFORE.replace("## Other\n\nkept\n", "").trimEnd() + "\n", [["Other", "delete", null]]],
    ["a section emptied", BEFORE.replace("\nkept\n", ""), [["Other", "clear", ""]]],
    ["a section with what is below it less", "# Team\n\n## Other\n\nkept\n", [["Facts", "delete", null]]],
    ["a section more", `${BEFORE}\n## New\n\n- 新\n`, [["New", "update", "- 新"]]],
    [
      "two at once",
      BEFORE.replace("deep\n", "deeper\n").replace("kept\n", "kept\nand more\n"),
      [
        ["Deep", "update", "deeper"],
        ["Other", "append", "and more"],
      ],
    ],
  ] as const)("%s", (_, after, expected) => {
    expect(entriesBetween(BEFORE, after)?.map(({ heading, operation, content }) => [heading, operation, content])).toEqual(expected);
  });

  it.each([
    ["text before the first heading", `Hello.\n\n${BEFORE}`],
    ["another order", "# Team\n\n## Other\n\nkept\n\n## Facts\n\n- one\n\n### Deep\n\ndeep\n"],
    ["one heading twice", `${BEFORE}\n## Facts\n\n- again\n`],
    ["another level", BEFORE.replace("### Deep", "#### Deep").replace("deep\n", "deep\n\n### Deep\n\nx\n")],
    ["nothing but blank lines", BEFORE.replaceAll("\n\n", "\n\n\n")],
  ])("%s cannot be told in sections", (_, after) => {
    expect(entriesBetween(BEFORE, after)).toBe(null);
  });

  it("any two texts are told in sections or not at all", () => {
    fc.assert(
      fc.property(anyText, anyText, (before, after) => void expect(entriesBetween(before, after)).not.toEqual([])),
      { numRuns: 500 },
    );
  });

  it("what is told leads there, whatever the texts; and edits of our own editor are told", () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom("- new", "text\n\nmore"), fc.nat(), (before, content, pick) => {
        const editor = createEditor(before);
        const sections = [...before.matchAll(/^## (.+)$/gm)].map(([, heading]) => (heading as string).trim());
        const heading = sections[pick % Math.max(1, sections.length)] ?? "Fresh";
        // No key can name such a heading.
        if (heading === "" || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(heading)) return;
        const edit = editor.append({ heading, level: null }, content);
        if (edit.kind !== "edited") return;
        const told = entriesBetween(before, editor.text());
        // One heading twice, or an edit of blank lines: null is honest. Otherwise it is this one section.
        if (told !== null) expect(told.map((each) => each.heading)).toEqual([heading]);
      }),
      { numRuns: 300 },
    );
  });
});
