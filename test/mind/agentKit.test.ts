// AgentKit's folder and its names: found, offered, copied, read in place; and MemoryTool in the façade.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asOwner, MemoryStore, MemoryTool } from "codicil";
import { importMemory } from "codicil/transfer";
import { afterEach, describe, expect, it } from "vitest";
import { ENTER, typeAtTerminal } from "../typing.ts";
import { hasTerminal, makeWarmWorld as makeWorld, type World } from "../kit.ts";

const FILES: Readonly<Record<string, string>> = {
  "SOUL.md": "## 身份\n\n我是小王。\n",
  "memories/USER.md": "## Name\n\nAda\n",
  "memories/MEMORY.md": "## Notes\n\n- the staging box is called hazel\n",
  "memories/daily/2026-06-07.md": "## Log\n\n- one\n",
  "memories/daily/2026-06-08.md": "## Log\n\n- two\n",
  "agentkit.yaml": "llm:\n  model: some-model\nskills: []\n",
};

function withAgentKit(folder = "person/.agentkit"): World {
  const world = makeWorld();
  for (const [path, text] of Object.entries(FILES)) world.write(`${folder}/${path}`, text);
  return world;
}

interface Imported {
  readonly copied: readonly { readonly from: string; readonly document: string }[];
  readonly receipts: readonly { readonly status: string; readonly heading: string }[];
  readonly left: readonly { readonly file: string; readonly why: string }[];
}

const untouched = (world: World) => Object.entries(FILES).map(([path, text]) => world.read(`person/.agentkit/${path}`) === text);

describe("AK-06 AK-19 X7 ~/.agentkit", () => {
  it("is found and offered by init, and nothing of it is taken without a word", () => {
    const world = withAgentKit();
    const ran = world.run(["init", "--yes"]);
    expect(ran.err).toContain(`AgentKit's memory is in ${world.root}/person/.agentkit`);
    expect(ran.err).toContain("codicil import agentkit");
    expect(world.read("home/MEMORY.md")).not.toContain("hazel");
    const { found } = world.run(["init", "--json"]).json<{ found: { folder: string; files: string[] } }>();
    expect(found).toEqual({
      id: "agentkit",
      folder: `${world.root}/person/.agentkit`,
      files: [
        "SOUL.md",
        "memories/USER.md",
        "memories/MEMORY.md",
        "agentkit.yaml",
        "memories/daily/2026-06-07.md",
        "memories/daily/2026-06-08.md",
      ],
    });
    // Negative control.
    expect(makeWorld().run(["init", "--json"]).json()).not.toHaveProperty("found");
  });

  it.skipIf(!hasTerminal)(
    "is copied at init where the person says yes, and then nobody is asked for a character; not where they say no",
    async () => {
      const world = withAgentKit();
      const { screen } = await typeAtTerminal(world, ["init"], [{ waitFor: "Copy it", type: ENTER }]);
      expect(screen).not.toContain("What is your agent called?");
      expect(world.read("home/SOUL.md")).toBe(FILES["SOUL.md"]);
      expect(world.read("home/USER.md")).toBe(FILES["memories/USER.md"]);
      const other = withAgentKit();
      await typeAtTerminal(
        other,
        ["init"],
        [
          { waitFor: "Copy it", type: "n" },
          { waitFor: "called?", type: `Ada${ENTER}` },
          { waitFor: "like?", type: ENTER },
          { waitFor: "speak?", type: ENTER },
        ],
      );
      expect(other.read("home/SOUL.md")).toContain("I am Ada, an AI assistant.");
    },
  );

  it("import copies every layer over what init wrote, byte for byte, and leaves the originals as they are", () => {
    const world = withAgentKit();
    world.run(["init", "--yes"]);
    const imported = world.run(["import", "agentkit", "--json"]).json<Imported>();
    expect(imported.copied.map(({ document }) => document)).toEqual([
      "SOUL.md",
      "MEMORY.md",
      "USER.md",
      "~/.config/agents/daily/2026-06-07.md",
      "~/.config/agents/daily/2026-06-08.md",
    ]);
    expect(imported.receipts).toEqual([]);
    expect(imported.left).toEqual([
      { file: `${world.root}/person/.agentkit/agentkit.yaml`, why: expect.stringContaining("(llm, skills) are not taken over") as string },
    ]);
    for (const [from, to] of [
      ["SOUL.md", "SOUL.md"],
      ["memories/USER.md", "USER.md"],
      ["memories/MEMORY.md", "MEMORY.md"],
      ["memories/daily/2026-06-08.md", "daily/2026-06-08.md"],
    ] as const)
      expect(world.read(`home/${to}`)).toBe(FILES[from]);
    expect(untouched(world)).not.toContain(false);
    expect(world.run(["log", "SOUL.md"]).out).toContain("copied from");
    expect(world.run(["import", "agentkit", "--json"]).json<Imported>()).toMatchObject({ copied: [], receipts: [] });
  });

  it("import never overwrites: where this mind has something of its own, notes are proposed and a day's log stays", () => {
    const world = withAgentKit();
    world.write("home/MEMORY.md", "## Mine\n\n- kept\n");
    world.write("home/daily/2026-06-08.md", "mine\n");
    const imported = world.run(["import", "agentkit", "--json"]).json<Imported>();
    expect(imported.copied.map(({ document }) => document)).toEqual(["SOUL.md", "USER.md", "~/.config/agents/daily/2026-06-07.md"]);
    expect(imported.receipts).toMatchObject([{ status: "proposed", heading: "Notes" }]);
    expect(imported.left.map(({ why }) => why)).toContain("~/.config/agents/daily/2026-06-08.md is there already");
    expect([world.read("home/MEMORY.md"), world.read("home/daily/2026-06-08.md")]).toEqual(["## Mine\n\n- kept\n", "mine\n"]);
    expect(untouched(world)).not.toContain(false);
  });

  it("without a person's approval a program gets proposals and no copies", async () => {
    const world = withAgentKit();
    const mind = await world.open();
    const proposed = await importMemory(mind, "agentkit");
    expect([proposed.copied, proposed.receipts.every(({ status }) => status === "proposed"), proposed.receipts.length > 0]).toEqual([
      [],
      true,
      true,
    ]);
    expect(world.has("home/SOUL.md")).toBe(false);
    expect((await importMemory(mind, "agentkit", { person: asOwner() })).copied.length).toBe(5);
  });

  it("as the home itself it is recognised by what is in it: memories/ are read and written, and import is refused", () => {
    const world = withAgentKit();
    const env = { CODICIL_HOME: `${world.root}/person/.agentkit` };
    const prompt = world.run(["prompt"], { env }).out;
    expect(prompt).toContain("Ada");
    expect(prompt).toContain("hazel");
    expect(world.run(["memory", "add", "--section", "Notes", "--content", "- more"], { env }).code).toBe(0);
    expect(world.read("person/.agentkit/memories/MEMORY.md")).toContain("- more");
    expect(world.has("person/.agentkit/MEMORY.md")).toBe(false);
    expect(world.run(["import", "agentkit", "--json"], { env }).json()).toMatchObject({ error: { code: "BAD_INPUT" } });
    expect(world.run(["init", "--json"], { env }).json()).not.toHaveProperty("found");
    expect(world.read("person/.agentkit/last-word/config.yaml")).toContain("profile: agentkit");
  });

  it("a config.yaml that names another profile is believed, and the difference is told", () => {
    const world = withAgentKit("home");
    world.write("home/last-word/config.yaml", "profile: agents\n");
    expect(world.run(["prompt"]).out).not.toContain("hazel");
    expect(world.run(["status"]).err).toContain("layout of agentkit");
    world.write("home/last-word/config.yaml", "guard_mode: block\n");
    expect(world.run(["prompt"]).out).toContain("hazel");
    expect(world.run(["status"]).err).not.toContain("layout of");
  });

  it("x-agent's home is recognised by its folder of days beside SPIRIT.md", () => {
    const world = makeWorld();
    world.write("home/SPIRIT.md", "## 身份\n\n你叫小忆\n");
    world.write("home/memory/2026-06-08.md", "## Log\n\n- two\n");
    world.run(["memory", "add", "--file", "daily", "--section", "Log", "--content", "- three"]);
    expect(world.names("home/memory").length).toBe(2);
    expect(world.has("home/daily")).toBe(false);
  });
});

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe("MemoryTool", () => {
  function newTool() {
    const folder = mkdtempSync(join(tmpdir(), "codicil-tool-"));
    folders.push(folder);
    const store = new MemoryStore("~/.agentkit", { state: join(folder, "state"), cwd: folder, env: { HOME: folder } });
    return { folder, store, tool: new MemoryTool(store) };
  }

  it("AK-05 AK-12 AK-13 AK-14 AK-15 AK-40 adds, adds to, replaces, reads and removes, below ~/.agentkit", async () => {
    const { folder, store, tool } = newTool();
    expect(store.baseDir).toBe(join(folder, ".agentkit"));
    expect(await tool.memoryAdd("memory", "偏好", "- 绿茶")).toMatchObject({
      success: true,
      result: "applied",
      content: expect.stringContaining("sections: 偏好") as string,
    });
    await tool.memoryAdd(undefined, "偏好", "- 咖啡");
    expect((await tool.memoryRead("memory")).content).toBe("## 偏好\n\n- 绿茶\n- 咖啡\n");
    expect((await tool.memoryReplace("memory", "偏好", "咖啡", "红茶")).success).toBe(true);
    expect((await tool.memoryRead("memory")).content).toContain("- 红茶");
    expect((await tool.memoryRemove("memory", "偏好")).success).toBe(true);
    expect((await tool.memoryRead("memory")).content.trim()).toBe("");
    await store.close();
  });

  it("AK-41 AK-42 AK-43 a text that is not there and a file that is none are answered with an error; nothing is written, the budget holds", async () => {
    const { store, tool } = newTool();
    await tool.memoryAdd("memory", "A", "one");
    const before = (await tool.memoryRead("memory")).content;
    expect(await tool.memoryReplace("memory", "A", "two", "three")).toMatchObject({
      success: false,
      result: expect.stringContaining("TEXT_NOT_FOUND") as string,
    });
    expect(await tool.memoryAdd("diary", "A", "x")).toMatchObject({
      success: false,
      result: expect.stringContaining("soul, user, memory or daily") as string,
    });
    expect((await tool.memoryRead("nothing")).success).toBe(false);
    expect((await tool.memoryRead("memory")).content).toBe(before);
    for (let index = 0; index < 30; index++) await tool.memoryAdd("memory", `S${index}`, "x".repeat(150));
    expect([...(await tool.memoryRead("memory")).content].length).toBeLessThanOrEqual(2200);
    await store.close();
  });

  it("AK-16 serves a model: four specs, calls by name, and an unknown action or a missing argument is an error", async () => {
    const { store, tool } = newTool();
    expect(tool.specs.map(({ name }) => name)).toEqual(["memory_add", "memory_replace", "memory_remove", "memory_read"]);
    expect((await tool.call("memory_add", { section: "A", content: "b" })).success).toBe(true);
    expect((await tool.call("memory_replace", { file: "memory", section: "A", old_text: "b", new_text: "c" })).success).toBe(true);
    expect((await tool.call("memory_read", { file: "memory" })).content).toBe("## A\n\nc\n");
    expect((await tool.call("memory_remove", { file: "memory", section: "A" })).success).toBe(true);
    expect([(await tool.call("memory_eat", {})).success, (await tool.call("memory_add", { section: "A" })).success]).toEqual([
      false,
      false,
    ]);
    await store.close();
  });
});
