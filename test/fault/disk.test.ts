// Real disks in trouble: full, read-only, limited (P4). The first two need root to mount a small disk.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AppError, sha256 } from "../../src/base/index.ts";
import { isTempName, openFiles } from "../../src/store/index.ts";
import { bundledChild } from "../bundledChild.ts";
import { writerOf } from "../../src/store/write.ts";
import { bytes, home, random, state, text } from "../store/rig.ts";
import { findChanges, findFaults, type Scene, SCENES, setStage } from "./scenes.ts";

const DOC = home("MEMORY.md");
const LOG = state("log.jsonl");

let disk: string;
beforeAll(() => {
  disk = mkdtempSync(join(tmpdir(), "codicil-disk-"));
});
afterAll(() => rmSync(disk, { recursive: true, force: true }));

function whyNoMount(): string | null {
  if (process.platform !== "linux") return "tmpfs exists only on Linux";
  if (process.geteuid?.() !== 0) return "mounting needs root";
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

/** Mounts a disk of so many pages at home, or at home and state, for the time of `work`. */
async function onSmallDisk(pages: number, work: () => Promise<void>): Promise<void> {
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${pages * 4}k`, "codicil-test", disk]);
  try {
    await work();
  } finally {
    execFileSync("umount", [disk]);
  }
}

function fillUpTo(free: number): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(join(disk, "ballast"), Buffer.alloc(Math.max(Number(bavail) * Number(bsize) - free * 4096, 0)));
}

const noMount = whyNoMount();

describe.skipIf(noMount !== null)(`a disk of its own${noMount === null ? "" : ` (skipped: ${noMount})`}`, () => {
  test("P4 that is full at any point of a commit leaves document and log as they were, and works once there is room", async () => {
    const outcomes = new Set<string>();
    for (let free = 0; free <= 14; free++)
      await onSmallDisk(64, async () => {
        const at = { home: join(disk, "home"), project: null, state: join(disk, "state") };
        const store = openFiles({ ...at, random });
        const writer = writerOf(store);
        await writer.commit({ place: DOC, expect: null, bytes: bytes("old"), log: LOG, lines: ["first"] });
        fillUpTo(free);
        const change = {
          place: DOC,
          expect: sha256("old"),
          bytes: bytes("n".repeat(20_000)),
          log: LOG,
          lines: ["x".repeat(20_000), "last"],
        };
        const outcome = await writer.commit(change).catch((error: unknown) => error);
        outcomes.add(outcome instanceof AppError ? outcome.code : "committed");
        if (outcome instanceof AppError) {
          expect(text(await store.read(DOC))).toBe("old");
          expect(await store.readLog(LOG)).toEqual({ lines: ["first"], torn: null });
          expect(readdirSync(at.home).filter(isTempName)).toEqual([]);
          rmSync(join(disk, "ballast"));
          expect(await writer.commit(change)).toMatchObject({ kind: "committed" });
        }
        expect(text(await store.read(DOC))).toHaveLength(20_000);
        expect((await store.readLog(LOG)).lines).toEqual(["first", ...change.lines]);
      });
    expect([...outcomes].sort()).toEqual(["DISK_FULL", "committed"]);
  });

  test("P4 that is full refuses a lock, a new log and a new folder with a coded error", async () => {
    await onSmallDisk(8, async () => {
      const at = { home: join(disk, "home"), project: null, state: join(disk, "state") };
      mkdirSync(at.home);
      mkdirSync(at.state);
      fillUpTo(0);
      const store = openFiles({ ...at, random });
      const writer = writerOf(store);
      await expect(writer.append(LOG, ["line"])).rejects.toMatchObject({ code: "DISK_FULL" });
      await expect(writer.write(home("daily/x.md"), bytes("x"), null)).rejects.toMatchObject({ code: "DISK_FULL" });
      expect(await store.list("state", "")).toEqual([]);
      expect(await store.list("home", "daily")).toEqual([]);
    });
  });

  test("P4 that is mounted read-only can be read, and refuses every change and every lock with READ_ONLY", async () => {
    await onSmallDisk(64, async () => {
      const at = { home: join(disk, "home"), project: null, state: join(disk, "state") };
      const store = openFiles({ ...at, random });
      const writer = writerOf(store);
      await writer.commit({ place: DOC, expect: null, bytes: bytes("old"), log: LOG, lines: ["first"] });
      execFileSync("mount", ["-o", "remount,ro", disk]);
      const refused: readonly Promise<unknown>[] = [
        writer.write(DOC, bytes("new"), sha256("old")),
        writer.write(home("daily/new.md"), bytes("new"), null),
        writer.remove(DOC, sha256("old")),
        writer.append(LOG, ["second"]),
        writer.append(state("other/log.jsonl"), ["second"]),
        writer.commit({ place: DOC, expect: sha256("old"), bytes: bytes("new"), log: LOG, lines: ["second"] }),
        writer.commit({ place: DOC, expect: sha256("old"), bytes: null, log: LOG, lines: ["second"] }),
        writer.rewriteLog(LOG, []),
        store.lock("MEMORY.md", async () => 1),
      ];
      for (const each of refused) await expect(each).rejects.toMatchObject({ code: "READ_ONLY", hint: expect.any(String) as unknown });
      expect(text(await store.read(DOC))).toBe("old");
      expect(await store.readLog(LOG)).toEqual({ lines: ["first"], torn: null });
    });
  });
});

function whyNoLimit(): string | null {
  const tried = spawnSync("prlimit", ["--fsize=1000000", "true"]);
  return tried.error ? "prlimit is not installed" : tried.status === 0 ? null : "prlimit may not set a limit here";
}
const noLimit = whyNoLimit();
const CHILD = new URL("children/act.ts", import.meta.url);

describe.skipIf(noLimit !== null)(`a limit on the size of files${noLimit === null ? "" : ` (skipped: ${noLimit})`}`, () => {
  const commits = SCENES.filter(({ act }) => act === "commit" || act === "write" || act === "append");
  for (const [scene, limit] of commits.flatMap((each): [Scene, number][] =>
    each.act === "append"
      ? [[each, 50]]
      : [
          [each, 10],
          [each, 1000],
        ],
  ))
    test(`P4 P5 of ${limit} bytes, met in the middle of a write while ${scene.title}, is DISK_FULL and changes nothing`, async () => {
      const stage = setStage(scene);
      const child = spawnSync("prlimit", [`--fsize=${limit}`, process.execPath, bundledChild(CHILD), JSON.stringify(stage.order)], {
        encoding: "utf8",
      });
      const answer = JSON.parse(child.stdout) as { error?: { code: string } };
      expect(answer.error?.code).toBe("DISK_FULL");
      expect(await findChanges(stage, false)).toEqual([]);
      expect(await findFaults(stage, false)).toEqual([]);
      stage.clear();
    });
});
