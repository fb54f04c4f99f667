import { afterEach, describe, expect, it } from "vitest";
import { openSession } from "codicil";
import { verify } from "codicil/sessions";
import { chooseModel, openRemoteModel, type RemoteOptions, runTurn, type Tool, type TurnEvent } from "../../src/runtime/index.ts";
import { DEFAULT_CONFIG } from "../../src/schema/index.ts";
import { makeWorld } from "../kit.ts";
import { chatWith, words } from "./kit.ts";
import { type Line, type ScriptedServer, startScriptedModel, WIRE_NAMES, type WireName } from "./scriptedModel.ts";

const servers: ScriptedServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const NAMES: Readonly<Record<WireName, string>> = {
  anthropic: "anthropic/claude-sonnet-4-5",
  responses: "openai/gpt-5.1",
  google: "google/gemini-2.5-flash",
  chat: "compatible/local-one",
};

const look: Tool = {
  name: "look",
  description: "looks something up",
  parameters: { type: "object", properties: { what: { type: "string" } }, required: ["what"] },
  toCall: (args) => ({ tool: "look", input: args }),
  run: async (args) => ({ text: `found ${String(args["what"])}` }),
};

async function scripted(
  wire: WireName,
  lines: readonly Line[],
  options: RemoteOptions & { home?: (world: ReturnType<typeof makeWorld>) => void } = {},
) {
  const server = await startScriptedModel(...lines);
  servers.push(server);
  const choice = chooseModel({ flag: NAMES[wire], config: DEFAULT_CONFIG, env: server.env(wire) });
  if (choice === null) throw new Error("no choice");
  const world = makeWorld();
  options.home?.(world);
  const mind = await world.open();
  const { chat, events } = await chatWith(mind, { model: openRemoteModel(choice, { pauseMs: 5, ...options }), tools: [look] });
  return { server, world, mind, chat, events };
}

const textOf = (events: readonly TurnEvent[]) => events.flatMap((event) => (event.type === "text" ? [event.text] : [])).join("");

describe.each(WIRE_NAMES)("over the wire of %s", (wire) => {
  it("SC-30, SC-34: the frozen prompt is on the provider's level and a tool loop goes round", async () => {
    const { server, mind, chat, events } = await scripted(wire, [
      [{ reasoning: "let me see" }, { text: "Looking. " }, { call: { name: "look", args: { what: "the cat" } } }],
      [{ text: "It is " }, { text: "a cat." }],
    ]);
    const report = await runTurn(chat, "what is it?");
    expect(report).toMatchObject({ finish: "done", raw: "It is a cat.", rounds: 2, error: null });
    const [first, second] = server.requests;
    expect(first?.system).toContain("system-reminder");
    expect(second?.system).toBe(first?.system);
    expect(first?.messages.at(-1)).toEqual({ role: "user", text: "what is it?" });
    expect(first?.tools).toEqual(["look"]);
    const said = second?.messages.slice(first?.messages.length).filter(({ text }) => text !== "let me see");
    expect(said?.map(({ role }) => role)).toEqual(["assistant", "assistant", "tool"]);
    expect(said?.[1]?.text).toContain("the cat");
    expect(said?.[2]?.text).toContain("found the cat");
    for (const request of server.requests)
      expect(
        request.messages.some(({ role, text }) => role === "system" || role === "developer" || text.includes("<agent-identity>")),
      ).toBe(false);
    expect(textOf(events)).toBe("Looking. It is a cat.");
    expect(events.filter(({ type }) => type === "reasoning").length).toBeGreaterThan(0);
    expect((await verify(mind, chat.sessionId)).ok).toBe(true);
  });

  it("tokens are accounted for, cached ones apart", async () => {
    const { chat, events, mind } = await scripted(wire, [[{ text: "yes" }]]);
    const report = await runTurn(chat, "ok?");
    expect(report.usage).toEqual({ inputTokens: 120, outputTokens: 7, cacheReadTokens: 100, cacheWriteTokens: 0 });
    expect(events.find(({ type }) => type === "usage")).toMatchObject({ usage: { inputTokens: 120 } });
    if (wire === "anthropic") expect(report.cost).toBeCloseTo((20 * 3 + 100 * 0.3 + 7 * 15) / 1e6, 12);
    else if (wire === "google") expect(report.cost).toBeNull();
    else if (wire === "chat") expect(report.cost).toBe(0);
    const answer = (await openSession(mind, chat.sessionId)).events.findLast(({ type }) => type === "assistant_message");
    expect(answer).toMatchObject({ meta: { model: NAMES[wire], usage: { cacheReadTokens: 100 } } });
  });

  it("SC-33, X2: later turns send the same prompt byte for byte, also when its files changed", async () => {
    const { server, world, chat } = await scripted(wire, [[{ text: "one" }], [{ text: "two" }]]);
    await runTurn(chat, "first");
    world.write("home/SOUL.md", "# Somebody else\n\n## Identity\n\nI am new here.\n");
    await runTurn(chat, "second");
    expect(server.requests[1]?.system).toBe(server.requests[0]?.system);
    expect(server.requests[1]?.messages.some(({ text }) => text.includes("not in this prompt"))).toBe(true);
  });

  it("X21, OR-34: after three rounds of tools there is one call without tools, and a notice", async () => {
    const again: Line = [{ call: { name: "look", args: { what: "more" } } }];
    const { server, chat, events } = await scripted(wire, [again, again, again, [{ text: "enough" }]]);
    const report = await runTurn(chat, "look for ever");
    expect(report).toMatchObject({ finish: "limit", raw: "enough", rounds: 4 });
    expect(server.requests.map(({ toolsForbidden }) => toolsForbidden)).toEqual([false, false, false, true]);
    expect(server.requests[3]?.messages.at(-1)?.text).toContain("limit of 3 rounds");
    expect(events.some((event) => event.type === "notice" && event.text.includes("limit"))).toBe(true);
  });

  it("a rate limit and a fault of the server are tried again, with a notice, before anything is said to have failed", async () => {
    const { server, chat, events } = await scripted(wire, [
      [{ status: 429, headers: { "retry-after": "0" } }],
      [{ status: 503 }],
      [{ text: "now" }],
    ]);
    expect(await runTurn(chat, "hello")).toMatchObject({ finish: "done", raw: "now" });
    expect(server.requests.length).toBe(3);
    expect(events.filter((event) => event.type === "notice" && event.text.includes("Trying again")).length).toBe(2);
  });

  it.each([
    { status: 401, code: "MODEL_NO_KEY", tries: 1 },
    { status: 404, code: "MODEL_UNKNOWN", tries: 1 },
    { status: 429, code: "MODEL_BUSY", tries: 4 },
    { status: 500, code: "MODEL_FAILED", tries: 4 },
  ])("status $status ends as $code after $tries tries, and the message stays in the log", async ({ status, code, tries }) => {
    const { server, mind, chat } = await scripted(
      wire,
      Array.from({ length: 4 }, () => [{ status }]),
    );
    const report = await runTurn(chat, "are you there?");
    expect(report).toMatchObject({ finish: "failed", error: { code } });
    expect(report.error?.hint).toBeTruthy();
    expect(report.error?.message).not.toContain("scripted-key");
    expect(server.requests.length).toBe(tries);
    expect((await openSession(mind, chat.sessionId)).events.some((event) => event.type === "user_message")).toBe(true);
  });

  it.each(["cut", "stop"] as const)(
    "a connection that is lost in mid-stream (%s) keeps what arrived, and the next turn goes on",
    async (end) => {
      const { server, mind, chat, events } = await scripted(wire, [[{ text: "The first half" }, { end }], [{ text: "and the second." }]]);
      const report = await runTurn(chat, "tell me all");
      expect(report).toMatchObject({ finish: "failed", raw: "The first half", error: { code: "MODEL_LOST" } });
      expect(textOf(events)).toBe("The first half");
      const kept = (await openSession(mind, chat.sessionId)).events.findLast(({ type }) => type === "assistant_message") as unknown as {
        message: never;
        meta: object;
      };
      expect(words(kept.message)).toBe("The first half");
      expect(kept.meta).toMatchObject({ incomplete: "MODEL_LOST" });
      expect(await runTurn(chat, "go on")).toMatchObject({ finish: "done", raw: "and the second." });
      expect(server.requests[1]?.messages.map(({ text }) => text)).toContain("The first half");
    },
  );

  it("a stream that falls silent is a lost connection too", async () => {
    const { chat } = await scripted(wire, [[{ text: "Wait" }, { end: "hang" }]], { idleMs: 150 });
    expect(await runTurn(chat, "go")).toMatchObject({ finish: "failed", raw: "Wait", error: { code: "MODEL_LOST" } });
  });

  it("cancel ends the turn at once and keeps what arrived", async () => {
    const { mind, chat } = await scripted(wire, [
      [{ text: "I begin" }, { meanwhile: () => void setTimeout(() => chat.cancel(), 30) }, { end: "hang" }],
    ]);
    const report = await runTurn(chat, "go");
    expect(report).toMatchObject({ finish: "cancelled", raw: "I begin", error: null });
    const kept = (await openSession(mind, chat.sessionId)).events.findLast(({ type }) => type === "assistant_message");
    expect(kept).toMatchObject({ meta: { incomplete: "cancelled" } });
  });

  it("SC-63: what the person says in mid-turn is taken up at the next inner loop, behind the tool's result", async () => {
    const { server, mind, chat } = await scripted(wire, [
      [{ meanwhile: async () => void (await chat.steer("in French, please")) }, { call: { name: "look", args: { what: "it" } } }],
      [{ text: "Voilà." }],
    ]);
    expect(await runTurn(chat, "say it")).toMatchObject({ finish: "done", raw: "Voilà." });
    expect(server.requests[0]?.messages.some(({ text }) => text.includes("French"))).toBe(false);
    expect(server.requests[1]?.messages.at(-1)?.text).toContain("in French, please");
    const { events } = await openSession(mind, chat.sessionId);
    const at = events.findIndex((event) => event.type === "harness_item");
    expect(events[at]).toMatchObject({ item: { kind: "steer", origin: "user" } });
    const result = events.findLast((event, index) => index < at && event.type === "tool_result");
    expect(events[at]?.parentId).toBe(result?.id);
  });
});

describe("what only one wire has", () => {
  it("Anthropic: the frozen prompt and the conversation so far are marked for the cache, on the wire", async () => {
    const { server, chat } = await scripted("anthropic", [[{ text: "one" }], [{ text: "two" }]]);
    await runTurn(chat, "first");
    await runTurn(chat, "second");
    for (const { body } of server.requests) {
      expect(body["system"]).toMatchObject([{ type: "text", cache_control: { type: "ephemeral" } }]);
      expect(JSON.stringify((body["messages"] as unknown[]).at(-1))).toContain('"cache_control":{"type":"ephemeral"}');
    }
  });

  it("Anthropic, Gemini and OpenAI get back what they signed or sealed, and nobody else does", async () => {
    for (const [wire, sign] of [
      ["anthropic", "signed-by-the-script"],
      ["google", "signed-by-the-script"],
      ["responses", "sealed-by-the-script"],
    ] as const) {
      const { server, chat } = await scripted(wire, [
        [{ reasoning: "hm" }, { call: { name: "look", args: { what: "x" } } }],
        [{ text: "done" }],
      ]);
      await runTurn(chat, "go");
      expect([wire, JSON.stringify(server.requests[1]?.body).includes(sign)]).toEqual([wire, true]);
      const other = await startScriptedModel([{ text: "hello" }]);
      servers.push(other);
      chat.model = openRemoteModel(chooseModel({ flag: "compatible/x", config: DEFAULT_CONFIG, env: other.env("chat") })!);
      await runTurn(chat, "and you?");
      expect(JSON.stringify(other.requests[0]?.body)).not.toContain(sign);
    }
  });

  it("OpenAI keeps nothing at the provider", async () => {
    const { server, chat } = await scripted("responses", [[{ text: "one" }]]);
    await runTurn(chat, "first");
    expect(server.requests[0]?.body["store"]).toBe(false);
    expect(server.requests[0]?.body["include"]).toEqual(["reasoning.encrypted_content"]);
  });

  it("OpenAI: a model that does not think is not asked for sealed thoughts, which it would refuse", async () => {
    const server = await startScriptedModel([{ text: "one" }]);
    servers.push(server);
    const { chat } = await chatWith(await makeWorld().open(), {
      model: openRemoteModel(chooseModel({ flag: "openai/gpt-4o", config: DEFAULT_CONFIG, env: server.env("responses") })!),
    });
    await runTurn(chat, "first");
    expect(server.requests[0]?.body["include"]).toBeUndefined();
  });

  it.each(WIRE_NAMES)("%s: a conversation that is too long is said to be so", async (wire) => {
    const { chat } = await scripted(wire, [[{ status: 400, message: "prompt is too long: 210000 tokens > 200000 maximum" }]]);
    expect(await runTurn(chat, "and?")).toMatchObject({
      finish: "failed",
      error: { code: "MODEL_FULL", message: expect.stringContaining("too long for") as string },
    });
  });

  it("a server that is not there is a coded error that says where it was looked for", async () => {
    const { server, chat } = await scripted("chat", []);
    await server.close();
    servers.length = 0;
    expect(await runTurn(chat, "hello?")).toMatchObject({
      finish: "failed",
      error: { code: "MODEL_LOST", message: expect.stringContaining(String(server.port)) as string },
    });
  });

  it("negative control: the rig sees a system prompt that is among the messages", async () => {
    const server = await startScriptedModel([{ text: "x" }]);
    servers.push(server);
    await fetch(`${server.url("responses")}/responses`, {
      method: "POST",
      body: JSON.stringify({ model: "m", input: [{ role: "system", content: "be good" }] }),
    });
    expect(server.requests[0]?.system).toBe("");
    expect(server.requests[0]?.messages).toEqual([{ role: "system", text: "be good" }]);
  });

  it("negative control: a script that is over is an error, not an answer", async () => {
    const { chat } = await scripted("chat", [], { retries: 0 });
    expect(await runTurn(chat, "hello?")).toMatchObject({ finish: "failed", error: { code: "MODEL_FAILED" } });
  });
});
