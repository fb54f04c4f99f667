// A judge that never returns, everywhere where calls are judged: the call is refused in time, with a reason. What is in the
// thread that judges cannot say so itself.

import { spawn } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { deadlineIn, gate, within } from "../../src/gate/index.ts";
import { judgeWith } from "../../src/gate/judging.ts";
import { openMind } from "codicil";
import { launcherFor, writeLauncher } from "../../src/hosts/install/launcher.ts";
import { openEngine } from "../../src/hosts/plugins/engine.ts";
import { backtest, checkRow } from "../../src/rules/index.ts";
import { judge } from "../../src/policy/index.ts";
import { makeTools, runTurn } from "../../src/runtime/index.ts";
import { startDaemon } from "../daemon/rig.ts";
import { makeWorld, PROGRAM, type World } from "../kit.ts";
import { calls, chatWith, playing, says } from "../runtime/kit.ts";

const SOURCE = ["--disable-warning=ExperimentalWarning"];
const STUCK = fileURLToPath(new URL("stuckHook.ts", import.meta.url));
/** What install writes into the hosts' settings: with this the call would run. */
const HOST_MS = 30_000;

afterEach(() => judgeWith(judge));

const forEver = (): never => {
  for (;;);
};

/** The thread is taken for good, as by a loop, without the processor of the other tests. */
const neverReturns = (): never => {
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
};

async function timed<T>(work: () => T | Promise<T>): Promise<{ readonly value: T; readonly ms: number }> {
  const before = performance.now();
  const value = await work();
  return { value, ms: performance.now() - before };
}

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function ran(command: string, args: readonly string[], how: { cwd?: string; env: NodeJS.ProcessEnv; input: string }): Promise<Ran> {
  const { input, ...options } = how;
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, timeout: HOST_MS });
    let [out, err] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => (out += String(chunk)));
    child.stderr.on("data", (chunk: Buffer) => (err += String(chunk)));
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
    child.on("close", (code) => resolve({ code, out, err }));
  });
}

/** Begun before the first test: a limit is nine seconds, and programs that only wait can do so at the same time. */
function begun<T>(start: (world: World) => Promise<T>): () => Promise<T> {
  let result: Promise<T>;
  const worlds: World[] = [];
  beforeAll(() => {
    const world = makeWorld({ keep: true });
    worlds.push(world);
    result = start(world);
    // Whoever asks for it hears of it.
    result.catch(() => undefined);
  });
  afterAll(async () => {
    await result.catch(() => undefined);
    worlds.forEach((world) => world.remove());
  });
  return () => result;
}

const env = (world: World) => ({ ...world.env, CODICIL_HOME: world.home, CODICIL_STATE: world.state });
const message = (world: World, command: string) =>
  JSON.stringify({ session_id: "s1", cwd: world.project, hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command } });

const hook = (words: readonly string[]) => (world: World) =>
  timed(() =>
    ran(process.execPath, [...words, "claude", "PreToolUse"], { cwd: world.project, env: env(world), input: message(world, "ls") }),
  );
const stuckHook = begun(hook([...SOURCE, STUCK]));
// One that answers has the processor to itself: late is what it must not be.
const wholeHook = () => hook([...PROGRAM, "hook"])(makeWorld());

const launch = (program: string) => async (world: World) => {
  const file = world.write("program.cjs", program);
  const mind = await openMind({ home: world.home, state: world.state, cwd: world.project, env: {} });
  const launcher = launcherFor(mind.where, { node: process.execPath, hook: [file], cli: [file] });
  await mind.close();
  writeLauncher(launcher);
  return timed(() => ran(launcher.hookProgram, ["claude", "PreToolUse"], { env: world.env, input: "{}" }));
};

const endless = begun(launch("Atomics.wait(new Int32Array(new SharedArrayBuffer(4)),0,0)"));
const reading = begun(
  launch(`require("node:child_process").execSync("mkfifo f",{cwd:__dirname});require("node:fs").readFileSync(__dirname+"/f")`),
);
const killed = begun(launch("process.kill(process.pid,'SIGABRT');setTimeout(()=>{},1e6)"));
const answering = () => launch("process.stdout.write('fine');process.exit(0)")(makeWorld());

describe("a limit that fires in a busy thread", () => {
  it.each<[string, () => unknown]>([
    ["a loop", forEver],
    [
      "a loop that catches everything",
      () => {
        for (;;)
          try {
            forEver();
          } catch {
            /* again */
          }
      },
    ],
    ["a regular expression that tries every way", () => /^(([a-z])+.)+[A-Z]([a-z])+$/.test("a".repeat(80))],
    ["a thread that waits for nobody", neverReturns],
    ["a loop below another limit that is longer", () => within(deadlineIn(60_000), forEver)],
  ])("ends %s", (_, work) => {
    expect(within(deadlineIn(200), work)).toEqual({ kind: "late" });
  });

  it("negative control: what ends gives its value or its error, also below another limit", () => {
    expect(within(deadlineIn(5000), () => 7)).toEqual({ kind: "done", value: 7 });
    expect(within(deadlineIn(5000), () => within(deadlineIn(50), forEver))).toEqual({ kind: "done", value: { kind: "late" } });
    expect(() =>
      within(deadlineIn(5000), () => {
        throw new Error("its own");
      }),
    ).toThrow("its own");
  });

  it("nothing is begun when the time is over", () => {
    let begun = false;
    expect(within(deadlineIn(0), () => (begun = true))).toEqual({ kind: "late" });
    expect(begun).toBe(false);
  });
});

describe("a judge that never returns", () => {
  it("in the gate: refused by the deadline", async () => {
    judgeWith(neverReturns);
    const { where } = await makeWorld().open();
    const { verdict } = await gate({ call: { tool: "shell", command: "ls" }, where, limitMs: 300 });
    expect([verdict.verdict, verdict.rules[0]?.id]).toEqual(["deny", "builtin:deadline"]);
  });

  it("in a plugin: the call is refused, the host's thread stays free, and the next call has a new judge", async () => {
    const world = makeWorld();
    const { home, state, project } = world;
    const plugin = (name: string, script: string) => {
      const hook = join(world.root, name);
      const write = (text: string) => (writeFileSync(hook, `#!/bin/sh\n${text}\n`), chmodSync(hook, 0o700));
      write(script);
      const engine = openEngine("opencode", project, { hook, home, state });
      return { write, ask: () => timed(() => engine.before("s1", "bash", { command: "ls" })) };
    };
    const env = `CODICIL_HOME=${home} CODICIL_STATE=${state} HOME=${world.env["HOME"]} NODE_COMPILE_CACHE=${world.env["NODE_COMPILE_CACHE"]}`;
    const run = (...words: string[]) => `export ${env}\nexec ${process.execPath} ${words.join(" ")} "$@"`;
    let ticks = 0;
    const ticking = setInterval(() => ticks++, 50);
    // A judge that its own limit ends (or the plugin, where the start took long), and a process that never answers at all.
    const silent = plugin("silent", "exec sleep 60");
    const [stuck, late] = await Promise.all([plugin("stuck", run(...SOURCE, STUCK)).ask(), silent.ask()]);
    clearInterval(ticking);
    expect(stuck.value).toMatchObject({ kind: "deny", reason: expect.stringMatching(/in time|no answer within 9 seconds/) });
    expect(late.value).toMatchObject({ kind: "deny", reason: expect.stringMatching(/no answer within 9 seconds/) });
    expect(late.ms).toBeLessThan(HOST_MS);
    expect(ticks).toBeGreaterThan(20);
    silent.write(run(...PROGRAM, "hook"));
    expect((await silent.ask()).value).toEqual({ kind: "pass" });
  });

  it.each([
    ["stuck", stuckHook, /in time/],
    ["negative control: whole", wholeHook, /^$/],
  ])("in the hook, called without its launcher (%s)", async (what, asked, expected) => {
    const { value, ms } = await asked();
    expect(value.code).toBe(0);
    expect(value.out).toMatch(expected);
    if (what === "stuck") expect(JSON.parse(value.out)).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
    expect(ms).toBeLessThan(HOST_MS);
  });

  it("in the page's check: refused, and the daemon answers others again", async () => {
    const daemon = await startDaemon();
    try {
      const check = () => daemon.ask("POST", "/api/policy/check", { json: { call: { tool: "shell", command: "ls" } } });
      judgeWith(neverReturns);
      const { value, ms } = await timed(async () => [(await check()).json.verdict, (await daemon.ask("GET", "/api/status")).status]);
      expect(value).toEqual(["deny", 200]);
      expect(ms).toBeLessThan(HOST_MS);
      judgeWith(judge);
      expect((await check()).json.verdict).toBe("allow");
    } finally {
      await daemon.stop();
    }
  });

  it("in our own chat: the model is told, and the call does not run", async () => {
    const world = makeWorld();
    judgeWith(neverReturns);
    const { chat } = await chatWith(await world.open(), {
      model: playing(calls("shell", { command: "touch ran" }, "c1"), says("ok")),
      tools: makeTools({ env: { PATH: process.env["PATH"] } }),
    });
    const {
      calls: [done],
    } = await runTurn(chat, "go");
    expect(done?.outcome).toMatchObject({ isError: true, text: expect.stringMatching(/in time/) });
    expect(world.has("project/ran")).toBe(false);
  });

  it("in a backtest: counted as refused, and the others are judged", async () => {
    const mind = await makeWorld().open();
    judgeWith((request) => (JSON.stringify(request.call).includes("hang") ? neverReturns() : judge(request)));
    const calls = ["ls", "hang", "git status"].map((command) => ({ call: { tool: "shell", command } as const }));
    expect(backtest(mind, calls)).toMatchObject({ calls: 3, stopped: 1, byRule: [{ rule: "builtin:deadline", count: 1 }] });
  });

  it("in policy check, and so in MCP's policy_check: refused", async () => {
    judgeWith(neverReturns);
    const verdict = await checkRow(await makeWorld().open(), { call: { tool: "shell", command: "ls" } }, { limitMs: 300 });
    expect(verdict).toMatchObject({ verdict: "deny", rules: [{ id: "builtin:deadline" }] });
  });
});

describe("the launcher ends what the hook's own limit cannot", () => {
  it.each([
    ["never ends", endless],
    ["waits for a file that nobody writes", reading],
    ["is killed", killed],
  ])("a program that %s: exit 2 with a reason before a call", async (_, asked) => {
    const { value, ms } = await asked();
    expect([value.code, value.out]).toEqual([2, ""]);
    expect(value.err).toMatch(/refused: it(?:s hook ended with 134| did not reach a verdict in time)/);
    expect(ms).toBeLessThan(HOST_MS);
  });

  it("negative control: a program that answers is passed on as it is", async () => {
    expect((await answering()).value).toEqual({ code: 0, out: "fine", err: "" });
  });
});
