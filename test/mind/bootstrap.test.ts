// config.yaml decides what a session begins with (LW-40…42), in every door; what is enforced does not depend on it.

import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runTurn } from "../../src/runtime/index.ts";
import { contextOf, fire, fireCall } from "../hosts/hookKit.ts";
import { INITIALIZE, raw } from "../hosts/mcp/rig.ts";
import { makeWarmWorld as makeWorld, type World } from "../kit.ts";
import { chatWith, playing, says } from "../runtime/kit.ts";

const WORDS = ["SOULWORD", "USERWORD", "GLOBALWORD", "PROJECTWORD", "MEMORYWORD", "TEAMWORD", "DOCSWORD"] as const;

const WITHOUT_PROJECT = ["SOULWORD", "USERWORD", "GLOBALWORD", "MEMORYWORD"];

function worldWith(config: string): World {
  const world = makeWorld();
  world.write("home/SOUL.md", "# Soul\n\n## Voice\n\nSOULWORD\n");
  world.write("home/USER.md", "# User\n\n## Name\n\nUSERWORD\n");
  world.write("home/MEMORY.md", "# Memory\n\n## Notes\n\nMEMORYWORD\n");
  world.write("home/AGENTS.md", "- GLOBALWORD: prefer small steps.\n");
  world.write("home/team.md", "# Team\n\n## Notes\n\nTEAMWORD\n");
  world.write("project/AGENTS.md", "- PROJECTWORD: prefer small commits.\n- Never run `npm publish`.\n");
  world.write("project/docs/AGENTS.md", "- DOCSWORD: prefer short pages.\n- Never run `terraform apply`.\n");
  // Whatever else is at the top of the home is another matter (openMemory.test.ts).
  world.write("home/last-word/config.yaml", `memory: { root: named }\n${config}`);
  return world;
}

const wordsIn = (text: string | null) => WORDS.filter((word) => (text ?? "").includes(word));

/** What each door puts before a model. */
async function doors(world: World): Promise<Record<string, string>> {
  const model = playing(says("Fine."));
  const { chat } = await chatWith(await world.open(), { model });
  await runTurn(chat, "hello");
  const { child, answered } = raw(world);
  child.stdin?.write(
    `${JSON.stringify(INITIALIZE)}\n${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n${JSON.stringify({ jsonrpc: "2.0", id: 2, method: "resources/read", params: { uri: "codicil://prompt" } })}\n`,
  );
  const mcp = JSON.stringify(await answered(2));
  child.stdin?.end();
  return {
    prompt: world.run(["prompt"]).out,
    // A host that does not read AGENTS.md by itself.
    hook: contextOf(fire(world, "gemini", "BeforeAgent", { prompt: "hello" })) ?? "",
    chat: model.requests[0]?.systemPrompt ?? "",
    mcp,
  };
}

const verdict = (world: World, command: string) =>
  world
    .run(["policy", "check", "--jsonl"], { input: `${JSON.stringify({ id: "1", call: { tool: "shell", command } })}\n` })
    .json<{ verdict: string }>().verdict;

describe("what a session begins with", () => {
  it("without any word of config.yaml: everything, the AGENTS.md of the project included", async () => {
    const everything = ["SOULWORD", "USERWORD", "GLOBALWORD", "PROJECTWORD", "MEMORYWORD"];
    for (const [door, text] of Object.entries(await doors(worldWith("")))) expect([door, wordsIn(text)]).toEqual([door, everything]);
  });

  it("no text from outside the project through a link, in no door; its rules hold, and a link within the project is followed", async () => {
    const world = worldWith("");
    const linked = (name: string, target: string) => {
      rmSync(join(world.project, name), { force: true });
      symlinkSync(join(world.root, target), join(world.project, name));
    };
    world.write("elsewhere/notes.md", "- PROJECTWORD: the other place.\n- Never run `npm publish`.\n- Handle `make tea` with care.\n");
    linked("AGENTS.md", "elsewhere/notes.md");
    for (const [door, text] of Object.entries(await doors(world))) expect([door, wordsIn(text)]).toEqual([door, WITHOUT_PROJECT]);
    expect(world.run(["prompt", "--receipt"]).out).toContain("it is a link that leaves the project");
    expect(world.run(["policy", "read", "--prompt"]).out).not.toContain("make tea");
    expect(verdict(world, "npm publish")).toBe("deny");
    // A repository of its own behind the link makes no project of it.
    world.write("elsewhere/.git/HEAD", "ref: refs/heads/main\n");
    world.write("elsewhere/AGENTS.md", "- PROJECTWORD\n");
    rmSync(join(world.project, "AGENTS.md"));
    linked(".agents", "elsewhere");
    expect(wordsIn(world.run(["prompt"]).out)).toEqual(WITHOUT_PROJECT);
    rmSync(join(world.project, ".agents"));
    linked("AGENTS.md", "project/docs/AGENTS.md");
    expect(wordsIn(world.run(["prompt"]).out)).toContain("DOCSWORD");
    expect(world.run(["policy", "read", "--prompt"]).out).toContain("DOCSWORD");
  });

  it("LW-42 session_bootstrap: [soul] leaves out user, global and project; memory belongs to every session", async () => {
    for (const [door, text] of Object.entries(await doors(worldWith("session_bootstrap: [soul]\n"))))
      expect([door, wordsIn(text)]).toEqual([door, ["SOULWORD", "MEMORYWORD"]]);
  });

  it("LW-40 a base of config.yaml is loaded where session_bootstrap names it, and where there is no such list", () => {
    const base = 'default_knowledge_bases:\n  - { id: team, file: "~/.config/agents/team.md" }\n';
    const prompt = (config: string) => wordsIn(worldWith(config).run(["prompt"]).out).includes("TEAMWORD");
    expect([prompt(base), prompt(`${base}session_bootstrap: [soul, team]\n`), prompt(`${base}session_bootstrap: [soul]\n`)]).toEqual([
      true,
      true,
      false,
    ]);
    expect(worldWith(`${base}session_bootstrap: [soul, taem]\n`).run(["doctor"]).out).toContain("session_bootstrap: taem");
  });

  it("LW-41 project_knowledge.enabled: false: no word of the project reaches a model, and its rules are enforced all the same", async () => {
    const world = worldWith("project_knowledge: { enabled: false }\n");
    for (const [door, text] of Object.entries(await doors(world)))
      expect([door, wordsIn(text)]).toEqual([door, ["SOULWORD", "USERWORD", "GLOBALWORD", "MEMORYWORD"]]);
    expect(world.run(["prompt", "--receipt", "--json"]).out).toContain("project_knowledge is off; its rules are enforced all the same");
    expect(verdict(world, "npm publish")).toBe("deny");
  });

  it("LW-41 auto_detect: the first of the list that exists is read and enforced, besides AGENTS.md itself", async () => {
    const world = worldWith('project_knowledge: { auto_detect: ["./no/AGENTS.md", "./docs/AGENTS.md", "../AGENTS.md"] }\n');
    for (const [door, text] of Object.entries(await doors(world)))
      expect([door, wordsIn(text).filter((word) => /PROJECT|DOCS/.test(word))]).toEqual([door, ["PROJECTWORD", "DOCSWORD"]]);
    expect([verdict(world, "terraform apply"), verdict(worldWith(""), "terraform apply")]).toEqual([
      "deny",
      expect.not.stringMatching("deny") as string,
    ]);
    expect(fireCall(world, "claude", "shell", "terraform apply").out).toContain("deny");
  });

  it("LW-41 auto_detect never leads out of the project", () => {
    const world = worldWith('project_knowledge: { auto_detect: ["../outside.md", "/etc/hostname", "~/.config/agents/team.md"] }\n');
    world.write("outside.md", "OUTSIDE");
    const { out } = world.run(["prompt"]);
    expect([out.includes("OUTSIDE"), out.includes("TEAMWORD")]).toEqual([false, false]);
  });
});

describe("what is recalled into a conversation", () => {
  it.each(["main", "shared"] as const)("OR-01 OR-24 %s: instruction files are not told again as data", async (sessionType) => {
    // Not in the prompt as it is written, so that recall takes it for news.
    const world = worldWith("agents: { render: none }\n");
    world.write("home/AGENTS.md", "## 记住这个\n\n- 用户说“记住这个”时，告诉用户已记录到今天的日志 RULEWORD。\n");
    world.write("project/memory-bank/MEMORY.md", "# Bank\n\n## 记住\n\n这个项目要记住这个 BANKWORD。\n");
    const model = playing(says("好的。"), says("好的。"));
    const { chat } = await chatWith(await world.open(), { model, sessionType });
    await runTurn(chat, "记住这个：部署用 pnpm");
    const told = JSON.stringify(model.requests[0]?.messages);
    expect(told).not.toContain("AGENTS.md");
    expect(told).not.toContain("RULEWORD");
    // A person who searches still finds it.
    expect(world.run(["recall", "记住这个", "--json"]).out).toContain("RULEWORD");
  });
});
