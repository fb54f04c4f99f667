// The mind's folders are for their owner alone from the first byte; others who may write there stop everything.

import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeWarmWorld as makeWorld, PROGRAM, type Ran, type World } from "../kit.ts";

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

/** With the umask of somebody who shares everything. */
function withoutUmask(world: World, ...args: string[]): void {
  const words = [process.execPath, ...PROGRAM, ...args].map((word) => `'${word}'`).join(" ");
  // No cache of compiled code elsewhere: the program makes the one in the state, as people have it.
  const { NODE_COMPILE_CACHE: _, ...env } = world.env;
  const ran = spawnSync("sh", ["-c", `umask 000; ${words}`], { cwd: world.project, env, encoding: "utf8" });
  expect(ran.status, ran.stderr).toBe(0);
}

const errorOf = (ran: Ran) => ran.json<{ error?: { code: string; message: string; hint: string } }>().error;
const call = (world: World) =>
  world.run(["hook", "claude", "PreToolUse"], {
    input: JSON.stringify({
      session_id: "s",
      cwd: world.project,
      transcript_path: "/dev/null",
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: { command: "ls" },
    }),
  });

describe("home and state", () => {
  it.each([[["status"]], [["init", "--yes"]], [["install", "claude", "--yes"]], [["policy", "check", "--", "ls"]]])(
    "are made 0700 under any umask: %s",
    (args) => {
      const world = makeWorld();
      withoutUmask(world, ...args);
      for (const folder of [world.home, world.state, join(world.state, "bin"), join(world.state, "compiled")])
        if (statSync(folder, { throwIfNoEntry: false })) expect([folder, mode(folder)]).toEqual([folder, "700"]);
      if (PROGRAM.length === 1) expect(mode(join(world.state, "compiled"))).toBe("700");
    },
  );

  it("that an older version left readable are closed by opening them, with no failure", () => {
    const world = makeWorld();
    world.run(["init", "--yes"]);
    for (const folder of [world.home, world.state]) chmodSync(folder, 0o755);
    expect(world.run(["status"]).code).toBe(0);
    expect([mode(world.home), mode(world.state)]).toEqual(["700", "700"]);
    for (const folder of [world.home, world.state]) chmodSync(folder, 0o755);
    expect(call(world).code).toBe(0);
    expect([mode(world.home), mode(world.state)]).toEqual(["700", "700"]);
  });

  it.each(["home", "state", "state/bin"])("that others may change are refused with the command that repairs it: %s", (name) => {
    const world = makeWorld();
    world.run(["init", "--yes"]);
    const folder = join(world.root, name);
    mkdirSync(folder, { recursive: true });
    for (const open of [0o777, 0o770, 0o722]) {
      chmodSync(folder, open);
      const repair = `chmod go-w ${folder}`;
      expect(errorOf(world.run(["status", "--json"]))).toMatchObject({
        code: "OPEN_TO_OTHERS",
        hint: expect.stringContaining(repair) as string,
      });
      expect(call(world)).toMatchObject({ code: 2, err: expect.stringContaining(repair) as string });
      expect(world.run(["doctor", "--own"]).out).toMatch(/may change it/);
      spawnSync("sh", ["-c", repair]);
      expect([world.run(["status"]).code, call(world).code]).toEqual([0, 0]);
    }
  });

  const isRoot = process.getuid?.() === 0 && spawnSync("setpriv", ["--version"]).status === 0;
  it.skipIf(!isRoot)("another user of the machine can neither replace the launcher nor read the mind", () => {
    const world = makeWorld();
    chmodSync(world.root, 0o755);
    withoutUmask(world, "install", "claude", "--yes");
    const launcher = join(world.state, "bin/codicil-hook");
    const asNobody = (command: string) =>
      spawnSync("setpriv", ["--reuid=65534", "--regid=65534", "--clear-groups", "sh", "-c", command]).status;
    const replace = `echo evil > ${launcher}.new && mv -f ${launcher}.new ${launcher}`;
    expect([asNobody(replace) === 0, asNobody(`cat ${launcher}`) === 0]).toEqual([false, false]);
    expect(readFileSync(launcher, "utf8")).toContain("codicil");
    // The control: in folders as 0.1.0 left them under this umask it works, and is refused.
    for (const folder of [world.state, join(world.state, "bin")]) chmodSync(folder, 0o777);
    expect(asNobody(replace)).toBe(0);
    expect(errorOf(world.run(["status", "--json"]))?.code).toBe("OPEN_TO_OTHERS");
  });
});
