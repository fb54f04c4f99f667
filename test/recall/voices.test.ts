// In a talk with an assistant: who stated a thing comes before who talked about it, unless the assistant's words are asked for.

import { describe, expect, it } from "vitest";
import { createSearcher, findUnits, shelfOf, sourcesOf } from "../../src/recall/index.ts";

const TALK = [
  ["user", "I run a small bakery in Porto and my oven is a Miwe Aero."],
  ["assistant", "Which oven a bakery in Porto needs: an oven, a bakery, Porto."],
  ["user", "The rye loaves crack on top. Which flour would be better for rye loaves?"],
  ["assistant", "For rye loaves take a stone-milled flour from Trás-os-Montes, and let the rye loaves rest for an hour."],
  ["user", "周末我在河边慢跑了十二公里。"],
  ["assistant", "周末在河边慢跑十二公里很好。慢跑之后记得拉伸，河边慢跑的周末要多喝水。"],
  ["assistant", "关于放松，建议你试试深呼吸和泡脚。"],
  ["user", "谢谢，放松确实很重要，我以后每天都放松。"],
] as const;

function first(query: string, { names = ["user", "assistant"] }: { readonly names?: readonly string[] } = {}): string | undefined {
  const units = TALK.map(([speaker, text], at) => ({
    id: String(at),
    doc: "talk",
    speaker: speaker === "user" ? (names[0] as string) : (names[1] as string),
    text,
  }));
  return findUnits(createSearcher(shelfOf(sourcesOf(units))), query, { limit: 3, today: "2026-11-16" })[0];
}

describe("who said it", () => {
  it.each([
    ["which oven is in my bakery in Porto", "0"],
    ["周末我在哪里慢跑", "4"],
  ])("OR-23 %s: the person's own statement comes first", (query, id) => {
    expect(first(query)).toBe(id);
    expect(first(query, { names: ["you", "agent"] })).toBe(id);
  });

  it.each([
    ["which flour did you recommend for rye loaves", "3"],
    ["what was your advice on rye loaves", "3"],
    ["关于放松你给了我什么建议", "6"],
  ])("OR-23 %s: the assistant's words come first", (query, id) => expect(first(query)).toBe(id));

  it("negative control: between two people with names nobody is an assistant", () => {
    expect(first("which oven is in my bakery in Porto", { names: ["Ana", "Rui"] })).toBe("1");
  });

  it("OR-23 a whole question or sentence in quotes is one; other quoted words must be so", () => {
    expect(first('"I would love to hear about the oven in my bakery!"')).toBe("0");
    expect(first('"Which oven is in my bakery?"')).toBe("0");
    expect(first('"my oven is a Miwe"')).toBe("0");
    expect(first('"oven is in my bakery"')).toBeUndefined();
  });
});

const RECIPES = [
  "Saffron risotto needs warm stock all along.",
  "Stir it slowly.",
  "The saffron goes into the risotto with the last stock.",
  "Wash the lentils twice and soak them over night.",
  "Bread is best on the second day.",
  "A risotto of barley takes stock too.",
];

it("OR-23 a paragraph stands for itself; a turn borrows from those around it", () => {
  const order = (speaker?: string) => {
    const units = RECIPES.map((text, at) => ({ id: String(at), doc: "kitchen", text, ...(speaker === undefined ? {} : { speaker }) }));
    return findUnits(createSearcher(shelfOf(sourcesOf(units))), "stock for saffron risotto", { limit: 6, today: "2026-11-16" });
  };
  expect(order().indexOf("5")).toBeLessThan(order().indexOf("1"));
  expect(order("Ana").indexOf("1")).toBeLessThan(order("Ana").indexOf("5"));
});
