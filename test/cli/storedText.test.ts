// Text that somebody else wrote is shown on a terminal, and not obeyed by it.

import { describe, expect, test } from "vitest";
import { hasTerminal, makeWorld, type World } from "../kit.ts";

const CLIPBOARD = "\u001b]52;c;cm0gLXJmIH4=\u0007";
const TURNED = "\u202egnp.exe";

function worldWith(): World {
  const world = makeWorld();
  world.write("home/USER.md", `# About me\n\n## Notes\n\nhello ${CLIPBOARD} and ${TURNED}\r\nmore\n`);
  return world;
}

describe("stored text on a terminal", () => {
  test.runIf(hasTerminal)("show spells control sequences and bidi controls out", () => {
    const { out } = worldWith().onTerminal(["show", "USER.md"]);
    expect(out).toContain("hello <U+001B>]52;c;cm0gLXJmIH4=<U+0007> and <U+202E>gnp.exe\nmore");
    expect(out).not.toContain(CLIPBOARD);
    expect(out).not.toContain("\u202e");
  });

  test.runIf(hasTerminal)("so does the prompt, and an error that repeats a name", () => {
    const world = worldWith();
    expect(world.onTerminal(["prompt"]).out).not.toMatch(/\u001b\]|\u202e/);
    expect(world.onTerminal(["show", `${TURNED}.md`]).out).not.toContain("\u202e");
  });

  test("a pipe gets the bytes as they are", () => {
    const world = worldWith();
    expect(world.run(["show", "USER.md"]).out).toBe(world.read("home/USER.md"));
  });
});
