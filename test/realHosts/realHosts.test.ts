// The real programs, without a head, with what `codicil install` wrote and nothing else: one session against a scripted
// model, and the same session resumed. Programs that are not there are skipped, by name.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isRunByAgent, processOf } from "../../src/hosts/person/runByAgent.ts";
import { makeWorld, PROGRAM, type World } from "../kit.ts";
import { type Ground, isThere, REAL_HOSTS, type RealHost } from "./programs.ts";
import { MINUTES, type Ran, runHost as run } from "./running.ts";
import { FINAL, type ScriptedModel, type Seen, startScriptedModel, type Step } from "./scriptedModel.ts";

/** In letters that no host escapes. */
const BLOCK = "beside the program that runs you";
const count = (text: string, part: string) => text.split(part).length - 1;

const SCRIPT: readonly Step[] = [
  { shell: "git push --force; touch denied.txt" },
  { shell: "rm notes.txt" },
  { shell: "echo forged >> AGENTS.md; touch forged.txt" },
  // Neither call says what it does: the first only writes, the second only runs.
  { shell: "printf 'rm -rf %s\\n' data > x.sh" },
  { shell: "sh x.sh" },
];
const PLANNED = { path: "USER.md", heading: "Tools", content: "PLANNED-BY-MCP" };
const planSteps = (host: RealHost): readonly Step[] => host.mcp?.("plan", PLANNED) ?? [{ tool: /codicil.*plan$/, args: PLANNED }];

/** A host that this test starts would be an agent's, where an agent runs the test. */
const isBelowAgent = isRunByAgent(-1 >>> 1, (pid) => (pid === -1 >>> 1 ? { parent: process.pid, words: ["codex"] } : processOf(pid)));

async function until(check: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 100 && !check(); tries++) await new Promise((resolve) => setTimeout(resolve, 100));
  return check();
}

describe.each(REAL_HOSTS)("$name", (host) => {
  describe.skipIf(!isThere(host))("the real program", () => {
    let model: ScriptedModel;
    let world: World;
    let ground: Ground;
    let first: Ran;
    let seen: readonly Seen[];

    beforeAll(async () => {
      model = await startScriptedModel();
      world = makeWorld({ keep: true });
      ground = { root: world.root, project: world.project, port: model.port };
      spawnSync("git", ["init", "-q", "."], { cwd: world.project });
      world.write("home/AGENTS.md", "- GLOBAL-ADVICE: think twice.\n");
      world.write("home/MEMORY.md", "# Memory\n\n## Tools\n\nTHE-PERSON-LIKES-PNPM\n");
      world.write("project/AGENTS.md", "- Never run `git push --force`.\n- PROJECT-ADVICE: small commits.\n");
      world.write("home/notes/deploy.md", "# Deploy\n\nPersephone is what the ROLLBACK-BUTTON is called.\n");
      world.write("project/memory-bank/MEMORY.md", "# Bank\n\n## Decisions\n\n- Old.\n");
      world.write("project/notes.txt", "precious\n");
      world.write("project/data/1.csv", "precious\n");
      host.prepare(ground);
      const installed = spawnSync(process.execPath, [...PROGRAM, "install", host.name, "--yes", "--json"], {
        cwd: world.project,
        env: { ...host.env(ground), CODICIL_HOME: world.home, CODICIL_STATE: world.state },
        encoding: "utf8",
      });
      expect([installed.status, installed.stderr.replace(/^[^]*NEEDS/, "")]).toEqual([0, expect.anything()]);
      model.script([...SCRIPT, ...planSteps(host)]);
      first = await run(host, ground, world, null);
      seen = [...model.requests];
    }, 3 * MINUTES);

    afterAll(async () => {
      await model?.close();
      world?.remove();
    });

    const request = (results: number) => seen.find((each) => each.results === results);
    const told = () => `${first.err.slice(-2000)}\n${first.out.slice(-2000)}`;

    it("runs to the end of the script", () => {
      expect([first.code, first.out.includes(FINAL) ? "" : told()]).toEqual([0, ""]);
    });

    it("the first request has the memory block once, and each line of advice once", () => {
      const body = request(0)?.body ?? told();
      expect([BLOCK, "THE-PERSON-LIKES-PNPM", "GLOBAL-ADVICE", "PROJECT-ADVICE"].map((part) => [part, count(body, part)])).toEqual([
        [BLOCK, 1],
        ["THE-PERSON-LIKES-PNPM", 1],
        ["GLOBAL-ADVICE", 1],
        ["PROJECT-ADVICE", 1],
      ]);
    });

    it("it knows the skills", () => {
      expect(request(0)?.body ?? told()).toContain("Read and keep a project");
    });

    it("a forbidden command does not run, and its reason is in the model's next request", () => {
      expect(existsSync(join(world.project, "denied.txt"))).toBe(false);
      expect(request(1)?.lastResult ?? told()).toContain("Never run `git push --force`");
    });

    it(
      host.rewrites ? "a rewritten command runs as rewritten" : "a command that would be rewritten is refused, with the one to run instead",
      () => {
        expect(existsSync(join(world.project, "notes.txt"))).toBe(!host.rewrites);
        const trash = world.run(["trash", "list", "--json"]).json<{ original: string }[]>();
        expect(trash.map(({ original }) => original)).toEqual(host.rewrites ? [join(world.project, "notes.txt")] : []);
        if (!host.rewrites) expect(request(2)?.lastResult).toContain("trash put");
      },
    );

    it("a memory document is not edited through the shell", () => {
      expect(readFileSync(join(world.project, "AGENTS.md"), "utf8")).not.toContain("forged");
      expect(existsSync(join(world.project, "forged.txt"))).toBe(false);
      expect(request(3)?.lastResult ?? told()).toContain("document of the mind");
    });

    it("a script that one call wrote is read before the next call runs it", () => {
      expect(readFileSync(join(world.project, "x.sh"), "utf8")).toBe("rm -rf data\n");
      expect(existsSync(join(world.project, "data/1.csv"))).toBe(true);
      expect(request(5)?.lastResult ?? told()).toContain("data");
    });

    it("an entry that was planned through MCP is applied after the end", async () => {
      expect(request(SCRIPT.length + planSteps(host).length)?.lastResult ?? told()).toMatch(/pending/);
      expect(await until(() => world.has("home/USER.md") && world.read("home/USER.md").includes("PLANNED-BY-MCP"))).toBe(true);
    });

    it(
      "X2 resumed, the block is there once, with the bytes it had; what was edited since is told as a short diff",
      async () => {
        world.write("home/MEMORY.md", "# Memory\n\n## Tools\n\nSOMETHING-ELSE\n");
        model.script([]);
        const again = await run(host, ground, world, "go on, and say what Persephone is");
        expect([again.code, again.out.includes(FINAL) ? "" : `${again.err.slice(-1500)}${again.out.slice(-1500)}`]).toEqual([0, ""]);
        const body = model.requests[0]?.body ?? "";
        expect([BLOCK, "THE-PERSON-LIKES-PNPM", "GLOBAL-ADVICE", "SOMETHING-ELSE"].map((part) => [part, count(body, part)])).toEqual([
          [BLOCK, 1],
          ["THE-PERSON-LIKES-PNPM", 2],
          ["GLOBAL-ADVICE", 1],
          ["SOMETHING-ELSE", 1],
        ]);
        for (const line of [/- ?THE-PERSON-LIKES-PNPM/, /\+ ?SOMETHING-ELSE/]) expect(body).toMatch(line);
        if (host.hearsWithMessage) expect(body).toContain("ROLLBACK-BUTTON");
      },
      2 * MINUTES,
    );

    it.skipIf(!host.hearsWithMessage || isBelowAgent)(
      "MB-30 MB-34: the person's decision, typed into its chat, keeps what its agent proposed",
      async () => {
        const bank = () => world.read("project/memory-bank/MEMORY.md");
        world.run([
          "plan",
          "--path",
          "./memory-bank/MEMORY.md",
          "--heading",
          "Decisions",
          "--op",
          "append",
          "--content",
          "- PROPOSED-HERE.",
          "--session",
          `host_${host.name}_mcp`,
        ]);
        for (const words of ["go on", "mb:write"]) {
          expect(bank()).not.toContain("PROPOSED-HERE");
          model.script([]);
          await run(host, ground, world, words);
        }
        expect(bank()).toContain("- Old.\n- PROPOSED-HERE.");
        const body = model.requests[0]?.body ?? "";
        expect(body).toContain("Codicil handled it");
        // However often it is resumed.
        expect(count(body, BLOCK)).toBe(1);
      },
      3 * MINUTES,
    );
  });
});

it("negative control: without Codicil the forbidden command runs", { skip: !REAL_HOSTS.some(isThere), timeout: 2 * MINUTES }, async () => {
  const host = REAL_HOSTS.find(isThere) as RealHost;
  const world = makeWorld();
  const model = await startScriptedModel();
  const ground = { root: world.root, project: world.project, port: model.port };
  mkdirSync(join(world.root, "person"), { recursive: true });
  writeFileSync(join(world.project, "AGENTS.md"), "- Never run `git push --force`.\n");
  host.prepare(ground);
  world.write("project/data/1.csv", "precious\n");
  model.script([...SCRIPT.slice(0, 1), ...SCRIPT.slice(3)]);
  await run(host, ground, world, null);
  await model.close();
  expect(existsSync(join(world.project, "denied.txt"))).toBe(true);
  expect(existsSync(join(world.project, "data/1.csv"))).toBe(false);
});
