// The trash on disks in trouble: full, read-only, two of them; and a trash that is used for a year.

import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { trashKeep, trashList, trashPut, trashState } from "../../src/calls/trash.ts";
import { openTrash } from "../../src/store/index.ts";
import { makeWarmWorld as makeWorld, type World } from "../kit.ts";

interface Listed {
  readonly id: string;
  readonly original: string;
  readonly kind: string;
  readonly bytes: number;
}

const list = (world: World, env: Readonly<Record<string, string>> = {}) => world.run(["trash", "list", "--json"], { env }).json<Listed[]>();

function whyNoMount(): string | null {
  if (process.platform !== "linux") return "tmpfs exists only on Linux";
  const place = mkdtempSync(join(tmpdir(), "codicil-mount-"));
  try {
    const tried = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "codicil-test", place], { encoding: "utf8" });
    if (tried.status !== 0) return `this machine does not let us mount: ${tried.stderr.trim()}`;
    execFileSync("umount", [place]);
    return null;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function onDisk(folder: string, options: string, work: () => void): void {
  mkdirSync(folder, { recursive: true });
  execFileSync("mount", ["-t", "tmpfs", "-o", `mode=700,${options}`, "codicil-test", folder]);
  try {
    work();
  } finally {
    execFileSync("umount", [folder]);
  }
}

/** Bytes of everything below a folder. */
function bytesBelow(folder: string): number {
  return existsSync(folder)
    ? readdirSync(folder, { recursive: true }).reduce(
        (sum, name) => sum + (lstatSync(join(folder, String(name))).isFile() ? lstatSync(join(folder, String(name))).size : 0),
        0,
      )
    : 0;
}

const noMount = whyNoMount();

describe.skipIf(noMount !== null)(`OR-32 the trash on a disk of its own${noMount === null ? "" : ` (skipped: ${noMount})`}`, () => {
  it("that is full: a file of the project goes to the project's own trash, another one stays where it is, and nothing is left that list does not show", () => {
    const world = makeWorld();
    onDisk(world.state, "size=2m", () => {
      for (const name of ["project/big", "other/big"]) for (let at = 0; at < 9; at++) world.write(`${name}/${at}`, "x".repeat(400_000));
      expect(world.run(["trash", "put", "-r", "big"]).code).toBe(0);
      expect(list(world).map(({ original, bytes }) => [original, bytes])).toEqual([[join(world.project, "big"), 3_600_000]]);
      expect(bytesBelow(join(world.state, "trash/files"))).toBe(0);
      const other = join(world.root, "other/big");
      const refused = world.run(["trash", "put", "-r", other]);
      expect([refused.code, refused.err]).toEqual([1, `rm: cannot remove '${other}': No space left on device\n`]);
      expect([readdirSync(other).length, bytesBelow(join(world.state, "trash/files")), list(world).length]).toEqual([9, 0, 1]);
      expect(world.run(["trash", "restore", list(world)[0]?.id ?? ""]).code).toBe(0);
      expect(readdirSync(join(world.project, "big"))).toHaveLength(9);
    });
  });

  it("that is full to the last byte: no empty note is left", () => {
    const world = makeWorld();
    onDisk(world.state, "size=64k", () => {
      mkdirSync(join(world.state, "trash/info"), { recursive: true });
      mkdirSync(join(world.state, "trash/files"), { recursive: true });
      spawnSync("dd", ["if=/dev/zero", `of=${join(world.state, "ballast")}`, "bs=4k", "count=100"]);
      const other = world.write("other/a.txt", "x");
      expect(world.run(["trash", "put", other]).code).toBe(1);
      expect([readdirSync(join(world.state, "trash/info")), existsSync(other)]).toEqual([[], true]);
    });
  });

  it("other than the project's: names, links, times and second names of a file come and go whole", () => {
    const world = makeWorld();
    const folder = join(world.project, "disk");
    onDisk(folder, "size=4m", () => {
      world.write("project/disk/dir/a", "content");
      linkSync(join(folder, "dir/a"), join(folder, "dir/b"));
      symlinkSync("a", join(folder, "dir/link"));
      utimesSync(join(folder, "dir/a"), 1, 1);
      expect(world.run(["trash", "put", "-r", "disk/dir"]).code).toBe(0);
      expect(existsSync(join(folder, "dir"))).toBe(false);
      expect(world.run(["trash", "restore", list(world)[0]?.id ?? ""]).code).toBe(0);
      const [a, b, link] = ["a", "b", "link"].map((name) => lstatSync(join(folder, "dir", name)));
      expect([a?.nlink, a?.ino === b?.ino, a?.mtimeMs, link?.isSymbolicLink()]).toEqual([2, true, 1000, true]);
    });
  });

  it("that is read-only: the project's own trash takes it, and Git does not see that", () => {
    const world = makeWorld();
    world.write("project/notes.txt", "mine\n");
    rmSync(join(world.project, ".git"), { recursive: true });
    execFileSync("git", ["init", "-q"], { cwd: world.project });
    onDisk(world.state, "size=64k,ro", () => {
      expect(world.run(["trash", "put", "notes.txt"])).toMatchObject({ code: 0, err: "" });
      expect(world.run(["trash", "keep", ".git/HEAD"]).code).toBe(0);
      expect(execFileSync("git", ["status", "--porcelain"], { cwd: world.project, encoding: "utf8" })).toBe("");
      const [item] = list(world);
      expect(world.run(["trash", "restore", item?.id ?? ""]).code).toBe(0);
      expect(world.read("project/notes.txt")).toBe("mine\n");
    });
  });
});

describe("OR-32 a trash to live with", () => {
  it("where the state can never be made, the project's own trash is used, and rm of that trash is refused", () => {
    const world = makeWorld();
    world.write("project/notes.txt", "mine\n");
    const env = { CODICIL_STATE: join(world.write("file", ""), "state") };
    expect(world.run(["trash", "put", "notes.txt"], { env })).toMatchObject({ code: 0, err: "" });
    expect(list(world, env).map(({ original }) => original)).toEqual([join(world.project, "notes.txt")]);
    expect(world.run(["trash", "put", "-rf", ".codicil-trash"], { env }).code).toBe(1);
    expect(world.run(["policy", "check", "--json", "--", "rm -rf .codicil-trash"]).json<{ verdict: string }>().verdict).toBe("deny");
    expect(list(world, env)).toHaveLength(1);
  });

  it("many files of one command have one note, and each comes back alone", () => {
    const world = makeWorld();
    const names = Array.from({ length: 2000 }, (_, at) => `f${at}`);
    for (const name of names) writeFileSync(join(world.project, name), name);
    expect(world.run(["trash", "put", ...names, "missing"])).toMatchObject({
      code: 1,
      err: "rm: cannot remove 'missing': No such file or directory\n",
    });
    expect(readdirSync(join(world.state, "trash/info"))).toHaveLength(1);
    const all = list(world);
    expect(all.map(({ original }) => original)).toEqual(names.map((name) => join(world.project, name)));
    expect(world.run(["trash", "restore", all[1234]?.id ?? ""]).code).toBe(0);
    expect(world.read("project/f1234")).toBe("f1234");
    expect(list(world)).toHaveLength(1999);
  });

  it("a list that is emptied in part keeps its note and the rest; emptied whole, it leaves nothing", () => {
    const world = makeWorld();
    const names = Array.from({ length: 20 }, (_, at) => world.write(`project/f${at}`, String(at)));
    const trash = openTrash(join(world.root, "trash"), { now: () => new Date(), timeZone: "UTC" }, { hex: () => "abc", unit: () => 0 });
    trash.put(names);
    trash.put([world.write("project/alone", "x")]);
    const inList = trash.list().filter(({ id }) => id.includes("."));
    trash.remove(inList.slice(0, 7).map(({ id }) => id));
    expect([trash.list().length, trash.list()[0]?.original]).toEqual([14, names[7]]);
    trash.remove(inList.slice(7).map(({ id }) => id));
    expect(trash.list().map(({ original }) => original)).toEqual([join(world.project, "alone")]);
    expect(["files", "info"].map((name) => readdirSync(join(trash.folder, name)).length)).toEqual([1, 1]);
  });

  it("a file that is kept twice takes its space once, and a restored file shares nothing with the trash", () => {
    const world = makeWorld();
    const file = world.write("project/a.txt", "x".repeat(100_000));
    for (let turn = 0; turn < 3; turn++) world.run(["trash", "keep", "a.txt"]);
    const inodes = new Set(
      readdirSync(join(world.state, "trash/files")).map((name) => lstatSync(join(world.state, "trash/files", name)).ino),
    );
    expect([list(world).length, inodes.size]).toEqual([3, 1]);
    world.run(["trash", "restore", list(world)[0]?.id ?? ""]);
    writeFileSync(file, "changed", { flag: "r+" });
    const [, second] = list(world);
    world.run(["trash", "restore", second?.id ?? "", "--to", "b.txt"]);
    expect(readFileSync(join(world.project, "b.txt"), "utf8")).toBe("x".repeat(100_000));
    // Negative control: another content is stored beside it.
    writeFileSync(file, "y");
    world.run(["trash", "keep", "a.txt"]);
    expect(new Set(list(world).map(({ bytes }) => bytes))).toContain(1);
  });

  it("restore into a changed place: a lost parent is made, a file in its place and a new file are never overwritten, --to goes elsewhere", () => {
    const world = makeWorld();
    for (const name of ["d/one", "d/two", "three"]) world.write(`project/${name}`, name);
    world.run(["trash", "put", "d/one", "d/two", "three"]);
    const id = (name: string) => list(world).find(({ original }) => original.endsWith(name))?.id ?? "";
    rmSync(join(world.project, "d"), { recursive: true });
    expect(world.run(["trash", "restore", id("d/one")]).code).toBe(0);
    rmSync(join(world.project, "d"), { recursive: true });
    world.write("project/d", "a file now");
    const refused = world.run(["trash", "restore", id("d/two")]);
    expect([refused.code, refused.err]).toEqual([4, expect.stringContaining("--to PATH")]);
    expect(world.run(["trash", "restore", id("d/two").slice(-6), "--to", "elsewhere/two"]).out).toBe(
      `restored ${join(world.project, "elsewhere/two")}\n`,
    );
    world.write("project/three", "newer");
    expect(world.run(["trash", "restore", id("three")]).code).toBe(4);
    expect([world.read("project/d"), world.read("project/elsewhere/two"), world.read("project/three")]).toEqual([
      "a file now",
      "d/two",
      "newer",
    ]);
  });

  it("list is a table with sizes and short ids that restore takes", () => {
    const world = makeWorld();
    world.write("project/a.txt", "x".repeat(2048));
    world.run(["trash", "put", "a.txt"]);
    const lines = world.run(["trash", "list"]).out.trimEnd().split("\n");
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(/^[0-9a-f]{6} {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}deleted {2,}2\.0 KiB {2}\/.*a\.txt$/);
    expect(world.run(["doctor", "--own"]).out).toContain("trash: 1 items, 1 MiB; kept for 30 days and up to 2048 MiB");
    expect(world.run(["trash", "restore", lines[1]?.slice(0, 6) ?? ""]).code).toBe(0);
  });

  test("a year of use: thirty days and the size limit hold, and nothing younger than a day goes", async () => {
    const world = makeWorld();
    world.write("home/last-word/config.yaml", "trash:\n  days: 30\n  megabytes: 1\n");
    let now = Date.UTC(2026, 0, 1, 12);
    const clock = { now: () => new Date(now), timeZone: "UTC" };
    for (let day = 0; day < 365; day++, now += 24 * 3600 * 1000) {
      const mind = await world.open({ clock });
      // On day 200 more than the limit in one go.
      world.write("project/a.txt", String(day).repeat(day === 200 ? 1_000_000 : 10_000));
      trashKeep(mind, ["a.txt"]);
      await trashPut(mind, ["a.txt"]);
      const { bytes, oldest, items } = trashState(mind);
      expect(now - new Date(oldest ?? 0).getTime()).toBeLessThanOrEqual(32 * 24 * 3600 * 1000);
      if (day === 200) expect(bytes).toBeGreaterThan(3_000_000);
      else if (day !== 201 && day !== 202) expect(bytes).toBeLessThan(1_300_000);
      expect(items).toBeGreaterThanOrEqual(2);
    }
    const mind = await world.open({ clock });
    expect(trashList(mind).length).toBeGreaterThan(20);
    expect(readdirSync(join(world.state, "trash/files")).length).toBe(trashList(mind).length);
  });

  describe("a clock that was wrong", () => {
    const DAY = 24 * 3600 * 1000;
    const deleteOn = async (world: ReturnType<typeof makeWorld>, name: string, at: number) => {
      const mind = await world.open({ clock: { now: () => new Date(at), timeZone: "UTC" } });
      world.write(`project/${name}`, name);
      await trashPut(mind, [name]);
      return trashList(mind).map(({ original }) => original.slice(original.lastIndexOf("/") + 1));
    };
    const now = Date.UTC(2026, 5, 1, 12);

    test.each([
      ["40 days behind", now - 40 * DAY, now],
      ["40 days ahead", now, now + 40 * DAY],
    ])("%s: what was deleted before it was set is still there", async (_, first, second) => {
      const world = makeWorld();
      await deleteOn(world, "a.txt", first);
      expect(await deleteOn(world, "b.txt", second)).toContain("a.txt");
      // Marked by a clock that was ahead: the mark is made again, and counts from then on.
      expect(await deleteOn(world, "c.txt", now + 7 * 3600 * 1000)).toContain("a.txt");
    });

    test("negative control: what has been too old for a day goes", async () => {
      const world = makeWorld();
      await deleteOn(world, "a.txt", now - 40 * DAY);
      await deleteOn(world, "b.txt", now);
      expect(await deleteOn(world, "c.txt", now + DAY)).toEqual(["b.txt", "c.txt"]);
    });
  });
});
