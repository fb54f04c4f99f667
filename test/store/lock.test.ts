import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openFiles } from "../../src/store/index.ts";
import { patience } from "../../src/store/turns.ts";
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

describe("a lock", () => {
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
      expect(await second.lock("USER.md", async () => {
        expect(await openFiles({ ...at, random }).lock("USER.md", async () => 1, AT_ONCE)).toEqual({ kind: "busy" });
        return "ok";
      }, AT_ONCE)).toEqual({ kind: "done", value: "ok" });
    });
  });

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
