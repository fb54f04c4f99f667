import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { asOwner, decide, doctor, forget } from "codicil";
import { backup, restore } from "codicil/transfer";
import { lastVerdicts, listApprovals, listVerdicts, readVerdicts } from "codicil/gate";
import { describe, expect, it } from "vitest";
import { policyExplain } from "../../src/rules/index.ts";
import { makeWorld } from "../kit.ts";

const MIB = 1024 * 1024;
const OLD = {
  v: 1,
  id: "v_old",
  at: "2021-03-01T10:00:00.000Z",
  session: "host_old",
  cwd: "/p",
  call: { tool: "Bash", input: { command: "git push --force origin main" } },
  hash: "a".repeat(64),
  verdict: "deny",
  reason: "r".repeat(400),
  rules: [],
};

/** A verdict log of years: larger than any log that is read as a whole. */
function longLog(state: string): string {
  const folder = join(state, "decisions");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const block = `${JSON.stringify(OLD)}\n`.repeat(1500);
  const file = join(folder, "verdicts.jsonl");
  writeFileSync(file, "");
  for (let written = 0; written < 264 * MIB; written += block.length) writeFileSync(file, block, { flag: "a" });
  return file;
}

describe("the verdict log has no end", () => {
  it("beyond 256 MiB a call is still refused and logged, listed, explained and looked at", async () => {
    const world = makeWorld();
    world.write("project/AGENTS.md", "- Never run `git push --force`.\n");
    const file = longLog(world.state);
    const before = statSync(file).size;
    const mind = await world.open();
    const decision = await decide(mind, {
      call: { tool: "Bash", input: { command: "git push --force origin main" } },
      sessionId: "host_new",
    });
    expect(decision.verdict).toBe("deny");
    // What had grown too large is a segment now, and the log goes on.
    expect(statSync(file.replace(".jsonl", ".000001.jsonl")).size).toBeGreaterThan(before);
    expect(existsSync(file)).toBe(false);
    expect((await listVerdicts(mind, { limit: 1 }))[0]?.id).toBe(decision.id);
    expect((await listApprovals(mind)).map(({ id }) => id)).toEqual([decision.id]);
    expect((await doctor(mind)).findings.filter(({ code }) => code === "damaged")).toEqual([]);
    expect((await lastVerdicts(mind, 3)).map(({ session }) => session)).toEqual(["host_new", "host_old", "host_old"]);
    const explained = world.run(["policy", "explain", decision.hash.slice(0, 16)]);
    expect(explained.code).toBe(0);
  });

  it("segments are one log: listed in order, forgotten in, kept in a backup and brought back", async () => {
    const world = makeWorld();
    const mind = await world.open();
    const at = (number: number) => ({
      ...OLD,
      id: `v_${number}`,
      at: `2026-01-0${number}T10:00:00.000Z`,
      reason: `the blue lagoon ${number}`,
    });
    for (const [name, numbers] of [
      ["verdicts.000001", [1, 2]],
      ["verdicts.000002", [3]],
      ["verdicts", [4, 5]],
    ] as const) {
      world.write(`state/decisions/${name}.jsonl`, numbers.map((number) => `${JSON.stringify(at(number))}\n`).join(""));
    }
    expect((await lastVerdicts(mind, 9)).map(({ id }) => id)).toEqual(["v_5", "v_4", "v_3", "v_2", "v_1"]);
    expect((await readVerdicts(mind)).map(({ id }) => id)).toEqual(["v_1", "v_2", "v_3", "v_4", "v_5"]);
    await decide(mind, { call: { tool: "Bash", input: { command: "git push --force" } } });
    expect(await lastVerdicts(mind, 9)).toHaveLength(6);
    await forget(mind, "the blue lagoon 2", { person: asOwner() });
    expect(world.read("state/decisions/verdicts.000001.jsonl")).not.toContain("lagoon 2");
    const kept = join(world.root, "kept.tar.gz");
    await backup(mind, kept);
    const other = makeWorld();
    const there = await other.open();
    await restore(there, kept, { person: asOwner() });
    expect((await readVerdicts(there)).map(({ id }) => id).slice(0, 5)).toEqual(["v_1", "v_2", "v_3", "v_4", "v_5"]);
  });

  it("#20 a verdict is found by its id, the end of it and the beginning of its hash, in whichever file it is, and after one was changed", async () => {
    const world = makeWorld();
    const mind = await world.open();
    const hex = (number: number, digits: number) => number.toString(16).padStart(digits, "0");
    const lines = Array.from({ length: 300 }, (_, number) => ({
      ...OLD,
      id: `v_20210301100000_${hex(number, 12)}`,
      hash: `${hex(number * 7919, 8)}${"a".repeat(56)}`,
      reason: `the blue lagoon ${number}.`,
    }));
    const write = (name: string, from: number, to: number) =>
      world.write(
        `state/decisions/${name}.jsonl`,
        lines
          .slice(from, to)
          .map((line) => `${JSON.stringify(line)}\n`)
          .join(""),
      );
    write("verdicts.000001", 0, 100);
    world.write("state/decisions/verdicts.000002.jsonl", `${JSON.stringify(OLD)}\n`);
    write("verdicts.000003", 100, 200);
    write("verdicts", 200, 300);
    const found = async (name: string) => (await policyExplain(mind, name).catch(() => null))?.verdict?.id ?? null;
    const all = async () => {
      for (const number of [0, 63, 64, 99, 100, 130, 199, 299]) {
        const { id, hash } = lines[number] as (typeof lines)[number];
        expect(await Promise.all([id, `v_${id.slice(-6)}`, hash, hash.slice(0, 7), hash.slice(0, 12)].map(found))).toEqual(
          Array(5).fill(id),
        );
      }
      // Of no usual form: its file is searched as a whole.
      expect(await found("v_old")).toBe("v_old");
      for (const none of ["0badc0de12345678", "v_ffffff", "v_20210301100000_0000000fffff", "AGENTS.md:9"])
        expect(await found(none)).toBeNull();
    };
    await all();
    await all();
    // What is kept counts for the file that it was made from, as long as that is as it was.
    await forget(mind, "the blue lagoon 5.", { person: asOwner() });
    await all();
    world.write("state/index/verdicts.000003.jsonl", "not ours");
    await all();
  });

  it("negative control: a damaged line near the end is named", async () => {
    const world = makeWorld();
    const mind = await world.open();
    await decide(mind, { call: { tool: "Bash", input: { command: "git push --force" } } });
    const file = join(world.state, "decisions/verdicts.jsonl");
    writeFileSync(file, `${readFileSync(file, "utf8")}{"v":7}\n`);
    expect((await doctor(mind)).findings.map(({ code }) => code)).toContain("damaged");
  });
});
