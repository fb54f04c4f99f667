// kill -9 in the middle of turns, at random points: at the next start nothing that the person or the agent finished
// saying is lost, and the digest still comes, once. Short here, a hundred times with CODICIL_FAULT=full.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeWorld, type World } from "../kit.ts";
import { startChat } from "../runtime/ending/child.ts";
import { type Line, startScriptedModel } from "../runtime/scriptedModel.ts";

const TIMES = process.env["CODICIL_FAULT"] === "full" ? 100 : 3;

interface Killed {
  /** Messages whose answer had come out whole. */
  readonly answered: readonly string[];
  readonly sent: readonly string[];
  readonly session: string | null;
}

/** Sends messages one after the other and kills the program `after` ms behind the first answer (or before it). */
async function talkAndKill(world: World, round: number, after: number, env: Record<string, string> = {}): Promise<Killed> {
  const before = new Set(world.names("state/sessions"));
  const chat = startChat(world, ["--json"], env);
  const withModel = Object.keys(env).length > 0;
  const sent: string[] = [];
  const answers = () =>
    chat
      .output()
      .split("\n")
      .filter((line) => line.endsWith("}")).length;
  const timer = new Promise<void>((resolve) => setTimeout(resolve, after));
  let over = false;
  void timer.then(() => {
    over = true;
    chat.kill("SIGKILL");
  });
  for (let index = 0; !over; index++) {
    const kinds = [`remember that token${round}x${index} is kept`, `Where is token${round}x${index}?`, `!echo token${round}x${index}`];
    const message = withModel ? `question${round}x${index}` : (kinds[index % 3] as string);
    sent.push(message);
    chat.send(message);
    while (!over && answers() <= index) await new Promise((resolve) => setTimeout(resolve, 3));
  }
  await chat.ended;
  const fresh = world.names("state/sessions").filter((name) => name.endsWith(".jsonl") && !before.has(name));
  return { answered: sent.slice(0, answers()), sent, session: fresh[0]?.slice(0, -6) ?? null };
}

const sessionText = (world: World, id: string) => readFileSync(join(world.state, "sessions", `${id}.jsonl`), "utf8");

function digests(world: World, session: string): number {
  const log = world.run(["log", "--json"]).json<{ reason?: string; entry?: string }[]>();
  // What of a digest does not fit into the day is in the archive, as a part of the same entry.
  return new Set(
    log.filter(({ reason }) => reason?.startsWith(`digest of ${session} `) === true).map(({ entry }) => entry?.replace(/\.overflow$/, "")),
  ).size;
}

describe("OR-50, AK-17: a chat that is killed", () => {
  it(`loses nothing that was said, ${TIMES} times`, { timeout: TIMES * 30_000 }, async () => {
    const world = makeWorld();
    world.run(["init", "--yes"]);
    let said = 0;
    for (let round = 0; round < TIMES; round++) {
      const { answered, session } = await talkAndKill(world, round, 300 + Math.random() * 2500);
      const next = world.run(["chat"], { input: "" });
      expect([round, next.code]).toEqual([round, 0]);
      if (session === null) continue;
      const text = sessionText(world, session);
      const everything = [
        text,
        ...["MEMORY.md", "archive/MEMORY.md"].map((name) => (world.has(`home/${name}`) ? world.read(`home/${name}`) : "")),
      ].join("\n");
      for (const message of answered) expect([round, message, text.includes(message.replace(/^!/, ""))]).toEqual([round, message, true]);
      for (const message of answered.filter((each) => each.startsWith("remember")))
        expect([message, everything.includes(message.slice("remember that ".length))]).toEqual([message, true]);
      expect(world.run(["session", "verify", session]).code).toBe(0);
      const wanted = text.includes('"user_message"') || /"queue_update".*"text"/.test(text) ? 1 : 0;
      expect([round, session, digests(world, session)]).toEqual([round, session, wanted]);
      said += answered.length;
    }
    expect(said).toBeGreaterThan(0);
    // Nothing is left open, and nothing is ended twice.
    expect(world.run(["chat"], { input: "" }).err).not.toContain("cut off");
    expect(world.run(["status", "--json"]).json<{ journalled: unknown[]; damaged: unknown[] }>()).toMatchObject({
      journalled: [],
      damaged: [],
    });
  });

  it(`also in the middle of a model's stream and of its tools, ${TIMES} times`, { timeout: TIMES * 30_000 }, async () => {
    const world = makeWorld();
    world.run(["init", "--yes"]);
    let said = 0;
    for (let round = 0; round < TIMES; round++) {
      // Each message: a tool, then words that come slowly.
      const line = (index: number): Line => [
        { text: `answer${round}y${index} begins, ` },
        { wait: 60 },
        { text: "goes on, " },
        { wait: 60 },
        { text: `and answer${round}y${index} ends.` },
      ];
      const script = Array.from({ length: 40 }, (_, index) => [
        [{ call: { name: "shell", args: { command: `sleep 0.05; echo ran${round}y${index}` } } }] as Line,
        line(index),
      ]).flat();
      const server = await startScriptedModel(...script);
      const { answered, session } = await talkAndKill(world, round, 900 + Math.random() * 2500, server.env("chat"));
      await server.close();
      expect([round, world.run(["chat", "--model", "offline"], { input: "" }).code]).toEqual([round, 0]);
      if (session === null) continue;
      const text = sessionText(world, session);
      answered.forEach((message, index) => {
        expect([round, message, text.includes(message)]).toEqual([round, message, true]);
        expect([round, index, text.includes(`and answer${round}y${index} ends.`)]).toEqual([round, index, true]);
      });
      expect(world.run(["session", "verify", session]).code).toBe(0);
      const wanted = text.includes('"user_message"') || /"queue_update".*"text"/.test(text) ? 1 : 0;
      expect([round, session, digests(world, session)]).toEqual([round, session, wanted]);
      said += answered.length;
    }
    expect(said).toBeGreaterThan(0);
  });

  it("negative control: a lost answer would be seen", async () => {
    const world = makeWorld();
    const chat = startChat(world, ["--json"]);
    chat.send("remember that token7x0 is kept");
    await chat.until(/"answer"/);
    chat.kill("SIGKILL");
    await chat.ended;
    const [session = ""] = world.names("state/sessions");
    const text = sessionText(world, session.slice(0, -6));
    expect([text.includes("token7x0 is kept"), text.replaceAll("token7x0", "").includes("token7x0 is kept")]).toEqual([true, false]);
  });
});
