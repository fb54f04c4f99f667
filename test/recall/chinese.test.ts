// Chinese as good as English: paragraphs are found by questions in other words, and two characters always find something.

import { describe, expect, it } from "vitest";
import { createSearcher, type Searcher, shelfOf, sourcesOf } from "../../src/recall/index.ts";
import { chineseSet, longestShared, seeded } from "./chineseSet.ts";

const { paragraphs, questions } = chineseSet();
const searcher = createSearcher(shelfOf(sourcesOf(paragraphs)));
const today = "2026-11-15";

function within5(search: Searcher["search"]): number {
  return (
    questions.filter(({ query, gold }) => search(query, { limit: 5, today }).some(({ unit }) => unit.id === gold)).length / questions.length
  );
}

describe("a Chinese paragraph-finding set", () => {
  it("is what it says: 1,000 paragraphs of real size, 500 questions that share no long phrase with theirs", () => {
    expect(paragraphs.length).toBeGreaterThanOrEqual(1000);
    expect(questions.length).toBeGreaterThanOrEqual(500);
    expect(Math.min(...paragraphs.map(({ text }) => text.length))).toBeGreaterThan(100);
    const textOf = new Map(paragraphs.map(({ id, text }) => [id, text]));
    expect(Math.max(...questions.map(({ query, gold }) => longestShared(query, textOf.get(gold) ?? "")))).toBeLessThanOrEqual(4);
  });

  it("OR-23 at least 97 % of the paragraphs are among the first five hits", () => {
    expect(within5(searcher.search)).toBeGreaterThanOrEqual(0.97);
  });

  it("a searcher that reads words as spaces divide them fails the same measure", () => {
    const whole = (query: string) => paragraphs.filter(({ text }) => text.split(/\s+/).includes(query)).slice(0, 5);
    expect(
      within5((query) => whole(query).map(({ id, text }) => ({ document: id, unit: { id, text }, score: 1, snippet: "", why: "" }))),
    ).toBeLessThan(0.05);
  });

  it("no two characters that are side by side anywhere are without a hit", () => {
    const draw = seeded(3);
    for (let round = 0; round < 1000; round++) {
      const { text } = paragraphs[Math.floor(draw() * paragraphs.length)] as { text: string };
      const at = Math.floor(draw() * (text.length - 2));
      const pair = text.slice(at, at + 2);
      if (!/^\p{Script=Han}{2}$/u.test(pair)) continue;
      const [hit] = searcher.search(pair, { limit: 1, today });
      expect(hit?.unit.text, pair).toContain(pair);
    }
  });
});
