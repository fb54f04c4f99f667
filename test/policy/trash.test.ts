// codicil trash put beside the real rm: the same exit code, the same tree, messages of the same kind; and a way back.

import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeWarmWorld as makeWorld, PROGRAM, type World } from "../kit.ts";

/** So many that folders are listed instead of asking for each name. */
const MANY = Array.from({ length: 80 }, (_, at) => `many/${at}`);

function furnish(folder: string): void {
  mkdirSync(join(folder, "dir/sub"), { recursive: true });
  mkdirSync(join(folder, "empty"));
  for (const name of ["a.txt", "b c.txt", "-dash", "dir/one.txt", "dir/sub/two.txt", "字.md"])
    writeFileSync(join(folder, name), `of ${name}\n`);
  mkdirSync(join(folder, "many"));
  for (const name of MANY) writeFileSync(join(folder, name), "");
  symlinkSync("a.txt", join(folder, "link"));
  symlinkSync("dir", join(folder, "dirlink"));
  symlinkSync("nowhere", join(folder, "dangling"));
}

function tree(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => !name.startsWith(".git"))
    .sort();
}

const CASES: readonly (readonly string[])[] = [
  ["a.txt"],
  ["-f", "a.txt"],
  ["a.txt", "b c.txt", "字.md"],
  ["missing"],
  ["-f", "missing"],
  ["missing", "a.txt"],
  ["dir"],
  ["-r", "dir"],
  ["-rf", "dir"],
  ["-fr", "dir", "missing"],
  ["-R", "dir"],
  ["--recursive", "dir"],
  ["--recurs", "--force", "dir"],
  ["dir", "-r"],
  ["-d", "empty"],
  ["-d", "dir"],
  ["--dir", "empty"],
  ["empty"],
  ["-r", "empty"],
  ["--", "-dash"],
  ["-dash"],
  ["link"],
  ["-r", "link"],
  ["-r", "dirlink"],
  ["dirlink/"],
  ["dangling"],
  [],
  ["-f"],
  ["."],
  ["-rf", "."],
  ["-r", ".."],
  ["-rf", "dir/."],
  ["-v", "a.txt"],
  [...MANY, "a.txt", "link", "dangling"],
  [...MANY, "dir", "dirlink", "empty", "missing", "many/none"],
  ["-v", ...MANY, "dirlink/", "a.txt/", "a.txt/x", "nowhere/x"],
  ["-rf", ...MANY, "dir", "missing", "nowhere/x", "many/0", "."],
  ["-rf", "dir/sub", "dir/one.txt"],
  ["--nonsense", "a.txt"],
  ["-x", "a.txt"],
  ["dir/sub/../one.txt"],
  ["a.txt/"],
  ["-f", "a.txt/"],
  ["-r", "dir/"],
  ["-i", "a.txt"],
  ["-if", "a.txt"],
  ["-fi", "a.txt"],
  ["--interactive=never", "a.txt"],
  ["-ri", "dir"],
  ["-I", "a.txt"],
  ["-rI", "dir"],
  ["-I", "a.txt", "b c.txt", "link", "字.md"],
  ["-v", "a.txt", "missing", "link"],
  ["-rv", "dir", "empty"],
  ["-a", "b", "a.txt", "b c.txt"],
  ["a.txt", "a.txt"],
  ["-f", "a.txt", "a.txt"],
  ["-r", "dir", "dir/sub"],
  ["-rf", "a.txt", "b c.txt", "dir", "empty", "link", "dirlink", "dangling", "字.md", "missing"],
  ["-r", "a.txt", "b c.txt", "dir", "empty", "link", "dirlink", "dangling", "字.md", "missing"],
];

interface Answer {
  readonly code: number | null;
  readonly tree: string[];
  readonly err: string;
  readonly out: string;
}

function both(words: readonly string[], input = ""): { rm: Answer; trash: Answer; world: World } {
  const world = makeWorld();
  const real = join(world.root, "real");
  mkdirSync(real);
  furnish(real);
  furnish(world.project);
  const rm = spawnSync("rm", words, { cwd: real, encoding: "utf8", input });
  const put = spawnSync(process.execPath, [...PROGRAM, "trash", "put", ...words], {
    cwd: world.project,
    env: world.env,
    encoding: "utf8",
    input,
  });
  return {
    rm: { code: rm.status, tree: tree(real), err: rm.stderr, out: rm.stdout },
    trash: { code: put.status, tree: tree(world.project), err: put.stderr, out: put.stdout },
    world,
  };
}

describe("OR-32 trash put answers as rm does", () => {
  it.each(CASES.map((words) => [words.join(" ") || "(nothing)", words] as const))("rm %s", (_, words) => {
    const { rm, trash } = both(words);
    expect([trash.code, trash.tree]).toEqual([rm.code, rm.tree]);
    expect(trash.err === "").toBe(rm.err === "");
    expect(trash.out.split("\n").sort()).toEqual(rm.out.split("\n").sort());
  });

  it.each([
    ["-i a.txt", ["-i", "a.txt", "b c.txt"], "y\nn\n"],
    ["-ri dir", ["-ri", "dir"], "y\ny\ny\ny\ny\ny\n"],
    ["-ri dir, in part", ["-ri", "dir"], "y\nn\n"],
    ["-I", ["-rI", "dir"], "yes\n"],
  ] as const)("rm %s takes its answers from standard input", (_, words, input) => {
    const { rm, trash } = both(words, input);
    expect([trash.code, trash.tree]).toEqual([rm.code, rm.tree]);
    expect(trash.err.match(/\?/g)?.length).toBe(rm.err.match(/\?/g)?.length);
  });

  it("T2 one difference on purpose: rm -rf link/ empties the folder behind the link, the trash refuses", () => {
    const { trash } = both(["-rf", "dirlink/"]);
    expect(trash.code).toBe(1);
    expect(trash.tree).toContain("dir/sub/two.txt");
  });

  it("negative control: the comparison sees a remover that follows links", () => {
    const { rm, trash } = both(["-r", "dirlink"]);
    expect(rm.tree).toContain("dir/one.txt");
    expect(trash.tree).toContain("dir/one.txt");
    expect(trash.tree.filter((name) => name !== "dir/one.txt")).not.toEqual(rm.tree);
  });
});

describe("what was trashed comes back", () => {
  it("list shows where it was, restore puts it back with its content", () => {
    const world = makeWorld();
    furnish(world.project);
    world.run(["trash", "put", "-rf", "dir", "字.md"]);
    const [dir, file] = world.run(["trash", "list", "--json"]).json<{ id: string; original: string; kind: string }[]>();
    expect([dir?.original, file?.original]).toEqual([join(world.project, "dir"), join(world.project, "字.md")]);
    for (const each of [dir, file]) expect(world.run(["trash", "restore", each?.id ?? ""]).code).toBe(0);
    expect(readFileSync(join(world.project, "dir/sub/two.txt"), "utf8")).toBe("of dir/sub/two.txt\n");
    expect(readFileSync(join(world.project, "字.md"), "utf8")).toBe("of 字.md\n");
    expect(world.run(["trash", "list", "--json"]).json()).toEqual([]);
  });

  it("restore never overwrites unless told to, and then keeps what was there", () => {
    const world = makeWorld();
    furnish(world.project);
    world.run(["trash", "put", "a.txt"]);
    writeFileSync(join(world.project, "a.txt"), "newer\n");
    const [first] = world.run(["trash", "list", "--json"]).json<{ id: string }[]>();
    expect(world.run(["trash", "restore", first?.id ?? ""]).code).toBe(4);
    expect(world.run(["trash", "restore", first?.id ?? "", "--over"]).code).toBe(0);
    expect(readFileSync(join(world.project, "a.txt"), "utf8")).toBe("of a.txt\n");
    expect(world.run(["trash", "list", "--json"]).json<unknown[]>()).toHaveLength(1);
    expect(world.run(["trash", "restore", "nothing"]).code).toBe(3);
  });

  it("keep copies a file before it is overwritten; emptying needs an interactive terminal", () => {
    const world = makeWorld();
    furnish(world.project);
    expect(world.run(["trash", "keep", "a.txt", "missing"]).code).toBe(0);
    writeFileSync(join(world.project, "a.txt"), "overwritten\n");
    const [kept] = world.run(["trash", "list", "--json"]).json<{ id: string; kind: string }[]>();
    expect(kept?.kind).toBe("keep");
    expect(world.run(["trash", "restore", kept?.id ?? ""]).code).toBe(0);
    expect(readFileSync(join(world.project, "a.txt"), "utf8")).toBe("of a.txt\n");
    expect(world.run(["trash", "empty"]).code).toBe(2);
  });
});
