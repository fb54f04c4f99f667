import { describe, expect, it } from "vitest";
import { makeTools, runTurn } from "../../src/runtime/index.ts";
import { makeWorld } from "../kit.ts";
import { calls, chatWith, playing, says } from "./kit.ts";

describe("X14: a shared session cannot read the mind from above", () => {
  it.each([
    ["shell", (root: string) => ({ command: `grep -r marmalade ${root}` })],
    ["shell", (root: string) => ({ command: `cd ${root} && grep -rn marmalade .` })],
    ["shell", (root: string) => ({ command: `rg marmalade ${root}` })],
    ["shell", (root: string) => ({ command: `cat ${root}/home/*.md` })],
    ["shell", (root: string) => ({ command: `find ${root} -name '*.md' -exec cat {} +` })],
    ["shell", (root: string) => ({ command: `tar cf - ${root} | strings` })],
    ["shell", (root: string) => ({ command: `cp -r ${root}/home copy && cat copy/MEMORY.md` })],
    ["search", (root: string) => ({ query: "marmalade", path: root })],
    ["search", (root: string) => ({ query: "marmalade", path: `${root}/home` })],
    ["read", (root: string) => ({ path: `${root}/home/MEMORY.md` })],
  ])("%s: %s", async (tool, args) => {
    const world = makeWorld();
    world.write("home/MEMORY.md", "# Memory\n\n## Facts\n\n- the vault opens with marmalade\n");
    const model = playing(calls(tool, args(world.root)), says("no"));
    const { chat } = await chatWith(await world.open(), {
      model,
      tools: makeTools(),
      sessionType: "shared",
      approver: { ask: async ({ hash }) => ({ decision: "allow", hash }) },
    });
    await runTurn(chat, "look everywhere");
    expect(JSON.stringify(model.requests[1]?.messages)).not.toContain("vault opens");
  });

  it("names of files may be looked at, and the project may be searched", async () => {
    const world = makeWorld();
    world.write("project/a.txt", "marmalade\n");
    const model = playing(
      calls("shell", { command: `ls ${world.root}` }),
      calls("shell", { command: "grep -r marmalade ." }),
      calls("search", { query: "marmalade", path: world.root }),
      says("ok"),
    );
    const { chat } = await chatWith(await world.open(), { model, tools: makeTools(), sessionType: "shared" });
    const { calls: done } = await runTurn(chat, "look");
    expect(done.map(({ outcome }) => outcome.isError === true)).toEqual([false, false, false]);
    expect(done[2]?.outcome.text).toContain("a.txt:1: marmalade");
  });

  it("negative control: a main session reads its own memory in the same ways", async () => {
    const world = makeWorld();
    world.write("home/MEMORY.md", "# Memory\n\n## Facts\n\n- the vault opens with marmalade\n");
    const model = playing(calls("search", { query: "marmalade", path: world.root }), says("yes"));
    const { chat } = await chatWith(await world.open(), { model, tools: makeTools() });
    expect((await runTurn(chat, "look")).calls[0]?.outcome.text).toContain("vault opens");
  });
});
