// A process that answers many has the verdict log synced once for all who wrote while the last sync ran.

import { closeSync, fstatSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { appendStateLog, lateSync, openFiles, stateLogPlace } from "../../src/store/index.ts";
import { systemRandom } from "../../src/mind/machine.ts";
import { makeWorld } from "../kit.ts";

const isOpen = (file: number) => {
  try {
    fstatSync(file);
    return true;
  } catch {
    return false;
  }
};

describe("a sync that comes later", () => {
  it("#20 serves all who wrote before it began, and whoever writes meanwhile waits for the next one", async () => {
    const world = makeWorld();
    const syncs = lateSync();
    const written = (text: string) => {
      const file = openSync(join(world.root, "log"), "a");
      writeSync(file, text);
      return file;
    };
    const files = [written("a"), written("b"), written("c")];
    const [one, other] = [syncs(files[0] as number), syncs(files[1] as number)];
    expect(other).toBe(one);
    // It has begun by then, and has not ended.
    await Promise.resolve();
    await Promise.resolve();
    const third = syncs(files[2] as number);
    expect(third).not.toBe(one);
    await Promise.all([one, third]);
    expect(files.map(isOpen)).toEqual([false, false, false]);
  });

  it("#20 says to those who wrote that it failed, and to nobody else", async () => {
    const world = makeWorld();
    const syncs = lateSync();
    const file = openSync(join(world.root, "log"), "a");
    closeSync(file);
    await expect(syncs(file)).rejects.toThrow("EBADF");
    await expect(syncs(openSync(join(world.root, "log"), "a"))).resolves.toBeUndefined();
  });

  it("#20 is given each line of a log but the first, which is synced with the log's own name", async () => {
    const world = makeWorld();
    const store = openFiles({ home: join(world.root, "home"), state: world.state, project: null, random: systemRandom });
    const taken: number[] = [];
    const later = (file: number) => void taken.push(file);
    for (const line of ["{}", "[]"]) await appendStateLog(store, "verdicts", [line], { later });
    expect(taken).toHaveLength(1);
    expect((await store.readLog(stateLogPlace("verdicts"))).lines).toEqual(["{}", "[]"]);
    closeSync(taken[0] as number);
  });
});
