import { describe, expect, it } from "vitest";
import { openSession, showSession, verify } from "codicil";
import { executeTurn, runTurn, type Tool } from "../../src/runtime/index.ts";
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
    expect(session.events.map(({ type }) => type)).toEqual(["instruction_snapshot", "queue_update", "user_message", "queue_update", "assistant_message", "tool_result", "assistant_message"]);
    expect(showSession(session).map(({ as }) => as)).toEqual(["user", "assistant", "tool", "assistant"]);
    expect((await verify(mind, chat.sessionId)).ok).toBe(true);
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
