// What a host is told to type: `codicil` where a shell finds it, and the launcher that install wrote where it does not (npx).

import { chmodSync } from "node:fs";
import { expect, it } from "vitest";
import { makeWarmWorld as makeWorld } from "../kit.ts";

it("a refusal and the session's beginning name a command that works there", () => {
  const world = makeWorld();
  world.write("project/AGENTS.md", "- Never push to main.\n");
  expect(world.run(["install", "claude", "--yes"]).code).toBe(0);
  const launcher = `${world.state}/bin/codicil`;
  expect(world.has("state/bin/codicil")).toBe(true);
  world.write("bin/codicil", "#!/bin/sh\n");
  chmodSync(`${world.root}/bin/codicil`, 0o755);
  world.write("_npx/1/node_modules/.bin/codicil", "#!/bin/sh\n");
  const told = (path: string, session: string) => {
    const common = { session_id: session, cwd: world.project, transcript_path: "/dev/null" };
    const env = { PATH: path };
    const call = { ...common, hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "git push origin main" } };
    const denied = world.run(["hook", "claude", "PreToolUse"], { input: JSON.stringify(call), env }).out;
    const begun = { ...common, hook_event_name: "SessionStart", source: "startup" };
    return denied + world.run(["hook", "claude", "SessionStart"], { input: JSON.stringify(begun), env }).out;
  };
  for (const [at, path] of ["/nowhere", `${world.root}/_npx/1/node_modules/.bin`].entries()) {
    const said = told(path, `s${at}`);
    expect(said).toContain(`a person can run: ${launcher} policy dismiss AGENTS.md:1. A person may allow it once with: ${launcher} allow `);
    expect(said).toContain(`in a shell: ${launcher} recall WORDS`);
    expect(said).not.toMatch(/: codicil (?:policy|allow|plan|recall)/);
  }
  const named = told(`${world.root}/bin`, "s9");
  expect(named).toContain("a person can run: codicil policy dismiss AGENTS.md:1. A person may allow it once with: codicil allow ");
  expect(named).toContain("in a shell: codicil recall WORDS");
});
