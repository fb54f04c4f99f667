// The real Claude Code, without a head: what only it does. Its environment is empty but for what is given here, and its model is on
// loopback. Its questions are in firstUse.test.ts, which needs a screen.

import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld, PROGRAM, type World } from "../kit.ts";
import { claude, type Ground, isThere } from "./programs.ts";
import { FINAL, type ScriptedModel, startScriptedModel } from "./scriptedModel.ts";

const MINUTES = 60_000;
const BLOCK = "beside the program that runs you";
const count = (text: string, part: string) => text.split(part).length - 1;

describe.skipIf(!isThere(claude))("claude", () => {
  let model: ScriptedModel;
  let world: World;
  let ground: Ground;

  const env = () => ({ ...claude.env(ground), CODICIL_HOME: world.home, CODICIL_STATE: world.state });

  function run(words: string, resume: boolean): Promise<string> {
    return new Promise((resolve) => {
      const child = spawn(claude.program[0] ?? "", [...claude.args(ground, words, resume)], {
        cwd: ground.project,
        env: env(),
        stdio: ["ignore", "pipe", "pipe"],
      });
      const timer = setTimeout(() => child.kill("SIGKILL"), 1.5 * MINUTES);
      let out = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (out += String(chunk)));
      child.on("close", () => (clearTimeout(timer), resolve(out)));
    });
  }

  beforeAll(async () => {
    model = await startScriptedModel();
    world = makeWorld({ keep: true });
    ground = { root: world.root, project: world.project, port: model.port };
    spawnSync("git", ["init", "-q", "."], { cwd: world.project });
    world.write("home/MEMORY.md", "# Memory\n\n## Tools\n\nTHE-PERSON-LIKES-PNPM\n");
    world.write("project/AGENTS.md", "- Never run `git push --force`.\n- Run `make check` before you say you are done.\n");
    world.write("project/Makefile", "check:\n\ttouch checked.txt\n");
    claude.prepare(ground);
    const installed = spawnSync(process.execPath, [...PROGRAM, "install", "claude", "--yes", "--json"], {
      cwd: world.project,
      env: env(),
      encoding: "utf8",
    });
    expect([installed.status, installed.stderr]).toEqual([0, expect.anything()]);
  }, 2 * MINUTES);

  afterAll(async () => {
    await model?.close();
    world?.remove();
  });

  it(
    "its sub-agent passes the same gate, with the reason before the sub-agent's model",
    async () => {
      model.script([
        { shell: "git push --force; touch denied.txt" },
        { tool: /^(?:Agent|Task)$/, args: { description: "push", prompt: "push it", subagent_type: "Explore" } },
      ]);
      const out = await run("push", false);
      expect(out).toContain(FINAL);
      expect(existsSync(join(world.project, "denied.txt"))).toBe(false);
      const refused = model.requests.filter(
        ({ results, lastResult }) => results === 1 && lastResult.includes("Never run `git push --force`"),
      );
      // Once for the session itself, once for its sub-agent, whose first message is its task.
      expect(refused.map(({ body }) => body.includes("push it"))).toEqual(expect.arrayContaining([true]));
      expect(refused.length).toBeGreaterThanOrEqual(2);
    },
    2 * MINUTES,
  );

  it(
    "the done-gate sends it back to work once files were changed, until the command ran",
    async () => {
      model.script([{ shell: "echo x > a.txt" }]);
      const changed = await run("change it", false);
      const told = model.requests.map(({ body }) => body).findLast((body) => body.includes("Not done yet"));
      expect(told ?? changed.slice(-3000)).toContain("Run it, fix what it finds");
      model.script([{ shell: "make check" }]);
      await run("check it", true);
      expect(existsSync(join(world.project, "checked.txt"))).toBe(true);
    },
    3 * MINUTES,
  );

  it(
    "after a compaction the block is there again, once",
    async () => {
      model.script([]);
      await run("/compact", true);
      model.script([]);
      const out = await run("go on", true);
      expect(out).toContain(FINAL);
      const body = model.requests.at(-1)?.body ?? "";
      expect([BLOCK, "THE-PERSON-LIKES-PNPM"].map((part) => count(body, part))).toEqual([1, 1]);
    },
    3 * MINUTES,
  );

  it(
    "its own loader names our server",
    () => {
      const { status, stdout } = spawnSync(claude.program[0] ?? "", ["mcp", "get", "codicil"], {
        cwd: world.project,
        env: env(),
        encoding: "utf8",
      });
      expect([status, stdout]).toEqual([0, expect.stringContaining("codicil")]);
    },
    MINUTES,
  );
});
