import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countChars } from "../../src/base/index.ts";
import { readOutline, TRUNCATED, trimToBudget } from "../../src/markdown/index.ts";
import { document } from "./fragments.ts";

const NOTICE = `\n\n${TRUNCATED}\n`;
const DOC = "# Memory\n\n## First\n\naaaaaaaaaa\naaaaaaaaaa\n\n## Second\n\nbbbbbbbbbb\nbbbbbbbbbb\n\n## Third\n\ncccccccccc\n";

describe("the rendered view within a budget", () => {
  it("AK-26 a section that is one long paragraph is cut between words, or behind a Chinese comma, and not left out", () => {
    const english = `## Who\n\n${"Ada writes compilers and drinks tea. ".repeat(40)}\n`;
    const { text, cut } = trimToBudget(english, 300);
    expect(countChars(text)).toBeGreaterThan(250);
    expect(english.startsWith(text.slice(0, -NOTICE.length))).toBe(true);
    expect(text).toMatch(/(?:compilers|and|drinks|writes|Ada|tea\.)\n\n\[TRUNCATED\]\n$/);
    expect(cut).toBe(countChars(english) - countChars(text.slice(0, -NOTICE.length)));
    expect(trimToBudget(`## Who\n\n${"她写编译器，喝绿茶。".repeat(40)}\n`, 100).text).toMatch(/[，。]\n\n\[TRUNCATED\]\n$/);
    // Where whole lines fill half of the room, a line stays whole.
    const lines = `## Who\n\n${"- a line of the list\n".repeat(6)}- ${"long ".repeat(60)}\n`;
    expect(trimToBudget(lines, 200).text).toMatch(/list\n\n\[TRUNCATED\]\n$/);
  });

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

  it("what is far behind the budget decides nothing: the view ends where a section of the whole document ends", () => {
    let [bySections, long] = [0, 0];
    fc.assert(
      fc.property(fc.array(document, { minLength: 1, maxLength: 6 }), fc.integer({ min: 20, max: 90 }), (parts, chars) => {
        const text = parts.join("\n\n");
        const view = trimToBudget(text, chars);
        const notice = /[\r\n]{2,4}\[TRUNCATED\][\r\n]{1,2}$/.exec(view.text);
        // Markers are borders too, which an outline shows otherwise.
        if (notice === null || text.includes("_BLOCK_")) return;
        const room = chars - countChars(notice[0]);
        const borders = [0, ...readOutline(text).sections.map(({ start }) => start)];
        const last = Math.max(...borders.filter((border) => countChars(text.slice(0, border).trimEnd()) <= room));
        if (countChars(text.slice(0, last)) * 2 < room) return;
        bySections++;
        if (text.length > 2 * chars) long++;
        expect(view.text).toBe(text.slice(0, last).trimEnd() + notice[0]);
      }),
      { numRuns: 3000, examples: [[["# A\n\n### C\r\n\nlong enough to be half of it\n\na\r\nU\n---\n", ""], 57]] },
    );
    expect(Math.min(bySections, long)).toBeGreaterThan(100);
  });
});
