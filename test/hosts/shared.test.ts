// A host's session that others may read (X14, OR-20, OR-22): marked by `install --shared` or by a variable.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeWarmWorld as makeWorld, type World } from "../kit.ts";
import { contextOf, WITH_PLUGINS } from "./hookKit.ts";
import { installIn } from "./settingsShapes.ts";

const SHARED = { CODICIL_SESSION_TYPE: "shared" };

function furnished(): World {
  const world = makeWorld();
  world.write("home/SOUL.md", "## Identity\n\nI am Marlow.\n");
  world.write("home/USER.md", "## Name\n\nAda Quillfeather\n");
  world.write("home/MEMORY.md", "## Notes\n\n- the kettle in the lighthouse kitchen is blue\n");
  return world;
}

function fire(world: World, event: string, fields: object, env: Record<string, string> = {}, words: readonly string[] = []) {
  return world.run(["hook", "claude", event, ...words], {
    env,
    input: JSON.stringify({ session_id: "s1", cwd: world.project, hook_event_name: event, transcript_path: "/dev/null", ...fields }),
  });
}

const start = { source: "startup" };
const read = (world: World) => ({ tool_name: "Read", tool_input: { file_path: `${world.home}/USER.md` } });

describe.each([
  ["CODICIL_SESSION_TYPE=shared", SHARED, []],
  ["a line that ends in --shared", {}, ["--shared"]],
  ["a value that nobody knows", { CODICIL_SESSION_TYPE: "Shared!" }, []],
] as const)("X14 OR-22 %s", (_, env, words) => {
  it("gives soul and no private memory, recalls nothing private, and refuses to read it; without the mark all of it is there", () => {
    const world = furnished();
    const main = contextOf(fire(world, "SessionStart", start)) ?? "";
    for (const part of ["Marlow", "Quillfeather", "kettle"]) expect(main).toContain(part);
    const shared = contextOf(fire(world, "SessionStart", start, env, words)) ?? "";
    expect(shared).toContain("Marlow");
    expect(shared).toContain("This session is shared");
    expect(shared).not.toMatch(/Quillfeather|kettle/);
    const prompt = { prompt: "which kettle stands in the lighthouse kitchen?" };
    // A session that was not given the document finds it by recall.
    world.write("home/daily/2020-01-01.md", "## Log\n\n- the lighthouse kitchen got a green kettle\n");
    expect(contextOf(fire(world, "UserPromptSubmit", prompt))).toContain("green kettle");
    expect(contextOf(fire(world, "UserPromptSubmit", prompt, env, words)) ?? "").not.toContain("kettle");
    const before = fire(world, "PreToolUse", read(world)).out;
    expect(before).not.toContain('"deny"');
    expect(fire(world, "PreToolUse", read(world), env, words).out).toContain('"deny"');
  });
});

describe("the kind of a session", () => {
  it("is kept with the session, and a call that passed in a main session is judged anew in a shared one", () => {
    const world = furnished();
    fire(world, "SessionStart", start, SHARED);
    fire(world, "SessionStart", start);
    const sessions = world.run(["session", "list", "--json"]).json<{ id: string; sessionType: string }[]>();
    expect(sessions.map(({ id, sessionType }) => [id, sessionType]).sort()).toEqual([
      ["host_claude_s1", "main"],
      ["host_claude_s1_shared", "shared"],
    ]);
    const call = { tool_name: "Bash", tool_input: { command: `cat ${world.home}/MEMORY.md` } };
    const out = [fire(world, "PreToolUse", call).out, fire(world, "PreToolUse", call).out, fire(world, "PreToolUse", call, SHARED).out];
    expect(out.map((each) => each.includes('"deny"'))).toEqual([false, false, true]);
  });
});

describe("install --shared", () => {
  it.each(WITH_PLUGINS)(
    "%s: every line and the MCP server carry the mark, the gate is alive, and install without it takes it away",
    (host) => {
      const world = furnished();
      const installed = world
        .run(["install", host, "--shared", "--yes", "--json"])
        .json<{ changed: string[]; canaries: { alive: boolean }[] }>();
      expect(installed.canaries.every(({ alive }) => alive)).toBe(true);
      const texts = () =>
        installed.changed
          .filter((path) => !path.includes("/skills/"))
          .map((path) => readFileSync(path, "utf8"))
          .join("\n");
      const marked = texts();
      expect(marked).toMatch(/--session-type[",\s]+shared/);
      const lines = marked.match(/codicil-hook'? \w+ \w+[^"\n]*/g) ?? [];
      expect(lines.every((line) => line.includes("--shared"))).toBe(true);
      if (host === "opencode" || host === "pi") expect(marked).toMatch(/"?shared"?:\s*(?:true|!0)/);
      else expect(lines.length).toBeGreaterThan(3);
      installIn(world, host);
      expect(texts()).not.toMatch(/codicil-hook'? \w+ \w+ --shared|--session-type[",\s]+shared/);
    },
  );

  it("the very line of the settings keeps private memory out", () => {
    const world = furnished();
    installIn(world, "claude", { shared: true });
    const settings = JSON.parse(world.read("person/.claude/settings.json")) as {
      hooks: Record<string, { hooks: { command: string }[] }[]>;
    };
    const line = settings.hooks["SessionStart"]?.[0]?.hooks[0]?.command ?? "";
    const input = JSON.stringify({
      session_id: "s1",
      cwd: world.project,
      hook_event_name: "SessionStart",
      source: "startup",
      transcript_path: "/dev/null",
    });
    const { stdout } = spawnSync("/bin/sh", ["-c", line], {
      input,
      encoding: "utf8",
      env: { PATH: process.env["PATH"], HOME: join(world.root, "person") },
    });
    expect(stdout).toContain("Marlow");
    expect(stdout).not.toMatch(/Quillfeather|kettle/);
  });
});
