// What holds for every command, also for those that come later: under --json one value on stdout and nothing else there, an
// exit code that is one of ours, no colour on a pipe, and never an error that nobody thought of.

import { describe, expect, it } from "vitest";
import { makeWarmWorld as makeWorld } from "../kit.ts";
import { COMMANDS } from "../../src/cli/index.ts";

/** They need your approval, a host or a client; their own tests speak to them. */
const CONVERSE = new Set(["chat", "serve", "demo", "mcp", "hook"]);
const names = COMMANDS.filter(({ name }) => !CONVERSE.has(name)).map(({ name }) => name);

describe("a stranger's argument", () => {
  it.each(names)("%s", (name) => {
    const world = makeWorld();
    world.write("project/AGENTS.md", "- Never push to main.\n");
    const ran = world.run(["--json", ...name.split(" "), "no such thing \u202e文档"], { env: { EDITOR: "true" } });
    expect([0, 1, 2, 3, 4], ran.err).toContain(ran.code);
    expect(ran.out + ran.err).not.toContain("INTERNAL");
    expect(ran.out + ran.err).not.toContain("\u001b[");
    // A filter answers lines, and was given none.
    if (!(ran.code === 0 && ran.out === "" && FILTERS.has(name))) expect(() => ran.json(), ran.out).not.toThrow();
  });
});

const FILTERS = new Set(["memory scan", "redact", "path check"]);

describe("trash put", () => {
  it("refuses in rm's words what rm refuses", () => {
    const world = makeWorld();
    for (const [operand, words] of [
      ["", "cannot remove '': No such file or directory"],
      ["x".repeat(300), "File name too long"],
      ["nosuch", "No such file or directory"],
      [".", "refusing to remove"],
    ] as const) {
      const ran = world.run(["trash", "put", operand]);
      expect(ran.err).toContain(words);
      expect(ran.code).toBe(1);
    }
    expect(world.run(["trash", "put", "-f", ""]).code).toBe(0);
  });
});
