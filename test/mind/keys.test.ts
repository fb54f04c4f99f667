// The key by which receipts and citations name a document, given back to every command that takes one.

import { describe, expect, it } from "vitest";
import { makeWarmWorld as makeWorld } from "../kit.ts";

const day = () => new Date().toISOString().slice(0, 10);

describe("a document's key, where the home is not ~/.config/agents", () => {
  it("is taken by every command as receipts and recall spell it, and as a shell hands it on", { timeout: 120_000 }, () => {
    const world = makeWorld();
    const added = world
      .run(["memory", "add", "--file", "daily", "--section", "Log", "--content", "- the kettle is blue", "--json"])
      .json<{ document: string }>();
    const [hit] = world.run(["recall", "kettle", "--json"]).json<{ document: string }[]>();
    expect(hit?.document).toBe(added.document);
    const expanded = added.document.replace("~", `${world.root}/person`);
    expect([added.document, expanded]).toEqual([
      `~/.config/agents/daily/${day()}.md`,
      `${world.root}/person/.config/agents/daily/${day()}.md`,
    ]);
    for (const key of [added.document, expanded, `${world.home}/daily/${day()}.md`]) {
      for (const args of [
        ["show", key],
        ["blame", key],
      ])
        expect([args, world.run(args).out.includes("kettle")]).toEqual([args, true]);
      expect(world.run(["log", key, "--json"]).json<unknown[]>()).toHaveLength(1);
      expect(world.run(["edit", key], { env: { EDITOR: "true" } }).code).not.toBe(3);
      expect(world.run(["audience", key]).out).toContain("Log");
      expect(world.run(["plan", "--path", key, "--heading", "X", "--op", "no-op", "--json"]).json()).toMatchObject({
        document: added.document,
      });
      expect(world.run(["where", key]).code).toBe(0);
      expect(world.run(["path", "check", "--jsonl"], { input: JSON.stringify({ id: 1, kind: "delta-key", input: key }) }).out).toContain(
        '"accept"',
      );
    }
  });

  it("means that other folder, and not the mind's, where ~/.config/agents is there", () => {
    const world = makeWorld();
    world.write("home/daily/2026-06-08.md", "## Log\n\n- mine\n");
    const other = world.write("person/.config/agents/daily/2026-06-08.md", "## Log\n\n- another mind's\n");
    expect(world.run(["show", other, "--json"]).json()).toMatchObject({ error: { code: "BAD_PATH" } });
    expect(world.run(["show", "~/.config/agents/daily/2026-06-08.md"]).out).toContain("- mine");
  });
});
