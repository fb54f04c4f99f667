// Lock files of sessions that are over are removed, some at a time, and never one that somebody holds or is about to hold.

import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { systemRandom } from "../../src/mind/machine.ts";
import { openFiles, sweepLocks } from "../../src/store/index.ts";
import { makeWorld } from "../kit.ts";
import { fire } from "../hosts/hookKit.ts";

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const LATER = new Date(Date.now() + 86_400_000);
const DAY = 86_400;

function stateWith(count: number, ageDays: number, state = mkdtempSync(join(tmpdir(), "codicil-locks-"))): string {
  folders.push(state);
  mkdirSync(join(state, "locks"), { recursive: true });
  const then = Date.now() / 1000 - ageDays * DAY;
  for (let number = 0; number < count; number++) {
    const file = join(state, "locks", `${String(number).padStart(64, "0")}.lock`);
    writeFileSync(file, "");
    utimesSync(file, then, then);
  }
  return state;
}
const count = (state: string) => readdirSync(join(state, "locks")).length;
const storeOf = (state: string) => openFiles({ home: state, state, project: null, random: systemRandom });

describe("lock files", () => {
  it("are swept 500 at a time where there are more than 1000, the old ones alone", async () => {
    const state = stateWith(1300, 9);
    const before = new Date(Date.now() - 2 * DAY * 1000);
    expect([await sweepLocks(state, before), count(state)]).toEqual([500, 800]);
    expect([await sweepLocks(state, before), count(state)]).toEqual([0, 800]);
    const young = stateWith(1300, 1);
    expect([await sweepLocks(young, before), count(young)]).toEqual([0, 1300]);
    expect(await sweepLocks(join(state, "nowhere"), before)).toBe(0);
  });

  it.each(["kernel", "sqlite"])("stay while somebody holds them (%s)", async (way) => {
    // Only the one that is held is old enough.
    const state = stateWith(1001, -9);
    const saved = process.env["CODICIL_LOCKS_BY"];
    if (way === "sqlite") process.env["CODICIL_LOCKS_BY"] = "sqlite";
    try {
      const [one, other] = [storeOf(state), storeOf(state)];
      await one.lock("held", async () => {
        const held = readdirSync(join(state, "locks")).filter((name) => !name.startsWith("000"));
        expect([held.length, await sweepLocks(state, LATER)]).toEqual([1, 0]);
        expect(readdirSync(join(state, "locks"))).toEqual(expect.arrayContaining(held));
        expect((await other.lock("held", async () => {}, { retries: 0 })).kind).toBe("busy");
      });
      expect((await other.lock("held", async () => {}, { retries: 0 })).kind).toBe("done");
      expect(await sweepLocks(state, LATER)).toBe(1);
    } finally {
      if (saved === undefined) delete process.env["CODICIL_LOCKS_BY"];
      else process.env["CODICIL_LOCKS_BY"] = saved;
    }
  });

  it("still keep everybody else out while they are swept", async () => {
    // Many that are too young to go: of the old ones there is only the lock in question.
    const state = stateWith(1001, -9);
    let [inside, most, done] = [0, 0, 0];
    const work = async () => {
      const store = storeOf(state);
      for (let round = 0; round < 30; round++) {
        const got = await store.lock(
          "document",
          async () => {
            most = Math.max(most, ++inside);
            await turn();
            inside--;
          },
          { retries: 0 },
        );
        if (got.kind === "done") done++;
        await turn();
      }
    };
    let isOver = false;
    let swept = 0;
    const sweep = async () => {
      while (!isOver) {
        swept += await sweepLocks(state, LATER);
        await turn();
      }
    };
    const sweeping = sweep();
    await Promise.all(Array.from({ length: 4 }, work));
    isOver = true;
    await sweeping;
    expect([most, done > 0, swept > 0]).toEqual([1, true, true]);
  });

  it("are swept when a host's session begins", () => {
    const world = makeWorld();
    stateWith(1100, 9, world.state);
    expect(fire(world, "claude", "SessionStart", { source: "startup" }).code).toBe(0);
    expect(count(world.state)).toBeLessThan(700);
  });
});
