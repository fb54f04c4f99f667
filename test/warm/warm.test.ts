// The process that stays answers as a process of its own does, and nothing of a command is left for the next.

import { describe, expect, it } from "vitest";
import { makeWarmWorld, makeWorld, type World } from "../kit.ts";
import { fire } from "../hosts/hookKit.ts";

const RULES = "# Rules\n\n- Never run `make wipe`.\n";

/** What is not the same twice. */
const plain = (text: string, world: World) =>
  text
    .replaceAll(world.root, "ROOT")
    .replace(/\b(?:\d{8}-\d{6}-\w{4}|(?:r_)?[0-9a-f]{12,})\b/g, "ID")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME");

describe("commands in one process that stays", () => {
  it.each<[string, (world: World) => { code: number; out: string; err: string }]>([
    ["an answer", (world) => world.run(["where"])],
    ["an answer in JSON", (world) => world.run(["init", "--yes", "--json"])],
    ["a refusal with its code", (world) => world.run(["undo", "nothing"])],
    ["a command that does not exist", (world) => world.run(["castle"])],
    [
      "what comes by the input",
      (world) => world.run(["policy", "check", "--jsonl"], { input: '{"id":1,"call":{"tool":"shell","command":"make wipe"}}\n' }),
    ],
    ["a hook that refuses", (world) => fire(world, "claude", "PreToolUse", { tool_name: "Bash", tool_input: { command: "make wipe" } })],
    ["a hook that cannot read its call", (world) => world.run(["hook", "claude", "PreToolUse"], { input: "{" })],
    ["a session's start, which is answered by a thread", (world) => fire(world, "codex", "SessionStart", { source: "startup" })],
  ])("%s is the program's own", (_, ask) => {
    const [own, warm, threaded] = [makeWorld(), makeWarmWorld(), makeWarmWorld({ ownThreads: true })].map((world) => {
      world.write("project/AGENTS.md", RULES);
      const { code, out, err } = ask(world);
      return { code, out: plain(out, world), err: plain(err, world) };
    });
    expect(`${own?.out}${own?.err}`).not.toBe("");
    expect([warm, threaded]).toEqual([own, own]);
  });

  it("directory, environment, input and output of one are not the next one's", () => {
    const [one, other] = [makeWarmWorld(), makeWarmWorld()];
    const homeOf = (world: World, env: Record<string, string> = {}) =>
      world.run(["init", "--yes", "--json"], { env }).json<{ home: string }>().home;
    expect(homeOf(one, { CODICIL_HOME: `${one.root}/elsewhere` })).toBe(`${one.root}/elsewhere`);
    expect([homeOf(one), homeOf(other)]).toEqual([one.home, other.home]);
    one.write("project/AGENTS.md", RULES);
    const verdict = (world: World) => fire(world, "claude", "PreToolUse", { tool_name: "Bash", tool_input: { command: "make wipe" } }).out;
    expect([verdict(one).includes("deny"), verdict(other), verdict(one).includes("deny")]).toEqual([true, "", true]);
    expect(one.run(["hook", "claude", "PreToolUse"]).err).toContain("sent nothing");
  });

  it("what is asked without waiting is answered in order while this process goes on; to wait for another one meanwhile is an error", async () => {
    const [one, other] = [makeWarmWorld(), makeWarmWorld()];
    let ticks = 0;
    const beside = setInterval(() => ticks++, 1);
    const asked = [one, other].map((world) => world.ask(["init", "--yes", "--json"]));
    expect(() => one.run(["where"])).toThrow("still answering");
    expect((await Promise.all(asked)).map((ran) => ran.json<{ home: string }>().home)).toEqual([one.home, other.home]);
    clearInterval(beside);
    expect(ticks).toBeGreaterThan(0);
    // Negative control: afterwards one may wait again, as before.
    expect(one.run(["help"]).code).toBe(0);
  });
});
