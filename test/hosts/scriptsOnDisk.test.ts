// Write-then-run on a real disk with a real repository, through the hook that hosts call: after a Write the script is
// there, and before the next call it is read.

import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeWarmWorld as makeWorld, type World } from "../kit.ts";
import { fire, fireCall } from "./hookKit.ts";

function git(world: World, ...args: readonly string[]): void {
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], { cwd: world.project, stdio: "ignore" });
}

function put(world: World, file: string, content: string): string {
  const path = join(world.project, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

/** A repository with data, a script that deletes it, a Makefile and a manifest, all committed. */
function repository(): World {
  const world = makeWorld();
  put(world, "data/1.csv", "1\n");
  put(world, "old.sh", "rm -rf data\n");
  put(world, "Makefile", "clean:\n\trm -rf data\n");
  put(world, "package.json", JSON.stringify({ scripts: { test: "rm -rf data" } }));
  put(world, "ok.sh", "echo hello\n");
  git(world, "init", "-q");
  git(world, "add", "-A");
  git(world, "commit", "-qm", "start");
  return world;
}

/** The host wrote a file, and says so. */
function wrote(world: World, file: string, content: string, session = "s1"): void {
  const path = put(world, file, content);
  fire(
    world,
    "claude",
    "PostToolUse",
    { tool_name: "Write", tool_input: { file_path: path, content }, tool_response: { success: true } },
    session,
  );
}

function verdictOf(world: World, command: string, session = "s1"): string {
  const { out } = fireCall(world, "claude", "shell", command, session);
  return out === ""
    ? "allow"
    : ((JSON.parse(out) as { hookSpecificOutput?: { permissionDecision?: string } }).hookSpecificOutput?.permissionDecision ?? out);
}

describe("a script on disk", () => {
  test("that is committed and unchanged is ordinary, in every way of running it", () => {
    const world = repository();
    for (const command of ["sh old.sh", "./old.sh", "make clean", "npm test"])
      expect([command, verdictOf(world, command)]).toEqual([command, "allow"]);
  });

  test("that is new is read: a dangerous one is asked about, an everyday one is not", () => {
    const world = repository();
    wrote(world, "x.sh", "rm -rf ~/Documents data\n");
    wrote(world, "x.py", "import shutil\nshutil.rmtree('data')\n");
    wrote(world, "x.js", "require('fs').rmSync('data', { recursive: true })\n");
    wrote(world, "y.py", "import subprocess\nprint(subprocess.check_output(['git', 'log']))\n");
    expect(["sh x.sh", "python3 x.py", "node x.js"].map((command) => verdictOf(world, command))).toEqual(["ask", "ask", "ask"]);
    expect(["sh ok.sh", "python3 y.py"].map((command) => verdictOf(world, command))).toEqual(["allow", "allow"]);
  });

  test("that a program loads by itself is read too: modules, settings and tests, also through a committed package script", () => {
    const world = makeWorld();
    put(world, "data/1.csv", "1\n");
    put(world, "package.json", JSON.stringify({ scripts: { test: "vitest run", unit: "uv run pytest -q", lint: "eslint --fix ." } }));
    put(world, "Makefile", "check:\n\tnpx vitest run && echo done\n");
    git(world, "init", "-q");
    git(world, "add", "-A");
    git(world, "commit", "-qm", "start");
    const tries = ["npm test", "npm run unit", "npm run lint", "make check", "npx vitest run", "node m.mjs"];
    expect(tries.map((command) => verdictOf(world, command))).toEqual(tries.map(() => "allow"));
    wrote(world, "lib/harmless.mjs", "export const add = (a, b) => a + b;\n");
    wrote(world, "m.mjs", "import { add } from './lib/harmless.mjs';\nconsole.log(add(1, 2));\n");
    wrote(world, "src/a.test.ts", "import { test } from 'vitest';\ntest('x', () => {});\n");
    wrote(world, "conftest.py", "import pytest\n");
    expect(tries.map((command) => verdictOf(world, command))).toEqual(tries.map(() => "allow"));
    const clears = "import { rmSync } from 'node:fs';\nrmSync('data', { recursive: true });\n";
    wrote(world, "lib/harmless.mjs", clears);
    wrote(world, "src/a.test.ts", clears);
    wrote(world, "conftest.py", "import shutil\nshutil.rmtree('data')\n");
    wrote(world, "eslint.config.mjs", clears);
    expect(tries.map((command) => [command, verdictOf(world, command)])).toEqual(tries.map((command) => [command, "ask"]));
    expect(verdictOf(world, "npx vitest run src/b.test.ts")).toBe("ask");
    expect(verdictOf(world, "npx tsc --noEmit")).toBe("allow");
  });

  test("is read where nobody told what wrote it, and where Git has another content", () => {
    const world = repository();
    put(world, "ok.sh", "rm -rf data\n");
    put(world, "Makefile", "clean:\n\trm -rf data # again\n");
    put(world, "package.json", JSON.stringify({ scripts: { test: "rm -rf data", lint: "echo ok" } }));
    expect(["sh ok.sh", "make clean", "npm test"].map((command) => verdictOf(world, command))).toEqual(["ask", "ask", "ask"]);
    expect(verdictOf(world, "npm run lint")).toBe("allow");
  });

  test("does not become ordinary by git add in the session that wrote it", () => {
    const world = repository();
    wrote(world, "x.sh", "rm -rf data\n");
    git(world, "add", "x.sh");
    expect(verdictOf(world, "sh x.sh")).toBe("ask");
    // Another session knows nothing of it, and Git has it as it is.
    expect(verdictOf(world, "sh x.sh", "s2")).toBe("allow");
  });

  test("that passed before is read again when it changed", () => {
    const world = repository();
    wrote(world, "x.sh", "echo one\n");
    expect([verdictOf(world, "sh x.sh"), verdictOf(world, "sh x.sh")]).toEqual(["allow", "allow"]);
    put(world, "x.sh", "rm -rf data\n");
    expect(verdictOf(world, "sh x.sh")).toBe("ask");
  });

  test("may delete what Git ignores, and not what it tracks", () => {
    const world = repository();
    put(world, ".gitignore", "dist/\n");
    put(world, "dist/a.js", "1\n");
    git(world, "add", ".gitignore");
    git(world, "commit", "-qm", "ignore");
    put(world, "x.sh", "rm -rf dist\n");
    expect(verdictOf(world, "sh x.sh")).toBe("allow");
    put(world, "x.sh", "rm -rf dist data\n");
    expect(verdictOf(world, "sh x.sh")).toBe("ask");
    const search = "find . -type d -name dist -exec rm -rf {} +";
    expect(verdictOf(world, search)).toBe("allow");
    put(world, "src/dist/a.ts", "1\n");
    git(world, "add", "-f", "src/dist/a.ts");
    expect(verdictOf(world, search)).toBe("ask");
  });
});
