import { describe, expect, it } from "vitest";
import { applySplice, createEditor, type Edit, type Editor, type Level, type SectionKey } from "../../src/markdown/index.ts";

function key(heading: string, level: Level | null = null): SectionKey {
  return { heading, level };
}

/** The text after one edit; every edit is also tried as a splice on the text before. */
function after(text: string, edit: (editor: Editor) => Edit): string {
  const editor = createEditor(text);
  const result = edit(editor);
  expect(result.kind).toBe("edited");
  if (result.kind === "edited") expect(applySplice(text, result.splice)).toBe(editor.text());
  return editor.text();
}

function kindOf(text: string, edit: (editor: Editor) => Edit): string {
  const editor = createEditor(text);
  const { kind } = edit(editor);
  if (kind !== "edited") expect(editor.text()).toBe(text);
  return kind;
}

const DOC = "# Title\n\nintro\n\n## A\n\nold a\n\n### A1\n\nold a1\n\n## B\n\nold b\n";

describe("update", () => {
  it("LW-21 overwrites what is under the heading, sub-headings included (X28)", () => {
    expect(after(DOC, (e) => e.update(key("A"), "new"))).toBe("# Title\n\nintro\n\n## A\n\nnew\n\n## B\n\nold b\n");
  });

  it("X28 with scope body keeps the sub-sections", () => {
    expect(after(DOC, (e) => e.update(key("A"), "new", { scope: "body" }))).toBe(DOC.replace("old a\n", "new\n"));
  });

  it("X28 with scope body takes no headings of any level, so that writing it again changes nothing", () => {
    const text = after(DOC, (e) => e.update(key("A"), "### deep", { scope: "body" }));
    expect(text).toContain("\n\\### deep\n\n### A1\n");
    expect(kindOf(text, (e) => e.update(key("A"), "### deep", { scope: "body" }))).toBe("unchanged");
  });

  it("LW-22 creates a missing heading at its level, or at level two, at the end", () => {
    expect(after(DOC, (e) => e.update(key("New"), "text"))).toBe(`${DOC}\n## New\n\ntext\n`);
    expect(after(DOC, (e) => e.update(key("New", 4), "text"))).toBe(`${DOC}\n#### New\n\ntext\n`);
    expect(after("", (e) => e.update(key("New"), "text"))).toBe("## New\n\ntext\n");
  });

  it("LW-15 a heading at another level than the one named is another section", () => {
    expect(after("## A\n\nx\n", (e) => e.update(key("A", 3), "y"))).toBe("## A\n\nx\n\n### A\n\ny\n");
  });

  it("LW-32 does nothing where the key has two meanings, and names the lines", () => {
    const text = "## A\n\n# A\n\n## A\n";
    expect(createEditor(text).update(key("A"), "x")).toEqual({ kind: "ambiguous", lines: [1, 3, 5] });
    expect(createEditor(text).update(key("A", 2), "x")).toEqual({ kind: "ambiguous", lines: [1, 5] });
    expect(after(text, (e) => e.update(key("A", 1), "x", { scope: "body" }))).toBe("## A\n\n# A\n\nx\n\n## A\n");
  });

  it("the same content again changes nothing, however it is set", () => {
    expect(kindOf("## A\ntext\n## B\n", (e) => e.update(key("A"), "\n\ntext\r\n"))).toBe("unchanged");
    expect(kindOf("## A\r\n\r\na\r\nb\r\n", (e) => e.update(key("A"), "a\nb"))).toBe("unchanged");
  });

  it("keeps the way heading and body are set apart, and sets one blank line before the next heading", () => {
    expect(after("## A\nold\n## B\n", (e) => e.update(key("A"), "new"))).toBe("## A\nnew\n\n## B\n");
    expect(after("## A\n\n\nold\n\n\n## B\n", (e) => e.update(key("A"), "new"))).toBe("## A\n\n\nnew\n\n## B\n");
    expect(after("## A\n## B\n", (e) => e.update(key("A"), "new"))).toBe("## A\n\nnew\n\n## B\n");
    expect(after("A\n---\nold\n", (e) => e.update(key("A"), "new"))).toBe("A\n---\nnew\n");
  });

  it("says what the section was and what it became", () => {
    const editor = createEditor(DOC);
    expect(editor.update(key("B"), "new b")).toMatchObject({ before: "## B\n\nold b", after: "## B\n\nnew b" });
    expect(editor.update(key("New"), "")).toMatchObject({ before: null, after: "## New" });
    expect(editor.remove(key("New"))).toMatchObject({ before: "## New", after: null });
    expect(editor.section(key("B"))).toEqual({ kind: "found", text: "## B\n\nnew b", level: 2, protected: false });
  });
});

describe("clear and remove", () => {
  it("LW-23 clear keeps the heading and empties all under it", () => {
    expect(after(DOC, (e) => e.clear(key("A")))).toBe("# Title\n\nintro\n\n## A\n\n## B\n\nold b\n");
    expect(after(DOC, (e) => e.clear(key("B")))).toBe(DOC.replace("\nold b\n", ""));
    expect(kindOf("## A\n\n\n", (e) => e.clear(key("A")))).toBe("unchanged");
  });

  it("LW-24 delete removes heading and content", () => {
    expect(after(DOC, (e) => e.remove(key("A")))).toBe("# Title\n\nintro\n\n## B\n\nold b\n");
    expect(after(DOC, (e) => e.remove(key("A1")))).toBe("# Title\n\nintro\n\n## A\n\nold a\n\n## B\n\nold b\n");
    expect(after("## A\n\nx\n", (e) => e.remove(key("A")))).toBe("");
  });

  it("nothing happens where there is no such section", () => {
    for (const edit of [(e: Editor) => e.clear(key("X")), (e: Editor) => e.remove(key("X")), (e: Editor) => e.replace(key("X"), "a", "b")])
      expect(kindOf(DOC, edit)).toBe("missing");
  });

  it("removing keeps an underlined heading apart from the paragraph above", () => {
    expect(after("text\n# A\na\n\nB\n===\n", (e) => e.remove(key("A")))).toBe("text\n\nB\n===\n");
  });

  it("removing is refused where the next heading would lose its first character to a byte order mark", () => {
    expect(kindOf("# A\n\uFEFFB\n===\n", (e) => e.remove(key("A")))).toBe("unsafe");
  });

  it("removing is refused where the heading behind would fall into a list", () => {
    expect(kindOf("- a\n# A\n  # B\n", (e) => e.remove(key("A")))).toBe("unsafe");
  });
});

describe("append", () => {
  it("AK-12 adds at the end of the section's own text, before its first sub-heading", () => {
    expect(after(DOC, (e) => e.append(key("A"), "more"))).toBe(DOC.replace("old a\n", "old a\n\nmore\n"));
  });

  it("AK-12 creates the section where it is missing", () => {
    expect(after("# T\n", (e) => e.append(key("Notes"), "- one"))).toBe("# T\n\n## Notes\n\n- one\n");
  });

  it("a list item joins the list that ends the section", () => {
    const editor = createEditor("## N\n\n- one\n\n## B\n");
    for (const note of ["- two", "- three\n  more", "- four", "* five"]) editor.append(key("N"), note);
    expect(editor.text()).toBe("## N\n\n- one\n- two\n- three\n  more\n\n- four\n\n* five\n\n## B\n");
  });

  it("text that looks like an item in code is no list, and neither is a thematic break", () => {
    expect(after("## N\n\na\n\n* * *\n", (e) => e.append(key("N"), "* two"))).toBe("## N\n\na\n\n* * *\n\n* two\n");
    expect(after("## N\n\n~~~\n- one\n~~~\n", (e) => e.append(key("N"), "- two"))).toBe("## N\n\n~~~\n- one\n~~~\n\n- two\n");
    expect(after("## N\n\n<div>\n- one\n", (e) => e.append(key("N"), "- two"))).toBe("## N\n\n<div>\n- one\n\n- two\n");
  });

  it("indented text below a list is read together with it", () => {
    const text = after("## N\n\n- one\n\n## B\n", (e) => e.append(key("N"), "  ```\nnot in the item\n```"));
    expect(text).toBe("## N\n\n- one\n\n  ```\nnot in the item\n\\```\n\n## B\n");
  });

  it("nothing added changes nothing", () => {
    expect(kindOf(DOC, (e) => e.append(key("A"), " \n"))).toBe("unchanged");
  });
});

describe("replace", () => {
  it("AK-13 replaces text that is exactly once in the section's own text", () => {
    expect(after(DOC, (e) => e.replace(key("A"), "old a", "new a"))).toBe(DOC.replace("old a\n", "new a\n"));
    expect(after("## A\n\none two\n", (e) => e.replace(key("A"), "one two", "x\ny"))).toBe("## A\n\nx\ny\n");
  });

  it("AK-41 text that is not there, or more than once, is not replaced, and the answer says how often it does", () => {
    expect(createEditor(DOC).replace(key("A"), "old b", "x")).toEqual({ kind: "text-not-found", count: 0 });
    expect(createEditor(DOC).replace(key("A"), "old a1", "x")).toEqual({ kind: "text-not-found", count: 0 });
    expect(createEditor("## A\n\nx x xx\n").replace(key("A"), "x", "y")).toEqual({ kind: "text-not-found", count: 4 });
    expect(createEditor("## A\n\naaa\n").replace(key("A"), "aa", "y")).toEqual({ kind: "text-not-found", count: 2 });
    expect(createEditor("## A\n\nx\n").replace(key("A"), "", "y")).toEqual({ kind: "text-not-found", count: 0 });
  });

  it("line ends count as equal, and those of other lines stay", () => {
    expect(after("## A\r\n\r\na\r\nb\r\nc\rd\r\n", (e) => e.replace(key("A"), "a\nb", "x\ny"))).toBe("## A\r\n\r\nx\r\ny\r\nc\rd\r\n");
  });

  it("a replacement that would make a heading of the section's level is escaped", () => {
    expect(after("## A\n\nfoo # bar\n\n## B\n", (e) => e.replace(key("A"), "foo ", ""))).toBe("## A\n\n\\# bar\n\n## B\n");
    expect(after("## A\n\nfoo\n\n## B\n", (e) => e.replace(key("A"), "foo", "```\n## x"))).toBe("## A\n\n\\```\n\\## x\n\n## B\n");
  });

  it("a replacement that would open what was closed is refused", () => {
    expect(kindOf("## A\n\n~~~sh\nx\n~~~\n\n## B\n", (e) => e.replace(key("A"), "~~~sh\n", ""))).toBe("unsafe");
  });

  it("replacing all there is leaves an empty section", () => {
    expect(after("## A\n\nfoo\n\n## B\n", (e) => e.replace(key("A"), "foo", ""))).toBe("## A\n\n## B\n");
  });
});

describe("invariant 6: a document keeps its habits", () => {
  it("new text takes the document's line end", () => {
    expect(after("# T\r\n\r\n## A\r\n\r\nx\r\n", (e) => e.update(key("A"), "a\nb"))).toBe("# T\r\n\r\n## A\r\n\r\na\r\nb\r\n");
    expect(after("# T\r\r## A\r\rx\r", (e) => e.update(key("N"), "a\nb"))).toBe("# T\r\r## A\r\rx\r\r## N\r\ra\rb\r");
  });

  it("a line feed is never put behind a lone carriage return where both would become one line end", () => {
    expect(after("# T\n\nx\n\n## A\r## B\n", (e) => e.update(key("A"), "a"))).toBe("# T\n\nx\n\n## A\r\r\na\n\n## B\n");
  });

  it("a document without a final line end stays so", () => {
    expect(after("## A\n\nx", (e) => e.update(key("A"), "y"))).toBe("## A\n\ny");
    expect(after("## A", (e) => e.update(key("A"), "y"))).toBe("## A\n\ny");
    expect(after("## A\n\nx", (e) => e.clear(key("A")))).toBe("## A");
    expect(after("## A\n\nx", (e) => e.append(key("A"), "y"))).toBe("## A\n\nx\n\ny");
    expect(after("## A\n\nx", (e) => e.update(key("B"), "y"))).toBe("## A\n\nx\n\n## B\n\ny");
    expect(after("## A\n\nx\n\n## B\n\ny", (e) => e.remove(key("B")))).toBe("## A\n\nx");
    expect(after("## A\n\nx\n\n## B\n\ny", (e) => e.update(key("A"), "z"))).toBe("## A\n\nz\n\n## B\n\ny");
  });

  it("BOM and front matter stay where they are", () => {
    const front = "\uFEFF---\ntitle: x\n---\n";
    expect(after(`${front}\n## A\n\nx\n`, (e) => e.remove(key("A")))).toBe(`${front}\n`);
    expect(after(front, (e) => e.update(key("A"), "x"))).toBe(`${front}\n## A\n\nx\n`);
    expect(after("\uFEFF", (e) => e.update(key("A"), "x"))).toBe("\uFEFF## A\n\nx\n");
  });

  it("LW-03 trailing spaces, odd blank lines and tabs elsewhere stay as somebody left them", () => {
    const before = "#   T   ##\n\n\n\ttabbed  \n \n";
    const behind = "Next\n-----\n* * *\ttext\t\n\n\n";
    expect(after(`${before}## A\nx\n\n\n${behind}`, (e) => e.update(key("A"), "y"))).toBe(`${before}## A\ny\n\n${behind}`);
  });
});

describe("what cannot be done safely is refused and changes nothing", () => {
  it.each([
    ["a code fence", "# T\n\n```\ncode\n"],
    ["a comment", "# T\n\n<!-- note\n"],
    ["a script", "# T\n\n<script>\n"],
  ])("a new section behind %s that is never closed", (_what, text) => {
    expect(kindOf(text, (e) => e.update(key("New"), "x"))).toBe("unsafe");
    expect(kindOf(text, (e) => e.append(key("T"), "x"))).toBe("unsafe");
    expect(after(text, (e) => e.update(key("T"), "x"))).toBe("# T\n\nx\n");
  });

  it("after the open fence is gone a new section is welcome", () => {
    const editor = createEditor("# T\n\n```\ncode\n");
    editor.update(key("T"), "x");
    expect(editor.update(key("N"), "y").kind).toBe("edited");
    expect(editor.text()).toBe("# T\n\nx\n\n## N\n\ny\n");
  });

  it("a line that would make front matter of everything above it", () => {
    expect(kindOf("---\n\n# A\n\nx\n", (e) => e.update(key("A"), "a\n\n---\n\nb"))).toBe("unsafe");
    expect(kindOf("---\n\n# A\n\nx\n", (e) => e.update(key("A"), "..."))).toBe("unsafe");
    expect(after("---\n---\n\n# A\n\nx\n", (e) => e.update(key("A"), "a\n\n---\n\nb"))).toBe("---\n---\n\n# A\n\na\n\n---\n\nb\n");
  });

  it("a list before a heading that is indented like its items", () => {
    expect(kindOf("# A\n\nx\n\n  # B\n", (e) => e.update(key("A"), "- item"))).toBe("unsafe");
    expect(kindOf("# A\n\n- x\n\ny\n\n  # B\n", (e) => e.append(key("A"), "- item"))).toBe("unsafe");
    expect(kindOf("# A\n\n- x\n# C\n  # B\n", (e) => e.remove(key("C")))).toBe("unsafe");
    expect(after("# A\n\nx\n\n  # B\n", (e) => e.update(key("A"), "- item\n\ntext"))).toBe("# A\n\n- item\n\ntext\n\n  # B\n");
  });

  it("an underlined heading that would run on as a link reference gets a blank line below it", () => {
    expect(after("[a\n===\nx\n", (e) => e.update(key("[a"), "b]: /c"))).toBe("[a\n===\n\nb]: /c\n");
    expect(after('[a]: /b\n"T\n===\nx\n', (e) => e.update(key('"T'), 'end"'))).toBe('[a]: /b\n"T\n===\n\nend"\n');
  });
});

describe("headings that are created read back as they were asked for", () => {
  it.each([
    "plain",
    "a*b*",
    "C #",
    "#",
    "# x",
    "<x>",
    "<b>y</b>",
    "[x](y)",
    "![x](y)",
    "&amp;",
    "&copy; 1",
    "`code`",
    "_a_",
    "snake_case",
    "~~a~~",
    "\\",
    "\\*",
    "a\\",
    "---",
    "1. x",
    "- x",
    "> x",
    "总览 😀",
    "a | b",
    "https://example.com",
    "<https://example.com>",
    "a  b",
  ])("%s", (heading) => {
    const editor = createEditor("# T\n");
    expect(editor.update(key(heading), "x").kind).toBe("edited");
    expect(createEditor(editor.text()).section(key(heading)).kind).toBe("found");
  });

  it("headings that need no escape get none", () => {
    expect(after("", (e) => e.update(key("# C++ & 2 * 3: (x) _y"), ""))).toBe("## # C++ & 2 * 3: (x) _y\n");
  });

  it.each(["", " a", "a ", "a\nb", "a\rb", "a\u0007", "a\u2028b"])("%j is refused as BAD_HEADING", (heading) => {
    expect(() => createEditor("# T\n").update(key(heading), "x")).toThrow(expect.objectContaining({ code: "BAD_HEADING" }));
  });

  it("a level that is none is refused", () => {
    expect(() => createEditor("# T\n").update({ heading: "a", level: 7 as Level }, "x")).toThrow(
      expect.objectContaining({ code: "BAD_INPUT" }),
    );
  });
});

describe("splices", () => {
  it("name only the lines that change, so that one change can be undone without another", () => {
    const editor = createEditor("## A\n\n- one\n\n## B\n");
    const first = editor.append(key("A"), "- two");
    const second = editor.append(key("A"), "- three");
    expect(first).toMatchObject({ splice: { at: 12, removed: "", inserted: "- two\n" } });
    expect(second).toMatchObject({ splice: { at: 18, removed: "", inserted: "- three\n" } });
  });

  it("never cut a character or a line end in half", () => {
    const editor = createEditor("## A\r\n\r\n😀\r\n");
    expect(editor.update(key("A"), "😁")).toMatchObject({ splice: { at: 8, removed: "😀\r\n", inserted: "😁\r\n" } });
  });

  it("are refused by a text they were not made for", () => {
    expect(() => applySplice("abc", { at: 1, removed: "x", inserted: "y" })).toThrow(expect.objectContaining({ code: "STALE" }));
    expect(() => applySplice("abc", { at: 9, removed: "", inserted: "y" })).toThrow(expect.objectContaining({ code: "STALE" }));
  });
});

describe("many edits", () => {
  it("invariant 7: ten thousand edits of one document in one editor", () => {
    const count = 1000;
    const editor = createEditor(Array.from({ length: count }, (_, index) => `## S${index}\n\ntext ${index}\n`).join("\n"));
    for (let turn = 0; turn < 10 * count; turn++) {
      const name = key(`S${(turn * 7919) % count}`, 2);
      const result = turn % 10 < 7 ? editor.update(name, `text ${turn}\n\n### sub ${turn}`) : editor.append(name, `- note ${turn}`);
      expect(result.kind).toBe("edited");
    }
    const again = createEditor(editor.text());
    for (let index = 0; index < count; index++) expect(again.section(key(`S${index}`, 2))).toEqual(editor.section(key(`S${index}`, 2)));
  });
});
