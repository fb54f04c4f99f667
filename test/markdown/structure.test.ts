import * as fc from "fast-check";
import MarkdownIt from "markdown-it";
import { describe, expect, it } from "vitest";
import { findSection, readOutline, sectionContent } from "../../src/markdown/index.ts";
import { text as anyText } from "./fragments.ts";

/** `2 Heading @3`: level, text, line. */
function headings(text: string): string[] {
  return readOutline(text).sections.map(({ level, heading, line }) => `${level} ${heading} @${line}`);
}

const F = "```";

const CASES: readonly (readonly [title: string, text: string, expected: readonly string[]])[] = [
  ["an empty document has no sections", "", []],
  ["prose alone has no sections", "just text\n\nmore text\n", []],
  [
    "ATX headings of all six levels count",
    "# a\n## b\n### c\n#### d\n##### e\n###### f\n",
    ["1 a @1", "2 b @2", "3 c @3", "4 d @4", "5 e @5", "6 f @6"],
  ],
  ["seven hashes are text", "####### a\n", []],
  ["a hash without a space is text", "#a\n\n#5 of ten\n", []],
  ["an escaped hash is text", "\\# a\n", []],
  ["a tab may stand behind the hashes", "#\ta\n##\t b\n", ["1 a @1", "2 b @2"]],
  ["closing hashes do not belong to the text", "# a #\n## b ####   \n", ["1 a @1", "2 b @2"]],
  ["hashes that touch the text do belong to it", "# C#\n## a #b\n## c \\#\n", ["1 C# @1", "2 a #b @2", "2 c # @3"]],
  ["headings may be empty", "#\n##  \n### ###\n", ["1  @1", "2  @2", "3  @3"]],
  ["up to three spaces may stand before a heading", " # a\n  # b\n   # c\n", ["1 a @1", "1 b @2", "1 c @3"]],
  ["four spaces make code of it", "    # a\n\n\t# b\n", []],
  ["four spaces below a paragraph continue the paragraph", "text\n    # a\n", []],
  ["a heading ends the paragraph above it", "text\n# a\ntext\n", ["1 a @2"]],
  ["setext headings of both levels count", "a\n===\n\nb\n---\n", ["1 a @1", "2 b @4"]],
  ["one sign is enough for an underline", "a\n=\n\nb\n-\n", ["1 a @1", "2 b @4"]],
  ["a setext heading may have several lines", "one\ntwo\n===\n", ["1 one two @1"]],
  ["an underline with a blank line above is none", "a\n\n===\n\n---\n", []],
  ["an underline may be indented by three spaces, not by four", "a\n   ===\n\nb\n    ===\n", ["1 a @1"]],
  ["an underline with something else in it is none", "a\n=== b\n\nc\n= =\n", []],
  ["a line of dashes below a list item is a thematic break", "- a\n---\n", []],
  ["a line of dashes below a quote is a thematic break", "> a\n---\n", []],
  ["what stands in a fence of backticks does not count", `${F}\n# a\n${F}\n# b\n`, ["1 b @4"]],
  ["what stands in a fence of tildes does not count", "~~~\n# a\n~~~\n# b\n", ["1 b @4"]],
  ["a fence may have an info string", `${F}sh title="x"\n# a\n${F}\n# b\n`, ["1 b @4"]],
  ["a shorter fence does not close a longer one", `${F}${F}\n${F}\n# a\n${F}\n${F}${F}\n# b\n`, ["1 b @6"]],
  ["a longer fence closes a shorter one", `${F}\n# a\n${F}${F}\n# b\n`, ["1 b @4"]],
  ["tildes do not close backticks", `${F}\n~~~\n# a\n${F}\n# b\n`, ["1 b @5"]],
  ["a fence with text behind it does not close", `${F}\n# a\n${F} x\n# b\n${F}\n`, []],
  ["backticks with a backtick behind them are no fence", `${F} a\`b\n# a\n`, ["1 a @2"]],
  ["a fence that nobody closes runs to the end", `# a\n${F}\n# b\n`, ["1 a @1"]],
  ["a fence indented by four spaces does not close", `${F}\n    ${F}\n# a\n${F}\n# b\n`, ["1 b @5"]],
  ["a fence in a list ends with its item", `- ${F}\n  # a\n# b\n`, ["1 b @3"]],
  ["a comment hides headings until it ends", "<!--\n# a\n\n# b\n-->\n# c\n", ["1 c @6"]],
  ["a comment that ends on its own line hides nothing below", "<!-- x -->\n# a\n", ["1 a @2"]],
  ["a comment that nobody closes runs to the end", "# a\n\n<!--\n# b\n", ["1 a @1"]],
  ["a script hides headings until it ends", "<script>\n# a\n\n# b\n</script>\n# c\n", ["1 c @6"]],
  ["a div hides headings until a blank line", "<div>\n# a\n\n# b\n</div>\n", ["1 b @4"]],
  ["processing instructions, declarations and CDATA hide headings", "<?\n# a\n?>\n<!X\n# b\n>\n<![CDATA[\n# c\n]]>\n# d\n", ["1 d @10"]],
  ["HTML headings are no headings", "<h1>a</h1>\n\n<h2>\nb\n</h2>\n", []],
  ["headings in lists do not count", "- # a\n- b\n\n  ## c\n\n1. # d\n", []],
  ["a heading at the margin ends a list", "- a\n# b\n", ["1 b @2"]],
  ["a heading indented less than the item's text ends the list", "10. a\n\n  # b\n", ["1 b @3"]],
  ["headings in quotes do not count", "> # a\n> b\n> ===\n", []],
  ["a heading below a quote counts", "> a\n# b\n", ["1 b @2"]],
  ["text below a quote continues it, also with an underline", "> a\nb\n===\n", []],
  ["a link reference is no heading", "[a]: /b\n===\n", []],
  ["front matter is skipped", "---\ntitle: x\n# a\n---\n# b\n", ["1 b @5"]],
  ["front matter may end in dots", "---\n# a\n...\n# b\n", ["1 b @4"]],
  ["front matter begins on the first line or not at all", "\n---\na\n---\n", ["2 a @3"]],
  ["dashes that nobody closes are a thematic break", "---\n# a\n", ["1 a @2"]],
  ["a BOM may stand before a heading", "\uFEFF# a\n", ["1 a @1"]],
  ["a BOM may stand before front matter", "\uFEFF---\n# a\n---\n# b\n", ["1 b @4"]],
  ["CRLF ends lines", "# a\r\n\r\ntext\r\n\r\nb\r\n===\r\n", ["1 a @1", "1 b @5"]],
  ["a lone CR ends lines", "# a\r\rb\r===\r# c\r", ["1 a @1", "1 b @3", "1 c @5"]],
  ["line ends may be mixed", "# a\r\n# b\n# c\r# d", ["1 a @1", "1 b @2", "1 c @3", "1 d @4"]],
  ["U+2028, U+2029, NEL and form feed end no line", "a\u2028# b\u2029# c\u0085# d\f# e\n", []],
  ["the last line needs no line end", "# a", ["1 a @1"]],
  ["Chinese headings count", "## Projects 总览\n\n概述\n====\n", ["2 Projects 总览 @1", "1 概述 @3"]],
  ["the same heading may stand several times", "## a\n# a\n## a\n", ["2 a @1", "1 a @2", "2 a @3"]],
  ["a heading with a pipe above dashes is a heading", "# a | b\n--|--\n", ["1 a | b @1"]],
  ["a row of a table above dashes is not", "a | b\n--|--\nc | d\n---\n", []],
  ["one cell above bare dashes is a heading", "| a |\n---\n", ["2 | a | @1"]],
  ["lists nested a hundred deep hide nothing below them", `${"- ".repeat(100)}x\n# a\n`, ["1 a @2"]],
  ["NUL characters are no reason to stop", "# a\0b\n", ["1 a\uFFFDb @1"]],
];

describe("headings are found where a reader sees them (LW-14)", () => {
  it.each(CASES)("%s", (_title, text, expected) => {
    expect(headings(text)).toEqual(expected);
  });

  it("the table has at least forty cases", () => {
    expect(CASES.length).toBeGreaterThanOrEqual(40);
  });

  it("agrees with the CommonMark rules of markdown-it on any text without tables and front matter", () => {
    const commonmark = new MarkdownIt("commonmark", { html: true });
    const isPlain = (text: string) => !text.includes("|") && !text.startsWith("\uFEFF") && !/^---[ \t]*(?:\r|\n|$)/.test(text);
    fc.assert(
      fc.property(anyText.filter(isPlain), (text) => {
        const expected = commonmark
          .parse(text, {})
          .flatMap((token) => (token.type === "heading_open" && token.level === 0 ? [`${token.tag} @${(token.map?.[0] ?? 0) + 1}`] : []));
        expect(readOutline(text).sections.map((section) => `h${section.level} @${section.line}`)).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it("negative control: a scanner that looks for lines with # alone would disagree with this table", () => {
    const careless = (text: string) => [...text.matchAll(/^(#{1,6}) (.*)$/gm)].length;
    expect(CASES.filter(([, text, expected]) => careless(text) !== expected.length).length).toBeGreaterThan(20);
  });
});

const PLAIN: readonly (readonly [source: string, text: string])[] = [
  ["**bold** and _thin_", "bold and thin"],
  ["`code *x*` here", "code *x* here"],
  ['[link](https://example.com "t") and ![image](x.png)', "link and image"],
  ["<https://example.com>", "https://example.com"],
  ["a &amp; b &copy; &#65;", "a & b © A"],
  ["a \\* b \\_ c \\\\", "a * b _ c \\"],
  ["~~old~~ new", "old new"],
  ["a <b>x</b> <!-- note -->", "a x"],
  ["snake_case_name", "snake_case_name"],
  ["2 * 3 * 4", "2 * 3 * 4"],
  ["[1.0.0]", "[1.0.0]"],
];

describe("a heading's text is what a reader sees", () => {
  it.each(PLAIN)("%s", (source, text) => {
    expect(readOutline(`## ${source}\n`).sections[0]?.heading).toBe(text);
  });

  it("does not depend on link references elsewhere, or an edit there could rename the section", () => {
    expect(headings("## [a]\n\n[a]: /b\n")).toEqual(["2 [a] @1"]);
  });
});

describe("sections by offsets", () => {
  const text = "\uFEFF---\nx: 1\n---\n\nintro\n\n# A\n\nown\n\n## B\nb\n\n\n# C\n";
  const outline = readOutline(text);
  const slice = (name: string) => {
    const found = findSection(outline, name, null);
    if (found.kind !== "found") throw new Error(name);
    const { start, bodyStart, end, ownEnd } = found.section;
    return { whole: text.slice(start, end), own: text.slice(start, ownEnd), body: text.slice(bodyStart, end) };
  };

  it("reach to the next heading of the same or a higher level, without the blank lines before it (X28)", () => {
    expect(slice("A")).toEqual({ whole: "# A\n\nown\n\n## B\nb", own: "# A\n\nown", body: "own\n\n## B\nb" });
    expect(slice("B")).toEqual({ whole: "## B\nb", own: "## B\nb", body: "b" });
    expect(slice("C")).toEqual({ whole: "# C", own: "# C", body: "" });
  });

  it("the body of the document begins behind BOM and front matter", () => {
    expect(text.slice(0, outline.bodyStart)).toBe("\uFEFF---\nx: 1\n---");
  });

  it("AK-22 the content of a section is read with its sub-sections or without; of an empty one it is empty", () => {
    const [a, , c] = outline.sections;
    if (!a || !c) throw new Error("sections");
    expect(sectionContent(outline, a)).toBe("own\n\n## B\nb");
    expect(sectionContent(outline, a, { scope: "body" })).toBe("own");
    expect(sectionContent(outline, c)).toBe("");
  });

  it("LW-14 headings match exactly: case, spaces and signs count", () => {
    const names = readOutline("## Values\n");
    expect(findSection(names, "Values", null).kind).toBe("found");
    for (const other of ["values", "Value", "Values ", "VALUES", "## Values"]) expect(findSection(names, other, null).kind).toBe("missing");
  });

  it("LW-15, LW-31 a level takes part in finding a section, and one heading may be at several levels", () => {
    const both = readOutline("# P\n\n## P\n\n### Q\n");
    expect(findSection(both, "P", 1)).toMatchObject({ kind: "found", section: { level: 1, line: 1 } });
    expect(findSection(both, "P", 2)).toMatchObject({ kind: "found", section: { level: 2, line: 3 } });
    expect(findSection(both, "Q", 2).kind).toBe("missing");
  });

  it("LW-32 without a level more than one match is ambiguous; so is the same heading and level twice", () => {
    expect(findSection(readOutline("# P\n\n## P\n"), "P", null)).toMatchObject({ kind: "ambiguous", sections: [{ line: 1 }, { line: 3 }] });
    expect(findSection(readOutline("## P\n\n## P\n"), "P", 2).kind).toBe("ambiguous");
    expect(findSection(readOutline("# P\n\n## Q\n"), "P", null).kind).toBe("found");
  });

  it("the line end of a document is the one it uses most", () => {
    expect([
      readOutline("").eol,
      readOutline("a").eol,
      readOutline("a\r\nb\r\nc\n").eol,
      readOutline("a\rb\rc\n").eol,
      readOutline("a\r\nb\n").eol,
    ]).toEqual(["\n", "\n", "\r\n", "\r", "\n"]);
  });
});
