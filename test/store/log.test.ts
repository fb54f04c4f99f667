// What the files driver finds after somebody died in the middle, built by hand file by file.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sha256 } from "../../src/base/index.ts";
import { type Batch, frameBatch, openFiles, type Store, tempName, tempOwner } from "../../src/store/index.ts";
import { type Writer, writerOf } from "../../src/store/write.ts";
import { bytes, type Folders, home, inProject, makeFolders, random, state, text } from "./rig.ts";

let at: Folders;
let store: Store;
let writer: Writer;
const LOG = state("ledger/memory.jsonl");
const logFile = () => join(at.state, "ledger/memory.jsonl");
const DOC = home("MEMORY.md");

beforeEach(() => {
  at = makeFolders();
  for (const folder of [at.home, at.project, join(at.state, "ledger")]) mkdirSync(folder, { recursive: true });
  store = openFiles({ ...at, random });
  writer = writerOf(store);
});
afterEach(() => rmSync(at.root, { recursive: true, force: true }));

/** The disk as a commit leaves it that died after its batch was written. */
function dieInCommit(options: { root?: "home" | "project"; before: string | null; after: string; renamed: boolean }): string {
  const root = options.root ?? "home";
  const folder = at[root];
  const temp = tempName(tempOwner("MEMORY.md", logFile()), "00aa11bb22cc", "");
  const version = (content: string | null) => (content === null ? null : sha256(content));
  const batch: Batch = {
    id: "b1",
    lines: 1,
    root,
    base: folder,
    path: "MEMORY.md",
    temp,
    before: version(options.before),
    after: version(options.after),
  };
  const now = options.renamed ? options.after : options.before;
  if (now !== null) writeFileSync(join(folder, "MEMORY.md"), now);
  if (!options.renamed) writeFileSync(join(folder, temp), options.after);
  writeFileSync(logFile(), Buffer.concat([Buffer.from("first\n"), frameBatch(batch, ["changed"])]));
  return join(folder, temp);
}

describe("a torn tail", () => {
  test("P5 is reported apart from the lines, kept aside, and never joined with the next line", async () => {
    writeFileSync(logFile(), "one\ntwo\nthr");
    expect(await store.readLog(LOG)).toEqual({ lines: ["one", "two"], torn: "thr" });
    await writer.append(LOG, ["next"]);
    expect(await store.readLog(LOG)).toEqual({ lines: ["one", "two", "next"], torn: null });
    const aside = await store.list("state", "damaged");
    expect(aside).toHaveLength(1);
    expect(aside[0]).toMatch(/^ledger-memory\.jsonl-/);
    expect(text(await store.read(state(`damaged/${aside[0]}`)))).toBe("thr");
  });

  test("P5 is found again by a store that has written the log before", async () => {
    await writer.append(LOG, ["one"]);
    writeFileSync(logFile(), "torn", { flag: "a" });
    await writer.append(LOG, ["two"]);
    expect((await store.readLog(LOG)).lines).toEqual(["one", "two"]);
  });

  test("is named with the hour when the store has a clock", async () => {
    writeFileSync(logFile(), "torn");
    const clock = { now: () => new Date("2026-11-15T10:20:30Z"), timeZone: "UTC" };
    await writerOf(openFiles({ ...at, random, clock })).append(LOG, ["one"]);
    expect((await store.list("state", "damaged"))[0]).toMatch(/^ledger-memory\.jsonl-20261115-102030-[0-9a-f]{12}$/);
  });
});

describe("a commit that died between log and document", () => {
  test("P3 before the rename is hidden from readers at once, and recover voids it and tidies up", async () => {
    const temp = dieInCommit({ before: "old", after: "new", renamed: false });
    expect((await store.readLog(LOG)).lines).toEqual(["first"]);
    await writer.recover(LOG);
    expect((await store.readLog(LOG)).lines).toEqual(["first"]);
    expect(existsSync(temp)).toBe(false);
    expect(readFileSync(logFile(), "utf8")).toContain('{"codicil":"void","batch":"b1"}');
    await writer.commit({ place: DOC, expect: sha256("old"), bytes: bytes("new"), log: LOG, lines: ["changed again"] });
    expect((await store.readLog(LOG)).lines).toEqual(["first", "changed again"]);
  });

  test("P3 after the rename is shown, and stays shown when somebody changes the document back", async () => {
    dieInCommit({ before: "old", after: "new", renamed: true });
    expect((await store.readLog(LOG)).lines).toEqual(["first", "changed"]);
    await writer.recover(LOG);
    writeFileSync(join(at.home, "MEMORY.md"), "old");
    expect((await store.readLog(LOG)).lines).toEqual(["first", "changed"]);
  });

  test("P3 is settled by the next append or commit to the log without being asked", async () => {
    dieInCommit({ before: "old", after: "new", renamed: false });
    await writer.append(LOG, ["appended"]);
    expect((await store.readLog(LOG)).lines).toEqual(["first", "appended"]);
    dieInCommit({ before: null, after: "new", renamed: true });
    await writer.commit({ place: DOC, expect: sha256("new"), bytes: bytes("newer"), log: LOG, lines: ["second"] });
    expect((await store.readLog(LOG)).lines).toEqual(["first", "changed", "second"]);
  });

  test("P3 in a project that is not the one open now is judged where it happened, and not touched there", async () => {
    const temp = dieInCommit({ root: "project", before: "old", after: "new", renamed: false });
    const elsewhere = join(at.root, "elsewhere");
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, "MEMORY.md"), "new");
    const other = openFiles({ ...at, project: elsewhere, random });
    expect((await other.readLog(LOG)).lines).toEqual(["first"]);
    await writerOf(other).recover(LOG);
    expect(existsSync(temp)).toBe(true);
    expect((await store.readLog(LOG)).lines).toEqual(["first"]);
    await writer.recover(LOG, inProject("MEMORY.md"));
    expect(existsSync(temp)).toBe(false);
  });

  test("P6 a log that names a temp file or document outside the root makes recover remove nothing there", async () => {
    writeFileSync(join(at.root, "victim.md"), "victim");
    for (const fields of [{ temp: "../victim.md" }, { temp: "victim.md" }, { path: "../MEMORY.md", temp: "victim.md" }]) {
      const batch: Batch = { id: "b1", lines: 0, root: "home", base: at.home, path: "MEMORY.md", before: null, after: "a", ...fields };
      writeFileSync(logFile(), frameBatch(batch, []));
      await writer.recover(LOG);
      expect(readFileSync(join(at.root, "victim.md"), "utf8")).toBe("victim");
    }
  });
});

describe("temp files that a crash left", () => {
  test("P4 are never listed, and go with the next write of their own document, not of another", async () => {
    const own = join(at.home, tempName(tempOwner("MEMORY.md", null), "00aa11bb22cc", ""));
    const others = join(at.home, tempName(tempOwner("USER.md", null), "00aa11bb22cc", ""));
    const evidence = join(at.home, tempName(tempOwner("MEMORY.md", join(at.state, "other.jsonl")), "00aa11bb22cc", ""));
    for (const file of [own, others, evidence]) writeFileSync(file, "half");
    expect(await store.list("home", "")).toEqual([]);
    await writer.write(DOC, bytes("x"), null);
    expect([own, others, evidence].map((file) => existsSync(file))).toEqual([false, true, true]);
    writeFileSync(own, "half");
    await writer.recover(LOG, DOC);
    expect([own, others, evidence].map((file) => existsSync(file))).toEqual([false, true, true]);
  });

  test("P4 of the first commit of a document go with recover, although no log names them yet", async () => {
    const temp = join(at.home, tempName(tempOwner("MEMORY.md", logFile()), "00aa11bb22cc", ""));
    writeFileSync(temp, "half");
    await writer.recover(LOG, DOC);
    expect(readdirSync(at.home)).toEqual([]);
    expect(readdirSync(join(at.state, "ledger"))).toEqual([]);
  });
});

describe("many appends", () => {
  test("P5 from two stores in turn keep every line, each store reading only what is new", async () => {
    const second = openFiles({ ...at, random });
    const expected: string[] = [];
    for (let index = 0; index < 40; index++) {
      const each = index % 2 ? writerOf(second) : writer;
      if (index % 5 === 0)
        await each.commit({
          place: DOC,
          expect: (await store.read(DOC))?.version ?? null,
          bytes: bytes(`v${index}`),
          log: LOG,
          lines: [`c${index}`],
        });
      else await each.append(LOG, [`a${index}`]);
      if (index === 20) await each.rewriteLog(LOG, (await store.readLog(LOG)).lines);
      expected.push(index % 5 === 0 ? `c${index}` : `a${index}`);
    }
    expect(await store.readLog(LOG)).toEqual({ lines: expected, torn: null });
  });
});
