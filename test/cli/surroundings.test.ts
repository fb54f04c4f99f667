// What is around a command: the folder it runs in, the words it is given, where its words go.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { expect, it } from "vitest";
import { hasTerminal, makeWorld, PROGRAM } from "../kit.ts";

it("in a folder that was removed, a command says so; with --cwd it runs", () => {
  const world = makeWorld();
  world.run(["init", "--yes"]);
  mkdirSync(`${world.root}/gone`);
  const inGone = (...args: string[]) =>
    spawnSync("sh", ["-c", 'cd "$1" && rmdir "$1" && shift && "$@"', "sh", `${world.root}/gone`, process.execPath, ...PROGRAM, ...args], {
      env: world.env,
      encoding: "utf8",
    });
  const ran = inGone("status", "--json");
  expect(JSON.parse(ran.stdout)).toMatchObject({ error: { code: "BAD_INPUT", message: "the current directory has been removed" } });
  expect(ran.status).toBe(3);
  mkdirSync(`${world.root}/gone`);
  expect(inGone("status", "--json", "--cwd", world.project).status).toBe(0);
});

it("--cwd is a folder, not a file", () => {
  const world = makeWorld();
  const file = world.write("project/notes.md", "x");
  const ran = world.run(["status", "--json", "--cwd", file]);
  expect([ran.code, ran.json()]).toEqual([3, { error: expect.objectContaining({ code: "BAD_INPUT" }) as unknown }]);
});

it("apply --json answers with the error where nothing could be read, and with receipts where something was applied", () => {
  const world = makeWorld();
  world.run(["init", "--yes"]);
  world.write("home/last-word/USER.md.yaml", "entries: [\n");
  const broken = world.run(["apply", "--json"]);
  expect([broken.code, broken.json()]).toEqual([3, { error: expect.objectContaining({ code: "BAD_YAML" }) as unknown }]);
  world.run(["plan", "--path", "MEMORY.md", "--heading", "Tea", "--content", "green", "--session", "s1"]);
  world.run(["flush", "--session", "s1"]);
  const both = world.run(["apply", "--json"]);
  expect([both.code, both.json()]).toEqual([3, [expect.objectContaining({ status: "applied", heading: "Tea" }) as unknown]]);
  expect(both.err).toContain("USER.md.yaml");
});

it("a sentence ends with one full stop before what the person may do", () => {
  const world = makeWorld();
  world.run(["init", "--yes"]);
  const call = { tool_name: "Bash", tool_input: { command: `cat ${world.home}/MEMORY.md` } };
  const message = { session_id: "s", hook_event_name: "PreToolUse", cwd: world.project, ...call };
  const ran = world.run(["hook", "claude"], { input: JSON.stringify(message), env: { CODICIL_SESSION_TYPE: "shared" } });
  expect(ran.out).toMatch(/[a-z]\. A person may allow it once/);
});

it("an unknown command is named without its options", () => {
  const ran = makeWorld().run(["nosuch", "--json"]);
  expect(ran.json<{ error: { message: string } }>().error.message).toBe('there is no command "nosuch"');
  expect(ran.code).toBe(3);
});

it("edit --json answers with one value", () => {
  const world = makeWorld();
  world.run(["init", "--yes"]);
  expect(world.run(["edit", "USER.md", "--json"], { env: { EDITOR: "true" } }).json()).toEqual({ kind: "kept" });
});

it.skipIf(!hasTerminal)("colour goes to a terminal only: not into a file of messages, not with NO_COLOR, not on a dumb one", () => {
  const world = makeWorld();
  const onTerminal = (command: string, env: Record<string, string>) =>
    spawnSync("script", ["-qec", command, "/dev/null"], {
      cwd: world.project,
      env: { ...world.env, SHELL: "/bin/sh", NO_COLOR: "", TERM: "xterm", ...env },
      encoding: "utf8",
    }).stdout;
  const program = [process.execPath, ...PROGRAM].join(" ");
  const check = `${program} policy check -- rm -rf /`;
  expect(onTerminal(check, {})).toContain("\u001b[");
  expect(onTerminal(check, { NO_COLOR: "1" })).not.toContain("\u001b[");
  expect(onTerminal(check, { TERM: "dumb" })).not.toContain("\u001b[");
  onTerminal(`${program} nosuch 2>${world.root}/messages`, {});
  expect(world.read("messages")).toBe(
    'BAD_USAGE there is no command "nosuch"\n  codicil help shows the everyday commands, codicil help --all lists the commands.\n',
  );
});

it.skipIf(!existsSync("/dev/full"))("an answer that cannot be written is an error with a code, under --json too", () => {
  const world = makeWorld();
  for (const args of ["status", "status --json"]) {
    const ran = spawnSync("sh", ["-c", `${[process.execPath, ...PROGRAM].join(" ")} ${args} >/dev/full`], {
      cwd: world.project,
      env: world.env,
      encoding: "utf8",
    });
    expect(ran.stderr).toMatch(/^DISK_FULL the answer cannot be written/);
    expect(ran.status).toBe(1);
  }
});

it("policy check judges the words that it was given: a blank in a name parts nothing, one word is a whole line", () => {
  const world = makeWorld();
  world.write("project/x y", "");
  const verdictOf = (...words: string[]) =>
    world.run(["policy", "check", "--json", "--", ...words]).json<{ verdict: string; call?: { command: string } }>();
  expect(verdictOf("rm", "x y").call?.command).toMatch(/trash put 'x y'$/);
  expect(verdictOf("git", "commit", "-m", "say; rm -rf /").verdict).toBe("allow");
  expect(verdictOf("bash", "-c", "ls; rm -rf /").verdict).toBe("deny");
  expect(verdictOf("ls && rm -rf /").verdict).toBe("deny");
  expect(verdictOf("ls", "&&", "rm", "-rf", "/").verdict).toBe("deny");
});
