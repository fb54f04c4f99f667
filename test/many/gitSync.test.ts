// One mind on several machines with nothing but a Git remote between them.

import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Receipt } from "codicil";
import { makeWarmWorld as makeWorld, USER, type World } from "../kit.ts";
import { add, bareRepository, git, hashOf, makeCarried, synced } from "./gitRig.ts";

const same = { received: [], sent: [], conflicts: [], problems: [] };

describe("sync over a Git remote", () => {
  it("X26 three machines: what is applied on one is on the others, in one history", async () => {
    const { machines } = await makeCarried(3);
    const [a, b, c] = machines as [World, World, World];
    expect(b.read("home/USER.md")).toBe(USER);
    await add(a, "from a");
    await add(b, "from b", "s2");
    c.write("home/USER.md", USER.replace("Ada, engineer.", "Ada, engineer and gardener."));
    expect(await synced(a)).toEqual({ ...same, sent: ["USER.md"] });
    expect(await synced(b)).toEqual({ ...same, received: ["USER.md"], sent: ["USER.md"] });
    expect(await synced(c)).toEqual({ ...same, received: ["USER.md"], sent: ["USER.md"] });
    for (const machine of [a, b]) await synced(machine);
    expect(a.read("home/USER.md")).toBe(
      USER.replace("- compilers\n", "- compilers\n- from a\n- from b\n").replace("Ada, engineer.", "Ada, engineer and gardener."),
    );
    expect([hashOf(b), hashOf(c)]).toEqual([hashOf(a), hashOf(a)]);
    const history = a.run(["log", "USER.md", "--json"]).json<{ kind: string }[]>();
    expect(history.filter(({ kind }) => kind === "entry")).toHaveLength(2);
    expect(a.run(["sync"]).out).toBe("already in sync\n");
    // What came from elsewhere can be explained and undone here.
    const [entry] = c
      .run(["log", "USER.md", "--json"])
      .json<{ id: string; kind: string }[]>()
      .filter(({ kind }) => kind === "entry");
    expect(c.run(["undo", entry?.id ?? ""]).code).toBe(0);
    await synced(c);
    await synced(a);
    expect(a.read("home/USER.md")).not.toContain("from b");
    expect(a.read("home/USER.md")).toBe(c.read("home/USER.md"));
  });

  it("names the carrier once; config, hooks, skills, journals, sessions and project files stay the machine's own", async () => {
    const [a, b] = [makeWorld(), makeWorld()];
    const bare = bareRepository(a, "my remote.git");
    a.run(["init", "--yes"]);
    for (const machine of [a, b]) expect(machine.run(["sync", "--with", bare]).code).toBe(0);
    expect(a.read("home/last-word/config.yaml")).toContain(`\ncarrier: "${bare}"\n`);
    a.write("home/hooks/x/HOOK.md", "---\nname: x\n---\nrun something\n");
    a.write("home/skills/x/SKILL.md", "---\nname: x\n---\n");
    a.write("project/AGENTS.md", "# Rules\n");
    a.write(
      "home/last-word/by-hand.yaml",
      'version: "1.0.0"\nsource: me\nentries:\n  - key: { path: ./AGENTS.md, heading: Rules }\n    operation: update\n    content: mine\n',
    );
    a.run(["plan", "--path", "USER.md", "--heading", "Identity", "--op", "append", "--content", "x", "--session", "s9"]);
    await synced(a);
    await synced(b);
    const carried = git(bare, ["ls-tree", "-r", "--name-only", "codicil"]).split("\n");
    expect(
      carried.filter(
        (path) => !/^(?:documents\/(?:USER|SOUL|MEMORY)\.md|ledger\/(?:USER|SOUL|MEMORY)\.md-[0-9a-f]{12}\.jsonl|mind\.json|)$/.test(path),
      ),
    ).toEqual([]);
    expect([
      b.has("home/hooks/x/HOOK.md"),
      b.has("home/skills/x/SKILL.md"),
      b.has("home/last-word/by-hand.yaml"),
      b.has("state/journal/s9.jsonl"),
    ]).toEqual([false, false, false, false]);
    // The home is no repository, and none that is there is touched.
    expect(existsSync(join(a.home, ".git"))).toBe(false);
    expect(a.run(["sync", "--with", join(a.home, "nowhere.git")]).code).not.toBe(0);
    expect(a.run(["status"]).out).not.toContain("never synced");
    expect(a.run(["sync", "--with", "off"]).code).toBe(0);
    expect(a.read("home/last-word/config.yaml")).not.toContain("carrier");
    expect(a.run(["sync"]).code).toBe(3);
  });

  it("lines changed on both sides become two cards, on every machine: no marker, no lost line", async () => {
    const { machines } = await makeCarried(2);
    const [a, b] = machines as [World, World];
    a.write("home/USER.md", USER.replace("Ada, engineer.", "Ada, gardener."));
    b.write("home/USER.md", USER.replace("Ada, engineer.", "Ada, pilot."));
    expect(a.run(["sync"]).code).toBe(0);
    const second = b.run(["sync", "--json"]);
    expect(second.code).toBe(4);
    expect(second.json()).toMatchObject({ conflicts: ["USER.md"] });
    expect(b.read("home/USER.md")).toBe(USER.replace("Ada, engineer.", "Ada, gardener."));
    await synced(a);
    const [card] = a.run(["status", "--json"]).json<{ staged: { file: string; code: string; document: string }[] }>().staged;
    expect(card).toMatchObject({ code: "CONFLICT", document: "USER.md" });
    expect(a.read(`home/last-word/staging/${card?.file ?? ""}`)).toContain("Ada, pilot.");
    expect(a.run(["resolve", card?.file ?? "", "--take", "entry"]).code).toBe(0);
    await synced(a);
    await synced(b);
    expect(b.read("home/USER.md")).toBe(USER.replace("Ada, engineer.", "Ada, pilot."));
    for (const machine of [a, b]) expect(machine.run(["status", "--json"]).json<{ staged: unknown[] }>().staged).toEqual([]);
    expect(hashOf(b)).toBe(hashOf(a));
  });

  it("a document that two machines began on the same day has both machines' lines, once each", async () => {
    const { machines } = await makeCarried(2);
    for (const [index, machine] of (machines as [World, World]).entries()) {
      for (const name of ["one", "two"]) {
        machine.run([
          "plan",
          "--path",
          "~/.config/agents/daily/2026-11-15.md",
          "--heading",
          "Work",
          "--op",
          "append",
          "--content",
          `- ${name} of ${index}`,
          "--session",
          `s${index}`,
        ]);
      }
      machine.run(["flush", "--session", `s${index}`]);
      machine.run(["apply"]);
    }
    const [a, b] = machines as [World, World];
    await synced(a);
    expect(await synced(b)).toMatchObject({ conflicts: [], problems: [] });
    await synced(a);
    const text = a.read("home/daily/2026-11-15.md");
    expect(text.match(/^## Work$/gm)).toHaveLength(1);
    for (const line of ["- one of 0", "- two of 0", "- one of 1", "- two of 1"])
      expect(text.split("\n").filter((each) => each === line)).toHaveLength(1);
    expect(b.read("home/daily/2026-11-15.md")).toBe(text);
  });

  it("a document made, and one removed, by hand on one machine are made and removed on the others; a change wins over a removal", async () => {
    const { machines } = await makeCarried(2);
    const [a, b] = machines as [World, World];
    a.write("home/notes/garden.md", "# Garden\n\nRoses.\n");
    a.write("home/notes/lake.md", "# Lake\n\nDeep.\n");
    await synced(a);
    await synced(b);
    expect(b.read("home/notes/garden.md")).toBe("# Garden\n\nRoses.\n");
    rmSync(join(b.home, "notes/garden.md"));
    rmSync(join(b.home, "notes/lake.md"));
    a.write("home/notes/lake.md", "# Lake\n\nDeep and cold.\n");
    expect((await synced(b)).problems).toEqual([]);
    expect((await synced(a)).problems).toEqual([]);
    expect(existsSync(join(a.home, "notes/garden.md"))).toBe(false);
    await synced(b);
    expect([a.read("home/notes/lake.md"), b.read("home/notes/lake.md")]).toEqual([
      "# Lake\n\nDeep and cold.\n",
      "# Lake\n\nDeep and cold.\n",
    ]);
  });

  it("first join: what only one machine has goes to the others, what differs becomes a card", async () => {
    const [a, b] = [makeWorld(), makeWorld()];
    const bare = bareRepository(a);
    for (const machine of [a, b]) machine.run(["init", "--yes"]);
    a.write("home/USER.md", USER);
    b.write("home/USER.md", USER.replace("Ada, engineer.", "Ada, pilot."));
    b.write("home/notes/lake.md", "# Lake\n");
    await add(b, "before the join");
    expect(a.run(["sync", "--with", bare]).code).toBe(0);
    expect(b.run(["sync", "--with", bare]).code).toBe(4);
    await synced(a);
    expect(a.read("home/notes/lake.md")).toBe("# Lake\n");
    expect(a.read("home/USER.md")).toContain("Ada, engineer.");
    expect(a.read("home/USER.md")).toContain("- before the join\n");
    const staged = a.run(["status", "--json"]).json<{ staged: { file: string }[] }>().staged;
    expect(staged.map(({ file }) => a.read(`home/last-word/staging/${file}`)).join()).toContain("Ada, pilot.");
    expect(hashOf(b)).toBe(hashOf(a));
  });

  it("a proposal of one machine's agent waits on every machine, is never taken for the person's own, and one word is enough", async () => {
    const { machines } = await makeCarried(2);
    const [a, b] = machines as [World, World];
    a.run(["plan", "--path", "SOUL.md", "--heading", "Values", "--op", "update", "--content", "Patience.", "--session", "s1"]);
    a.run(["flush", "--session", "s1"]);
    await synced(a);
    await synced(b);
    expect(
      b
        .run(["apply", "--json"])
        .json<Receipt[]>()
        .map(({ status }) => status),
    ).toEqual(["proposed"]);
    expect(b.run(["sync"]).out).toBe("already in sync\n");
    const [proposal] = b.run(["review", "--json"]).json<{ id: string }[]>();
    expect(b.onTerminal(["accept", proposal?.id ?? ""]).code).toBe(0);
    expect(b.read("home/SOUL.md")).toContain("Patience.");
    await synced(b);
    await synced(a);
    expect(a.read("home/SOUL.md")).toBe(b.read("home/SOUL.md"));
    for (const machine of [a, b]) expect(machine.run(["review", "--json"]).json()).toEqual([]);
    expect(a.run(["apply", "--json"]).json()).toEqual([]);
    expect(hashOf(a)).toBe(hashOf(b));
  });

  it("P3 an entry that waited on two machines and was applied on both is there once", async () => {
    const { machines } = await makeCarried(2);
    const [a, b] = machines as [World, World];
    a.run(["plan", "--path", "USER.md", "--heading", "Research Interests", "--op", "append", "--content", "- twice?", "--session", "s1"]);
    a.run(["flush", "--session", "s1"]);
    await synced(a);
    await synced(b);
    await add(b, "first b", "s2");
    expect(b.read("home/USER.md")).toContain("- twice?");
    await add(a, "then a", "s3");
    expect(a.read("home/USER.md")).toContain("- twice?");
    for (const machine of [a, b, a]) expect(await synced(machine)).toMatchObject({ conflicts: [], problems: [] });
    for (const line of ["- twice?", "- first b", "- then a"])
      expect(
        a
          .read("home/USER.md")
          .split("\n")
          .filter((each) => each === line),
      ).toHaveLength(1);
    expect(hashOf(b)).toBe(hashOf(a));
  });
});
