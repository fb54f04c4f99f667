// The question about a proposed line, in the real programs at a terminal, and what becomes of it where nobody can be asked.

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { makeWorld, PROGRAM, type World } from "../kit.ts";
import { claude, type Ground, isThere, REAL_HOSTS, type RealHost } from "./programs.ts";
import { openScreen, hasTmux, type Screen } from "./screen.ts";
import { FINAL, type ScriptedModel, startScriptedModel } from "./scriptedModel.ts";

const RULES = "# Rules\n\nNever run `make deploy`.\n\n## Release\n\n```sh\nmake deploy\n```\n";
const MINUTES = 60_000;
const host = (name: string) => [claude, ...REAL_HOSTS].find((each) => each.name === name) as RealHost;

interface Set {
  readonly world: World;
  readonly ground: Ground;
  readonly model: ScriptedModel;
  readonly env: Readonly<Record<string, string>>;
}

const open: { model: ScriptedModel; world: World; screens: Screen[] }[] = [];
afterEach(async () => {
  for (const { model, world, screens } of open.splice(0)) {
    screens.forEach((screen) => screen.close());
    await model.close();
    world.remove();
  }
});

async function setUp(real: RealHost): Promise<Set & { screen(words: readonly string[]): Screen }> {
  const model = await startScriptedModel();
  const world = makeWorld({ keep: true });
  const held = { model, world, screens: [] as Screen[] };
  open.push(held);
  const ground = { root: world.root, project: world.project, port: model.port };
  spawnSync("git", ["init", "-q", "."], { cwd: world.project });
  world.write("project/AGENTS.md", RULES);
  writeFileSync(join(world.project, "Makefile"), "deploy:\n\t@touch deployed.txt\n");
  real.prepare(ground);
  const env = { ...real.env(ground), CODICIL_HOME: world.home, CODICIL_STATE: world.state };
  expect(
    spawnSync(process.execPath, [...PROGRAM, "install", real.name, "--yes"], { cwd: world.project, env, encoding: "utf8" }).status,
  ).toBe(0);
  model.script([{ shell: "make deploy" }]);
  const screen = (words: readonly string[]) => {
    const opened = openScreen([...real.program, ...words], { cwd: world.project, env });
    held.screens.push(opened);
    return opened;
  };
  return { world, ground, model, env, screen };
}

const decisions = (world: World) =>
  world.has("state/decisions/readings.jsonl")
    ? world
        .read("state/decisions/readings.jsonl")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as { as: string; by?: string })
    : [];

async function settled(check: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 100 && !check(); tries++) await new Promise((resolve) => setTimeout(resolve, 100));
  return check();
}

async function say(screen: Screen, text: string): Promise<void> {
  screen.type(text);
  await new Promise((resolve) => setTimeout(resolve, 500));
  screen.press("Enter");
}

describe.skipIf(!hasTmux || !isThere(host("claude")))("claude at a terminal asks about a proposed line", () => {
  const READY = /auto mode on|shift\+tab|for shortcuts/;

  it(
    "no: the call does not run, and the line is held from then on",
    async () => {
      const { world, screen } = await setUp(host("claude"));
      const terminal = screen([]);
      await terminal.until(READY);
      await say(terminal, "run the command");
      expect(await terminal.until(/Do you want to proceed\?/)).toMatch(/AGENTS\.md:3 seems to forbid this/);
      terminal.press("Down");
      terminal.press("Enter");
      await terminal.until(/Interrupted|What should Claude do/);
      expect([world.has("project/deployed.txt"), decisions(world)]).toEqual([false, []]);
      await say(terminal, "try again");
      expect(await settled(() => decisions(world).length > 0)).toBe(true);
      expect(decisions(world)).toMatchObject([{ as: "hold", by: "host-no" }]);
      await terminal.until(new RegExp(FINAL));
      expect(world.has("project/deployed.txt")).toBe(false);
    },
    3 * MINUTES,
  );

  it(
    "yes: the call runs; after a yes in a second session the line is advice, and a third session is not asked",
    async () => {
      const { world, screen } = await setUp(host("claude"));
      for (const session of [1, 2, 3]) {
        const terminal = screen([]);
        await terminal.until(READY);
        await say(terminal, "run the command");
        if (session === 3) {
          // Its own safety check asks a server that is not there; our line is not what it speaks of.
          expect(await terminal.until(new RegExp(`${FINAL}|Auto mode can't check|Do you want to proceed`))).not.toContain("AGENTS.md:3");
          break;
        }
        await terminal.until(/Do you want to proceed\?/);
        terminal.press("Enter");
        await terminal.until(new RegExp(FINAL));
        if (session === 1) expect(decisions(world)).toEqual([]);
        terminal.close();
      }
      expect(decisions(world)).toMatchObject([{ as: "advice", by: "host-yes-twice" }]);
      expect(world.has("project/deployed.txt")).toBe(true);
    },
    4 * MINUTES,
  );
});

describe.skipIf(!hasTmux || !isThere(host("pi")))("pi at a terminal asks what a proposed line means", () => {
  it.each([
    ["hold", 0, false],
    ["advice", 1, true],
  ] as const)(
    "%s settles it",
    async (as, down, runs) => {
      const { world, screen } = await setUp(host("pi"));
      const terminal = screen(["--model", "loop/scripted"]);
      await terminal.until(/scripted/);
      await say(terminal, "run the command");
      expect(await terminal.until(/Enforce it from now on/)).toMatch(/seems to forbid this/);
      for (let at = 0; at < down; at++) terminal.press("Down");
      terminal.press("Enter");
      await terminal.until(new RegExp(FINAL));
      expect(decisions(world)).toMatchObject([{ as }]);
      expect(world.has("project/deployed.txt")).toBe(runs);
    },
    2 * MINUTES,
  );
});

describe.skipIf(!hasTmux)("codicil chat at a terminal asks what a proposed line means", () => {
  it.each([
    ["hold", "h", false],
    ["advice", "v", true],
  ] as const)(
    "%s settles it",
    async (as, key, runs) => {
      const model = await startScriptedModel();
      const world = makeWorld({ keep: true });
      const held = { model, world, screens: [] as Screen[] };
      open.push(held);
      world.write("project/AGENTS.md", RULES);
      world.write("project/Makefile", "deploy:\n\t@touch deployed.txt\n");
      world.write(
        "home/last-word/config.yaml",
        `model: loop/scripted\nmodels: { loop: { url: "http://127.0.0.1:${model.port}/v1", wire: chat, key_env: LOOP_KEY } }\n`,
      );
      model.script([{ shell: "make deploy" }]);
      const env = {
        HOME: join(world.root, "person"),
        PATH: process.env["PATH"] ?? "",
        TERM: "xterm-256color",
        LANG: "C.UTF-8",
        CODICIL_HOME: world.home,
        CODICIL_STATE: world.state,
        LOOP_KEY: "x",
      };
      const terminal = openScreen([process.execPath, ...PROGRAM, "chat"], { cwd: world.project, env });
      held.screens.push(terminal);
      await terminal.until(/loop\/scripted/);
      await say(terminal, "run the command");
      expect(await terminal.until(/enforce it from now on/)).toMatch(/AGENTS\.md:3 seems to forbid this/);
      await say(terminal, key);
      await terminal.until(new RegExp(FINAL));
      expect(decisions(world)).toMatchObject([{ as }]);
      expect(world.has("project/deployed.txt")).toBe(runs);
    },
    2 * MINUTES,
  );
});

describe("nobody can be asked", () => {
  it.skipIf(!isThere(host("codex")))("codex runs the call, its model is told, and a card counts it", () => passes("codex"), 2 * MINUTES);
  it.skipIf(!isThere(host("claude")))(
    "claude -p runs the call, its model is told, and a card counts it",
    () => passes("claude"),
    2 * MINUTES,
  );

  async function passes(name: string): Promise<void> {
    const real = host(name);
    const { world, ground, model, env } = await setUp(real);
    const [program = "", ...before] = real.program;
    const { spawn } = await import("node:child_process");
    const child = spawn(program, [...before, ...real.args(ground, "run the command", false)], { cwd: world.project, env, stdio: "ignore" });
    await new Promise((resolve) => child.on("close", resolve));
    expect(world.has("project/deployed.txt")).toBe(true);
    expect(model.requests.map(({ body }) => body).join("\n")).toContain("AGENTS.md:3 may forbid this");
    expect(world.names("state/readings")).toHaveLength(1);
    expect(decisions(world)).toEqual([]);
    expect(world.run(["review"]).out).toContain("(met 1 call)");
  }
});
