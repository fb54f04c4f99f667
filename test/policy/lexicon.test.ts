// A language's table: which phrases its templates stand for, and which of them wins.

import { describe, expect, it } from "vitest";
import { type Language, wordsOfTable } from "../../src/policy/lexicon/language.ts";
import { treeOf } from "../../src/policy/lexicon/tree.ts";

const TABLE: Language = {
  name: "small",
  verbLast: false,
  inflect: (word) => [
    [word, "base"],
    [`${word}ing`, "ing"],
  ],
  words: {
    never: "do not [ever], never",
    noun: { pr: "(a|the) [new] (pr|pull request) [only]", file: "[auto-]generated (file|files), pr file", code: "não código" },
    act: { test: "test" },
    filler: "the pr, test, generated file",
  },
};
const OTHER: Language = { name: "other", verbLast: false, words: { permit: "never, always" } };

function senseOf(phrase: string, languages: readonly Language[] = [TABLE]): string | null {
  let tree = treeOf(languages) as ReturnType<typeof treeOf> | undefined;
  for (const word of phrase.split(" ")) tree = tree?.next.get(word);
  return tree?.sense == null ? null : [tree.sense.cls, tree.sense.val, tree.sense.form].join(" ");
}

describe("tables of words", () => {
  it.each([
    ["do not", "never  base"],
    ["do not ever", "never  base"],
    ["a pr", "noun pr base"],
    ["the new pull request only", "noun pr base"],
    ["auto-generated files", "noun file base"],
    ["não código", "noun code base"],
    ["nao codigo", "noun code base"],
    ["testing", "act test ing"],
    ["pr file", "noun file base"],
  ])("%s is %s", (phrase, sense) => {
    expect(senseOf(phrase)).toBe(sense);
  });

  it.each(["do", "the new", "the pull", "a pr new", "only", "auto- generated file", "files", "não codigo código", "tested"])(
    "%s is no phrase",
    (phrase) => {
      expect(senseOf(phrase)).toBeNull();
    },
  );

  it("of two that have the same phrase the first one wins: things before acts, one language before the other", () => {
    expect(["the pr", "test", "generated file"].map((phrase) => senseOf(phrase))).toEqual([
      "noun pr base",
      "act test base",
      "noun file base",
    ]);
    expect(senseOf("never", [TABLE, OTHER])).toBe("never  base");
    expect(senseOf("never", [OTHER, TABLE])).toBe("permit  base");
    expect(senseOf("always", [TABLE, OTHER])).toBe("permit  base");
  });

  it("its words are those of all its phrases, with and without accents", () => {
    const words = wordsOfTable(TABLE);
    for (const word of ["ever", "pull", "only", "auto-generated", "nao", "código", "testing"]) expect(words).toContain(word);
    expect(words.has("auto-")).toBe(false);
  });
});
