// What stands around a command: the folder it runs in, the words it is given, where its words go.

import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { expect, it } from "vitest";
import { makeWorld, PROGRAM } from "../kit.ts";

it("in a folder that was removed, a command says so; with --cwd it runs", () => {
  const world = makeWorld();
  world.run(["init", "--yes"]);
  mkdirSync(`${world.root}/gone`);
  const inGone = (...args: string[]) =>
    spawnSync("sh", ["-c", 'cd "$1" && rmdir "$1" && shift && "$@"', "sh", `${world.root}/gone`, process.execPath, ...PROGRAM, ...args], { env: world.env, encoding: "utf8" });
  const ran = inGone("status", "--json");
  expect(JSON.parse(ran.stdout)).toMatchObject({ error: { code: "BAD_INPUT", message: "the current directory has been removed" } });
  expect(ran.status).toBe(3);
  mkdirSync(`${world.root}/gone`);
  expect(inGone("status", "--json", "--cwd", world.project).status).toBe(0);
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
