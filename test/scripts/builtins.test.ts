// What the release asks Node for: an import of one function of `node:fs` in an ES module would load streams with it.

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { withoutImportsOfNode } from "../../scripts/build/builtins.ts";
import { makeWorld, type World } from "../kit.ts";

const STREAMS = "NativeModule internal/fs/streams";
const CLOCKS = "NativeModule perf_hooks";

/** Which of Node's own modules a program loaded, and which CommonJS files. */
function loadedBy(world: World, words: readonly string[], input = ""): string[] {
  const [list, watch] = [join(world.root, "loaded.txt"), join(world.root, "watch.cjs")];
  const told = `process.on("exit",()=>require("fs").writeFileSync(${JSON.stringify(list)},[...process.moduleLoadList,...Object.keys(require.cache)].join("\\n")))`;
  writeFileSync(watch, told);
  const done = spawnSync(process.execPath, ["-r", watch, ...words], { env: world.env, cwd: world.project, input, encoding: "utf8" });
  expect([done.status, done.stderr]).toEqual([0, ""]);
  return readFileSync(list, "utf8").split("\n");
}

describe("Node's own modules in the release (issue 20)", () => {
  it.each([
    ['f();import{a,b as c}from"node:fs";c()', 'const {a:a,b:c}=process.getBuiltinModule("node:fs");f();c()'],
    [
      'import d from"node:path";import*as e from"node:os";',
      'const d=process.getBuiltinModule("node:path"),e=process.getBuiltinModule("node:os");',
    ],
    ['import d,{a}from"node:fs";', 'const d=process.getBuiltinModule("node:fs"),{a:a}=process.getBuiltinModule("node:fs");'],
  ])("%s", (text, wanted) => {
    expect(withoutImportsOfNode(text)).toBe(wanted);
  });

  it.each([
    'import{a}from"./chunk.mjs";export{a};',
    "var text='import{a}from\"node:fs\";';",
    'export const late=()=>import("node:fs");',
    'export{readFileSync}from"node:fs";',
  ])("stays as it is: %s", (text) => {
    expect(withoutImportsOfNode(text)).toBe(text);
  });

  it.skipIf(process.env["CODICIL_FROM_SOURCE"] === "1")(
    "a denied call and a command load no streams, and no clock of eleven modules",
    () => {
      const world = makeWorld();
      world.write("project/AGENTS.md", "- Never run `git push --force`.\n");
      const program = join(process.env["CODICIL_TEST_DIST"] ?? "dist", "codicil.cjs");
      const call = { session_id: "s", cwd: world.project, hook_event_name: "PreToolUse", tool_name: "Bash" };
      const input = JSON.stringify({ ...call, tool_input: { command: "git push --force" } });
      for (const words of [["hook", "claude", "PreToolUse"], ["status"], ["memory", "read"]]) {
        const loaded = loadedBy(world, [program, ...words], input);
        expect(loaded, words[0]).not.toContain(STREAMS);
        expect(loaded, words[0]).not.toContain(CLOCKS);
      }
      // What an import would load.
      const importing = join(world.root, "importing.mjs");
      writeFileSync(importing, 'import { readFileSync } from "node:fs";\nperformance.now();\nvoid readFileSync;\n');
      expect(loadedBy(world, [importing])).toEqual(expect.arrayContaining([STREAMS, CLOCKS]));
    },
  );

  it.skipIf(process.env["CODICIL_FROM_SOURCE"] === "1")("`codicil hook` does not load the command line; other commands do", () => {
    const world = makeWorld();
    const dist = process.env["CODICIL_TEST_DIST"] ?? "dist";
    const files = (words: readonly string[]) =>
      loadedBy(world, [join(dist, "codicil.cjs"), ...words], "{}").flatMap(
        (each) => /\/(codicil-cli|hookCore)\.cjs$/.exec(each)?.[1] ?? [],
      );
    expect(files(["hook", "claude", "Notification"])).toEqual(["hookCore"]);
    expect(files(["status"])).toEqual(["codicil-cli"]);
  });
});
