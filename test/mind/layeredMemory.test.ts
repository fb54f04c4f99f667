import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { asOwner, begin, memoryAdd, memoryRead, memoryRemove, memoryReplace, MemoryFile, MemoryStore } from "codicil";
import { load } from "codicil/documents";
import { hasTerminal, makeWarmWorld as makeWorld } from "../kit.ts";
import { CTRL_C, ENTER, typeAtTerminal } from "../typing.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newStore(day = "2026-06-08") {
  const folder = mkdtempSync(join(tmpdir(), "codicil-ak-"));
  folders.push(folder);
  const clock = { now: () => new Date(`${day}T12:00:00Z`), timeZone: "UTC" };
  const store = new MemoryStore(join(folder, "agentkit"), { state: join(folder, "state"), cwd: folder, clock });
  return { folder, store };
}

describe("the layers", () => {
  it("AK-01 AK-02 AK-03 AK-04 soul, user, memory and the last two days are loaded in a session", async () => {
    const world = makeWorld();
    world.write("home/SOUL.md", "## 身份\n\n我是小王\n");
    world.write("home/USER.md", "## Name\n\nAda\n");
    world.write("home/MEMORY.md", "## Notes\n\nn\n");
    for (const day of ["2026-06-06", "2026-06-07", "2026-06-08"]) world.write(`home/daily/${day}.md`, `## Log\n\nof ${day}\n`);
    const mind = await world.open({ clock: { now: () => new Date("2026-06-08T12:00:00Z"), timeZone: "UTC" } });
    const loaded = await load(mind);
    expect(loaded.map(({ document }) => document.path)).toEqual([
      "SOUL.md",
      "USER.md",
      "MEMORY.md",
      "daily/2026-06-07.md",
      "daily/2026-06-08.md",
    ]);
  });

  it("X14 a shared session loads the soul and nothing private", async () => {
    const world = makeWorld();
    for (const name of ["SOUL.md", "USER.md", "MEMORY.md", "AGENTS.md"]) world.write(`home/${name}`, "## A\n\nx\n");
    const loaded = await load(await world.open(), "shared");
    expect(loaded.map(({ document }) => document.path).sort()).toEqual(["AGENTS.md", "SOUL.md"]);
  });

  it("AK-05 AK-16 the memory tool adds, replaces and removes in soul, user, memory and daily", async () => {
    const world = makeWorld();
    const mind = await world.open();
    expect((await memoryAdd(mind, { section: "Facts", content: "- likes tea" })).receipt.status).toBe("applied");
    expect((await memoryAdd(mind, { file: "daily", section: "Log", content: "- met" })).receipt.status).toBe("applied");
    expect((await memoryAdd(mind, { file: "user", section: "Name", content: "Ada" })).receipt.status).toBe("pending");
    expect((await memoryAdd(mind, { file: "soul", section: "性格", content: "温和" })).receipt.status).toBe("proposed");
    expect((await memoryReplace(mind, { file: "memory", section: "Facts", oldText: "tea", newText: "coffee" })).receipt.status).toBe(
      "applied",
    );
    expect(world.read("home/MEMORY.md")).toContain("- likes coffee");
    expect((await memoryRemove(mind, { file: "memory", section: "Facts" })).receipt.status).toBe("applied");
    expect(world.read("home/MEMORY.md")).not.toContain("Facts");
  });

  it("AK-06 AK-19 AgentKit's own layout: SOUL.md above, memories/ below, a default SOUL.md on first run", async () => {
    const { store } = newStore();
    await store.ensureDefaults();
    expect(await store.getFile("soul").read()).toContain("我是AgentKit");
    await store.getFile("user").write("## Name\n\nAda\n");
    await store.getFile("daily").addSection("Log", "- one");
    const { readFileSync } = await import("node:fs");
    expect(readFileSync(join(store.baseDir, "SOUL.md"), "utf8")).toContain("## 身份");
    expect(readFileSync(join(store.baseDir, "memories/USER.md"), "utf8")).toBe("## Name\n\nAda\n");
    expect(readFileSync(join(store.baseDir, "memories/daily/2026-06-08.md"), "utf8")).toContain("- one");
  });

  it("AK-07 the budgets are 2000, 1400, 2200 and 1000 characters, counted in code points", async () => {
    const world = makeWorld();
    const sizes = { "SOUL.md": 2000, "USER.md": 1400, "MEMORY.md": 2200, "daily/2026-06-08.md": 1000 };
    for (const name of Object.keys(sizes))
      world.write(`home/${name}`, `## A\n\n${"忆".repeat(300)}\n\n## B\n\n${"😀 word ".repeat(600)}\n`);
    const mind = await world.open({ clock: { now: () => new Date("2026-06-08T12:00:00Z"), timeZone: "UTC" } });
    for (const { document, view, budget } of await load(mind)) {
      expect(budget).toBe(sizes[document.path as keyof typeof sizes]);
      expect([...view].length).toBeLessThanOrEqual(budget ?? 0);
      expect(view).toContain("忆");
      expect(view).toContain("[TRUNCATED]");
    }
  });
});

describe("U1 MemoryFile", () => {
  it("AK-20 a missing file reads as an empty text", async () => {
    expect(await newStore().store.getFile("memory").read()).toBe("");
  });

  it("AK-20 AK-21 AK-24 a file alone, by its path, as the document spells it", async () => {
    const world = makeWorld();
    const file = new MemoryFile(`${world.root}/笔记/ideas.md`, { state: world.state, env: { HOME: world.env["HOME"] } });
    expect(await file.read()).toBe("");
    await file.write("## A\n\none\n");
    await file.addSection("二", "两个");
    await file.replaceSection("A", "one", "ONE");
    await expect(file.replaceSection("A", "one", "x")).rejects.toMatchObject({ code: "TEXT_NOT_FOUND" });
    expect(world.read("笔记/ideas.md")).toBe("## A\n\nONE\n\n## 二\n\n两个\n");
  });

  it("AK-21 what is written is read back", async () => {
    const file = newStore().store.getFile("memory");
    await file.write("## A\n\nx\r\n\n## B\n");
    expect(await file.read()).toBe("## A\n\nx\r\n\n## B\n");
  });

  it("AK-10 AK-22 a section is read by its heading; an empty file has none", async () => {
    const file = newStore().store.getFile("memory");
    expect(await file.readSection("A")).toBe("");
    await file.write("## A\n\none\n\n## B\n\ntwo\n");
    expect(await file.readSection("B")).toBe("two");
    expect(await file.readSection("C")).toBe("");
  });

  it("AK-23 AK-24 AK-25 sections are added, replaced exactly and removed; the others stay", async () => {
    const file = newStore().store.getFile("memory");
    await file.write("## A\n\none\n");
    await file.addSection("B", "two words");
    expect(await file.read()).toBe("## A\n\none\n\n## B\n\ntwo words\n");
    await file.replaceSection("B", "two", "three");
    expect(await file.readSection("B")).toBe("three words");
    await expect(file.replaceSection("B", "absent", "x")).rejects.toMatchObject({ code: "TEXT_NOT_FOUND" });
    await file.removeSection("A");
    expect(await file.read()).toBe("## B\n\nthree words\n");
  });

  it("AK-26 X11 trimToBudget cuts the view from the end and keeps earlier sections; the document stays whole", async () => {
    const file = newStore().store.getFile("memory");
    const text = `## First\n\n${"a".repeat(100)}\n\n## Second\n\n${"b".repeat(100)}\n`;
    await file.write(text);
    const view = await file.trimToBudget(150);
    expect(view.length).toBeLessThanOrEqual(150);
    expect(view).toContain("## First");
    expect(view).not.toContain("bbb");
    expect(await file.read()).toBe(text);
  });
});

describe("U2 MemoryStore", () => {
  it("AK-30 creates its directories", async () => {
    const { existsSync } = await import("node:fs");
    const { store } = newStore();
    expect(existsSync(join(store.baseDir, "memories/daily"))).toBe(true);
  });

  it("AK-11 AK-31 AK-32 AK-34 the four layers are loaded and are in the prompt in their tags and order", async () => {
    const { store } = newStore();
    for (const key of ["soul", "user", "memory", "daily"]) await store.getFile(key).write(`## ${key}\n\nof ${key}\n`);
    const snapshot = await store.loadAll();
    expect(snapshot.totalChars).toBe([...snapshot.soul, ...snapshot.user, ...snapshot.memory, ...snapshot.daily].length);
    const prompt = await store.buildSystemPrompt(snapshot, "BASE");
    const order = [
      "<agent-identity>",
      "of soul",
      "</agent-identity>",
      "<user-profile>",
      "of user",
      "<agent-notes>",
      "of memory",
      "<recent-activity>",
      "of daily",
      "</recent-activity>",
      "BASE",
    ];
    expect(
      order.map((part) => prompt.indexOf(part)).every((at, index, all) => at >= 0 && (index === 0 || at > (all[index - 1] ?? 0))),
    ).toBe(true);
    expect(prompt.endsWith("BASE")).toBe(true);
  });

  it("AK-33 without memory files the prompt is exactly the base prompt", async () => {
    const { store } = newStore();
    expect(await store.buildSystemPrompt(await store.loadAll(), "You are helpful.")).toBe("You are helpful.");
  });

  it("AK-18 AK-35 AK-36 two days are loaded; older ones move to the archive and are not lost", async () => {
    const { folder, store } = newStore("2026-06-08");
    const clockFor = (day: string) =>
      new MemoryStore(store.baseDir, {
        state: join(folder, "state"),
        cwd: folder,
        clock: { now: () => new Date(`${day}T12:00:00Z`), timeZone: "UTC" },
      });
    for (const day of ["2026-06-05", "2026-06-07", "2026-06-08"]) await clockFor(day).getFile("daily").write(`## Log\n\nof ${day}\n`);
    const logs = await store.loadDailyLogs(2);
    expect(logs).toContain("of 2026-06-07");
    expect(logs).toContain("of 2026-06-08");
    expect(logs).not.toContain("of 2026-06-05");
    expect(await store.archiveOldDailies(2)).toEqual(["2026-06-05"]);
    const { existsSync, readFileSync } = await import("node:fs");
    expect(existsSync(join(store.baseDir, "memories/daily/2026-06-05.md"))).toBe(false);
    expect(readFileSync(join(store.baseDir, "memories/daily/archive/2026-06-05.md"), "utf8")).toContain("of 2026-06-05");
    expect(await store.loadDailyLogs(2)).toContain("of 2026-06-07");
  });

  it("AK-37 ensureDefaults creates SOUL.md and never overwrites it", async () => {
    const { store } = newStore();
    await store.ensureDefaults();
    await store.getFile("soul").write("mine");
    await store.ensureDefaults();
    expect(await store.getFile("soul").read()).toBe("mine");
  });

  it("AK-07 each day has a budget of its own: a long yesterday takes nothing from today", async () => {
    const { folder, store } = newStore("2026-11-15");
    for (const [day, text] of [
      ["2026-11-14", "- yesterday\n".repeat(400)],
      ["2026-11-15", `- today began\n${"- today\n".repeat(400)}`],
    ] as const) {
      writeFileSync(join(folder, `agentkit/memories/daily/${day}.md`), `# ${day}\n\n## Log\n\n${text}`);
    }
    const prompt = await store.buildSystemPrompt(await store.loadAll(), "BASE");
    const activity = /<recent-activity>([^]*)<\/recent-activity>/.exec(prompt)?.[1] ?? "";
    expect(activity).toContain("- today began");
    expect(activity.indexOf("2026-11-14")).toBeLessThan(activity.indexOf("2026-11-15"));
    expect(activity.length).toBeLessThan(2200);
    await store.close();
  });

  it("AK-38 content over budget still builds, cut with a visible mark", async () => {
    const { store } = newStore();
    await store.getFile("memory").write(`## A\n\n${"x".repeat(1000)}\n\n## B\n\n${"y".repeat(5000)}\n`);
    const prompt = await store.buildSystemPrompt(await store.loadAll(), "BASE");
    expect(prompt).toContain("[TRUNCATED]");
    expect(prompt.length).toBeLessThan(2600);
  });
});

describe("U3 the memory tool", () => {
  it("AK-12 AK-40 add creates a section and appends to an existing one", async () => {
    const world = makeWorld();
    const mind = await world.open();
    await memoryAdd(mind, { section: "Facts", content: "- one" });
    await memoryAdd(mind, { section: "Facts", content: "- two" });
    expect(world.read("home/MEMORY.md")).toBe("## Facts\n\n- one\n- two\n");
  });

  it("a line that the section already has is not added a second time, from the library and on the command line", async () => {
    const world = makeWorld();
    const before = "# Facts\n\n- one\n- two\n  and more\n\n\\# no heading\n\n## Below\n\n- three\n";
    world.write("home/MEMORY.md", before);
    const mind = await world.open();
    const add = async (content: string, section = "Facts") => (await memoryAdd(mind, { section, content })).receipt;
    for (const content of ["- one", " \n- one\n", "- one\n- two", "- two\n  and more", "# no heading"])
      expect(await add(content)).toMatchObject({ status: "unchanged", why: "the section says so already" });
    expect(world.run(["memory", "add", "--section", "Facts", "--content", "- one", "--json"]).json()).toMatchObject({
      status: "unchanged",
    });
    expect(world.read("home/MEMORY.md")).toBe(before);
    expect(world.run(["log", "--json"]).json<unknown[]>()).toEqual([]);
    // Words inside a line, other letters, and the line of another section are no repetition.
    for (const content of ["- three", "one", "- One", "- two\n- one"]) expect(await add(content)).toMatchObject({ status: "applied" });
    expect(await add("- one", "Other")).toMatchObject({ status: "applied" });
  });

  it("AK-13 AK-41 replace with a text that is not there, or there twice, is an error and writes nothing", async () => {
    const world = makeWorld();
    const mind = await world.open();
    await memoryAdd(mind, { section: "Facts", content: "tea tea" });
    for (const oldText of ["coffee", "tea", ""])
      await expect(memoryReplace(mind, { file: "memory", section: "Facts", oldText, newText: "x" })).rejects.toMatchObject({
        code: "TEXT_NOT_FOUND",
      });
    await expect(memoryReplace(mind, { file: "memory", section: "Nowhere", oldText: "tea", newText: "x" })).rejects.toMatchObject({
      code: "HEADING_NOT_FOUND",
    });
    expect(world.read("home/MEMORY.md")).toBe("## Facts\n\ntea tea\n");
  });

  it("AK-14 AK-15 remove deletes a section, read returns the whole document with its pending entries", async () => {
    const world = makeWorld();
    world.write("home/USER.md", "## Name\n\nAda\n");
    const mind = await world.open();
    await memoryAdd(mind, { file: "user", section: "City", content: "London", session: "s1" });
    const read = await memoryRead(mind, "user", "s1");
    expect(read).toMatchObject({ waiting: 1, text: "## Name\n\nAda\n\n## City\n\nLondon\n" });
    expect(world.read("home/USER.md")).toBe("## Name\n\nAda\n");
    await memoryAdd(mind, { section: "Gone", content: "x" });
    await memoryRemove(mind, { file: "memory", section: "Gone" });
    expect((await memoryRead(mind, "memory")).text).not.toContain("Gone");
  });

  it("AK-42 an invalid file is an error, in the library and on the command line", async () => {
    const world = makeWorld();
    await expect(memoryAdd(await world.open(), { file: "secrets", section: "A", content: "x" })).rejects.toMatchObject({
      code: "BAD_INPUT",
    });
    expect(world.run(["memory", "add", "--file", "secrets", "--section", "A", "--content", "x"]).code).toBe(3);
  });

  it("AK-43 X11 the document stays within its budget; what does not fit moves to the archive and the receipt says so", async () => {
    const world = makeWorld();
    const mind = await world.open();
    const filler = Array.from({ length: 60 }, (_, index) => `- the ${index}th thing she likes is tea`).join("\n");
    await memoryAdd(mind, { section: "Facts", content: filler });
    const lines = Array.from({ length: 20 }, (_, index) => `- fact ${index} 记忆`);
    const { receipt } = await memoryAdd(mind, { section: "Facts", content: lines.join("\n") });
    expect(receipt).toMatchObject({
      status: "applied",
      overflow: { moved_to: "~/.config/agents/archive/MEMORY.md" },
      why: expect.stringContaining("to make room") as string,
    });
    const [kept, moved] = [world.read("home/MEMORY.md"), world.read("home/archive/MEMORY.md")];
    expect([...kept].length).toBeLessThanOrEqual(2200);
    // What is new is in memory; what was there is in one of the two, once.
    for (const line of lines) expect([kept.includes(`${line}\n`), moved.includes(line)]).toEqual([true, false]);
    for (const line of filler.split("\n")) expect(kept.includes(`${line}\n`) !== moved.includes(`${line}\n`)).toBe(true);
    expect(moved.split("\n").filter((line) => line.startsWith("- ")).length).toBeLessThan(25);
  });

  it("X11 lines of the person and pinned ones stay; what another line repeats goes first, then the oldest", async () => {
    const world = makeWorld();
    const now = { at: Date.parse("2026-01-01T10:00:00Z") };
    world.write("home/last-word/config.yaml", "budgets: { memory: 200 }\n");
    const small = await world.open({ clock: { now: () => new Date(now.at), timeZone: "UTC" } });
    const add = async (content: string, by: Parameters<typeof memoryAdd>[1] | object = {}) => {
      now.at += 86_400_000;
      return (await memoryAdd(small, { section: "Facts", content, ...by })).receipt;
    };
    await add("- person: never moves", { origin: "user", person: asOwner() });
    await add("- oldest thing that the agent noted");
    await add("- 📌 pinned by the agent long ago");
    await add("- The build runs on Node 22");
    await add("- a middle thing that the agent noted");
    await add("- the build runs on node 22!");
    const receipt = await add("- the newest thing, which has to be known");
    expect(receipt).toMatchObject({ status: "applied", overflow: { moved_to: "~/.config/agents/archive/MEMORY.md" } });
    const [kept, moved] = [world.read("home/MEMORY.md"), world.read("home/archive/MEMORY.md")];
    expect(kept).toContain("- person: never moves");
    expect(kept).toContain("- 📌 pinned");
    expect(kept).toContain("- the newest thing");
    expect(moved.match(/^- .*$/gm)?.[0]).toBe("- The build runs on Node 22");
    expect(moved).not.toContain("person:");
    // Where only the person's lines are left, the new text goes to the archive, as before.
    world.write("home/MEMORY.md", `# Facts\n\n${"- mine alone\n".repeat(16)}`);
    const full = await add("- one more");
    expect(full.overflow).toMatchObject({ moved_to: "~/.config/agents/archive/MEMORY.md" });
    expect(world.read("home/archive/MEMORY.md")).toContain("- one more");
  });

  it("AK-43 over_budget: reject refuses instead, and nothing is written", async () => {
    const world = makeWorld();
    world.write("home/last-word/config.yaml", "over_budget: reject\nbudgets: { memory: 100 }\n");
    const { receipt } = await memoryAdd(await world.open(), { section: "Facts", content: "x".repeat(200) });
    expect(receipt).toMatchObject({ status: "refused", why: expect.stringContaining("TOO_LARGE") as string });
    expect(world.has("home/MEMORY.md")).toBe(false);
  });

  it("AK-44 the answer holds the outcome and a summary of the document", async () => {
    const world = makeWorld();
    const { receipt, summary } = await memoryAdd(await world.open(), { section: "Facts", content: "- one" });
    expect(receipt.status).toBe("applied");
    expect(summary).toBe("MEMORY.md: 16 of 2200 characters; sections: Facts");
    const shown = world
      .run(["memory", "add", "--section", "More", "--content", "- two", "--json"])
      .json<{ status: string; summary: string }>();
    expect(shown).toMatchObject({ status: "applied", summary: expect.stringContaining("Facts, More") as string });
  });

  it("the memory tool works as a command, with Chinese text and text from stdin", () => {
    const world = makeWorld();
    expect(world.run(["memory", "add", "--section", "偏好", "--content", "-"], { input: "- 喜欢喝茶\n" }).code).toBe(0);
    expect(world.run(["memory", "read"]).out).toBe("## 偏好\n\n- 喜欢喝茶\n");
    expect(world.run(["memory", "replace", "--file", "memory", "--section", "偏好", "--old", "茶", "--new", "咖啡"]).code).toBe(0);
    expect(world.run(["memory", "read", "memory"]).out).toContain("咖啡");
    expect(world.run(["memory", "remove", "--file", "memory", "--section", "偏好"]).code).toBe(0);
    expect(world.run(["memory", "read"]).out).not.toContain("偏好");
  });
});

describe("onboarding", () => {
  it("AK-53 AK-54 init without a terminal takes the defaults and never overwrites", () => {
    const world = makeWorld();
    const first = world.run(["init", "--json"], { env: { LANG: "zh_CN.UTF-8" } }).json<{ created: string[] }>();
    expect(first.created).toContain("SOUL.md");
    for (const part of ["Codicil", "专业、友好、注重细节", "简洁清晰"]) expect(world.read("home/SOUL.md")).toContain(part);
    world.write("home/SOUL.md", "mine\n");
    expect(world.run(["init", "--json", "--name", "Other"]).json<{ created: string[] }>().created).toEqual([]);
    expect(world.read("home/SOUL.md")).toBe("mine\n");
  });

  it("AK-54 a name of one's own is written; the profile agentkit defaults to AgentKit; a bad profile is refused", () => {
    const world = makeWorld();
    world.run(["init", "--yes", "--name", "小王", "--style", "偶尔使用比喻"], { env: { LANG: "zh_CN.UTF-8" } });
    expect(world.read("home/SOUL.md")).toContain("我是小王");
    expect(world.read("home/SOUL.md")).toContain("偶尔使用比喻");
    const other = makeWorld();
    other.run(["init", "--yes", "--profile", "agentkit"]);
    expect(other.read("home/SOUL.md")).toContain("我是AgentKit");
    expect(other.has("home/memories/USER.md")).toBe(true);
    expect(other.run(["memory", "add", "--section", "A", "--content", "b"]).code).toBe(0);
    expect(other.read("home/memories/MEMORY.md")).toContain("## A");
    expect(other.run(["init", "--profile", "nonsense"]).code).toBe(3);
  });

  it.each([
    [{ LANG: "en_GB.UTF-8" }, "en"],
    [{ LANG: "zh_TW.UTF-8" }, "zh"],
    [{ LANG: "zh_CN.UTF-8", LC_ALL: "de_DE.UTF-8" }, "en"],
    [{ LANG: "en_US.UTF-8", LC_MESSAGES: "zh_CN" }, "zh"],
    [{ LANG: "C.UTF-8" }, "en"],
    [{}, "en"],
  ])("AK-54 the soul is in the language of the person's locale: %j is %s", (env, language) => {
    const world = makeWorld();
    world.run(["init", "--yes"], { env });
    const soul = world.read("home/SOUL.md");
    if (language === "zh") for (const part of ["## 身份", "我是Codicil", "专业、友好、注重细节", "简洁清晰"]) expect(soul).toContain(part);
    else {
      expect(soul).toContain("I am Codicil, an AI assistant.");
      expect(soul).not.toMatch(/\p{Script=Han}/u);
    }
  });

  describe.skipIf(!hasTerminal)("AK-54 somebody at a terminal (skipped without script(1))", () => {
    const CHINESE = { LANG: "zh_CN.UTF-8", LC_ALL: "zh_CN.UTF-8" };
    const answers = (name: string, personality: string, style: string) => [
      { waitFor: "名字", type: `${name}${ENTER}` },
      { waitFor: "性格", type: `${personality}${ENTER}` },
      { waitFor: "说话方式", type: `${style}${ENTER}` },
    ];

    it("is asked three questions, each with its default; an empty answer takes it", async () => {
      const world = makeWorld();
      const { code, screen } = await typeAtTerminal(world, ["init", "--profile", "agentkit"], answers("", "", ""), CHINESE);
      expect([code, screen.includes("新建 SOUL.md")]).toEqual([0, true]);
      for (const part of ["AgentKit", "专业、友好、注重细节", "简洁清晰"])
        expect([part, screen.includes(part), world.read("home/SOUL.md").includes(part)]).toEqual([part, true, true]);
    });

    it("who answers is obeyed, each answer in its place", async () => {
      const world = makeWorld();
      await typeAtTerminal(world, ["init"], answers("小王", "友好、耐心", ""), CHINESE);
      expect(world.read("home/SOUL.md")).toMatch(/我是小王[^]*友好、耐心[^]*简洁清晰/);
      expect(world.read("home/SOUL.md")).not.toContain("专业、友好、注重细节");
    });

    it("who leaves writes nothing; who says --yes is not asked", async () => {
      const world = makeWorld();
      const left = await typeAtTerminal(world, ["init"], [{ waitFor: "名字", type: CTRL_C }], CHINESE);
      expect([left.code, world.has("home/SOUL.md")]).toEqual([2, false]);
      const ran = await typeAtTerminal(world, ["init", "--yes"], [], CHINESE);
      expect([ran.code, ran.screen.includes("名字"), ran.screen.includes("新建 SOUL.md")]).toEqual([0, false, true]);
    });
  });

  it("X6 SPIRIT.md and OWNER.md play the roles soul and user; where both names exist the canonical one wins with a warning", async () => {
    const world = makeWorld();
    world.write("home/SPIRIT.md", "## 身份\n\nspirit\n");
    world.write("home/OWNER.md", "## Name\n\nowner\n");
    const mind = await world.open();
    expect((await load(mind)).map(({ document }) => [document.path, document.role])).toEqual([
      ["SPIRIT.md", "soul"],
      ["OWNER.md", "user"],
    ]);
    world.write("home/SOUL.md", "## 身份\n\nsoul\n");
    const again = await world.open();
    expect((await load(again)).map(({ document }) => document.path)).toEqual(["SOUL.md", "OWNER.md"]);
    expect(again.warnings).toEqual(["SOUL.md and SPIRIT.md both exist; SOUL.md is used and SPIRIT.md is not read"]);
    expect(world.run(["status"]).err).toContain("SPIRIT.md is not read");
  });

  it("MB-04 MB-05 X27 a project's memory bank has a machine block that entries go into and a user block that they cannot touch", async () => {
    const world = makeWorld();
    await begin(await world.open(), { project: true });
    const run = (heading: string) => {
      world.run([
        "plan",
        "--path",
        "./memory-bank/MEMORY.md",
        "--heading",
        heading,
        "--content",
        "by a machine",
        "--origin",
        "user",
        "--session",
        "s1",
      ]);
      world.run(["flush", "--session", "s1"]);
      return world.run(["apply", "--json"]).json<{ status: string; why?: string }[]>()[0];
    };
    expect(run("Fresh")?.status).toBe("applied");
    const text = world.read("project/memory-bank/MEMORY.md");
    expect(text.indexOf("## Fresh")).toBeGreaterThan(text.indexOf("MACHINE_BLOCK_START"));
    expect(text.indexOf("## Fresh")).toBeLessThan(text.indexOf("MACHINE_BLOCK_END"));
    expect(run("Notes by hand")).toMatchObject({ status: "staged", why: expect.stringContaining("USER_BLOCK_PROTECTED") as string });
  });
});
