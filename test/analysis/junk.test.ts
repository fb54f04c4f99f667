// What is deleted without the trash: what Git ignores and does not track, and nothing that was moved or linked there.

import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { decide } from "codicil";
import { makeWarmWorld as makeWorld, type World } from "../kit.ts";

const FILES = [
  "src/core/a.ts",
  "packages/core/i.ts",
  "build/tool.ts",
  "build/untracked.txt",
  "src/out/a.ts",
  "notes.bak",
  "notes.txt",
  "src/world.map",
  "data/1.csv",
  "dist/app.js",
  "node_modules/m/i.js",
  "app.log",
  "local/.env",
  "local/a",
  "cache/x",
  "src/a.pyc",
  "new.txt",
];
const TRACKED = [".gitignore", "src/core", "packages", "build/tool.ts", "src/out", "notes.bak", "notes.txt", "src/world.map", "data"];

function repository({ git = true } = {}): World {
  const world = makeWorld();
  for (const file of FILES) {
    mkdirSync(dirname(join(world.project, file)), { recursive: true });
    writeFileSync(join(world.project, file), `of ${file}\n`);
  }
  rmSync(join(world.project, ".git"), { recursive: true });
  if (!git) return world;
  writeFileSync(join(world.project, ".gitignore"), "dist/\nnode_modules\n*.log\nlocal/\ncache/\n");
  execFileSync("git", ["init", "-q"], { cwd: world.project });
  execFileSync("git", ["add", "-f", ...TRACKED], { cwd: world.project });
  return world;
}

async function judge(world: World, command: string): Promise<string> {
  const { verdict, call } = await decide(await world.open(), { call: { tool: "shell", command } });
  return verdict === "rewrite" && call !== undefined && "command" in call
    ? String(call.command).replaceAll(/\S*codicil trash/g, "codicil trash")
    : verdict;
}

describe("X32 junk is what Git says", () => {
  it.each([
    "rm -rf dist",
    "rm -rf node_modules dist/app.js",
    "rm app.log",
    "rm -rf cache",
    "rm src/a.pyc",
    "find . -name '*.pyc' -delete",
    "find . -name '*.log' -delete",
    "find . -type d -name .pytest_cache -exec rm -rf {} +",
    "npm run build && rm -rf dist/assets",
    "rm -rf cache && mkdir cache",
  ])("%s runs as it is: ignored and not tracked", async (command) => {
    expect(await judge(repository(), command)).toBe("allow");
  });

  it.each([
    "rm -rf src/core",
    "rm -rf packages/core",
    "rm notes.bak",
    "rm src/world.map",
    "rm -rf build",
    "rm build/untracked.txt",
    "rm -rf src/out",
    "rm new.txt",
    "rm -rf data",
    "rm -rf local",
    "rm -r build/",
  ])("%s goes to the trash, whatever the name looks like", async (command) => {
    expect(await judge(repository(), command)).toBe(command.replace(/^rm/, "codicil trash put"));
  });

  it("a line that was added to .gitignore and not staged opens nothing", async () => {
    const world = repository();
    expect(await judge(world, "echo data >> .gitignore; rm -rf data")).toContain("trash put -rf data");
    writeFileSync(join(world.project, ".gitignore"), "data\n");
    expect(await judge(world, "rm -rf data")).toBe("codicil trash put -rf data");
  });

  it("without a repository a name counts only where no person would give it to their own files", async () => {
    const world = repository({ git: false });
    for (const command of ["rm -rf node_modules", "rm -rf coverage", "rm app.log"]) expect(await judge(world, command)).toBe("allow");
    for (const command of ["rm -rf src/core", "rm notes.bak", "rm src/world.map", "rm -rf build", "rm -rf dist"])
      expect(await judge(world, command)).toMatch(/^codicil trash put/);
  });
});

describe("X32 moving into junk counts as deleting", () => {
  it.each([
    ["mv data dist && rm -rf dist", "mv data dist && codicil trash put -rf dist"],
    ["git mv data dist && rm -rf dist", "git mv data dist && codicil trash put -rf dist"],
    ["mv notes.txt build.log && rm -f *.log", "mv notes.txt build.log && codicil trash put -f *.log"],
    ["mkdir out; mv data notes.txt out/; rm -rf out", "mkdir out; mv data notes.txt out/; codicil trash put -rf out"],
    ["mv notes.txt a.txt && mv a.txt dist/ && rm -rf dist", "mv notes.txt a.txt && mv a.txt dist/ && codicil trash put -rf dist"],
    ["cd dist && mv ../data . && rm -rf ./*", "cd dist && mv ../data . && codicil trash put -rf ./*"],
  ])("%s", async (command, expected) => {
    expect(await judge(repository(), command)).toBe(expected);
  });

  it.each([
    "python3 -c \"import os; os.rename('data','dist/d')\"; rm -rf dist",
    "node -e \"require('fs').renameSync('data','dist/d')\" && rm -rf dist",
  ])("%s does not pass as it is", async (command) => {
    expect(await judge(repository(), command)).toMatch(/trash|ask/);
  });

  it("a move alone keeps a copy first, so that a later call may delete what is ignored", async () => {
    const world = repository();
    expect(await judge(world, "mv data dist/")).toBe("codicil trash keep data && mv data dist/");
    expect(world.run(["trash", "keep", "data"]).code).toBe(0);
    const [kept] = world.run(["trash", "list", "--json"]).json<{ id: string; kind: string }[]>();
    rmSync(join(world.project, "data"), { recursive: true });
    expect(world.run(["trash", "restore", kept?.id ?? ""]).code).toBe(0);
    expect(world.read("project/data/1.csv")).toBe("of data/1.csv\n");
  });

  it("keys that Git ignores are moved out of the project only by asking, and among ignored files with a copy", async () => {
    const world = repository();
    writeFileSync(join(world.project, ".gitignore"), "dist/\n.env*\nlocal/\n*.tmp\n");
    execFileSync("git", ["add", ".gitignore"], { cwd: world.project });
    for (const file of [".env", "a.tmp"]) writeFileSync(join(world.project, file), "x\n");
    expect(await judge(world, "rm .env")).toBe("codicil trash put .env");
    for (const command of ["mv .env /elsewhere/gone && rm /elsewhere/gone", "mv .env ~/gone", "mv local/.env ../gone", "mv local ../gone"])
      expect(await judge(world, command), command).toBe("ask");
    expect(await judge(world, "mv .env dist/e")).toBe("codicil trash keep .env && mv .env dist/e");
    expect(await judge(world, "mv .env dist/e && rm dist/e")).toBe("mv .env dist/e && codicil trash put dist/e");
    for (const command of ["mv a.tmp dist/", "mv a.tmp ../gone", "cp .env.example .env"])
      expect(await judge(world, command)).not.toBe("deny");
  });

  it("negative control: moves among ignored files, and from the temporary folder, need nothing", async () => {
    const world = repository();
    for (const command of ["mv dist cache/old && rm -rf cache", "mv notes.txt notes2.txt", "mkdir out; rm -rf out"])
      expect(await judge(world, command)).toBe("allow");
  });
});

describe("X32 links are followed to what would be deleted", () => {
  it.each([
    "mkdir -p d && ln -sfn ~/Documents d/x && rm -rf d/x/",
    "rm -rf node_modules && ln -s ~/Documents node_modules && rm -rf node_modules/",
  ])("%s asks", async (command) => {
    expect(await judge(repository(), command)).toBe("ask");
  });

  it("a link that an earlier call made is followed too; without the slash only the link goes", async () => {
    const world = repository();
    mkdirSync(join(world.root, "person/Documents"));
    rmSync(join(world.project, "dist"), { recursive: true });
    symlinkSync(join(world.root, "person/Documents"), join(world.project, "dist"));
    expect(await judge(world, "rm -rf dist/")).toBe("ask");
    expect(await judge(world, "rm -rf dist")).toBe("codicil trash put -rf dist");
  });

  it("keys of the project by their names: asked about until Git has them as they are", async () => {
    const world = repository();
    const read = async () => {
      const { verdict } = await decide(await world.open(), {
        call: { tool: "Read", input: { file_path: join(world.project, "deploy.key") } },
      });
      return [verdict, await judge(world, "cat deploy.key"), await judge(world, "openssl rsa -in deploy.key -check")];
    };
    writeFileSync(join(world.project, "deploy.key"), "a key\n");
    expect(await read()).toEqual(["ask", "ask", "allow"]);
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], { cwd: world.project });
    git("add", "deploy.key");
    git("commit", "-qm", "key of the examples");
    expect(await read()).toEqual(["allow", "allow", "allow"]);
  });
});
