import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openFiles, patience } from "../../src/store/index.ts";
import { AT_ONCE, type Folders, makeFolders, random } from "./rig.ts";

let at: Folders;
beforeEach(() => {
  at = makeFolders();
});
afterEach(() => rmSync(at.root, { recursive: true, force: true }));

describe("the time one waits for a lock", () => {
  const always = (unit: number) => ({ hex: random.hex, unit: () => unit });

  test("LW-57 LW-71 is three pauses that double from 1 s, each with a jitter of 0.5 to 1.5", () => {
    expect(patience({}, always(0))).toBe(500 + 1000 + 2000);
    expect(patience({}, always(0.5))).toBe(1000 + 2000 + 4000);
    expect(patience({}, always(1))).toBe(1500 + 3000 + 6000);
  });

  test("LW-71 never has a pause above the cap, and none without retries", () => {
    expect(patience({ retries: 6 }, always(0.5))).toBe(1000 + 2000 + 4000 + 8000 + 10_000 + 10_000);
    expect(patience({ retries: 0 }, always(0.5))).toBe(0);
  });
});

/** The native library's, and those that stand in for it where it cannot be used. */
const WAYS = { kernel: "", sqlite: "sqlite" } as const;
const by = (way: keyof typeof WAYS) => vi.stubEnv("CODICIL_LOCKS_BY", WAYS[way]);
afterEach(() => vi.unstubAllEnvs());

describe.each(["kernel", "sqlite"] as const)("a lock by %s", (way) => {
  beforeEach(() => void by(way));

  test("LW-72 excludes a second store of the same state, and a waiting one gets it when it is free", async () => {
    const first = openFiles({ ...at, random });
    const second = openFiles({ ...at, random });
    let waiting: Promise<unknown> = Promise.resolve();
    await first.lock("USER.md", async () => {
      expect(await second.lock("USER.md", async () => "stolen", AT_ONCE)).toEqual({ kind: "busy" });
      waiting = second.lock("USER.md", async () => "got it");
      await new Promise((resolve) => setTimeout(resolve, 20));
    });
    expect(await waiting).toEqual({ kind: "done", value: "got it" });
  });

  test("taken by a file that was deleted meanwhile keeps nobody out, so the next holder takes the new one", async () => {
    const first = openFiles({ ...at, random });
    const second = openFiles({ ...at, random });
    await first.lock("USER.md", async () => {
      rmSync(join(at.state, "locks"), { recursive: true });
      // Nothing can keep this one out; what matters is that it does not hold the lock of a nameless file.
      expect(
        await second.lock(
          "USER.md",
          async () => {
            expect(await openFiles({ ...at, random }).lock("USER.md", async () => 1, AT_ONCE)).toEqual({ kind: "busy" });
            return "ok";
          },
          AT_ONCE,
        ),
      ).toEqual({ kind: "done", value: "ok" });
    });
  });

  test("is free when its holder was killed, and not while it is only stopped", { timeout: 60_000 }, async () => {
    const script = `
      import { openFiles } from ${JSON.stringify(new URL("../../src/store/index.ts", import.meta.url).href)};
      const store = openFiles({ ...${JSON.stringify(at)}, random: { hex: (n) => "ab".repeat(n), unit: () => 0 } });
      await store.lock("USER.md", () => { console.log("held"); return new Promise((resolve) => setTimeout(resolve, 60_000)); });`;
    const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env },
    });
    await once(child.stdout, "data");
    const store = openFiles({ ...at, random });
    child.kill("SIGSTOP");
    expect(await store.lock("USER.md", async () => "stolen", AT_ONCE)).toEqual({ kind: "busy" });
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(await store.lock("USER.md", async () => "free", AT_ONCE)).toEqual({ kind: "done", value: "free" });
  });

  test("keeps out one that is taken the other way, in both directions", async () => {
    const other = way === "kernel" ? "sqlite" : "kernel";
    const [first, second] = [openFiles({ ...at, random }), openFiles({ ...at, random })];
    await first.lock("USER.md", async () => {
      by(other);
      expect(await second.lock("USER.md", async () => "stolen", AT_ONCE)).toEqual({ kind: "busy" });
      expect(await second.lock("MEMORY.md", async () => "free", AT_ONCE)).toEqual({ kind: "done", value: "free" });
    });
    expect(await second.lock("USER.md", async () => "after", AT_ONCE)).toEqual({ kind: "done", value: "after" });
    // Nothing is written: the file is as empty as it was.
    expect(readdirSync(join(at.state, "locks")).map((name) => statSync(join(at.state, "locks", name)).size)).toEqual([0, 0]);
  });
});

describe("a lock", () => {
  test("is the first thing that loads native code: reading and writing start without it", () => {
    const script = `
      import { readFileSync } from "node:fs";
      import { openFiles } from ${JSON.stringify(new URL("../../src/store/index.ts", import.meta.url).href)};
      import { writerOf } from ${JSON.stringify(new URL("../../src/store/write.ts", import.meta.url).href)};
      import { createRequire } from "node:module";
      const loaded = () => Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes("fs-native-extensions"));
      const store = openFiles({ ...${JSON.stringify(at)}, random: { hex: (n) => "ab".repeat(n), unit: () => 0 } });
      const place = { root: "home", path: "USER.md" };
      await writerOf(store).commit({ place, expect: null, bytes: Buffer.from("x"), log: { root: "state", path: "l" }, lines: ["x"] });
      await store.read(place);
      await store.list("home", "");
      await store.readLog({ root: "state", path: "l" });
      const before = loaded();
      await store.lock("USER.md", async () => {});
      console.log(JSON.stringify([before, loaded()]));`;
    const child = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
    expect([child.stdout.trim(), child.stderr]).toEqual(["[false,true]", ""]);
  });
});
