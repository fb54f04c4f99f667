// Installed from a package that is gone afterwards, replaced by a newer one, or by an older one: the hosts keep their gate, and
// what was copied follows the version. From the release only; a checkout is not copied.

import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeWorld, PROGRAM, type World } from "../kit.ts";

const NATIVE = ["fs-native-extensions", "require-addon", "which-runtime"];

/** As npx or npm would have put it there. */
function packageAt(world: World, folder: string, version: string): string {
  const root = join(world.root, folder, "node_modules/codicil");
  mkdirSync(root, { recursive: true });
  cpSync(dirname(PROGRAM.at(-1) ?? ""), join(root, "dist"), { recursive: true });
  cpSync("skills", join(root, "skills"), { recursive: true });
  writeFileSync(join(root, "package.json"), JSON.stringify({ ...(JSON.parse(readFileSync("package.json", "utf8")) as object), version }));
  for (const name of NATIVE)
    if (existsSync(`node_modules/${name}`)) cpSync(`node_modules/${name}`, join(root, "..", name), { recursive: true });
  return root;
}

function run(world: World, root: string, words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "dist/codicil.cjs"), ...words], {
    cwd: world.project,
    env: world.env,
    encoding: "utf8",
  });
  return { status, stdout, stderr, json: <T>() => JSON.parse(stdout) as T };
}

function hook(world: World, command: string) {
  const input = JSON.stringify({
    session_id: "s",
    cwd: world.project,
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command },
  });
  const { status, stdout, stderr } = spawnSync(join(world.state, "bin/codicil-hook"), ["claude", "PreToolUse"], {
    input,
    cwd: world.project,
    env: { HOME: join(world.root, "person"), PATH: "/usr/bin:/bin", CODICIL_RESIDENT: "off" },
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

const versions = (world: World) =>
  readdirSync(join(world.state, "programs"))
    .map((name) => name.replace(/-[0-9a-f]+$/, ""))
    .sort();
const hostFindings = (ran: ReturnType<typeof run>) =>
  ran
    .json<{ findings: { code: string; severity: string; message: string }[] }>()
    .findings.filter(({ code, severity }) => code === "host" && severity !== "info")
    .map(({ message }) => message);

describe.skipIf(process.env["CODICIL_FROM_SOURCE"] === "1")("an install", () => {
  it(
    "survives that its package is removed: hooks judge, the server's program runs, and uninstall is still there",
    { timeout: 60_000 },
    () => {
      const world = makeWorld();
      const root = packageAt(world, "npx", "0.2.0");
      expect(run(world, root, ["install", "claude", "--yes"]).status).toBe(0);
      rmSync(join(world.root, "npx"), { recursive: true });
      expect(hook(world, "git status")).toEqual({ status: 0, stdout: "", stderr: "" });
      expect(hook(world, "rm -rf /").stdout).toContain('"deny"');
      const own = (...words: string[]) =>
        spawnSync(join(world.state, "bin/codicil"), words, { cwd: world.project, env: world.env, encoding: "utf8" });
      expect(own("plan", "--path", "USER.md", "--heading", "Tools", "--content", "written by the copy, with its lock").status).toBe(0);
      expect(own("uninstall", "claude", "--yes").status).toBe(0);
      expect([
        existsSync(join(world.state, "programs")),
        existsSync(join(world.state, "bin/codicil-hook")),
        world.has("person/.claude/settings.json"),
      ]).toEqual([false, false, false]);
    },
  );

  it("without any program says in one line how to put it back or remove it", { timeout: 60_000 }, () => {
    const world = makeWorld();
    const root = packageAt(world, "npx", "0.2.0");
    run(world, root, ["install", "claude", "--yes"]);
    for (const folder of [join(world.root, "npx"), join(world.state, "programs")]) rmSync(folder, { recursive: true });
    const { status, stdout, stderr } = hook(world, "git status");
    expect([status, stdout, stderr.trim().split("\n").length]).toEqual([2, "", 1]);
    expect(stderr).toMatch(/npx codicil uninstall claude/);
    expect(stderr).toContain(join(world.root, "person/.claude/settings.json"));
    expect(spawnSync(join(world.state, "bin/codicil"), ["status"], { encoding: "utf8" })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("npx codicil uninstall"),
    });
  });

  it("falls back to an older copy where the newest is damaged", { timeout: 90_000 }, () => {
    const world = makeWorld();
    run(world, packageAt(world, "a", "0.2.0"), ["install", "claude", "--yes"]);
    run(world, packageAt(world, "b", "0.3.0"), ["install", "claude", "--yes"]);
    for (const folder of ["a", "b"]) rmSync(join(world.root, folder), { recursive: true });
    const newest = readdirSync(join(world.state, "programs")).find((name) => name.startsWith("0.3.0")) ?? "";
    rmSync(join(world.state, "programs", newest), { recursive: true });
    expect(hook(world, "rm -rf /").stdout).toContain('"deny"');
  });

  it(
    "follows an upgrade: copies and plugins are refreshed, an edited plugin is left and named, a downgrade by install goes back",
    { timeout: 180_000 },
    () => {
      const world = makeWorld();
      const old = packageAt(world, "old", "0.2.0");
      for (const host of ["opencode", "pi"]) expect(run(world, old, ["install", host, "--yes"]).status).toBe(0);
      const plugin = (host: string) =>
        join(world.root, "person", host === "pi" ? ".pi/agent/extensions/codicil.js" : ".config/opencode/plugins/codicil.js");
      const fresh = packageAt(world, "new", "0.3.0");
      for (const host of ["opencode", "pi"]) appendFileSync(join(fresh, `dist/${host}-plugin.js`), "\n// of 0.3.0\n");
      appendFileSync(plugin("pi"), "\n// mine\n");
      const first = run(world, fresh, ["doctor", "--own", "--json"]);
      expect(readFileSync(plugin("opencode"), "utf8")).toContain("// of 0.3.0");
      expect(readFileSync(plugin("pi"), "utf8")).toContain("// mine");
      expect(versions(world)).toEqual(["0.2.0", "0.3.0"]);
      expect(readFileSync(join(world.state, "bin/codicil-hook"), "utf8")).toMatch(/for each in \S*programs\/0\.3\.0-/);
      expect(hostFindings(first).join("\n")).toMatch(/pi has the plugin of another version/);
      // An older program beside it refreshes nothing, and says what it sees.
      const older = hostFindings(run(world, old, ["doctor", "--own", "--json"])).join("\n");
      expect(older).toMatch(/opencode has the plugin of another version/);
      expect(versions(world)).toEqual(["0.2.0", "0.3.0"]);
      expect(run(world, old, ["install", "opencode", "--yes"]).status).toBe(0);
      expect(versions(world)).toEqual(["0.2.0"]);
      expect(readFileSync(plugin("opencode"), "utf8")).not.toContain("// of 0.3.0");
    },
  );
});
