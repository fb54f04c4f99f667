import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { decide, doctor, lastVerdicts, listApprovals, listVerdicts } from "codicil";
import { describe, expect, it } from "vitest";
import { makeWorld } from "../kit.ts";

const MIB = 1024 * 1024;
const OLD = { v: 1, id: "v_old", at: "2021-03-01T10:00:00.000Z", session: "host_old", cwd: "/p", call: { tool: "Bash", input: { command: "git push --force origin main" } }, hash: "a".repeat(64), verdict: "deny", reason: "r".repeat(400), rules: [] };

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
    const decision = await decide(mind, { call: { tool: "Bash", input: { command: "git push --force origin main" } }, sessionId: "host_new" });
    expect(decision.verdict).toBe("deny");
    expect(statSync(file).size).toBeGreaterThan(before);
    expect((await listVerdicts(mind, { limit: 1 }))[0]?.id).toBe(decision.id);
    expect((await listApprovals(mind)).map(({ id }) => id)).toEqual([decision.id]);
    expect((await doctor(mind)).findings.filter(({ code }) => code === "damaged")).toEqual([]);
    expect((await lastVerdicts(mind, 3)).map(({ session }) => session)).toEqual(["host_new", "host_old", "host_old"]);
    const explained = world.run(["policy", "explain", decision.hash.slice(0, 16)]);
    expect(explained.code).toBe(0);
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
