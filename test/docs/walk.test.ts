// The five documents as executed documentation: every step of npm run walk, in fresh minds, against the program that people run.
// The documents' own texts are not in the repository; their stories and code blocks are written anew.

import { describe, expect, it } from "vitest";
import { stories } from "../../scripts/walk/stories.ts";
import { type Story, uncovered } from "../../scripts/walk/story.ts";
import { walk } from "../../scripts/walk/walk.ts";

describe("the walk", () => {
  it.each(stories.map((story) => [story.id, story] as const))(
    "%s: what is seen is what the document promises",
    { timeout: 300_000 },
    async (_, story) => {
      const different = (await walk(story)).filter(({ isAsExpected }) => !isAsExpected);
      expect(different.map(({ step, seen }) => ({ promise: step.promise, expected: step.expected, seen }))).toEqual([]);
    },
  );

  it.each(stories.map((story) => [story.id, story] as const))("%s: every code block is run, or says why it cannot be", (_, story) => {
    expect(uncovered(story)).toEqual([]);
  });

  it("negative control: a wrong expectation, a step that throws and a forgotten block are seen", async () => {
    const story: Story = {
      id: "LW",
      title: "x",
      blocks: 3,
      notRun: [{ block: 2, because: "a drawing" }],
      steps: [
        { promise: "right", blocks: [1], does: () => [1], expected: [1] },
        { promise: "wrong", does: () => [1], expected: [2] },
        { promise: "throws", does: (walker) => walker.read("nothing.md"), expected: "text" },
      ],
    };
    expect((await walk(story)).map(({ isAsExpected }) => isAsExpected)).toEqual([true, false, false]);
    expect(uncovered(story)).toEqual(["block 3 is not run and has no reason"]);
  });
});
