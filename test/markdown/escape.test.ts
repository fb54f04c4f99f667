import { describe, expect, it } from "vitest";
import {
  createEditor,
  escapeContent,
  findSection,
  type Level,
  readOutline,
  sectionContent,
  unescapeContent,
} from "../../src/markdown/index.ts";

const F = "```";

/** Content, what it becomes in a section of level 2, and why. */
const ESCAPED: readonly (readonly [why: string, content: string, escaped: string])[] = [
  ["prose stays", "a\n\nb", "a\n\nb"],
  [
    "X28 the document's own example: a heading of the section's level becomes text",
    "## Projects 总览\n\n- one",
    "\\## Projects 总览\n\n- one",
  ],
  ["a heading of a higher level becomes text", "# a", "\\# a"],
  ["deeper headings stay headings", "### a\n\ntext\n\n#### b", "### a\n\ntext\n\n#### b"],
  ["an empty heading becomes text", "##\n# ", "\\##\n\\# "],
  ["the backslash stands behind the indentation", "  ## a", "  \\## a"],
  ["a hash without a space is no heading", "##a\n#1", "##a\n#1"],
  ["underlines of both kinds become text", "a\n===\n\nb\n---", "a\n\\===\n\nb\n\\---"],
  ["a thematic break stays", "a\n\n---\n\nb", "a\n\n---\n\nb"],
  ["what becomes text may make an underline of the next line", "# a\n---", "\\# a\n\\---"],
  ["a comment line in a closed fence stays (never escaped)", `${F}bash\n# x\n## y\n${F}`, `${F}bash\n# x\n## y\n${F}`],
  ["an escaped heading in a closed fence stays as well", `${F}\n\\# x\n${F}`, `${F}\n\\# x\n${F}`],
  ["indented code stays", "    # x\n\ntext", "    # x\n\ntext"],
  ["a fence that nobody closes becomes text", `a\n\n${F}sh\n# x`, `a\n\n\\${F}sh\n\\# x`],
  ["of three fences the last is open", `${F}\na\n${F}\n${F}`, `${F}\na\n${F}\n\\${F}`],
  ["a shorter fence does not close", `~~~~\n~~~`, `\\~~~~\n\\~~~`],
  ["a comment that nobody closes becomes text", "<!-- a\n\n# b", "\\<!-- a\n\n\\# b"],
  ["a closed comment stays with all that is in it", "<!-- a\n# b\n-->", "<!-- a\n# b\n-->"],
  ["a script that nobody closes becomes text", "<script>\n# a", "\\<script>\n\\# a"],
  ["instructions, declarations and CDATA too", "<?x\n\n<!X\n\n<![CDATA[", "\\<?x\n\n\\<!X\n\n\\<![CDATA["],
  ["a div ends at a blank line by itself and stays", "<div>\n# a", "<div>\n# a"],
  [
    "MB-04 block markers become text",
    "<!-- USER_BLOCK_END -->\n\n<!-- MACHINE_BLOCK_START x -->",
    "\\<!-- USER_BLOCK_END -->\n\n\\<!-- MACHINE_BLOCK_START x -->",
  ],
  ["block markers in code stay", `${F}\n<!-- USER_BLOCK_START -->\n${F}`, `${F}\n<!-- USER_BLOCK_START -->\n${F}`],
  ["what looks escaped gets one backslash more", "\\# a\n\\\\## b", "\\\\# a\n\\\\\\## b"],
  ["other backslashes stay", "\\a\n\\*b\\*\n\\", "\\a\n\\*b\\*\n\\"],
  ["headings in lists and quotes stay", "- # a\n\n  ## b\n\n> # c", "- # a\n\n  ## b\n\n> # c"],
  ["a heading at the margin below a list item becomes text", "- a\n# b", "- a\n\\# b"],
  ["a heading below a quote becomes text", "> a\n# b", "> a\n\\# b"],
  ["a fence in a list ends with its item", `- ${F}\n  # a\n\ntext`, `- ${F}\n  # a\n\ntext`],
  ["blank lines around go, indentation of the first line stays", "\n \n    code\n\n", "    code"],
  ["line ends become line feeds; U+2028 is none", "a\r\n# b\rc\u2028# d", "a\n\\# b\nc\u2028# d"],
];

describe("content in a section of level 2 (P8)", () => {
  it.each(ESCAPED)("%s", (_why, content, escaped) => {
    expect(escapeContent(content, 2)).toBe(escaped);
    const editor = createEditor("# T\n\n## A\n\n## B\n\nb\n");
    editor.update({ heading: "A", level: 2 }, content);
    expect(editor.text()).toBe(`# T\n\n## A\n\n${escaped}\n\n## B\n\nb\n`);
    const outline = readOutline(editor.text());
    const found = findSection(outline, "A", 2);
    expect(found.kind === "found" && sectionContent(outline, found.section)).toBe(unescapeContent(escaped));
  });

  it.each([1, 2, 3, 4, 5, 6] as const)("at level %i exactly the headings of that level and higher ones become text", (level: Level) => {
    const content = [1, 2, 3, 4, 5, 6].map((count) => `${"#".repeat(count)} h`).join("\n\n");
    expect(escapeContent(content, level)?.match(/^\\#/gm)?.length).toBe(level);
  });

  it("at level 1 an underline of dashes makes a deeper heading and stays", () => {
    expect(escapeContent("a\n---\n\nb\n===", 1)).toBe("a\n---\n\nb\n\\===");
  });

  it("a person who demotes a section by hand still reads the same content", () => {
    const editor = createEditor("");
    editor.update({ heading: "A", level: 2 }, "## x\n\n\\### y");
    const outline = readOutline(editor.text().replace("## A", "#### A"));
    const [section] = outline.sections;
    expect(section && sectionContent(outline, section)).toBe("## x\n\n\\### y");
  });

  it("negative control: without the escape the same content would break out", () => {
    const broken = ESCAPED.filter(([, content]) => {
      const outline = readOutline(`# T\n\n## A\n\n${content}\n\n## B\n`);
      return (
        outline.blocks.length > 0 ||
        outline.sections
          .filter((section) => section.level <= 2)
          .map((section) => section.heading)
          .join() !== "T,A,B"
      );
    });
    expect(broken.length).toBeGreaterThan(12);
  });
});

/** A hundred kilobytes each, made to be read over and over. */
const HOSTILE: Readonly<Record<string, string>> = {
  headings: "# a\n".repeat(25_000),
  "open comments": "<!--\n".repeat(20_000),
  "open comments apart": "<!--\n\n".repeat(16_000),
  "fences that grow": Array.from({ length: 440 }, (_, index) => `${"`".repeat(3 + index)} x`).join("\n"),
  "fences that shrink": Array.from({ length: 440 }, (_, index) => "`".repeat(443 - index)).join("\n"),
  underlines: "a\n---\n".repeat(16_000),
  "one paragraph of underlines": `a\n${"--\n".repeat(33_000)}`,
  "a deep list": "- ".repeat(50_000),
  "a deep quote": ">".repeat(100_000),
  "lazy lines below a deep quote": `${">".repeat(1000)}a\n${"b\n".repeat(49_000)}`,
  "lazy lines below a deep list": `${"- ".repeat(1000)}a\n${"b\n".repeat(49_000)}`,
  "quotes with open fences": "> ```\nx\n".repeat(12_500),
  "quotes with open tags": "> <b>\nx\n".repeat(12_500),
  "open brackets": "[a\n".repeat(33_000),
  "link references": '[a]: b\n"\n'.repeat(11_000),
  tables: "a|b\n-|-\n".repeat(12_000),
  attributes: `<a ${"b ".repeat(50_000)}`,
  "escaped headings": "\\# a\n".repeat(20_000),
  backslashes: `${"\\".repeat(100_000)}#`,
  "all kinds of HTML": "<?\n<!X\n<![CDATA[\n<pre\n".repeat(4000),
};

describe("hostile content", () => {
  it.each(Object.keys(HOSTILE))("%s is written and read back without taking forever", (name) => {
    const content = HOSTILE[name] as string;
    const editor = createEditor("# T\n\n## A\n\n## B\n");
    expect(editor.update({ heading: "A", level: 2 }, content).kind).toBe("edited");
    const outline = readOutline(editor.text());
    expect(outline.sections.filter((section) => section.level <= 2).map((section) => section.heading)).toEqual(["T", "A", "B"]);
    const found = findSection(outline, "A", 2);
    expect(found.kind === "found" && sectionContent(outline, found.section) === content.replace(/\n+$/, "")).toBe(true);
  });
});
