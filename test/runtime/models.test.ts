import { afterEach, describe, expect, it } from "vitest";
import { openSession } from "codicil";
import { accountOf, chooseModel, costOf, openModel, runTurn, sayAccount } from "../../src/runtime/index.ts";
import { type Config, DEFAULT_CONFIG } from "../../src/schema/index.ts";
import { makeWarmWorld as makeWorld } from "../kit.ts";
import { chatWith } from "./kit.ts";
import { type Line, type ScriptedServer, startScriptedModel, WIRE_NAMES, type WireName } from "./scriptedModel.ts";

const servers: ScriptedServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});
async function scripted(...lines: readonly Line[]): Promise<ScriptedServer> {
  const server = await startScriptedModel(...lines);
  servers.push(server);
  return server;
}

const choose = (env: Record<string, string>, more: { flag?: string; config?: Partial<Config> } = {}) =>
  chooseModel({ flag: more.flag, config: { ...DEFAULT_CONFIG, ...more.config }, env });

describe("which model", () => {
  it.each([
    [{ ANTHROPIC_API_KEY: "k" }, "anthropic", "anthropic"],
    [{ OPENAI_API_KEY: "k" }, "openai", "responses"],
    [{ GEMINI_API_KEY: "k" }, "google", "google"],
    [{ GOOGLE_GENERATIVE_AI_API_KEY: "k" }, "google", "google"],
    [{ OPENROUTER_API_KEY: "k" }, "openrouter", "chat"],
    [{ OLLAMA_HOST: "127.0.0.1" }, "ollama", "chat"],
    [{ LLAMA_SERVER_URL: "http://127.0.0.1:8080/v1" }, "llama.cpp", "chat"],
    [{ VLLM_BASE_URL: "http://127.0.0.1:8000/v1" }, "vllm", "chat"],
    [{ CODICIL_MODEL_URL: "http://127.0.0.1:1/v1" }, "compatible", "chat"],
  ])("%j chooses %s", (env, provider, wire) => {
    expect(choose(env as Record<string, string>)).toMatchObject({ provider, wire });
  });

  it("the flag comes before config.yaml, and that before the environment; empty variables are unset", () => {
    const env = { ANTHROPIC_API_KEY: "k", OPENAI_API_KEY: "k" };
    expect(choose(env)?.provider).toBe("anthropic");
    expect(choose(env, { config: { model: "openai/gpt-5.1" } })?.id).toBe("openai/gpt-5.1");
    expect(choose(env, { config: { model: "openai/gpt-5.1" }, flag: "anthropic/claude-opus-4-5" })?.id).toBe("anthropic/claude-opus-4-5");
    expect(choose({ ANTHROPIC_API_KEY: " ", OPENAI_API_KEY: "k" })?.provider).toBe("openai");
    expect(choose({})).toBeNull();
    expect(choose(env, { flag: "offline" })).toBeNull();
  });

  it.each([
    ["a provider that nobody knows", { flag: "nobody/x" }, {}, "MODEL_UNKNOWN"],
    ["a missing key", { flag: "anthropic/claude-sonnet-4-5" }, {}, "MODEL_NO_KEY"],
    ["no address", { flag: "compatible/x" }, {}, "MODEL_UNKNOWN"],
  ])("%s is a coded error with a hint", (_, more, env, code) => {
    try {
      choose(env, more);
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ code, hint: expect.any(String) as string });
    }
  });

  it("config.yaml can give another address, another key's variable, or a provider of one's own", () => {
    const models = {
      anthropic: { url: "http://127.0.0.1:9/v1", key_env: "WORK_KEY" },
      mine: { url: "http://127.0.0.1:7/v1", wire: "anthropic" as const },
    };
    expect(choose({ WORK_KEY: "w" }, { flag: "anthropic/x", config: { models } })).toMatchObject({
      url: "http://127.0.0.1:9/v1",
      key: "w",
    });
    expect(choose({}, { flag: "mine/x", config: { models } })).toMatchObject({
      wire: "anthropic",
      url: "http://127.0.0.1:7/v1",
      key: undefined,
    });
  });

  it.each([
    ["127.0.0.1", "http://127.0.0.1:11434/v1"],
    ["0.0.0.0:11434", "http://127.0.0.1:11434/v1"],
    ["http://box:1234", "http://box:1234/v1"],
    ["https://ollama.example.org/v1/", "https://ollama.example.org/v1"],
  ])("OLLAMA_HOST=%s is %s", (host, url) => {
    expect(choose({ OLLAMA_HOST: host })?.url).toBe(url);
  });

  it("a local server that is given no name is asked what it has; a missing one is said to be missing", async () => {
    const server = await scripted([{ text: "hello" }]);
    const { model, why } = await openModel({ config: DEFAULT_CONFIG, env: { OLLAMA_HOST: `127.0.0.1:${server.port}` } });
    expect(model.id).toBe("ollama/local-one");
    expect(why).toContain("OLLAMA_HOST");
    const { chat } = await chatWith(await makeWorld().open(), { model });
    expect(await runTurn(chat, "hi")).toMatchObject({ raw: "hello", cost: 0 });
    await expect(openModel({ config: DEFAULT_CONFIG, env: { OLLAMA_HOST: "127.0.0.1:1" } })).rejects.toMatchObject({ code: "MODEL_LOST" });
  });

  it("without any model the offline responder answers", async () => {
    const { model, why } = await openModel({ config: DEFAULT_CONFIG, env: {} });
    expect([model.id, model.isLanguageModel, why]).toEqual(["offline", false, "no language model is configured"]);
  });
});

describe("the account", () => {
  const usage = { inputTokens: 1_000_000, outputTokens: 100_000, cacheReadTokens: 500_000, cacheWriteTokens: 100_000 };

  it("reckons cached tokens at their own price; a date behind the name is the same model; unknown is unknown", () => {
    expect(costOf("anthropic/claude-sonnet-4-5", usage)).toBeCloseTo(0.4 * 3 + 0.5 * 0.3 + 0.1 * 3.75 + 0.1 * 15, 9);
    expect(costOf("anthropic/claude-sonnet-4-5-20250929", usage)).toBe(costOf("anthropic/claude-sonnet-4-5", usage));
    expect(costOf("anthropic/claude-of-tomorrow", usage)).toBeNull();
    expect(costOf("ollama/anything", usage)).toBe(0);
  });

  it("adds up a session from its own log, by model", async () => {
    const server = await scripted([{ text: "one" }], [{ text: "two" }]);
    const mind = await makeWorld().open();
    const { model } = await openModel({ flag: "anthropic/claude-sonnet-4-5", config: DEFAULT_CONFIG, env: server.env("anthropic") });
    const { chat } = await chatWith(mind, { model });
    await runTurn(chat, "a");
    await runTurn(chat, "b");
    const [line] = accountOf(await openSession(mind, chat.sessionId));
    expect(line).toMatchObject({
      model: "anthropic/claude-sonnet-4-5",
      answers: 2,
      usage: { inputTokens: 240, outputTokens: 14, cacheReadTokens: 200 },
    });
    expect(sayAccount(line!)).toBe(
      "2 answers of anthropic/claude-sonnet-4-5, 240 tokens in (200 cached), 14 out, $0.0004 at the prices of 2026-11-15",
    );
    expect(sayAccount({ ...line!, cost: null })).toContain("price not known");
  });
});

describe("AK-09: codicil chat, the program as people run it", () => {
  const NAMES: Readonly<Record<WireName, string>> = {
    anthropic: "anthropic/claude-sonnet-4-5",
    responses: "openai/gpt-5.1",
    google: "google/gemini-2.5-flash",
    chat: "compatible/local-one",
  };

  it.each(WIRE_NAMES)("talks to a model over the wire of %s, with a tool loop, from a pipe", async (wire) => {
    const server = await scripted(
      [{ call: { name: "shell", args: { command: "echo from-the-shell" } } }],
      [{ text: "The shell said hello to the harbour." }],
    );
    const world = makeWorld();
    const ran = await world.ask(["chat", "--model", NAMES[wire]], { input: "run it\n", env: server.env(wire) });
    expect(ran.out).toMatch(
      new RegExp(`2 answers of ${NAMES[wire]}, 240 tokens in \\(200 cached\\), 14 out, (?:\\$|free|price not known)`),
    );
    expect([
      ran.code,
      ran.out.includes("The shell said hello to the harbour."),
      server.requests[1]?.messages.some(({ text }) => text.includes("from-the-shell")),
    ]).toEqual([0, true, true]);
  });

  it("without a key: remember, ask, undo and forget in plain words, each written and undone as one thing", () => {
    const world = makeWorld();
    const ran = world.run(["chat"], {
      input: "remember that the sky is green\nwhat do you know about the sky?\nundo\n记住：我的猫叫米娅\n忘记米娅\n",
    });
    expect(ran.code).toBe(0);
    expect(ran.out).toContain("the sky is green");
    const day = world
      .names("home/daily")
      .map((name) => world.read(`home/daily/${name}`))
      .join("");
    expect(`${world.read("home/MEMORY.md")}${day.replace(/^## \d[^]*$/m, "")}`).not.toMatch(/- the sky is green|- .*我的猫叫米娅/);
  });

  it.each(["undo", "/undo"])("%s undoes what was remembered wherever it was written, and not what was remembered before", (said) => {
    const world = makeWorld();
    const ran = world.run(["chat"], { input: `remember that the sea is blue\nremember that the sky is green\n${said}\n` });
    const day = () =>
      world
        .names("home/daily")
        .map((name) => world.read(`home/daily/${name}`).replace(/^## \d[^]*$/m, ""))
        .join("");
    expect(ran.out).toMatch(/Undone: MEMORY\.md.*daily/);
    expect([world.read("home/MEMORY.md"), day()].map((text) => [text.includes("sea is blue"), text.includes("sky is green")])).toEqual([
      [true, false],
      [true, false],
    ]);
  });

  it("says which variable is missing", () => {
    const ran = makeWorld().run(["chat", "--model", "openai/gpt-5.1"], { input: "hi\n" });
    expect([ran.code, ran.err.includes("MODEL_NO_KEY"), ran.err.includes("OPENAI_API_KEY")]).toEqual([3, true, true]);
  });
});
