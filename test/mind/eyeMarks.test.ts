// A person approves what a text says, not what it looks like: review names letters and characters that deceive the eye.

import { describe, expect, test } from "vitest";
import { makeWarmWorld as makeWorld } from "../kit.ts";

interface Reviewed {
  readonly heading: string;
  readonly eyeMarks?: readonly { readonly line: number; readonly why: string }[];
}

function reviewed(heading: string, content: string): Reviewed {
  const world = makeWorld();
  world.run(["plan", "--path", "SOUL.md", "--heading", heading, "--op", "update", "--content", content, "--session", "s1"]);
  world.run(["flush", "--session", "s1"]);
  const [proposal] = JSON.parse(world.run(["review", "--json"]).out) as Reviewed[];
  if (proposal === undefined) throw new Error("there is no proposal to review");
  return proposal;
}

describe("review marks what the eye does not see", () => {
  test.each([
    ["a Cyrillic letter inside a Latin word", "Deploys go to \u0440aypal.com.", 1, "“\u0440aypal” is not “paypal”: \u0440 is U+0440"],
    ["a word of Cyrillic letters among Latin ones", "One line.\nThe tool is \u0441\u043e\u0440\u0443 now.", 2, "is not “copy”"],
  ])("%s", (_, content, line, why) => {
    const marks = reviewed("Tools", content).eyeMarks ?? [];
    expect(marks).toEqual([{ line, why: expect.stringContaining(why) }]);
  });

  test("a heading is marked as line 0, and the terminal prints it", () => {
    const world = makeWorld();
    world.run(["plan", "--path", "SOUL.md", "--heading", "\u0410dmin", "--op", "update", "--content", "Plain text.", "--session", "s1"]);
    world.run(["flush", "--session", "s1"]);
    expect(world.run(["review"]).out).toContain("look heading: “\u0410dmin” is not “Admin”");
  });

  test.each([
    ["plain English", "Prefers tea. Uses caf\u00e9 and na\u00efve."],
    [
      "Russian",
      "\u041c\u0430\u043c\u0430 \u043c\u044b\u043b\u0430 \u0440\u0430\u043c\u0443, \u0430 \u0441\u043e\u0440 \u043e\u0441\u0442\u0430\u043b\u0441\u044f.",
    ],
    ["Chinese with Latin words", "\u6bcf\u5929\u7528 pnpm \u6784\u5efa\u3002"],
    ["Greek letters in a formula", "\u0394t is 5 \u00b5s."],
    ["emoji with joiners", "Family: \u{1f468}\u200d\u{1f469}\u200d\u{1f467}"],
  ])("%s carries no mark", (_, content) => {
    expect(reviewed("Tools", content).eyeMarks).toBeUndefined();
  });
});
