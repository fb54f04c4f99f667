// Lists at a terminal: they fit it, have short ids and numbers, and both name what they stand for. A pipe gets whole ids.

import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { hasTerminal, makeWorld, PROGRAM, type World } from "../kit.ts";

const WIDE = 60;

/** Commands one after another at one terminal. */
function typed(world: World, ...lines: readonly string[]): string {
  const codicil = [process.execPath, ...PROGRAM].map((word) => `'${word}'`).join(" ");
  const script = [`stty cols ${WIDE}`, ...lines.map((line) => line.replace(/^codicil/, codicil))].join("; ");
  const done = spawnSync("script", ["-qec", script, "/dev/null"], {
    cwd: world.project,
    env: { ...world.env, SHELL: "/bin/sh", NO_COLOR: "1" },
    encoding: "utf8",
    timeout: 60_000,
  });
  return done.stdout.replaceAll("\r\n", "\n");
}

function furnished(): World {
  const world = makeWorld();
  for (const fact of [
    "The staging database is shop_stage, and it has a name that is much longer than any line",
    "Releases go out on Tuesdays",
  ])
    expect(world.run(["memory", "add", "--section", "Facts", "--content", fact]).code).toBe(0);
  return world;
}

describe.skipIf(!hasTerminal)("23: lists at a terminal", () => {
  it("fit the screen, with short ids and numbers that name their rows", () => {
    const world = furnished();
    const out = typed(world, "codicil log", "codicil undo 2", "codicil show MEMORY.md");
    expect(out.split("\n").every((line) => line.length <= WIDE)).toBe(true);
    expect(out).toMatch(/^2 {2}c_[0-9a-f]{6} {2}\d\d:\d\d {2}MEMORY\.md {2}append "Facts"/m);
    // The second is the older one.
    expect(world.read("home/MEMORY.md")).not.toContain("shop_stage");
    expect(world.read("home/MEMORY.md")).toContain("Tuesdays");
  });

  it("a short id is taken like the whole one", () => {
    const world = furnished();
    const [, newest = ""] = /^1 {2}(c_[0-9a-f]{6}) /m.exec(typed(world, "codicil log")) ?? [];
    expect(world.run(["undo", newest]).code).toBe(0);
    expect(world.read("home/MEMORY.md")).not.toContain("Tuesdays");
    const call = { session_id: "s1", cwd: world.project, tool_name: "Bash", tool_input: { command: "rm -rf /" } };
    world.run(["hook", "claude", "PreToolUse"], { input: JSON.stringify({ ...call, hook_event_name: "PreToolUse" }) });
    const [, verdict = ""] = /^1 {2}(v_[0-9a-f]{6}) /m.exec(typed(world, "codicil policy log")) ?? [];
    expect(world.run(["policy", "explain", verdict]).out).toContain("rm -rf /");
  });

  it("negative control: a pipe gets whole ids and no numbers, and a number of another terminal's list means nothing here", () => {
    const world = furnished();
    expect(world.run(["log"]).out).toMatch(/^20\S+ {2}c_\d{14}_[0-9a-f]{12} {2}MEMORY\.md/m);
    const ran = world.run(["undo", "1"]);
    expect([ran.code, ran.err]).toEqual([expect.any(Number), expect.stringContaining("NOT_FOUND")]);
    expect(world.read("home/MEMORY.md")).toContain("Tuesdays");
  });
});
