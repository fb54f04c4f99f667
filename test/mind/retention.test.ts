// What a person says about how long verdicts are kept. Nothing goes unless they said so.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { reduceVerdicts } from "../../src/calls/retention.ts";
import { makeWarmWorld as makeWorld, type World } from "../kit.ts";

const DAY = 86_400_000;
const SEGMENT = "decisions/verdicts.000001.jsonl";
const LIVE = "decisions/verdicts.jsonl";

const verdict = (id: string, daysAgo: number, more: object = {}) =>
  JSON.stringify({
    v: 1,
    id: `v_${id}`,
    at: new Date(Date.now() - daysAgo * DAY).toISOString(),
    session: "host_1",
    call: { tool: "Bash", input: { command: `echo ${id}` } },
    hash: "h",
    verdict: "deny",
    reason: "no",
    rules: [{ id: "r_1", file: "AGENTS.md", line: 1, effect: "deny" }],
    ...more,
  });
const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");
const inState = (world: World, path: string) => readFileSync(join(world.state, path), "utf8");
const idsIn = (world: World) =>
  world
    .run(["policy", "log", "--json"])
    .json<{ id: string }[]>()
    .map(({ id }) => id);

/** Three old ones in a file that is finished, eight old and two new ones in the one that grows. */
async function begun(config: string): Promise<World> {
  const world = makeWorld();
  await (await world.open()).close();
  world.write("home/last-word/config.yaml", config);
  const old = (count: number, name: string, daysAgo: number) =>
    Array.from({ length: count }, (_, at) => verdict(`${name}${at}`, daysAgo, at === 0 ? { verdict: "ask" } : {}));
  world.write(`state/${SEGMENT}`, text(old(3, "first", 100)));
  world.write(`state/${LIVE}`, text([...old(8, "second", 50), ...old(2, "new", 1)]));
  return world;
}

/** One file at a time, as sessions begin. */
async function reduce(world: World, times: number): Promise<number[]> {
  const mind = await world.open();
  const gone: number[] = [];
  for (let time = 0; time < times; time++) gone.push(await reduceVerdicts(mind));
  await mind.close();
  return gone;
}

const counts = (world: World) =>
  inState(world, "decisions/verdict-counts.jsonl")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { lines: number; days: Record<string, object>; rules: Record<string, number> });

describe("verdicts", () => {
  it("are all kept by default, and doctor says where that can be changed once there are many", async () => {
    const world = await begun("profile: agents\n");
    expect(await reduce(world, 3)).toEqual([0, 0, 0]);
    expect(idsIn(world)).toHaveLength(13);
    expect(world.run(["doctor", "--own"]).out).not.toContain("verdicts");
    writeFileSync(join(world.state, "decisions/verdicts.000002.jsonl"), text([verdict("pad", 60, { reason: "x".repeat(40_000_000) })]));
    expect(world.run(["doctor", "--own"]).out).toContain("kept without a limit (retention.verdicts in config.yaml sets one)");
  });

  it("that are older than the person said become counts by day and rule, a file at a time; nothing else of them stays", async () => {
    const world = await begun("retention: { verdicts: 30 }\n");
    expect(await reduce(world, 3)).toEqual([3, 8, 0]);
    expect(idsIn(world)).toEqual(["v_new1", "v_new0"]);
    expect(existsSync(join(world.state, SEGMENT))).toBe(false);
    expect(counts(world).map(({ lines, days, rules }) => [lines, Object.values(days), rules])).toEqual([
      [3, [{ ask: 1, deny: 2 }], { r_1: 3 }],
      [8, [{ ask: 1, deny: 7 }], { r_1: 8 }],
    ]);
    expect(inState(world, "decisions/verdict-counts.jsonl")).not.toContain("echo");
    expect(world.run(["doctor", "--own"]).out).toContain("verdicts: 1 MiB; kept for 30 days, 11 older ones as counts");
  });

  it("go when a host's session begins", async () => {
    const world = await begun("retention: { verdicts: 30 }\n");
    const input = JSON.stringify({ session_id: "s1", cwd: world.project, hook_event_name: "SessionStart", source: "startup" });
    expect(world.run(["hook", "claude", "SessionStart"], { input }).code).toBe(0);
    expect(readdirSync(join(world.state, "decisions"))).not.toContain("verdicts.000001.jsonl");
  });

  it("are counted once where a crash came between the counts and the removal", async () => {
    const world = await begun("retention: { verdicts: 30 }\n");
    const before = [SEGMENT, LIVE].map((path) => [path, inState(world, path)] as const);
    for (const at of [0, 1]) {
      await reduce(world, 1);
      const [path, bytes] = before[at] as (typeof before)[number];
      writeFileSync(join(world.state, path), bytes);
      await reduce(world, 1);
      expect(counts(world).map(({ lines }) => lines)).toEqual([3, 8].slice(0, at + 1));
    }
    expect(idsIn(world)).toEqual(["v_new1", "v_new0"]);
  });

  it("are not rewritten for a few old ones, and a time of less than a week is refused", async () => {
    const world = await begun("retention: { verdicts: 30 }\n");
    world.write(`state/${LIVE}`, text([verdict("old", 50), ...Array.from({ length: 20 }, (_, at) => verdict(`new${at}`, 1))]));
    expect(await reduce(world, 2)).toEqual([3, 0]);
    world.write("home/last-word/config.yaml", "retention: { verdicts: 2 }\n");
    expect(world.run(["status", "--json"]).json<{ error: { code: string } }>().error.code).toBe("BAD_CONFIG");
  });
});
