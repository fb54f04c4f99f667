import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { applySplice, createEditor, findSection, readOutline, sectionContent } from "../../src/markdown/index.ts";

const ROOT = fileURLToPath(new URL("../../node_modules", import.meta.url));
const FILES = globSync("**/README.md", { cwd: ROOT }).sort().slice(0, 110);
const CONTENT = "Replaced.\n\n## not a heading\n\n```sh\n# comment\n```\n\n- a\n- b";

/** The text as it is, as from Windows, and with a BOM in front. */
function variants(text: string): [name: string, text: string][] {
  const lf = text.replace(/\r\n?/g, "\n").replace(/^\uFEFF/, "");
  return [
    ["as it is", text],
    ["CRLF", lf.replaceAll("\n", "\r\n")],
    ["BOM", `\uFEFF${lf}`],
  ];
}

describe("the READMEs of our dependencies", () => {
  it("are at least eighty", () => {
    expect(FILES.length).toBeGreaterThanOrEqual(80);
  });

  it("LW-03 replacing one section of each leaves every other byte as it was, with CRLF and BOM too", () => {
    let edited = 0;
    for (const [index, file] of FILES.entries()) {
      for (const [name, text] of variants(readFileSync(`${ROOT}/${file}`, "utf8"))) {
        const outline = readOutline(text);
        // Not the title, if there is anything else: replacing that would replace the whole file.
        const usable = outline.sections.filter(
          (section) => section.heading !== "" && findSection(outline, section.heading, section.level).kind === "found",
        );
        const section = usable[1 + (index % Math.max(1, usable.length - 1))] ?? usable[0];
        if (section === undefined) continue;
        const editor = createEditor(text);
        const result = editor.update({ heading: section.heading, level: section.level }, CONTENT);
        expect(result.kind, `${file} ${name}`).toBe("edited");
        edited++;
        const now = editor.text();
        if (result.kind === "edited") expect(applySplice(text, result.splice)).toBe(now);

        const rest = text.slice(section.end);
        expect(now.startsWith(text.slice(0, section.start)), `${file} ${name}: before`).toBe(true);
        // Behind the section only the blank lines that set it apart may differ.
        expect(now.endsWith(rest.replace(/^[ \t\r\n]+/, "")), `${file} ${name}: behind`).toBe(true);
        const fresh = readOutline(now);
        const found = findSection(fresh, section.heading, section.level);
        expect(found.kind === "found" && sectionContent(fresh, found.section), `${file} ${name}: content`).toBe(CONTENT);
        if (name === "CRLF") expect(now.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
        expect(now.startsWith("\uFEFF")).toBe(text.startsWith("\uFEFF"));
      }
    }
    expect(edited).toBeGreaterThan(200);
  });

  it("negative control: the comparison sees one byte that changed elsewhere", () => {
    const text = "# T\n\nintro \n\n## A\n\na\n\n## B\n";
    const careless = (source: string) => source.replace(/ \n/g, "\n").replace("\na\n", "\nx\n");
    const [, section] = readOutline(text).sections;
    expect(careless(text).startsWith(text.slice(0, section?.start))).toBe(false);
  });
});
