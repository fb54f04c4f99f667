// What a chat read from the web does not become memory by itself: not by the memory tool, not by a plan, not by the day's
// digest, not in a clone, and not after a compaction.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { appendToSession, memoryAdd, type Mind, review } from "codicil";
import { clone } from "codicil/sessions";
import { distil, endSession, makeTools, openHooks } from "../../../src/runtime/index.ts";
import { makeWarmWorld as makeWorld, type World } from "../../kit.ts";
import { type Says, scripted, talk } from "../talk.ts";

const SENTENCE =
  "Maintainers recommend that every artefact older than seven days is purged by the nightly janitor before the mirror is rebuilt.";
const PLAIN = "The person's team calls the billing service Pelican.";

const servers: { close(): unknown }[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

async function page(): Promise<string> {
  const server = createServer((_, response) =>
    response
      .writeHead(200, { "content-type": "text/html" })
      .end(`<html><body><p>Lantern is a build cache.</p><p>${SENTENCE}</p></body></html>`),
  );
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/lantern`;
}

const tools = (world: World) =>
  makeTools({ env: { PATH: process.env["PATH"], HOME: world.env["HOME"] }, fetch: { allowLoopbackHttp: true } });
const add = (content: string): Says => ({ tool: "memory_add", args: { section: "Notes", content } });

async function reading(world: World, mind: Mind, ...more: readonly (readonly Says[])[]) {
  const url = await page();
  const { chat, say } = await talk(mind, [[{ tool: "fetch", args: { url } }, "Read."], ...more], { tools: tools(world) });
  await say("Read the page about Lantern");
  return { chat, say, url };
}

const memory = (world: World): string => (world.has("home/MEMORY.md") ? world.read("home/MEMORY.md") : "");

describe("X35 what a chat read becomes a proposal, not memory", () => {
  it("a sentence of the page is proposed with its source; a plain fact is kept and carries it", async () => {
    const world = makeWorld();
    const mind = await world.open();
    const { chat, say, url } = await reading(world, mind, [add(SENTENCE), "Noted."], [add(PLAIN), "Noted."]);
    await say("Keep the important part");
    await say("And our name for the service");
    expect(memory(world)).toContain("Pelican");
    expect(memory(world)).not.toContain("janitor");
    const [change] = world
      .run(["log", "MEMORY.md", "--json"])
      .json<{ kind: string; taint?: { sources: { source: string }[] } }[]>()
      .filter(({ kind }) => kind === "entry");
    expect(change?.taint?.sources[0]?.source).toBe(url);
    await endSession({
      mind,
      sessionId: chat.sessionId,
      reason: "quit",
      model: null,
      hooks: openHooks(mind, { session: chat.sessionId, env: {} }),
    });
    const waiting = await review(mind);
    expect(waiting.map(({ content }) => content)).toContain(SENTENCE);
    expect(JSON.stringify(waiting)).toContain(`has the wording of ${url}`);
  });

  it("negative control: the same sentence in a chat that read nothing is kept", async () => {
    const world = makeWorld();
    const { say } = await talk(await world.open(), [[add(SENTENCE), "Noted."]], { tools: tools(world) });
    await say("Keep this");
    expect(memory(world)).toContain("janitor");
  });

  it("what the person says themselves is kept, whatever was read", async () => {
    const world = makeWorld();
    const { say } = await reading(world, await world.open(), ["Fine."]);
    await say(`remember that ${SENTENCE}`);
    expect(memory(world)).toContain("janitor");
  });

  it("the day's digest does not bring the page's words into the prompt of tomorrow", async () => {
    const world = makeWorld();
    const mind = await world.open();
    const { chat } = await reading(world, mind);
    const model = scripted([[]]);
    const digesting = {
      ...model,
      async *stream() {
        yield { type: "text" as const, text: `- asked about Lantern\n- ${SENTENCE}` };
        yield { type: "finish" as const, reason: "stop" as const };
      },
    };
    await endSession({
      mind,
      sessionId: chat.sessionId,
      reason: "quit",
      model: digesting,
      hooks: openHooks(mind, { session: chat.sessionId, env: {} }),
    });
    const daily = world
      .names("home/daily")
      .filter((name) => name.endsWith(".md"))
      .map((name) => world.read(`home/daily/${name}`))
      .join("\n");
    expect(daily).toContain("asked about Lantern");
    expect(daily).not.toContain("janitor");
    expect((await review(mind)).map(({ content }) => content)).toContain(`- ${SENTENCE}`);
    expect(world.run(["status"]).out).not.toContain("not flushed");
  });

  it("what the heartbeat makes of such a chat says what had been read", async () => {
    const world = makeWorld();
    const mind = await world.open();
    const { chat, url } = await reading(world, mind);
    // Not said in a turn, which would keep it at once.
    await appendToSession(mind, chat.sessionId, [
      { type: "user_message", message: { role: "user", content: [{ type: "text", text: "I prefer tabs over spaces." }] } },
    ]);
    await distil(mind, { model: null, signal: new AbortController().signal });
    const [proposal] = (await review(mind)).filter(({ content }) => content?.includes("tabs") === true);
    expect(proposal?.taint?.sources[0]?.source).toBe(url);
  });

  it("notes that cannot be read make everything wait that the session wants to keep", async () => {
    const world = makeWorld();
    const mind = await world.open();
    const keep = async (session: string) => (await memoryAdd(mind, { section: "Notes", content: PLAIN, session })).receipt.status;
    world.write("state/taint/damaged.jsonl", new Uint8Array([0xff, 0xfe, 0x00]));
    world.write("state/taint/torn.jsonl", '{"v":1,"kind":"web","sour');
    expect([await keep("damaged"), await keep("torn")]).toEqual(["proposed", "proposed"]);
  });

  it("a clone inherits what its original read, a resumed chat still has it, and a shell of the chat gets no further", async () => {
    const world = makeWorld();
    const mind = await world.open();
    const { chat } = await reading(world, mind);
    const copy = (await clone(mind, chat.sessionId)).header.sessionId;
    for (const session of [copy, chat.sessionId]) {
      const added = world
        .run(["memory", "add", "--section", "Notes", "--content", SENTENCE, "--session", session, "--json"])
        .json<{ status: string; taint?: unknown }>();
      expect([session, added.status, added.taint !== undefined]).toEqual([session, "proposed", true]);
    }
  });
});
