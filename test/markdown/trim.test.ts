import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countChars } from "../../src/base/index.ts";
import { TRUNCATED, trimToBudget } from "../../src/markdown/index.ts";
import { pieceLength } from "../../src/markdown/reading/pieces.ts";
import { scanDocument } from "../../src/markdown/reading/scan.ts";
import { sectionEnds } from "../../src/markdown/trim.ts";
import { document } from "./fragments.ts";

const NOTICE = `\n\n${TRUNCATED}\n`;
const DOC = "# Memory\n\n## First\n\naaaaaaaaaa\naaaaaaaaaa\n\n## Second\n\nbbbbbbbbbb\nbbbbbbbbbb\n\n## Third\n\ncccccccccc\n";

describe("the rendered view within a budget", () => {
  it("AK-26 a text within the budget is shown as it is", () => {
    expect(trimToBudget(DOC, countChars(DOC))).toEqual({ text: DOC, cut: 0 });
  });

  it("AK-26 cuts from the end at the border of a section, keeps earlier sections and says so (X11)", () => {
    const kept = DOC.slice(0, DOC.indexOf("\n\n## Third"));
    expect(trimToBudget(DOC, countChars(DOC) - 1)).toEqual({ text: kept + NOTICE, cut: countChars(DOC) - countChars(kept) });
  });

  it("cuts at the border of a line where a whole section would waste more than half of the budget", () => {
    const text = `# T\n\n## Long\n\n${"line of text\n".repeat(50)}`;
    const trimmed = trimToBudget(text, 100).text;
    expect(trimmed).toBe(`# T\n\n## Long\n\n${Array(5).fill("line of text").join("\n")}${NOTICE}`);
  });

  it("cuts between characters where not even one line fits, and never inside one", () => {
    expect(trimToBudget("😀".repeat(100), 34)).toEqual({ text: `${"😀".repeat(20)}${NOTICE}`, cut: 80 });
    expect(trimToBudget("😀".repeat(100), 5)).toEqual({ text: "😀".repeat(5), cut: 95 });
    expect(trimToBudget("abcdefghijklmnop", 12)).toEqual({ text: TRUNCATED, cut: 16 });
    expect(trimToBudget("abc", 0)).toEqual({ text: "", cut: 3 });
  });

  it("counts characters, not UTF-16 units", () => {
    const text = `## A\n\n${"总览😀".repeat(10)}\n`;
    expect(trimToBudget(text, countChars(text)).cut).toBe(0);
  });

  it("takes the document's line end", () => {
    expect(trimToBudget("# A\r\n\r\naaaaaaaaaaaaaaaaaa\r\n\r\n# B\r\n\r\nbbbbbbbbbbbb\r\n", 42).text).toContain(`\r\n\r\n${TRUNCATED}\r\n`);
  });

  it("the view of any document is within its budget and begins as the document does", () => {
    fc.assert(
      fc.property(document, fc.nat(120), (text, chars) => {
        const view = trimToBudget(text, chars);
        expect(countChars(view.text)).toBeLessThanOrEqual(Math.max(chars, 0));
        const kept = view.text.replace(/(?:[\r\n]{2,4})?\[TRUNCATED\][\r\n]{0,2}$/, "");
        expect(text.startsWith(kept)).toBe(true);
        expect(view.cut).toBe(countChars(text) - countChars(kept));
      }),
      { numRuns: 1000 },
    );
  });

  it("what stands far behind the budget decides nothing: sections end where they end in the whole document", () => {
    let cutOff = 0;
    fc.assert(
      fc.property(fc.array(document, { minLength: 1, maxLength: 6 }), fc.nat(60), (parts, room) => {
        const text = parts.join("\n\n");
        let end = 0;
        const whole = scanDocument(text).pieces.map((piece) => (end += pieceLength(piece)));
        const read = sectionEnds(text, room);
        if ((read.at(-1) ?? 0) < text.length) cutOff++;
        const upTo = (ends: readonly number[]) => ends.filter((each) => countChars(text.slice(0, each).trimEnd()) <= room);
        expect(upTo(read)).toEqual(upTo(whole));
      }),
      { numRuns: 3000, examples: [[["# A\n\n<!-- USER_BLOCK_START mine -->\na\r\nU\n---\n", ""], 37]] },
    );
    expect(cutOff).toBeGreaterThan(500);
  });
});
