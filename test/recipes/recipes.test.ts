// The recipes of AGENTS.md, followed: in a copy of the repository every one of ten changes is made in the files that its recipe
// names, all at once. Types and the house's rules hold there, and each change does what it is for.

import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROGRAM, ROOT } from "../kit.ts";
import { type Change, CHANGES, type Edit } from "./changes.ts";

const COPIED = [
  "src",
  "web",
  "words",
  "test",
  "scripts",
  "bench",
  "examples",
  "docs",
  "skills",
  "package.json",
  "tsconfig.json",
  "vitest.config.ts",
];
const MOST_FILES = 4;

/** The files that a recipe names; NAME stands for the name of the new thing. */
function filesOf(recipe: string): string[] {
  const text = readFileSync(join(ROOT, "AGENTS.md"), "utf8");
  const paragraph = text.split("\n\n").find((each) => each.startsWith(`**${recipe}`)) ?? "";
  return [...paragraph.split("→")[0]!.matchAll(/`((?:src|words|web|test)\/[\w/.-]+\.tsx?)`/g)].map(([, path = ""]) => path);
}

const changedIn = ({ edits }: Change): string[] => [...new Set(edits.map(({ file }) => file))];

const isNamed = (file: string, names: readonly string[]): boolean =>
  names.some((name) => (name.includes("NAME") ? dirname(name) === dirname(file) : name === file));

function make(folder: string, edit: Edit): void {
  const path = join(folder, edit.file);
  if ("text" in edit) {
    if (existsSync(path)) throw new Error(`${edit.file} exists already`);
    writeFileSync(path, edit.text);
    return;
  }
  const text = readFileSync(path, "utf8");
  if (!text.includes(edit.find)) throw new Error(`${edit.file} has no longer: ${edit.find}`);
  writeFileSync(
    path,
    text.replaceAll(edit.find, () => edit.put),
  );
}

interface Ran {
  readonly code: number | null;
  readonly out: string;
}

function run(folder: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...args], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
    let out = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (out += String(chunk)));
    child.on("close", (code) => resolve({ code, out }));
  });
}

const tool = (name: string): string => join(ROOT, "node_modules", name);

describe("the recipes of AGENTS.md", () => {
  let copy: string;
  let asked: { readonly types: Promise<Ran[]>; readonly shows: Promise<Ran>; readonly rules: Promise<Ran> };
  beforeAll(async () => {
    copy = mkdtempSync(join(tmpdir(), "codicil-copy-"));
    for (const each of COPIED) cpSync(join(ROOT, each), join(copy, each), { recursive: true });
    symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
    mkdirSync(join(copy, ".git"));
    for (const { edits } of CHANGES) for (const edit of edits) make(copy, edit);
    expect((await run(copy, ["--disable-warning=ExperimentalWarning", "scripts/golden.ts"])).code).toBe(0);
    // Side by side: each spends part of its time on one core.
    const types = async () => {
      const ran: Ran[] = [];
      for (const project of [".", "web"]) ran.push(await run(copy, [tool("typescript/bin/tsc"), "--noEmit", "-p", project]));
      return ran;
    };
    const house = ["test/architecture/house.test.ts", "test/store/conformance.test.ts"];
    asked = {
      types: types(),
      shows: run(copy, ["--disable-warning=ExperimentalWarning", "test/recipes/shows.ts"]),
      rules: run(copy, [tool("vitest/vitest.mjs"), "run", ...house], { ...process.env, CODICIL_FROM_SOURCE: "1", VITEST: "" }),
    };
  });
  afterAll(async () => {
    await Promise.allSettled(Object.values(asked ?? {}));
    rmSync(copy, { recursive: true, force: true });
  });

  it.each(CHANGES.map((change) => [change.recipe, change] as const))(
    "%s: changes only files that the recipe names, at most four",
    (recipe, change) => {
      const names = filesOf(recipe);
      expect(names.length).toBeGreaterThan(0);
      expect(changedIn(change).filter((file) => !isNamed(file, names))).toEqual([]);
      expect(names.length).toBeLessThanOrEqual(MOST_FILES);
    },
  );

  it("with all ten changes the types of program and page are right", { timeout: 240_000 }, async () => {
    const right = { code: 0, out: "" };
    expect(await asked.types).toEqual([right, right]);
  });

  it("each change does what it is for", { timeout: 120_000 }, async () => {
    const { out } = await asked.shows;
    expect(out.trim().split("\n").sort()).toEqual(CHANGES.map(({ recipe }) => `works: ${recipe}`).sort());
  });

  it("the rules of the house and of a store hold for what is new", { timeout: 240_000 }, async () => {
    const { code, out } = await asked.rules;
    expect([code, out.split("\n").filter((line) => line.includes("FAIL"))]).toEqual([0, []]);
    expect(out).toMatch(/\d+ passed, 0 failed/);
  });

  it("negative control: in the repository itself none of the changes is there", { timeout: 120_000 }, async () => {
    const { out } = await run(ROOT, ["--disable-warning=ExperimentalWarning", "test/recipes/shows.ts", PROGRAM.at(-1) ?? ""]);
    expect(out).not.toContain("works: ");
  });

  it("negative control: a file that a recipe does not name is found", () => {
    expect(isNamed("src/base/clock.ts", filesOf("Add a host"))).toBe(false);
    expect(filesOf("Add a castle")).toEqual([]);
  });
});
