// Which files the store touches at all (P6), and what it says of the others.

import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { AppError, hashParts } from "../../src/base/index.ts";
import { checked, inParts as inPartsOf, openFiles, type Place, sourceOf, type Store } from "../../src/store/index.ts";
import { type Writer, writerOf } from "../../src/store/write.ts";
import { bytes, type Folders, home, inProject, makeFolders, random, state, text } from "./rig.ts";

let at: Folders;
let store: Store;
let writer: Writer;

beforeEach(() => {
  at = makeFolders();
  for (const folder of [at.home, at.project, at.state]) mkdirSync(folder);
  store = openFiles({ ...at, random });
  writer = writerOf(store);
});
afterEach(() => rmSync(at.root, { recursive: true, force: true }));

/** Every way to touch a place; all must refuse with the same code, name the file and say what to do. */
async function expectRefused(place: Place, code: string): Promise<void> {
  const acts: Record<string, () => Promise<unknown>> = {
    read: () => store.read(place),
    readLog: () => store.readLog(place),
    write: () => writer.write(place, bytes("x"), null),
    bring: async () => writer.bring?.(place, sourceOf(bytes("x")), null, false),
    remove: () => writer.remove(place, "0"),
    append: () => writer.append(place, ["x"]),
    commit: () => writer.commit({ place, expect: null, bytes: bytes("x"), log: state("l.jsonl"), lines: ["x"] }),
    commitLog: () => writer.commit({ place: home("fine.md"), expect: null, bytes: bytes("x"), log: place, lines: ["x"] }),
    rewriteLog: () => writer.rewriteLog(place, ["x"]),
  };
  for (const [name, act] of Object.entries(acts)) {
    const error: unknown = await act().then(
      () => `${name} was accepted`,
      (thrown: unknown) => thrown,
    );
    expect(error, name).toBeInstanceOf(AppError);
    if (error instanceof AppError)
      expect([name, error.code, typeof error.file, typeof error.hint]).toEqual([name, code, "string", "string"]);
  }
  expect(existsSync(join(at.home, "fine.md"))).toBe(false);
  expect(existsSync(join(at.state, "l.jsonl"))).toBe(false);
}

describe("P6 the store refuses", () => {
  test("a link that leaves its root, as file and as folder, even into another root of the same mind", async () => {
    writeFileSync(join(at.root, "outside.md"), "secret");
    writeFileSync(join(at.project, "AGENTS.md"), "project");
    symlinkSync(join(at.root, "outside.md"), join(at.home, "out.md"));
    symlinkSync(at.root, join(at.home, "up"));
    symlinkSync(at.project, join(at.home, "other"));
    await expectRefused(home("out.md"), "BAD_PATH");
    await expectRefused(home("up/outside.md"), "BAD_PATH");
    await expectRefused(home("up/new.md"), "BAD_PATH");
    await expectRefused(home("other/AGENTS.md"), "BAD_PATH");
    expect(readFileSync(join(at.root, "outside.md"), "utf8")).toBe("secret");
    expect(existsSync(join(at.root, "new.md"))).toBe(false);
  });

  test("a link to nothing and links in a circle", async () => {
    symlinkSync(join(at.home, "nowhere.md"), join(at.home, "dangling.md"));
    symlinkSync("b.md", join(at.home, "a.md"));
    symlinkSync("a.md", join(at.home, "b.md"));
    symlinkSync("loop", join(at.home, "loop"));
    await expectRefused(home("dangling.md"), "BAD_PATH");
    await expectRefused(home("a.md"), "BAD_PATH");
    await expectRefused(home("loop/x.md"), "BAD_PATH");
    expect(existsSync(join(at.home, "nowhere.md"))).toBe(false);
    expect(await store.list("home", "")).toEqual([]);
  });

  test("a folder, and a path that goes through a file", async () => {
    mkdirSync(join(at.home, "folder.md"));
    writeFileSync(join(at.home, "file.md"), "x");
    await expectRefused(home("folder.md"), "NOT_A_FILE");
    await expectRefused(home("file.md/below.md"), "BAD_PATH");
    await expect(store.list("home", "file.md")).rejects.toMatchObject({ code: "BAD_PATH" });
  });

  test("a FIFO, without waiting for its other end", async () => {
    execFileSync("mkfifo", [join(at.home, "fifo.md")]);
    await expectRefused(home("fifo.md"), "NOT_A_FILE");
  });

  test("a socket", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(at.home, "socket.md"), resolve));
    try {
      await expectRefused(home("socket.md"), "NOT_A_FILE");
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });

  test("a file with two names, because a rename would tear them apart", async () => {
    writeFileSync(join(at.home, "one.md"), "x");
    linkSync(join(at.home, "one.md"), join(at.home, "two.md"));
    await expectRefused(home("two.md"), "NOT_A_FILE");
    expect(readFileSync(join(at.home, "one.md"), "utf8")).toBe("x");
  });

  test("a document of 1 GB, unread, and one of 65 MiB to be written", async () => {
    writeFileSync(join(at.home, "giant.md"), "");
    truncateSync(join(at.home, "giant.md"), 1024 ** 3);
    await expectRefused(home("giant.md"), "TOO_LARGE");
    await expect(writer.write(home("new.md"), new Uint8Array(65 * 1024 * 1024), null)).rejects.toMatchObject({ code: "TOO_LARGE" });
    expect(await store.list("home", "")).toEqual(["giant.md"]);
  });

  test("the project where none is open, and a root that is no folder or not absolute", async () => {
    store = openFiles({ ...at, project: null, random });
    writer = writerOf(store);
    await expectRefused(inProject("AGENTS.md"), "BAD_PATH");
    await expect(store.list("project", "")).rejects.toMatchObject({ code: "BAD_PATH" });
    expect(store.describe(inProject("AGENTS.md"))).toBe("project:AGENTS.md");
    writeFileSync(join(at.root, "file"), "x");
    symlinkSync(join(at.root, "nothing"), join(at.root, "dangling"));
    for (const root of [join(at.root, "file"), join(at.root, "dangling"), "relative/home"])
      await expect(openFiles({ ...at, home: root, random }).read(home("USER.md"))).rejects.toMatchObject({ code: "BAD_PATH" });
  });

  test("to write a file that its owner made read-only", async () => {
    writeFileSync(join(at.home, "SOUL.md"), "mine", { mode: 0o444 });
    const before = await store.read(home("SOUL.md"));
    const version = before?.version ?? "";
    const log = state("l.jsonl");
    await expect(writer.write(home("SOUL.md"), bytes("x"), version)).rejects.toMatchObject({ code: "READ_ONLY" });
    await expect(writer.remove(home("SOUL.md"), version)).rejects.toMatchObject({ code: "READ_ONLY" });
    for (const content of [bytes("x"), null])
      await expect(writer.commit({ place: home("SOUL.md"), expect: version, bytes: content, log, lines: ["x"] })).rejects.toMatchObject({
        code: "READ_ONLY",
      });
    expect(readFileSync(join(at.home, "SOUL.md"), "utf8")).toBe("mine");
    expect(await store.list("state", "")).toEqual([]);
  });
});

describe("two spellings of one file", () => {
  test("LW-72 a link inside its root and the real file have one canonical place and one lock", async () => {
    mkdirSync(join(at.home, "real"));
    writeFileSync(join(at.home, "real/USER.md"), "me");
    symlinkSync("real/USER.md", join(at.home, "USER.md"));
    symlinkSync("real", join(at.home, "alias"));
    for (const path of ["USER.md", "alias/USER.md", "real/USER.md"]) {
      expect(await store.canonical(home(path))).toEqual(home("real/USER.md"));
      expect(await store.lockName(home(path))).toBe(await store.lockName(home("real/USER.md")));
      expect(text(await store.read(home(path)))).toBe("me");
    }
    expect(await store.canonical(home("alias/new/file.md"))).toEqual(home("real/new/file.md"));
    expect(await store.list("home", "")).toEqual(["USER.md"]);
  });

  test("a write through a link changes the real file and leaves the link a link", async () => {
    mkdirSync(join(at.home, "real"));
    writeFileSync(join(at.home, "real/USER.md"), "me");
    symlinkSync("real/USER.md", join(at.home, "USER.md"));
    const version = (await store.read(home("USER.md")))?.version ?? null;
    await writer.write(home("USER.md"), bytes("you"), version);
    expect(readFileSync(join(at.home, "real/USER.md"), "utf8")).toBe("you");
    expect(text(await store.read(home("USER.md")))).toBe("you");
    expect(execFileSync("readlink", [join(at.home, "USER.md")], { encoding: "utf8" })).toBe("real/USER.md\n");
  });

  test("a mind whose home is itself behind a link is the same mind", async () => {
    symlinkSync(at.home, join(at.root, "linked-home"));
    const other = openFiles({ ...at, home: join(at.root, "linked-home"), random });
    await writerOf(other).write(home("USER.md"), bytes("me"), null);
    expect(text(await store.read(home("USER.md")))).toBe("me");
    expect(await other.lockName(home("USER.md"))).toBe(await store.lockName(home("USER.md")));
  });

  test("where roots overlap, the innermost one names the file", async () => {
    const nested = openFiles({ home: join(at.project, "mind"), project: at.project, state: at.state, random });
    await writerOf(nested).write(home("USER.md"), bytes("me"), null);
    expect(await nested.canonical(inProject("mind/USER.md"))).toEqual(home("USER.md"));
    const inner = openFiles({ ...at, project: join(at.project, "mind"), random });
    expect(await inner.lockName(inProject("USER.md"))).toBe(await nested.lockName(home("USER.md")));
  });
});

describe("a file that is brought in parts", () => {
  const PARTS = ["one, ", "two, ", "three"];
  const source = sourceOf(bytes(PARTS.join("")));
  const inParts = (parts: readonly string[]) => ({
    ...source,
    parts: () => checked(parts.map(bytes), source.sha256, () => new Error("no")),
  });
  const bring = (parts: readonly string[], expect: string | null) => writer.bring?.(home("USER.md"), inParts(parts), expect, false);

  test("is whole, or what was there before: another version, and bytes that are not what they should be, change nothing", async () => {
    expect(await bring(PARTS, null)).toEqual({ kind: "written", version: source.sha256 });
    expect(text(await store.read(home("USER.md")))).toBe("one, two, three");
    expect(await bring(PARTS, "0")).toEqual({ kind: "stale", actual: source.sha256 });
    await expect(bring(["one, ", "three"], source.sha256)).rejects.toThrow("no");
    expect([text(await store.read(home("USER.md"))), await store.list("home", "")]).toEqual(["one, two, three", ["USER.md"]]);
    expect(readdirSync(at.home)).toEqual(["USER.md"]);
  });

  test("has the version that reading it has, however long it is", async () => {
    for (const size of [0, 65_535, 65_536, 262_144, 600_001]) {
      const long = sourceOf(new Uint8Array(size).fill(97));
      const version = (await store.read(home("LONG.md")))?.version ?? null;
      expect(await writer.bring?.(home("LONG.md"), long, version, false)).toEqual({ kind: "written", version: long.sha256 });
      expect((await store.read(home("LONG.md")))?.version).toBe(long.sha256);
      const opened = store.openLog?.(home("LONG.md")) ?? null;
      expect(opened === null ? null : hashParts(inPartsOf(opened))).toBe(long.sha256);
      opened?.close();
    }
  });
});

describe("what a write leaves beside the bytes", () => {
  test("a new file is the person's alone in home and state, and readable in the project; folders likewise", async () => {
    const mask = process.umask(0o022);
    try {
      rmSync(at.home, { recursive: true });
      await writer.write(home("daily/2026-11-15.md"), bytes("x"), null);
      await writer.write(inProject("memory-bank/MEMORY.md"), bytes("x"), null);
      await writer.append(state("ledger/a.jsonl"), ["x"]);
    } finally {
      process.umask(mask);
    }
    const mode = (path: string) => (statSync(join(at.root, path)).mode & 0o777).toString(8);
    expect(["home", "home/daily", "home/daily/2026-11-15.md"].map(mode)).toEqual(["700", "700", "600"]);
    expect(["project/memory-bank", "project/memory-bank/MEMORY.md"].map(mode)).toEqual(["755", "644"]);
    expect(["state/ledger", "state/ledger/a.jsonl"].map(mode)).toEqual(["700", "600"]);
  });

  test("an existing file keeps its mode and, when written by root, its owner", async () => {
    const file = join(at.home, "USER.md");
    writeFileSync(file, "one");
    chmodSync(file, 0o664);
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) execFileSync("chown", ["12345:23456", file]);
    const version = (await store.read(home("USER.md")))?.version ?? null;
    await writer.commit({ place: home("USER.md"), expect: version, bytes: bytes("two"), log: state("l.jsonl"), lines: ["x"] });
    const stat = statSync(file);
    expect(stat.mode & 0o777).toBe(0o664);
    if (isRoot) expect([stat.uid, stat.gid]).toEqual([12345, 23456]);
  });
});
