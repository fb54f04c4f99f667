import { appendFileSync, readFileSync, writeFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { systemRandom } from "../../src/mind/machine.ts";
import { appendStateLog, openFiles, stateLogPlace } from "../../src/store/index.ts";
import { makeWorld } from "../kit.ts";

const LOCK = { base: 10, cap: 50, retries: 3 };

describe("a long log of the state is added to without reading it", () => {
  it.each([
    ["whole", ""],
    ["with a line that a crash tore", '{"v":1,"torn'],
  ])("%s: every whole line stays, the new one is behind them", async (_, torn) => {
    const { home, state, project } = makeWorld();
    const file = join(state, stateLogPlace("verdicts").path);
    mkdirSync(dirname(file), { recursive: true });
    const before = `${JSON.stringify({ v: 1, text: "x".repeat(200) })}\n`.repeat(1000);
    writeFileSync(file, before);
    appendFileSync(file, torn);
    const store = openFiles({ home, state, project, random: systemRandom });
    await appendStateLog(store, "verdicts", ['{"v":1,"new":true}'], LOCK);
    expect(readFileSync(file, "utf8") === `${before}{"v":1,"new":true}\n`).toBe(true);
    expect((await store.readLog(stateLogPlace("verdicts"))).lines).toHaveLength(1001);
  });

  it("negative control: a long log without a line break is not taken for whole lines", async () => {
    const { home, state, project } = makeWorld();
    const file = join(state, stateLogPlace("verdicts").path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "x".repeat(100_000));
    const store = openFiles({ home, state, project, random: systemRandom });
    await appendStateLog(store, "verdicts", ['{"v":1}'], LOCK);
    expect((await store.readLog(stateLogPlace("verdicts"))).lines).toEqual(['{"v":1}']);
  });
});
