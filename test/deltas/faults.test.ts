// The faults that last-word shipped, each as a test (requirements.md, top).

import { describe, expect, it } from "vitest";
import type { Receipt } from "codicil";
import { bringHome, makeWarmWorld as makeWorld, plan, USER } from "../kit.ts";

describe("faults that the original shipped", () => {
  it("LW-71 LW-72 no lock: concurrent entries of many processes are all kept", async () => {
    const world = makeWorld();
    world.write("home/USER.md", USER);
    const sessions = Array.from({ length: 8 }, (_, index) => `s${index}`);
    await Promise.all(
      sessions.map(async (session) => {
        await world.runAsync([
          "plan",
          "--path",
          "USER.md",
          "--heading",
          "Research Interests",
          "--op",
          "append",
          "--content",
          `- ${session}`,
          "--session",
          session,
        ]);
        await world.runAsync(["flush", "--session", session]);
        await world.runAsync(["apply"]);
      }),
    );
    world.run(["apply"]);
    for (const session of sessions) expect(world.read("home/USER.md").match(new RegExp(`^- ${session}$`, "gm"))).toHaveLength(1);
  });

  it("a corrupt pending file is never overwritten: it stays, is reported with its line, and new entries go beside it", () => {
    const world = makeWorld();
    const corrupt = 'version: "1.0.0"\nsource: me\nentries:\n  - key: {path: USER.md, heading: "A\n';
    world.write("home/last-word/USER.md.yaml", corrupt);
    plan(world, { path: "USER.md", heading: "B", content: "kept", session: "s1" });
    const { applied } = bringHome(world);
    expect(applied.map((receipt) => receipt.status)).toEqual(["applied"]);
    expect(world.read("home/USER.md")).toContain("kept");
    expect(world.read("home/last-word/USER.md.yaml")).toBe(corrupt);
    const again = world.run(["apply"]);
    expect(again.code).toBe(3);
    expect(again.err).toMatch(/BAD_YAML .*USER\.md\.yaml:\d+/);
    expect(world.run(["status"]).out).toContain("damaged");
  });

  it("level: null works: it finds the one section whatever its level", () => {
    const world = makeWorld();
    world.write("home/USER.md", "# T\n\n#### Deep\n\nold\n");
    world.write(
      "home/last-word/USER.md.yaml",
      'version: "1.0.0"\nsource: me\nentries:\n  - key: {path: USER.md, heading: Deep, level: null}\n    operation: update\n    content: new\n',
    );
    world.run(["apply"]);
    expect(world.read("home/USER.md")).toBe("# T\n\n#### Deep\n\nnew\n");
  });

  it("the heading scan knows code fences: a # in a fence is no heading", () => {
    const world = makeWorld();
    const text = "## Setup\n\n```sh\n# Identity\necho hi\n```\n\n## Identity\n\nAda\n";
    world.write("home/USER.md", text);
    plan(world, { path: "USER.md", heading: "Identity", content: "Grace", session: "s1" });
    bringHome(world);
    expect(world.read("home/USER.md")).toBe(text.replace("Ada", "Grace"));
  });

  it("one invalid group stages itself and nothing else", () => {
    const world = makeWorld();
    for (const content of ["a", "b"]) plan(world, { path: "MEMORY.md", heading: "Twice", content, session: "s1" });
    plan(world, { path: "USER.md", heading: "Once", content: "c", session: "s1" });
    const { flushed } = bringHome(world);
    expect(flushed.filter((receipt) => receipt.status === "staged").map((receipt) => receipt.document)).toEqual(["MEMORY.md", "MEMORY.md"]);
    expect(world.read("home/USER.md")).toContain("c");
  });

  it("the same document under two spellings is one target: a repeat across spellings is found", () => {
    const world = makeWorld();
    plan(world, { path: "USER.md", heading: "Projects", content: "a", session: "s1" });
    plan(world, { path: "~/.config/agents/USER.md", heading: "Projects", content: "b", session: "s1" });
    expect(
      world
        .run(["flush", "--session", "s1", "--json"])
        .json<Receipt[]>()
        .map((receipt) => receipt.status),
    ).toEqual(["staged", "staged"]);
  });

  it("the command line is there: last-word status, apply, resolve and validate all answer", () => {
    const world = makeWorld();
    for (const word of ["status", "apply", "resolve", "validate"]) expect(world.run(["last-word", word, "--help"]).code).toBe(0);
  });

  it("a session that died before its stop loses nothing: the journal is flushed later", () => {
    const world = makeWorld();
    plan(world, { path: "USER.md", heading: "Kept", content: "from a dead session", session: "dead" });
    expect(world.run(["status"]).out).toContain("dead (1)");
    world.run(["flush"]);
    world.run(["apply"]);
    expect(world.read("home/USER.md")).toContain("from a dead session");
  });
});
