// `codicil review` at a terminal: one card a screen, one key each; the last decision can be undone.

import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { hasTerminal, makeWarmWorld as makeWorld, PROGRAM, type World } from "../kit.ts";

const LINES = ["deploy", "release", "publish", "migrate"];
const RULES = `# Rules\n\n${LINES.map((name) => `- Never run \`make ${name}\`.\n`).join("")}\n## Release\n\n\`\`\`sh\n${LINES.map((name) => `make ${name}\n`).join("")}\`\`\`\n`;

function typing(world: World, keys: string, words = ["review"]): { code: number | null; out: string } {
  const quoted = [process.execPath, ...PROGRAM, ...words].map((word) => `'${word}'`).join(" ");
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
    expect(out).toContain("1/4");
    expect(out).toContain("read as denies every `make deploy`");
    expect(out).toContain("stops   make deploy");
    expect(out.replace(/\s+/g, " ")).toContain("doubt it would stop `make deploy`, which AGENTS.md:11 shows");
    expect(out).toContain("3 decided, 1 left");
    expect(verdicts(world)).toEqual(["deny", "ask", "allow", "allow"]);
    // Only what was skipped is asked about again.
    expect(typing(world, "q").out).toContain("1/1");
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

  it("one proposed reading is listed as one", () => {
    const world = makeWorld();
    world.write("project/AGENTS.md", "# Rules\n\n- Never run `make deploy`.\n\n## Release\n\n```sh\nmake deploy\n```\n");
    expect(world.run(["review", "--list"]).out).toContain("1 proposed reading of instruction files");
    world.write("project/AGENTS.md", RULES);
    expect(world.run(["review", "--list"]).out).toContain("4 proposed readings of instruction files");
  });

  it("u takes the last decision back, and only what is at the end is done", () => {
    const world = makeWorld();
    world.write("project/AGENTS.md", RULES);
    const { out } = typing(world, "huahhh");
    expect(out).toContain("undone: enforced: Proposed reading: ");
    expect(verdicts(world)).toEqual(["ask", "deny", "deny", "deny"]);
    // The first decision of a walk that ends with it is done too.
    const other = makeWorld();
    other.write("project/AGENTS.md", RULES);
    typing(other, "hq");
    expect(verdicts(other)).toEqual(["deny", "allow", "allow", "allow"]);
  });
});

function propose(world: World, heading: string, content: string): void {
  const plan = ["plan", "--session", "s1", "--path", "SOUL.md", "--heading", heading, "--op", "update", "--content", content];
  expect(world.run(plan).code).toBe(0);
}

describe.skipIf(!hasTerminal)("working through proposals and conflicts", () => {
  const soul = (world: World) => world.read("home/SOUL.md");

  it("a accepts, r rejects, n rejects for good, and u before the next key leaves the proposal as it was", () => {
    const world = makeWorld();
    for (const name of ["One", "Two", "Three", "Four"]) propose(world, name, `- says ${name}`);
    world.run(["flush", "--session", "s1"]);
    const { out, code } = typing(world, "aruanq");
    expect(code).toBe(0);
    expect(out).toContain("+- says One");
    expect(out).toContain("undone: rejected");
    expect(out).toContain("3 decided, 1 left");
    expect(["One", "Two", "Three", "Four"].map((name) => soul(world).includes(`- says ${name}`))).toEqual([true, true, false, false]);
    expect(JSON.parse(world.run(["review", "--json"]).out)).toHaveLength(1);
  });

  it.each([["review"], ["resolve", "USER.md"]])("a conflict is a card as well: codicil %s %s", (...words) => {
    const world = makeWorld();
    world.write("home/USER.md", "# User\n\n## Tea\n\n- green\n");
    world.run(["apply"]);
    world.run(["plan", "--session", "s2", "--path", "USER.md", "--heading", "Tea", "--op", "update", "--content", "- black"]);
    world.write("home/USER.md", "# User\n\n## Tea\n\n- green\n- with milk\n");
    world.run(["flush", "--session", "s2"]);
    world.run(["apply"]);
    const { out } = typing(world, "2", words);
    expect(out).toContain("Conflict: ");
    expect(world.read("home/USER.md")).toContain("- black");
    expect(typing(world, "").out).toContain("nothing to review");
  });

  it("negative control: keys that mean nothing decide nothing", () => {
    const world = makeWorld();
    propose(world, "One", "- says One");
    world.run(["flush", "--session", "s1"]);
    const { out } = typing(world, "xz\u001b[Aq");
    expect(out).toContain('there is no key "x" here');
    expect(out).toContain("0 decided, 1 left");
    expect(world.has("home/SOUL.md")).toBe(false);
  });
});

describe.skipIf(!hasTerminal)("forgetting at a terminal", () => {
  it("offers the lines that have the words by number, and forgets the one that was named", () => {
    const world = makeWorld();
    world.write("home/MEMORY.md", "# Memory\n\n## Facts\n\n- Ada likes tea\n- Bob likes tea\n");
    const forget = (keys: string) => typing(world, keys, ["forget", "likes tea", "--everywhere"]);
    expect(forget("\n")).toMatchObject({ code: 2, out: expect.stringContaining("nothing was forgotten") });
    const { out, code } = forget("2\n");
    expect([code, out]).toEqual([0, expect.stringMatching(/1 {2}Ada likes tea.*\n.*2 {2}Bob likes tea/)]);
    expect(world.read("home/MEMORY.md")).toContain("Ada likes tea");
    expect(world.read("home/MEMORY.md")).not.toContain("Bob likes tea");
  });

  it("forgets the words of one line as they were typed, and undo does not offer to bring them back", () => {
    const world = makeWorld();
    world.run(["memory", "add", "My dentist is Dr. Okafor"]);
    expect(typing(world, "", ["forget", "Okafor", "--everywhere"]).code).toBe(0);
    expect(world.read("home/MEMORY.md")).not.toContain("Okafor");
    expect(world.run(["undo", "last"]).err).toContain("the last change forgot a text, which cannot be undone");
  });

  it("does not offer words that are too short to be forgotten, only the lines", () => {
    const world = makeWorld();
    world.write("home/MEMORY.md", "# Memory\n\n## Facts\n\n- Ada likes tea\n- Bob likes tea\n");
    const { out, code } = typing(world, "0\n", ["forget", "tea", "--everywhere"]);
    expect(out).toContain("1  Ada likes tea");
    expect(out).not.toContain("only the words");
    expect([code, out]).toEqual([2, expect.stringContaining("nothing was forgotten")]);
    expect(typing(world, "1\n", ["forget", "tea", "--everywhere"]).code).toBe(0);
    expect(world.read("home/MEMORY.md")).not.toContain("Ada");
  });
});
