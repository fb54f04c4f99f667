// `codicil review` at a terminal: proposed readings, one key each.

import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { hasTerminal, makeWorld, PROGRAM, type World } from "../kit.ts";

const LINES = ["deploy", "release", "publish", "migrate"];
const RULES = `# Rules\n\n${LINES.map((name) => `- Never run \`make ${name}\`.\n`).join("")}\n## Release\n\n\`\`\`sh\n${LINES.map((name) => `make ${name}\n`).join("")}\`\`\`\n`;

function typing(world: World, keys: string): { code: number | null; out: string } {
  const quoted = [process.execPath, ...PROGRAM, "review"].map((word) => `'${word}'`).join(" ");
  const done = spawnSync("script", ["-qec", quoted, "/dev/null"], {
    cwd: world.project,
    env: { ...world.env, SHELL: "/bin/sh" },
    encoding: "utf8",
    input: keys,
    timeout: 60_000,
  });
  return { code: done.status, out: done.stdout.replaceAll("\r\n", "\n") };
}

function verdicts(world: World): string[] {
  const rows = LINES.map((name) => JSON.stringify({ id: name, call: { tool: "shell", command: `make ${name}` } })).join("\n");
  return world
    .run(["policy", "check", "--jsonl"], { input: rows })
    .out.trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { verdict: string }).verdict);
}

describe.skipIf(!hasTerminal)("working through proposed readings", () => {
  it("h holds, a asks, v makes advice, s skips, with what each would stop from the repository's own commands", () => {
    const world = makeWorld();
    world.write("project/AGENTS.md", RULES);
    expect(verdicts(world)).toEqual(["allow", "allow", "allow", "allow"]);
    const { out, code } = typing(world, "havs");
    expect(code).toBe(0);
    expect(out).toContain("4 proposed readings");
    expect(out).toContain("read as denies every `make deploy`");
    expect(out).toContain("stops   make deploy");
    expect(out.replace(/\s+/g, " ")).toContain("doubt it would stop `make deploy`, which AGENTS.md:11 shows");
    expect(out).toContain("1 left");
    expect(verdicts(world)).toEqual(["deny", "ask", "allow", "allow"]);
    // Only what was skipped is asked about again.
    expect(typing(world, "q").out).toContain("1 proposed readings");
  });

  it("e shows the line as a policy block", () => {
    const world = makeWorld();
    world.write("project/AGENTS.md", RULES);
    const { out } = typing(world, "esq");
    expect(out).toContain("```policy\n- deny: make deploy\n");
    expect(verdicts(world)).toEqual(["allow", "allow", "allow", "allow"]);
  });

  it("without a terminal they are listed and nothing is decided", () => {
    const world = makeWorld();
    world.write("project/AGENTS.md", RULES);
    const ran = world.run(["review"], { input: "hhhh" });
    expect([ran.code, ran.out]).toEqual([0, expect.stringContaining("AGENTS.md:3 denies every `make deploy`")]);
    expect(verdicts(world)).toEqual(["allow", "allow", "allow", "allow"]);
  });
});
