// LW-70: sixteen sessions at once on one document, with appliers that are killed at random. The oracle is outside: what
// each shell planned is counted in the document at the end.

import { spawn } from "node:child_process";
import { describe, expect, it } from "vitest";
import { makeWorld, PROGRAM, USER, type World } from "../kit.ts";

const FULL = process.env["CODICIL_FAULT"] === "full";
const SHELLS = 16;
const ROUNDS = FULL ? 25 : 2;

/** plan, flush and apply as a shell would, `rounds` times over. */
function shell(world: World, name: string, rounds: number): Promise<void> {
  const words = PROGRAM.map((word) => `'${word}'`).join(" ");
  const script = `
    for round in $(seq ${rounds}); do
      until '${process.execPath}' ${words} plan --path USER.md --heading "Research Interests" --op append --content "- ${name}-$round" --session ${name} >/dev/null; do :; done
      until '${process.execPath}' ${words} flush --session ${name} >/dev/null; do :; done
      '${process.execPath}' ${words} apply >/dev/null 2>&1
    done; true`;
  return new Promise((resolve, reject) => {
    const child = spawn("sh", ["-c", script], { cwd: world.project, env: world.env, stdio: ["ignore", "ignore", "pipe"] });
    let err = "";
    child.stderr.on("data", (chunk: Buffer) => (err += String(chunk)));
    child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`${name}: ${err}`))));
  });
}

/** Appliers that die at a random moment, until told to stop. */
async function killAppliers(world: World, isOver: () => boolean): Promise<number> {
  let kills = 0;
  while (!isOver()) {
    const child = spawn(process.execPath, [...PROGRAM, "apply"], { cwd: world.project, env: world.env, stdio: "ignore" });
    const closed = new Promise((resolve) => child.on("close", resolve));
    await new Promise((resolve) => setTimeout(resolve, 40 + Math.random() * 300));
    if (child.kill("SIGKILL")) kills++;
    await closed;
  }
  return kills;
}

/** How often each planned line is in a text; the check that the negative control must fail. */
function countLines(text: string, names: readonly string[], rounds: number): { missing: string[]; twice: string[] } {
  const wanted = names.flatMap((name) => Array.from({ length: rounds }, (_, index) => `- ${name}-${index + 1}`));
  const lines = text.split("\n");
  const count = (line: string) => lines.filter((each) => each === line).length;
  return { missing: wanted.filter((line) => count(line) === 0), twice: wanted.filter((line) => count(line) > 1) };
}

describe("sixteen shells and one document", () => {
  it(
    `LW-70 LW-71 P3 every entry exactly once, hand-written sections intact (${SHELLS} shells, ${ROUNDS} rounds)`,
    { timeout: FULL ? 1_800_000 : 240_000 },
    async () => {
      const world = makeWorld();
      world.write("home/USER.md", USER);
      const names = Array.from({ length: SHELLS }, (_, index) => `shell${index}`);
      let over = false;
      const killer = killAppliers(world, () => over);
      await Promise.all(names.map((name) => shell(world, name, ROUNDS)));
      over = true;
      expect(await killer).toBeGreaterThan(0);
      world.run(["flush"]);
      world.run(["apply"]);
      const text = world.read("home/USER.md");
      expect(countLines(text, names, ROUNDS)).toEqual({ missing: [], twice: [] });
      // What the person wrote is as it was.
      const [before, after] = USER.split("- compilers\n");
      expect(text.startsWith(`${before}- compilers\n`)).toBe(true);
      expect(text.endsWith(after ?? "")).toBe(true);
      expect(world.names("home/last-word").filter((name) => name.startsWith("USER"))).toEqual([]);
      expect(world.run(["status"]).out).toBe("nothing is pending\n");
    },
  );

  it("negative control: a lost line and a line twice are both seen", () => {
    expect(countLines("- a-1\n- a-1\n", ["a", "b"], 1)).toEqual({ missing: ["- b-1"], twice: ["- a-1"] });
  });
});
