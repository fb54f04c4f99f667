// Bringing two texts together: whatever both sides did, no line that somebody wrote is lost, and no marker appears.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeTexts, withoutRepeats } from "../../src/deltas/index.ts";

const BASE = ["# Title", "intro", "## A", "a1", "a2", "", "## B", "b1", "b2", "b3", "", "## C", "c1"];

type Edit = { readonly at: number; readonly kind: "add" | "change" | "drop" };

/** Every line that an edit writes is one of a kind, so that it can be looked for. A changed heading stays a heading. */
function edited(edits: readonly Edit[], who: string): { text: string; written: string[] } {
  const lines: (string | null)[][] = BASE.map((line) => [line]);
  const written: string[] = [];
  for (const [index, { at, kind }] of edits.entries()) {
    const slot = lines[at % BASE.length] as (string | null)[];
    const heading = /^#+ /.exec(BASE[at % BASE.length] ?? "")?.[0] ?? "";
    const fresh = `${kind === "change" ? heading : ""}${who} ${index}`;
    if (kind === "drop") slot[0] = null;
    else if (kind === "change") slot[0] = fresh;
    else slot.push(fresh);
    if (slot.includes(fresh)) written.push(fresh);
  }
  const text = `${lines
    .flat()
    .filter((line) => line !== null)
    .join("\n")}\n`;
  return { text, written: written.filter((line) => text.includes(`${line}\n`)) };
}

const edits = fc.array(
  fc.record({ at: fc.nat(BASE.length - 1), kind: fc.constantFrom("add" as const, "change" as const, "drop" as const) }),
  { maxLength: 6 },
);
const base = `${BASE.join("\n")}\n`;

describe("merging two texts", () => {
  it("keeps every line that either side wrote, in the text or on a card", () => {
    fc.assert(
      fc.property(edits, edits, fc.boolean(), (one, two, hasBase) => {
        const [mine, theirs] = [edited(one, "mine"), edited(two, "theirs")];
        const { text, cards } = mergeTexts(hasBase ? base : null, mine.text, theirs.text);
        const everywhere = `${text}\n${cards.map((card) => `${"#".repeat(card.level)} ${card.heading}\n${card.mine}`).join("\n")}\n`;
        for (const line of mine.written) expect(everywhere).toContain(`${line}\n`);
        for (const line of theirs.written) expect(text).toContain(`${line}\n`);
        expect(text).not.toMatch(/^(?:<{7}|={7}|>{7})/m);
      }),
      { numRuns: 2000 },
    );
  });

  it("is the other's text where only the other changed, mine where only mine did; repeated, it has no line twice", () => {
    fc.assert(
      fc.property(edits, edits, (one, two) => {
        const [mine, theirs] = [edited(one, "mine").text, edited(two, "theirs").text];
        expect(mergeTexts(base, base, theirs)).toEqual({ text: theirs, cards: [] });
        expect(mergeTexts(base, mine, base)).toEqual({ text: mine, cards: [] });
        const once = mergeTexts(base, mine, theirs);
        // A sync that died behind its commit merges again: what somebody wrote may not be there twice.
        const again = mergeTexts(base, mine, once.text)
          .text.split("\n")
          .filter((line) => /^(?:#+ )?(?:mine|theirs) \d+$/.test(line));
        if (once.cards.length === 0) expect(again.length).toBe(new Set(again).size);
      }),
      { numRuns: 2000 },
    );
  });

  it("two sections of one name, both changed on both sides, are two cards", () => {
    const twins = (one: string, two: string) => `## Day\n\n${one}\n\n## Day\n\n${two}\n`;
    expect(mergeTexts(twins("a", "b"), twins("mine 1", "mine 2"), twins("theirs 1", "theirs 2")).cards.map(({ mine }) => mine)).toEqual([
      "mine 1",
      "mine 2",
    ]);
  });

  it("without a past in common, what only one has is taken over and what differs becomes a card", () => {
    const mine = "# Me\n\nEve.\n\n## Only mine\n\nm\n";
    const theirs = "# Me\n\nAda.\n\n## Only theirs\n\nt\n";
    const { text, cards } = mergeTexts(null, mine, theirs);
    expect(text).toContain("Ada.");
    expect(cards.map(({ mine: each }) => each).join()).toContain("Eve.");
    expect(mergeTexts(null, "# Me\n\na\n", "# Me\n\na\n\n## More\n\nb\n")).toEqual({ text: "# Me\n\na\n\n## More\n\nb\n", cards: [] });
  });

  it("negative control: a merge that takes one side is seen to lose lines", () => {
    const mine = edited([{ at: 3, kind: "change" }], "mine");
    expect(base).not.toContain(mine.written[0]);
  });
});

describe("after a loss, lines that several machines bring back", () => {
  it("stay once in their section", () => {
    const text = "# M\n\n## Work\n- a\n- b\n- a\n";
    expect(withoutRepeats(text, ["# M\n\n## Work\n- a\n- b\n", "# M\n\n## Work\n- a\n"])).toBe("# M\n\n## Work\n- a\n- b\n");
  });

  it("take nothing else with them: headings, code, tables, items of other sections or with text of their own", () => {
    const mine = "# M\n\n## Work\n### Notes\n- same\n```sh\n- x\n```\n| a |\n|---|\n- item\n  mine\n";
    const theirs = "# M\n\n## Home\n### Notes\n- same\n```sh\n- x\n```\n| a |\n|---|\n- item\n  theirs\n";
    const both = `${mine}\n${theirs.slice("# M\n\n".length)}`;
    expect(withoutRepeats(both, [mine, theirs])).toBe(both);
  });
});
