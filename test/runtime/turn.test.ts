import { describe, expect, it } from "vitest";
import { openSession } from "codicil";
import { showSession, verify } from "codicil/sessions";
import { executeTurn, makeTools, NOTHING_HEARD, plainSteps, runTurn, type Tool } from "../../src/runtime/index.ts";
import { makeWorld } from "../kit.ts";
import { calls, chatWith, playing, says, words } from "./kit.ts";

const echo: Tool = {
  name: "echo",
  description: "says it back",
  parameters: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
  toCall: (args) => ({ tool: "echo", input: args }),
  run: async (args) => ({ text: `echo ${String(args["text"])}` }),
};

describe("one turn", () => {
  it("OR-53: runs from the person's words to the reply and logs every step", async () => {
    const mind = await makeWorld().open();
    const model = playing(calls("echo", { text: "hi" }), says("done"));
    const { chat, events } = await chatWith(mind, { model, tools: [echo] });
    const report = await runTurn(chat, "please echo");
    expect(report).toMatchObject({ finish: "done", shown: "done", rounds: 2 });
    expect(events.flatMap((event) => (event.type === "text" ? [event.text] : []))).toEqual(["done"]);
    const session = await openSession(mind, chat.sessionId);
    expect(session.events.map(({ type }) => type)).toEqual([
      "instruction_snapshot",
      "queue_update",
      "user_message",
      "queue_update",
      "assistant_message",
      "tool_result",
      "assistant_message",
    ]);
    expect(showSession(session).map(({ as }) => as)).toEqual(["user", "assistant", "tool", "assistant"]);
    expect((await verify(mind, chat.sessionId)).ok).toBe(true);
  });

  it("OR-53: the steps come in the diagram's order, and the policy's verdict counts", async () => {
    const world = makeWorld();
    world.write("project/AGENTS.md", "- Never run `make deploy`.\n");
    world.write("home/MEMORY.md", "## Boxes\n\n- The staging box is called hazel.\n");
    world.write("home/daily/2026-01-02.md", "## 10:00 boxes\n\n- The hazel box was painted green.\n");
    const mind = await world.open();
    const steps: string[] = [];
    const noted = <T>(name: string, value: T): T => (steps.push(name), value);
    const log = async () => (await openSession(mind, chat.sessionId)).events.map(({ type }) => type);
    const model = playing(
      () => noted("model", calls("shell", { command: "make deploy" }, "c1")),
      () => noted("model again", says("It was refused.")),
    );
    const { chat, events } = await chatWith(mind, {
      model,
      tools: makeTools(),
      steps: {
        postProcess: {
          begin: () =>
            noted("post-process", {
              write: (raw) => raw.toUpperCase(),
              end: () => ({ rest: "", text: "IT WAS REFUSED.", changes: ["louder"] }),
            }),
        },
        memory: {
          hear: async () => noted("hear", NOTHING_HEARD),
          decide: async () =>
            void noted((await log()).at(-1) === "assistant_message" ? "memory, the answer is logged" : "memory too early", null),
        },
        hooks: {
          ...plainSteps.hooks,
          beforeTurn: async () => noted("hook", { kind: "go" }),
          afterTurn: async () => noted("end", undefined),
        },
      },
    });
    const report = await runTurn(chat, "Deploy it to the green hazel box, please.");
    expect(steps).toEqual(["hook", "hear", "post-process", "model", "post-process", "model again", "memory, the answer is logged", "end"]);
    expect(report.calls[0]?.outcome).toMatchObject({ isError: true, text: expect.stringContaining("AGENTS.md:1") as string });
    expect(events.flatMap((event) => (event.type === "verdict" ? [event.decision.verdict] : []))).toEqual(["deny"]);
    expect(report).toMatchObject({ raw: "It was refused.", shown: "IT WAS REFUSED." });
    // Loaded: the frozen prompt has the memory. Recalled and assembled: what was found is before the message.
    expect(model.requests[0]?.systemPrompt).toContain("The staging box is called hazel.");
    expect(model.requests[0]?.messages.map(words).join("\n")).toMatch(/Found in memory[^]*painted green[^]*Deploy it/);
    expect((await log()).slice(-6)).toEqual([
      "harness_item",
      "user_message",
      "queue_update",
      "assistant_message",
      "tool_result",
      "assistant_message",
    ]);
  });

  it("attaches the documents that a message names, as they are now, and no other word with an @", async () => {
    const world = makeWorld();
    world.write("home/MEMORY.md", "## Boxes\n\n- The staging box is called hazel.\n");
    const mind = await world.open();
    const model = playing(says("noted"), says("noted"));
    const { chat } = await chatWith(mind, { model, tools: [] });
    await runTurn(chat, "Hello @anna and @types/node.");
    expect(model.requests[0]?.messages.map(words).join("\n")).not.toContain("attached");
    world.write("home/MEMORY.md", "## Boxes\n\n- The staging box is called rowan.\n");
    await runTurn(chat, "What does @MEMORY.md say, @MEMORY.md?");
    const sent = model.requests[1]?.messages.map(words).join("\n") ?? "";
    expect(sent.match(/MEMORY\.md, attached by the person/g)).toHaveLength(1);
    expect(sent).toMatch(/called rowan[^]*What does @MEMORY/);
  });

  it("attaches nothing that a shared session may not see", async () => {
    const world = makeWorld();
    world.write("home/USER.md", "## Who\n\n- Lives in Lisbon.\n");
    const mind = await world.open();
    const model = playing(says("noted"));
    const { chat } = await chatWith(mind, { model, tools: [], sessionType: "shared" });
    await runTurn(chat, "Who wrote @USER.md?");
    expect(model.requests[0]?.messages.map(words).join("\n")).not.toContain("Lisbon");
  });

  it("SC-30, SC-31, SC-34: the system prompt is an argument of its own, never a message, never empty", async () => {
    const mind = await makeWorld().open();
    const model = playing(says("one"), says("two"));
    const { chat } = await chatWith(mind, { model });
    await runTurn(chat, "first");
    await runTurn(chat, "second");
    const [first, second] = model.requests;
    expect(first?.systemPrompt).not.toBe("");
    expect(second?.systemPrompt).toBe(first?.systemPrompt);
    expect(second?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    expect(words(second?.messages[2])).toBe("second");
    await expect(executeTurn({ messages: [] }, undefined as unknown as string, { model })).rejects.toMatchObject({ code: "BAD_INPUT" });
  });
});
