// Calls that passed before pass again without being analysed, and only while everything they depend on is as it was.

import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hashWith, shortSha256 } from "../../src/base/index.ts";
import { makeWorld, type World } from "../kit.ts";
import { fire, fireCall } from "./hookKit.ts";

const FROM_SOURCE = process.env["CODICIL_FROM_SOURCE"] === "1";

it("the short hash is SHA-256", () => {
  for (const text of ["", "abc", "é日本", "x".repeat(55), "x".repeat(56), "x".repeat(64), "y".repeat(1999)])
    expect(shortSha256(text)).toBe(createHash("sha256").update(text).digest("hex"));
  // A program that has Node's own gives it.
  hashWith((text) => createHash("sha256").update(text).digest("base64"));
  expect(shortSha256("abc")).toMatch(/=$/);
  hashWith(undefined);
  expect(shortSha256("abc")).not.toMatch(/=$/);
});

describe.skipIf(FROM_SOURCE)("a call that passed before", () => {
  const kept = (world: World) => readdirSync(join(world.state, "cache/passed"));
  function warm(world: World, command: string): void {
    for (let i = 0; i < 3; i++) expect([command, fireCall(world, "codex", "shell", command).out]).toEqual([command, ""]);
  }

  it("is kept, by its hash and not by its words", () => {
    const world = makeWorld();
    warm(world, "ls some-secret-folder");
    expect(kept(world).length).toBe(1);
    expect(readFileSync(join(world.state, "cache/passed", kept(world)[0] ?? ""), "utf8")).not.toContain("ls some");
  });

  it("is judged again where its note is another call's, or damaged", () => {
    const world = makeWorld();
    warm(world, "ls src");
    const file = join(world.state, "cache/passed", kept(world)[0] ?? "");
    for (const text of ["", "{", readFileSync(file, "utf8").replace(/"key":"./, '"key":"0')]) {
      writeFileSync(file, text);
      expect(fireCall(world, "codex", "shell", "ls src").out).toBe("");
    }
    expect(readFileSync(file, "utf8")).toContain(kept(world)[0]?.replace(".json", ""));
  });

  it("is judged again when a rule comes", () => {
    const world = makeWorld();
    warm(world, "terraform plan");
    world.write("project/AGENTS.md", "- Never run `terraform`.\n");
    expect(fireCall(world, "codex", "shell", "terraform plan").out).toMatch(/"deny"/);
  });

  it("is judged again when the disk changes under it: a link to a protected document", () => {
    const world = makeWorld();
    world.write("project/AGENTS.md", "- Be kind.\n");
    warm(world, "echo x >> notes/log.txt");
    mkdirSync(join(world.project, "notes"));
    symlinkSync(join(world.project, "AGENTS.md"), join(world.project, "notes/log.txt"));
    expect(fireCall(world, "codex", "shell", "echo x >> notes/log.txt").out).toMatch(/"deny"/);
    rmSync(join(world.project, "notes"), { recursive: true });
    expect(fireCall(world, "codex", "shell", "echo x >> notes/log.txt").out).toBe("");
  });

  it("is judged again on another branch", () => {
    const world = makeWorld();
    world.write("project/AGENTS.md", "- Never commit to main.\n");
    writeFileSync(join(world.project, ".git/HEAD"), "ref: refs/heads/feature\n");
    warm(world, "git commit -m x");
    writeFileSync(join(world.project, ".git/HEAD"), "ref: refs/heads/main\n");
    expect(fireCall(world, "codex", "shell", "git commit -m x").out).toMatch(/"deny"/);
  });

  it("is judged each time where a rule asks what happened before", () => {
    const world = makeWorld();
    world.write("project/AGENTS.md", "- Run `npm test` before you commit.\n");
    fire(world, "codex", "PostToolUse", { tool_name: "Bash", tool_input: { command: "npm test" } });
    warm(world, "git commit -m x");
    expect(fireCall(world, "codex", "shell", "git commit -m x", "another").out).toMatch(/"deny"/);
  });

  it("is judged again elsewhere, and in another mode", () => {
    const world = makeWorld();
    world.write("project/memory-bank/details/patterns.md", "# P\n");
    world.write("project/package.json", "{}");
    const edit = { tool_name: "Edit", tool_input: { file_path: "package.json", old_string: "{}", new_string: "{ }" } };
    for (let i = 0; i < 2; i++) fire(world, "codex", "PreToolUse", edit);
    const input = JSON.stringify({ session_id: "s1", cwd: world.project, hook_event_name: "PreToolUse", ...edit });
    expect(world.run(["hook", "codex", "PreToolUse"], { input, env: { MEMORY_BANK_GUARD_MODE: "block" } }).out).toMatch(/"deny"/);
  });
});
