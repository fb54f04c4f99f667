import { describe, expect, it } from "vitest";
import { makeTools, NOTHING_HEARD, offlineResponder, runTurn } from "../../src/runtime/index.ts";
import { append, renameSession, startSession } from "../../src/activity/sessions.ts";
import { makeWorld } from "../kit.ts";
import { chatWith } from "./kit.ts";

async function offline(sessionType: "main" | "shared" = "main") {
  const world = makeWorld();
  const mind = await world.open();
  const { chat, events } = await chatWith(mind, { model: offlineResponder, tools: makeTools(), sessionType });
  const say = async (text: string) => (await runTurn(chat, text)).shown;
  return { world, mind, chat, events, say };
}

/** The tool that it calls for these words, and with what; null: it only speaks. */
async function calledFor(userText: string): Promise<object | null> {
  const tools = [...makeTools(), ...(offlineResponder.ownTools ?? [])];
  const request = { systemPrompt: "-", messages: [], tools, toolChoice: "auto", signal: new AbortController().signal } as const;
  for await (const event of offlineResponder.stream({ ...request, turn: { userText, heard: NOTHING_HEARD, round: 1 } }))
    if (event.type === "tool_call") return { [event.call.name]: JSON.parse(event.call.input) };
  return null;
}

describe("without a model", () => {
  it("says what it is, once, and what it can do", async () => {
    const { say } = await offline();
    expect(await say("hello")).toMatch(/No language model is configured[\s\S]*remember that/);
    const found = await say("the cat");
    expect(found).toBe("I found nothing about that in memory.");
  });

  it("answers from memory with document and lines", async () => {
    const { world, say } = await offline();
    world.write("home/daily/2026-11-01.md", "# 2026-11-01\n\n## Trip\n\nWe flew to Lisbon with Ada.\n");
    const answer = await say("what do you know about Lisbon?");
    expect(answer).toContain("We flew to Lisbon with Ada.");
    expect(answer).toMatch(/2026-11-01\.md § .*Trip \(lines? \d/);
    expect(answer).toContain("No language model is configured");
  });

  it("names an earlier session by its title and day, never by its id, and quotes a fact without its list mark", async () => {
    const { world, mind, say } = await offline();
    world.write("home/MEMORY.md", "## Boats\n\n- the heron boat is green\n");
    const { header } = await startSession(mind);
    await append(mind, header.sessionId, [
      { type: "user_message", message: { role: "user", content: [{ type: "text", text: "Where is the heron boat?" }] } },
    ]);
    await renameSession(mind, header.sessionId, "Boats of the harbour");
    const answer = await say("what do you know about the heron boat?");
    expect(answer).toMatch(/^- Boats of the harbour, \d{4}-\d\d-\d\d: Where is the heron boat\?$/m);
    expect(answer).toMatch(/^- MEMORY\.md § Boats \(lines? [\d-]+\): the heron boat is green$/m);
    expect(answer).not.toContain(header.sessionId);
  });

  it("what the chat has written already is not written again in other words", () => {
    const world = makeWorld();
    const input = "remember that my dentist is Dr. Okafor\nremember my blood type is 0. Very rare!\n";
    expect(world.run(["chat", "--model", "offline"], { input }).code).toBe(0);
    const facts = world
      .read("home/MEMORY.md")
      .split("\n")
      .filter((line) => line.startsWith("- "));
    expect(facts).toEqual(["- The person said: my dentist is Dr. Okafor", "- The person said: my blood type is 0"]);
  });

  it("remember, ask, undo, in English", async () => {
    const { world, say } = await offline();
    expect(await say("Please remember that the deploy key lives in the blue safe.")).toContain("I wrote it down in");
    expect(world.read("home/MEMORY.md")).toContain("- the deploy key lives in the blue safe.");
    expect(await say("what do you know about the deploy key?")).toContain("blue safe");
    expect(await say("undo")).toContain("Undone");
    expect(world.read("home/MEMORY.md")).not.toContain("blue safe");
    expect(await say("undo")).toContain("nothing to undo");
  });

  it("记住、查询、忘记、撤销: the same in Chinese", async () => {
    const { world, say } = await offline();
    expect(await say("记住：我的猫叫米娅")).toContain("已记录到");
    expect(world.read("home/MEMORY.md")).toContain("- 我的猫叫米娅");
    expect(await say("你知道关于米娅的什么？")).toContain("我的猫叫米娅");
    expect(await say("忘记米娅")).toContain("已删除");
    expect(world.read("home/MEMORY.md")).not.toContain("米娅");
    expect(await say("撤销")).toContain("已撤销");
    expect(world.read("home/MEMORY.md")).toContain("米娅");
  });

  it("forget lists what it may mean by number, and takes numbers or all", async () => {
    const { world, say } = await offline();
    for (const name of ["Ada", "Bob", "Cem", "Dua"]) await say(`remember that ${name} likes tea`);
    const list = await say("forget tea");
    expect(list).toContain("4 matches: type 1-4 or all");
    expect(list).toMatch(/1\. Ada likes tea \(MEMORY\.md § Notes\)\n2\. Bob likes tea[^]*4\. Dua likes tea[^\n]*$/);
    expect(await say("forget 9")).toContain("No line of memory says that");
    await say("forget tea");
    expect(await say("2")).toMatch(/^Removed\.[^]*- Bob likes tea/);
    const memory = () => world.read("home/MEMORY.md");
    expect(memory()).not.toContain("Bob likes tea");
    expect(memory()).toContain("Ada likes tea");
    await say("forget tea");
    expect(await say("1 and 3")).toContain("Dua");
    expect(memory()).not.toMatch(/Ada likes tea|Dua likes tea/);
    expect(await say("2")).not.toContain("Removed");
    await say("remember that Eli likes tea");
    await say("forget tea");
    expect(await say("all")).toContain("Eli");
    expect(memory()).not.toContain("likes tea");
    expect(await say("forget elephants")).toContain("No line of memory says that");
  });

  it("a line that says just what shall be forgotten is meant, whatever longer lines say it too", async () => {
    const { world, say } = await offline();
    await say("remember that Ada likes tea");
    await say("remember that Ada likes tea with milk");
    expect(await say("forget Ada likes tea")).toContain("Removed.");
    expect(world.read("home/MEMORY.md")).toContain("Ada likes tea with milk");
    expect(world.read("home/MEMORY.md").match(/likes tea$/m)).toBeNull();
  });

  it("OR-26, X14: in a shared session it remembers nothing and finds nothing private", async () => {
    const { world, say } = await offline("shared");
    world.write("home/MEMORY.md", "# Memory\n\n## Facts\n\n- the safe code is blue\n");
    expect(await say("what do you know about the safe code?")).not.toContain("blue");
    expect(await say("remember that the code is red")).toContain("did not work");
    expect(world.read("home/MEMORY.md")).not.toContain("red");
  });

  it.each([
    ["remember that X is Y", { remember: { text: "X is Y" } }],
    ["Note: call Ada", { remember: { text: "call Ada" } }],
    ["don't forget the milk", { remember: { text: "the milk" } }],
    ["帮我记一下明天开会", { remember: { text: "明天开会" } }],
    ["do you remember Lisbon?", { recall: { query: "Lisbon" } }],
    ["remember when we met?", { recall: { query: "remember when we met" } }],
    ["你记得里斯本吗？", { recall: { query: "里斯本" } }],
    ["forget about Bob", { forget: { text: "Bob" } }],
    ["take that back", { undo: {} }],
    ["撤销", { undo: {} }],
    ["你好", null],
    ["Why is the sky blue?", { recall: { query: "Why is the sky blue" } }],
  ])("reads %j", async (words, called) => {
    expect(await calledFor(words)).toEqual(called);
  });
});
