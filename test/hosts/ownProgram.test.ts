// The gate protects what it is made of: its launcher, its program files and the Node that runs it.

import { cpSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { makeWorld, PROGRAM, type World } from "../kit.ts";

const ENTRY = PROGRAM.at(-1) ?? "";
/** dist/hook.cjs of a build, or a file of the source that is run. */
const FILE = existsSync(join(dirname(ENTRY), "hook.cjs")) ? join(dirname(ENTRY), "hook.cjs") : join(dirname(ENTRY), "main.ts");

interface Asked {
  readonly tool: string;
  readonly input: Readonly<Record<string, string>>;
}
const bash = (command: string): Asked => ({ tool: "Bash", input: { command } });
const write = (path: string): Asked => ({ tool: "Write", input: { file_path: path, content: "x" } });
const edit = (path: string): Asked => ({ tool: "Edit", input: { file_path: path, old_string: "a", new_string: "b" } });

function verdict(world: World, { tool, input }: Asked, program: readonly string[] = PROGRAM): string {
  const event = {
    session_id: "s1",
    cwd: world.project,
    transcript_path: "/dev/null",
    hook_event_name: "PreToolUse",
    tool_name: tool,
    tool_input: input,
  };
  const ran = spawnSync(process.execPath, [...program, "hook", "claude", "PreToolUse"], {
    cwd: world.project,
    env: world.env,
    input: JSON.stringify(event),
    encoding: "utf8",
  });
  if (ran.status === 2) return `refused ${ran.stderr}`;
  return ran.stdout === ""
    ? "pass"
    : (JSON.parse(ran.stdout) as { hookSpecificOutput: { permissionDecision: string } }).hookSpecificOutput.permissionDecision;
}

const CHANGES = (file: string): Asked[] => [
  write(file),
  edit(file),
  bash(`echo x > ${file}`),
  bash(`sed -i s/deny/allow/ ${file}`),
  bash(`cp evil.js ${file}`),
  bash(`mv ${file} /tmp/elsewhere`),
  bash(`rm -f ${file}`),
  bash(`chmod 777 ${file}`),
  bash(`ln -sf evil.js ${file}`),
  bash(`ln ${file} second`),
];

describe("an agent's change to the gate's own files is denied", () => {
  it("the program files and the Node that run now, in every way to change them", () => {
    const world = makeWorld();
    const node = process.execPath;
    const changes = [...CHANGES(FILE), write(node), bash(`cp evil ${node}`), bash(`rm ${node}`), bash(`chmod 777 ${node}`)];
    for (const asked of changes) expect([asked.input, verdict(world, asked)]).toEqual([asked.input, "deny"]);
  });

  it("reading and running them passes, and so does changing files that only have such names", () => {
    const world = makeWorld();
    world.write("project/dist/hook.cjs", "mine");
    const own = join(world.project, "dist/hook.cjs");
    for (const asked of [bash("node --version"), bash(`cat ${FILE}`), write(own), edit(own)])
      expect([asked.input, verdict(world, asked)]).toEqual([asked.input, "pass"]);
  });

  it("the launcher, and whatever program it names", () => {
    const world = makeWorld();
    world.write("lib/codicil/package.json", '{ "name": "codicil" }');
    const named = world.write("lib/codicil/dist/hook.cjs", "x");
    const beside = world.write("lib/codicil/dist/hookCore.cjs", "x");
    const node = world.write("lib/node of mine/node", "x");
    expect(verdict(world, edit(beside))).not.toBe("deny");
    world.write("state/bin/codicil-hook", `#!/bin/sh\nnode='${node}'\n"$node" ${named} "$@"\n`);
    const changes = [
      edit(named),
      edit(beside),
      edit(node),
      write(join(dirname(named), "new.cjs")),
      edit(join(world.state, "bin/codicil-hook")),
    ];
    for (const asked of changes) expect([asked.input, verdict(world, asked)]).toEqual([asked.input, "deny"]);
    expect(verdict(world, bash(`rm -rf ${join(world.root, "lib")}`))).toMatch(/ask|deny/);
  });

  it("a checkout of Codicil is worked on like any project, unless it is what is installed", () => {
    const world = makeWorld();
    world.write("project/package.json", '{ "name": "codicil" }');
    const [source, built] = [world.write("project/src/a.ts", "a"), world.write("project/dist/hook.cjs", "a")];
    expect([edit(source), edit(built), write(built)].map((asked) => verdict(world, asked))).toEqual(["pass", "pass", "pass"]);
    world.write("state/bin/codicil-hook", `#!/bin/sh\nnode ${built} "$@"\n`);
    expect([edit(source), edit(built), write(built)].map((asked) => verdict(world, asked))).toEqual(["pass", "deny", "deny"]);
  });

  it.skipIf(!ENTRY.endsWith(".cjs"))("a program that npm installed, for everybody or into npx's cache, with the library it loads", () => {
    const world = makeWorld();
    for (const modules of ["lib/node_modules", "person/.npm/_npx/0123/node_modules"]) {
      const root = join(world.root, modules, "codicil");
      mkdirSync(root, { recursive: true });
      cpSync(dirname(ENTRY), join(root, "dist"), { recursive: true });
      cpSync(resolve("package.json"), join(root, "package.json"));
      symlinkSync(resolve("node_modules/fs-native-extensions"), join(world.root, modules, "fs-native-extensions"));
      const program = [join(root, "dist/codicil.cjs")];
      const changes = [...CHANGES(join(root, "dist/hook.cjs")), edit(join(root, "package.json")), bash(`rm -rf ${root}`)];
      for (const asked of changes) expect([asked.input, verdict(world, asked, program)]).toEqual([asked.input, "deny"]);
      expect(verdict(world, edit(join(world.root, modules, "other/index.js")), program)).not.toBe("deny");
    }
  });
});
