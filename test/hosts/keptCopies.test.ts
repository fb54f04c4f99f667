// A tool of a host overwrites a file: what Git does not have as it is goes to the trash first.

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeWarmWorld as makeWorld, type World } from "../kit.ts";
import { CALLS, fire, fireCall } from "./hookKit.ts";

function git(world: World, ...args: readonly string[]): void {
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], { cwd: world.project, stdio: "ignore" });
}

function put(world: World, file: string, content: string): string {
  const path = join(world.project, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

function repository(): World {
  const world = makeWorld();
  put(world, "committed.txt", "committed\n");
  put(world, "changed.txt", "before\n");
  put(world, ".gitignore", "dist/\n");
  git(world, "init", "-q");
  git(world, "add", "-A");
  git(world, "commit", "-qm", "start");
  put(world, "changed.txt", "mine, not committed\n");
  put(world, "untracked.txt", "mine, untracked\n");
  put(world, "dist/out.js", "built\n");
  return world;
}

interface Item {
  readonly id: string;
  readonly original: string;
}

const kept = (world: World): Item[] => world.run(["trash", "list", "--json"]).json<Item[]>();
const names = (world: World) =>
  kept(world)
    .map(({ original }) => original.slice(world.project.length + 1))
    .sort();

/** Each host's own spelling of a change to a file that is there. */
const OVERWRITES: Readonly<Record<string, (path: string) => readonly [event: string, fields: Readonly<Record<string, unknown>>]>> = {
  ...Object.fromEntries(
    Object.entries(CALLS).map(([host, { event, call }]) => [host, (path: string) => [event, call("write", path)] as const]),
  ),
  codex: (path) => [
    "PreToolUse",
    { tool_name: "apply_patch", tool_input: { command: `*** Begin Patch\n*** Update File: ${path}\n@@\n-x\n+y\n*** End Patch` } },
  ],
};

describe("a copy before a tool overwrites a file", () => {
  it.each(Object.keys(OVERWRITES))("%s: untracked and changed files are kept, and come back exactly", (host) => {
    const world = repository();
    for (const file of ["untracked.txt", "changed.txt", "committed.txt", "dist/out.js", "new.txt"]) {
      const [event, fields] = (OVERWRITES[host] as (typeof OVERWRITES)[string])(join(world.project, file));
      expect(fire(world, host, event, fields).code).toBe(0);
    }
    expect(names(world)).toEqual(["changed.txt", "untracked.txt"]);
    put(world, "changed.txt", "the agent's");
    const [item] = kept(world).filter(({ original }) => original.endsWith("/changed.txt"));
    expect(world.run(["trash", "restore", item?.id ?? "", "--over"]).code).toBe(0);
    expect(readFileSync(join(world.project, "changed.txt"), "utf8")).toBe("mine, not committed\n");
  });

  it.each([
    ["Edit", (path: string) => ({ file_path: path, old_string: "mine", new_string: "yours" })],
    ["MultiEdit", (path: string) => ({ file_path: path, edits: [{ old_string: "mine", new_string: "yours" }] })],
    ["NotebookEdit", (path: string) => ({ notebook_path: path, new_source: "x" })],
    ["mcp__filesystem__write_file", (path: string) => ({ path, content: "x" })],
    ["write_file", (path: string) => ({ path, content: "" })],
    ["mcp__disk__set_contents", (path: string) => ({ path, contents: "" })],
    ["mcp__disk__renamePath", (path: string) => ({ oldPath: join(dirname(path), "committed.txt"), newPath: path })],
    ["mcp__disk__copy", (path: string) => ({ from: join(dirname(path), "committed.txt"), to: path })],
    ["mcp__filesystem__move_file", (path: string) => ({ source: join(dirname(path), "committed.txt"), destination: path })],
  ] as const)("claude: %s", (tool, input) => {
    const world = repository();
    fire(world, "claude", "PreToolUse", { tool_name: tool, tool_input: input(join(world.project, "untracked.txt")) });
    expect(names(world)).toEqual(["untracked.txt"]);
  });

  it("the same call again keeps a copy again, because the file is another by then", () => {
    const world = repository();
    const path = join(world.project, "untracked.txt");
    fireCall(world, "claude", "write", path);
    put(world, "untracked.txt", "second\n");
    fireCall(world, "claude", "write", path);
    expect(names(world)).toEqual(["untracked.txt", "untracked.txt"]);
  });

  it("reading keeps nothing, a refused call keeps nothing, and a giant is not copied", () => {
    const world = repository();
    put(world, "AGENTS.md", "# Rules\n\n- Never edit `untracked.txt`.\n");
    truncateSync(put(world, "giant.bin", ""), 17 * 1024 * 1024);
    fire(world, "claude", "PreToolUse", { tool_name: "Read", tool_input: { file_path: join(world.project, "changed.txt") } });
    fireCall(world, "claude", "write", join(world.project, "AGENTS.md"));
    fireCall(world, "claude", "write", join(world.project, "giant.bin"));
    expect(names(world)).toEqual([]);
  });
});
