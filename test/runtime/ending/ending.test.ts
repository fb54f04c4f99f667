// How a session ends, by every way there is, through the real program.

import { spawn } from "node:child_process";
import { chmodSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { endSession, openHooks } from "../../../src/runtime/index.ts";
import { hasTerminal, makeWarmWorld as makeWorld, PROGRAM, type World } from "../../kit.ts";
import { scripted, talk } from "../talk.ts";
import { startChat } from "./child.ts";

const dailies = (world: World) =>
  world
    .names("home/daily")
    .filter((name) => name.endsWith(".md"))
    .map((name) => world.read(`home/daily/${name}`))
    .join("\n");

describe("AK-17, AK-51: a session ends with a digest, the archive and receipts", () => {
  it("by /quit", () => {
    const world = makeWorld();
    world.write("home/daily/2026-01-02.md", "## 10:00 old\n\n- x\n");
    const ran = world.run(["chat"], { input: "remember that the box is called hazel\nWhich box do we use?\n/quit\nnever read\n" });
    expect(ran.code).toBe(0);
    expect(ran.out).toMatch(/^3 saved, 0 to review, 0 lost {2}session_/m);
    expect(dailies(world)).toContain("- asked: remember that the box is called hazel · Which box do we use?");
    expect(world.names("home/daily/archive")).toEqual(["2026-01-02.md", "MEMORY.md"]);
    expect(ran.out).not.toContain("never read");
  });

  it("by the end of the input, and a proposal waits", () => {
    const world = makeWorld();
    world.write("project/memory-bank/MEMORY.md", "# Bank\n");
    const ran = world.run(["chat"], { input: "We decided to use Postgres 17.\n" });
    expect(ran.out).toContain("mb:write keeps it");
    expect(ran.out).toMatch(/^1 saved, 1 to review, 0 lost/m);
    expect(world.run(["review", "--json"]).json<unknown[]>()).toHaveLength(1);
  });

  it("LW-53, LW-91, X22: pre-session-stop comes before post-session, and what was planned is flushed between them", () => {
    const world = makeWorld();
    const hook = (name: string, trigger: string, script: string) => {
      world.write(`home/hooks/${name}/HOOK.md`, `---\nname: ${name}\ndescription: x\ntrigger: ${trigger}\n---\n`);
      chmodSync(world.write(`home/hooks/${name}/scripts/run.sh`, script), 0o755);
    };
    // One file for both, so that it has their order; each looks for the pending file that the flush makes.
    const look = `cat >> "$HOME/order"; find "${world.project}/.agents" -name "*.yaml" >> "$HOME/order"; echo >> "$HOME/order"`;
    hook("stop", "PreSessionStop", look);
    hook("after", "post-session", look);
    world.write("project/memory-bank/MEMORY.md", "# Bank\n");
    world.run(["chat"], { input: "We decided to use Postgres 17.\n" });
    const [stop, after, ...more] = world.read("person/order").trim().split("\n\n");
    expect(more).toEqual([]);
    expect(stop).toContain('"event_type":"pre-session-stop"');
    expect(stop).not.toContain(".yaml");
    expect(after).toContain('"event_type":"post-session"');
    expect(after).toContain('"exit_reason":"end of input"');
    expect(after).toMatch(/\.agents\/\S+\.yaml/);
    expect(world.run(["review", "--json"]).json<unknown[]>()).toHaveLength(1);
  });

  it.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
    ["SIGINT", 0],
  ] as const)("by %s", async (signal, code) => {
    const world = makeWorld();
    const chat = startChat(world);
    chat.send("remember that signals are polite");
    await chat.until(/Recorded in/);
    chat.kill(signal);
    expect(await chat.ended).toEqual({ code, signal: null });
    expect(chat.output()).toMatch(/3 saved, 0 to review, 0 lost/);
    expect(dailies(world)).toContain("- asked: remember that signals are polite");
  });

  it.skipIf(!hasTerminal)("by a terminal that is closed under it", async () => {
    const world = makeWorld();
    const command = [process.execPath, ...PROGRAM, "chat", "--model", "offline"].map((word) => `'${word}'`).join(" ");
    const terminal = spawn("script", ["-qec", command, "/dev/null"], {
      cwd: world.project,
      env: { ...world.env, SHELL: "/bin/sh", TERM: "xterm" },
      stdio: ["pipe", "pipe", "ignore"],
    });
    let out = "";
    terminal.stdout.on("data", (chunk: Buffer) => (out += String(chunk)));
    await expect.poll(() => out.includes("› "), { timeout: 20_000 }).toBe(true);
    terminal.stdin.write("remember that terminals close\r");
    await expect.poll(() => out.includes("Recorded in"), { timeout: 20_000 }).toBe(true);
    // The program that draws the terminal dies: nobody is left to print to.
    terminal.kill("SIGKILL");
    await expect.poll(() => dailies(world).includes("- asked: remember that terminals close"), { timeout: 20_000 }).toBe(true);
    await expect.poll(() => world.read("state/decisions/chats.jsonl").includes('"ended"'), { timeout: 20_000 }).toBe(true);
    expect(world.run(["chat"], { input: "" }).err).not.toContain("cut off");
  });

  it("by a crash: the next start ends it, once", async () => {
    const world = makeWorld();
    const chat = startChat(world);
    chat.send("remember that crashes happen");
    await chat.until(/Recorded in/);
    chat.kill("SIGKILL");
    await chat.ended;
    expect(dailies(world)).not.toContain("asked");
    const next = world.run(["chat"], { input: "" });
    expect(next.err).toContain("cut off: 3 saved");
    expect(world.run(["chat"], { input: "" }).err).not.toContain("cut off");
    expect(dailies(world).split("- asked: remember that crashes happen")).toHaveLength(2);
  });

  it("a session that another process talks to is not taken for a crash, and cannot be opened twice", async () => {
    const world = makeWorld();
    const chat = startChat(world);
    chat.send("remember that I am still here");
    await chat.until(/Recorded in/);
    expect(world.run(["chat"], { input: "" }).err).not.toContain("cut off");
    const id =
      world
        .run(["session", "list", "--json"])
        .json<{ id: string; events: number }[]>()
        .toSorted((a, b) => b.events - a.events)[0]?.id ?? "";
    const second = world.run(["chat", "--session", id], { input: "hello\n" });
    expect([second.code, second.err]).toEqual([4, expect.stringContaining("open in another terminal")]);
    chat.closeInput();
    await chat.ended;
  });
});

describe("AK-52: /clear", () => {
  it("begins a new conversation and leaves memory as it is", () => {
    const world = makeWorld();
    const ran = world.run(["chat"], { input: "remember that hazel has 32 GB\n/clear\nwhat do you know about hazel?\n/quit\n" });
    expect(world.read("home/MEMORY.md")).toContain("hazel has 32 GB");
    expect(ran.out.split("saved,")).toHaveLength(3);
    expect(ran.out.slice(ran.out.indexOf("saved,"))).toContain("hazel has 32 GB");
    expect(world.run(["session", "list", "--json"]).json<unknown[]>()).toHaveLength(2);
  });
});

describe("AK-17: the digest", () => {
  it("is the model's where there is one", async () => {
    const world = makeWorld();
    const mind = await world.open();
    const conversation = await talk(mind, [["It is 8123."]]);
    await conversation.say("Which port?");
    const ended = await endSession({
      mind,
      sessionId: conversation.chat.sessionId,
      reason: "quit",
      model: null,
      hooks: openHooks(mind, { session: "s", env: {} }),
    });
    expect(ended.digest).toMatchObject({ by: "extract" });
    const again = await talk(mind, [["It is 9000."]], { sessionId: conversation.chat.sessionId });
    await again.say("And now?");
    const model = {
      ...scripted([]),
      stream: async function* () {
        yield { type: "text" as const, text: "## no heading\n- the port is 9000 now" };
      },
    };
    const second = await endSession({
      mind,
      sessionId: conversation.chat.sessionId,
      reason: "quit",
      model,
      hooks: openHooks(mind, { session: "s", env: {} }),
    });
    expect(second.digest).toMatchObject({ by: "model", content: "- the port is 9000 now" });
    expect(dailies(world)).toContain("- the port is 9000 now");
  });

  it("is taken from the words where the model fails", async () => {
    const world = makeWorld();
    const mind = await world.open();
    const conversation = await talk(mind, [["Ok."]]);
    await conversation.say("Please build it.");
    const model = {
      ...scripted([]),
      stream: async function* () {
        yield { type: "error" as const, error: new (await import("codicil")).AppError("IO", "gone") };
      },
    };
    const ended = await endSession({
      mind,
      sessionId: conversation.chat.sessionId,
      reason: "quit",
      model,
      hooks: openHooks(mind, { session: "s", env: {} }),
    });
    expect(ended.digest?.content).toContain("asked: Please build it.");
  });

  it("X14: of a shared session there is none", () => {
    const world = makeWorld();
    world.run(["chat", "--shared"], { input: "What is in this project?\n" });
    expect(dailies(world)).toBe("");
  });
});
