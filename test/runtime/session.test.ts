import { describe, expect, it } from "vitest";
import { branch, clone } from "codicil/sessions";
import { flush, openSession, plan, startSession } from "codicil";
import { makeTools, openChat, runTurn } from "../../src/runtime/index.ts";
import { makeWorld } from "../kit.ts";
import { calls, chatWith, playing, says, TOOL_NAMES } from "./kit.ts";

describe("the beginning of a chat", () => {
  it("AK-50, AK-53, LW-50: defaults are made, everything is loaded, the prompt is built, the memory tool is there", async () => {
    const world = makeWorld();
    const model = playing(says("hi"));
    const { chat } = await chatWith(await world.open(), { model, tools: makeTools() });
    expect(world.has("home/SOUL.md")).toBe(true);
    await runTurn(chat, "hello");
    // The defaults came first: what was loaded into the first prompt is the whole file that this very start made.
    expect(model.requests[0]?.systemPrompt).toMatch(/<agent-identity>[^]*<\/agent-identity>/);
    for (const line of world.read("home/SOUL.md").split("\n")) expect(model.requests[0]?.systemPrompt).toContain(line);
    expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(TOOL_NAMES);
  });

  it("LW-60: what is pending from an earlier session is applied before the prompt is frozen, and a broken file only makes a notice", async () => {
    const world = makeWorld();
    const mind = await world.open();
    await plan(mind, { path: "USER.md", heading: "Drinks", operation: "update", content: "TEA-AT-FOUR", session: "earlier" });
    await flush(mind, "earlier");
    world.write("home/last-word/broken.yaml", "version: [\n");
    const model = playing(says("hi"));
    const { chat, events } = await chatWith(mind, { model });
    await runTurn(chat, "hello");
    expect(model.requests[0]?.systemPrompt).toContain("TEA-AT-FOUR");
    expect(world.has("home/last-word/USER.md.yaml")).toBe(false);
    expect(events.flatMap((event) => (event.type === "notice" ? [event.text] : [])).join("\n")).toContain("broken.yaml");
  });

  it("LW-50, OR-21, AK-55: a main session's prompt has soul, user and memory, each within its budget", async () => {
    const world = makeWorld();
    world.write("home/USER.md", "# User\n\n## Identity\n\nAda, engineer.\n");
    world.write("home/MEMORY.md", `# Memory\n\n## Facts\n\n${"- a fact\n".repeat(2000)}`);
    const model = playing(says("hi"));
    const { chat } = await chatWith(await world.open(), { model });
    await runTurn(chat, "hello");
    const prompt = model.requests[0]?.systemPrompt ?? "";
    expect(prompt).toContain("Ada, engineer.");
    expect(prompt).toContain("- a fact");
    expect(prompt.length).toBeLessThan(20_000);
  });

  it("AK-08, AK-09: the prompt is injected once and does not change when memory is written in the session", async () => {
    const world = makeWorld();
    const model = playing(calls("memory_add", { section: "Facts", content: "- new" }), says("done"), says("again"));
    const { chat } = await chatWith(await world.open(), { model, tools: makeTools() });
    await runTurn(chat, "remember");
    await runTurn(chat, "and?");
    expect(world.read("home/MEMORY.md")).toContain("- new");
    expect(new Set(model.requests.map(({ systemPrompt }) => systemPrompt)).size).toBe(1);
  });

  it("SC-32: a session without a snapshot gets one before its first turn", async () => {
    const world = makeWorld();
    const mind = await world.open();
    const session = await startSession(mind);
    const file = `state/sessions/${session.header.sessionId}.jsonl`;
    world.write(file, `${world.read(file).split("\n")[0] ?? ""}\n`);
    expect((await openSession(mind, session.header.sessionId)).events).toEqual([]);
    const model = playing(says("hi"));
    const { chat } = await chatWith(mind, { model, sessionId: session.header.sessionId });
    await runTurn(chat, "hello");
    const { events } = await openSession(mind, chat.sessionId);
    const types = events.map(({ type }) => type);
    expect(types.indexOf("instruction_snapshot")).toBeGreaterThanOrEqual(0);
    expect(types.indexOf("instruction_snapshot")).toBeLessThan(types.indexOf("user_message"));
    expect(model.requests[0]?.systemPrompt).toContain("system-reminder");
  });

  it("SC-35, SC-36, SC-37: resume, clone and branch continue with the same prompt, whatever the files say now", async () => {
    const world = makeWorld();
    const mind = await world.open();
    const model = playing(says("one"), says("two"), says("three"), says("four"));
    const { chat } = await chatWith(mind, { model });
    await runTurn(chat, "first");
    world.write("home/SOUL.md", "# Other\n\n## Identity\n\nnew\n");
    world.write("project/AGENTS.md", "# New rules\n\nBe brief.\n");
    const resumed = await openChat(mind, { model, sessionId: chat.sessionId });
    await runTurn(resumed, "second");
    const copy = await clone(mind, chat.sessionId);
    await runTurn(await openChat(mind, { model, sessionId: copy.header.sessionId }), "third");
    const at = (await openSession(mind, chat.sessionId)).events.find(({ type }) => type === "assistant_message");
    await branch(mind, chat.sessionId, at?.id ?? "");
    await runTurn(await openChat(mind, { model, sessionId: chat.sessionId }), "fourth");
    expect(new Set(model.requests.map(({ systemPrompt }) => systemPrompt)).size).toBe(1);
    expect(JSON.stringify(model.requests[3]?.messages)).not.toContain("second");
    const { events } = await openSession(mind, chat.sessionId);
    expect(events.filter(({ type }) => type === "instruction_snapshot").length).toBe(1);
  });

  it("SC-38, OR-50, X31: header, snapshot, messages; the raw answer is logged, what was shown is kept with it", async () => {
    const world = makeWorld();
    const mind = await world.open();
    const shout = {
      begin: () => ({ write: (raw: string) => raw.toUpperCase(), end: () => ({ rest: "!", text: "HI!", changes: ["louder"] }) }),
    };
    const { chat, events } = await chatWith(mind, { model: playing(says("hi")), steps: { postProcess: shout } });
    const report = await runTurn(chat, "hello");
    expect(report).toMatchObject({ raw: "hi", shown: "HI!" });
    expect(events.flatMap((event) => (event.type === "text" ? [event.text] : [])).join("")).toBe("HI!");
    const lines = world
      .read(`state/sessions/${chat.sessionId}.jsonl`)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { type?: string; message?: unknown; meta?: unknown });
    expect(lines[0]?.type).toBeUndefined();
    expect(lines[1]?.type).toBe("instruction_snapshot");
    expect(lines.at(-1)).toMatchObject({
      type: "assistant_message",
      message: { content: [{ type: "text", text: "hi" }] },
      meta: { processed: "HI!", changes: ["louder"] },
    });
  });

  it("follow-ups wait in the queue as events and are taken up in order", async () => {
    const mind = await makeWorld().open();
    const model = playing(says("one"), says("two"), says("three"));
    const { chat } = await chatWith(mind, { model });
    const first = runTurn(chat, "first");
    await Promise.all([chat.followUp("second"), chat.followUp("third"), first]);
    for (let [next] = await chat.waiting(); next !== undefined; [next] = await chat.waiting()) await runTurn(chat, next);
    expect(model.requests[2]?.messages.filter(({ role }) => role === "user").map(({ content }) => content[0]?.["text"])).toEqual([
      "first",
      "second",
      "third",
    ]);
    expect((await openSession(mind, chat.sessionId)).events.filter(({ type }) => type === "queue_update").length).toBeGreaterThanOrEqual(5);
  });

  it("SC-63: a steer that comes after the last word is answered too, before the turn ends", async () => {
    const mind = await makeWorld().open();
    const model = playing(async function* () {
      await chat.steer("shorter");
      yield* says("a long answer");
    }, says("short"));
    const { chat } = await chatWith(mind, { model });
    expect(await runTurn(chat, "go")).toMatchObject({ finish: "done", raw: "short", rounds: 2 });
    expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain("shorter");
  });
});

describe("main and shared", () => {
  const secret = (world: ReturnType<typeof makeWorld>) => {
    world.write("home/USER.md", "# User\n\n## Identity\n\nThe owner is Zaphod.\n");
    world.write("home/MEMORY.md", "# Memory\n\n## Facts\n\n- the vault opens with marmalade\n");
    world.write("home/daily/2026-11-01.md", "# 2026-11-01\n\n## Log\n\nmarmalade was bought\n");
    world.write("project/memory-bank/MEMORY.md", "# Project\n\n## Public\n\nmarmalade is the code name of the build\n");
  };

  it("OR-20, OR-22, X14: nothing private reaches the model in a shared session: not by prompt, not by recall, not by tools", async () => {
    const world = makeWorld();
    secret(world);
    const mind = await world.open();
    const mine = playing(says("hello"));
    await runTurn((await chatWith(mind, { model: mine })).chat, "what opens the vault? marmalade?");
    expect(JSON.stringify(mine.requests)).toContain("vault opens with marmalade");

    const model = playing(
      calls("recall", { query: "marmalade vault" }),
      calls("memory_read", { file: "memory" }),
      calls("read", { path: `${world.home}/MEMORY.md` }),
      says("no"),
      calls("shell", { command: `cat ${world.home}/daily/2026-11-01.md` }),
      calls("memory_add", { section: "Facts", content: "- x" }),
      calls("plan", { path: "USER.md", heading: "Identity", operation: "update", content: "x" }),
      says("no"),
    );
    const { chat } = await chatWith(mind, { model, tools: makeTools(), sessionType: "shared" });
    const first = await runTurn(chat, "what opens the vault? marmalade?");
    const second = await runTurn(chat, "try harder");
    expect(JSON.stringify(model.requests)).not.toMatch(/vault opens with|Zaphod|marmalade was bought/);
    expect([...first.calls.slice(1), ...second.calls].map(({ outcome }) => outcome.isError === true)).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
    expect(world.read("home/MEMORY.md")).not.toContain("- x");
  });

  it("OR-24, OR-23, X12, X13: what is found is as a harness item right before the message, the prompt stays as it was", async () => {
    const world = makeWorld();
    world.write("home/daily/2026-11-01.md", "# 2026-11-01\n\n## Trip\n\nWe flew to Lisbon with Ada.\n");
    const model = playing(says("one"), says("two"));
    const { chat } = await chatWith(await world.open(), { model });
    await runTurn(chat, "hello there");
    await runTurn(chat, "what about Lisbon?");
    const messages = model.requests[1]?.messages ?? [];
    expect(JSON.stringify(messages.at(-2))).toContain("We flew to Lisbon");
    expect(JSON.stringify(messages.at(-2))).toContain("<system-reminder>");
    expect(messages.at(-1)?.content[0]?.["text"]).toBe("what about Lisbon?");
    expect(model.requests[1]?.systemPrompt).not.toContain("Lisbon");
    expect(messages.slice(0, 2)).toEqual(
      [...(model.requests[0]?.messages ?? []), { role: "assistant", content: [{ type: "text", text: "one" }] }].slice(0, 2),
    );
  });

  it("OR-24: what is in the prompt already is not found again, and a bare yes finds nothing", async () => {
    const world = makeWorld();
    world.write("home/MEMORY.md", "# Memory\n\n## Facts\n\n- the yes-men of Lisbon drink tea\n");
    const model = playing(says("one"), says("two"));
    const { chat } = await chatWith(await world.open(), { model });
    await runTurn(chat, "what of Lisbon?");
    await runTurn(chat, "yes");
    expect(model.requests[0]?.systemPrompt).toContain("yes-men of Lisbon");
    expect(model.requests.flatMap(({ messages }) => messages).filter((message) => message["meta"] === true)).toEqual([]);
    await expect(runTurn(chat, "  ")).rejects.toMatchObject({ code: "BAD_INPUT" });
  });

  it("OR-25, OR-26: the prompt has identity, style and safety, and a shared one says what it must not tell", async () => {
    const world = makeWorld();
    const model = playing(says("1"), says("2"));
    const mind = await world.open();
    await runTurn((await chatWith(mind, { model })).chat, "a");
    await runTurn((await chatWith(mind, { model, sessionType: "shared" })).chat, "a");
    const [main = "", shared = ""] = model.requests.map(({ systemPrompt }) => systemPrompt);
    for (const prompt of [main, shared])
      for (const part of [
        "<agent-identity>",
        "rather than several short ones",
        "At most one light emoji",
        "without dominating",
        "记住这个",
        "enforced outside of this prompt",
      ])
        expect(prompt).toContain(part);
    expect(main).toContain("<user-profile>");
    expect(shared).not.toContain("<user-profile>");
  });

  it("the kind of a session is fixed when it begins", async () => {
    const mind = await makeWorld().open();
    const { chat } = await chatWith(mind, { model: playing(), sessionType: "shared" });
    await expect(openChat(mind, { model: playing(), sessionId: chat.sessionId, sessionType: "main" })).rejects.toMatchObject({
      code: "BAD_INPUT",
    });
  });
});
