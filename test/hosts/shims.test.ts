import { describe, expect, it } from "vitest";
import { makeWarmWorld as makeWorld } from "../kit.ts";

describe("shims", () => {
  it("point to AGENTS.md, twice changes nothing, and go again", () => {
    const world = makeWorld();
    world.write("project/AGENTS.md", "- Be kind.\n");
    expect(world.run(["shims"]).code).toBe(2);
    expect(world.has("project/CLAUDE.md")).toBe(false);
    expect(world.run(["shims", "--yes"]).code).toBe(0);
    expect([world.read("project/CLAUDE.md"), world.read("project/GEMINI.md")]).toEqual(["@AGENTS.md\n", "@AGENTS.md\n"]);
    expect(world.run(["shims"]).out).toContain("there already");
    expect(world.run(["shims", "--remove", "--yes"]).code).toBe(0);
    expect(world.names("project")).toEqual(["AGENTS.md"]);
  });

  it("never touch what somebody wrote, nor a pointer that somebody added to", () => {
    const world = makeWorld();
    world.write("project/AGENTS.md", "- Be kind.\n");
    world.write("project/CLAUDE.md", "my own words\n");
    world.write("project/GEMINI.md", "@AGENTS.md\nand more\n");
    for (const args of [
      ["shims", "--yes"],
      ["shims", "--remove", "--yes"],
    ])
      expect(world.run(args).out).toContain("Codicil did not write it");
    expect([world.read("project/CLAUDE.md"), world.read("project/GEMINI.md")]).toEqual(["my own words\n", "@AGENTS.md\nand more\n"]);
  });

  it("without an AGENTS.md there is nothing to point to", () => {
    const ran = makeWorld().run(["shims", "--yes"]);
    expect([ran.code, ran.err]).toEqual([0, expect.stringContaining("no AGENTS.md")]);
  });
});
