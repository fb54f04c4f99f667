// Lines like "run X before you say you are done", held at the end of a turn.

import { describe, expect, it } from "vitest";
import { readDoneRule } from "../../src/hostSessions/doneGate.ts";
import { makeWarmWorld as makeWorld, type World } from "../kit.ts";
import { fire } from "./hookKit.ts";

it.each<[line: string, commands: string[] | null]>([
  ["Run `npm test` before you say you are done.", ["npm test"]],
  ["Always run `npm test` and `npm run lint` before finishing a task.", ["npm test", "npm run lint"]],
  ["Before you finish, run `make check`.", ["make check"]],
  ["Before considering a task complete, always run `npm run check`.", ["npm run check"]],
  ["Never say you are done without running `pytest`.", ["pytest"]],
  ["**Do not claim the task is finished until you have run `go test ./...`!**", ["go test ./..."]],
  // Not these: another time, a condition, a wish, something else beside it.
  ["Run `npm test` before you commit.", null],
  ["Consider running `npm test` before you say you are done.", null],
  ["If you changed the API, run `npm test` before you finish.", null],
  ["Run `npm test` before you finish, unless only docs changed.", null],
  ["Do not run `npm test` before you finish.", null],
  ["Before you finish, run the tests.", null],
])("%s", (line, commands) => {
  expect(readDoneRule(line)).toEqual(commands);
});

describe("at the end of a turn", () => {
  const did = (world: World, host: string, command: string) =>
    fire(world, host, "PostToolUse", { tool_name: "Bash", tool_input: { command }, tool_response: "ok" });
  const stop = (world: World, host: string, again = false) =>
    fire(world, host, "Stop", { stop_hook_active: again, last_assistant_message: "done" });

  it.each(["claude", "codex"])("%s is sent back until the command ran after the last change", (host) => {
    const world = makeWorld();
    world.write("project/AGENTS.md", "# Rules\n\n- Run `npm test` before you say you are done.\n");
    // Nothing was changed: a question was answered.
    did(world, host, "cat package.json");
    expect(stop(world, host).out).toBe("");
    did(world, host, "npm test");
    did(world, host, "echo x > src.js");
    const held = stop(world, host).json<{ decision: string; reason: string }>();
    expect(held.decision).toBe("block");
    expect(held.reason).toMatch(/`npm test` did not run since.*AGENTS\.md:3 says: Run `npm test` before you say you are done\./);
    // Once for each turn: then the person is told instead.
    expect(stop(world, host, true).json()).toEqual({ systemMessage: expect.stringContaining("`npm test`") });
    did(world, host, "CI=1 npm test -- --reporter dot");
    expect(stop(world, host).out).toBe("");
    did(world, host, "echo y > src.js && npm test");
    expect(stop(world, host).out).toBe("");
  });

  it("a host that cannot be sent back is not, and without such a line nothing is held", () => {
    const world = makeWorld();
    world.write("project/AGENTS.md", "- Run `npm test` before you say you are done.\n");
    fire(world, "kimi", "PostToolUse", { tool_name: "Shell", tool_input: { command: "echo x > a.js" }, tool_response: "ok" });
    expect(fire(world, "kimi", "Stop", {}).out).toBe("");
    world.write("project/AGENTS.md", "- Think before you say you are done.\n");
    did(world, "claude", "echo x > a.js");
    expect(stop(world, "claude").out).toBe("");
  });
});
