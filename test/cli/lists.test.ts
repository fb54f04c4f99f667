// Lists at a terminal: they fit it, have short ids and numbers, and both name what they stand for. A pipe gets whole ids.

import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { hasTerminal, makeWarmWorld as makeWorld, PROGRAM, type World } from "../kit.ts";
import { COMMANDS } from "../../src/cli/index.ts";

const WIDE = 60;

/** Commands one after another at one terminal. */
function typed(world: World, ...lines: readonly string[]): string {
  const codicil = [process.execPath, ...PROGRAM].map((word) => `'${word}'`).join(" ");
  const script = [`stty cols ${WIDE}`, ...lines.map((line) => line.replace(/^codicil/, codicil))].join("; ");
  const done = spawnSync("script", ["-qec", script, "/dev/null"], {
    cwd: world.project,
    env: { ...world.env, SHELL: "/bin/sh", NO_COLOR: "1" },
    encoding: "utf8",
    timeout: 60_000,
  });
  return done.stdout.replaceAll("\r\n", "\n");
}

function furnished(): World {
  const world = makeWorld();
  for (const fact of [
    "The staging database is shop_stage, and it has a name that is much longer than any line",
    "Releases go out on Tuesdays",
  ])
    expect(world.run(["memory", "add", `- ${fact}`, "--section", "Facts"]).code).toBe(0);
  return world;
}

describe.skipIf(!hasTerminal)("23: lists at a terminal", () => {
  it("fit the screen, with short ids and numbers that name their rows", () => {
    const world = furnished();
    // A pipe behind the second does not take the person away.
    const out = typed(world, "codicil log", "codicil undo 2 | cat", "codicil show MEMORY.md");
    expect(out.split("\n").every((line) => line.length <= WIDE)).toBe(true);
    expect(out).toMatch(/^2 {2}c_[0-9a-f]{6} {2}\d\d:\d\d {2}MEMORY\.md {2}append "Facts"/m);
    // The second is the older one.
    expect(world.read("home/MEMORY.md")).not.toContain("shop_stage");
    expect(world.read("home/MEMORY.md")).toContain("Tuesdays");
  });

  it("the trash too: a number of its list, or last", () => {
    const world = makeWorld();
    for (const name of ["one.txt", "two.txt"]) world.write(`project/${name}`, name);
    const out = typed(world, "codicil trash put one.txt", "codicil trash put two.txt", "codicil trash", "codicil trash restore 1");
    expect(out).toMatch(/^1 {2}[0-9a-f]{6} {2}\d\d:\d\d {2}deleted/m);
    expect([world.has("project/one.txt"), world.has("project/two.txt")]).toEqual([true, false]);
    expect(world.run(["trash", "restore", "last"]).out).toContain("two.txt");
  });

  it("what doctor and install say is broken between words, and a pipe gets whole lines", () => {
    const world = makeWorld();
    world.write("home/MEMORY.md", "# Memory\n\n## Facts\n\n- The key is AKIAIOSFODNN7EXAMPLE2 and it is meant for nobody but the build\n");
    const whole = world.run(["doctor", "--own"]).out.split("\n");
    const out = typed(world, "codicil doctor --own </dev/null", "codicil install claude --yes");
    const long = whole.filter((line) => line.length > WIDE && !/\S{40}/.test(line));
    expect(long.length).toBeGreaterThan(0);
    for (const line of long) {
      expect(out).not.toContain(line);
      for (const word of line.split(" ")) expect(out).toContain(word);
    }
    const spilled = out.split("\n").filter((line) => line.length > WIDE && / \S+$/.test(line) && !/\S{40}/.test(line));
    expect(spilled).toEqual([]);
    expect(out).toContain("create ~/.claude/settings.json");
  });

  it("23: log tells decisions on rules beside changes, with the line that each is about; undo takes their number", () => {
    const world = furnished();
    world.write("project/AGENTS.md", "# Rules\n\n- Never push to main.\n- Never edit files in vendor/.\n");
    const calls = ["codicil policy dismiss AGENTS.md:3", "codicil log", "codicil undo 1", "codicil log"];
    const [first = "", second = ""] = typed(world, ...calls).split("was advice");
    expect(first).toMatch(/^1 {2}d_[0-9a-f]{6} {2}\d\d:\d\d {2}\.\/AGENTS\.md:3 {2}is advice · user/m);
    expect(first).toMatch(/^2 {2}c_/m);
    expect(second).toMatch(/^1 {2}d_[0-9a-f]{6} .*undone: is advice · user/m);
    type Told = readonly { readonly kind: string; readonly doc: string }[];
    const told = (...doc: string[]) =>
      world
        .run(["log", ...doc, "--json"])
        .json<Told>()
        .map(({ kind, doc: place }) => `${kind} ${place}`);
    expect(told().slice(0, 2)).toEqual(["decision ./AGENTS.md:3", "decision ./AGENTS.md:3"]);
    // Of one document: only what is about it.
    expect(told("MEMORY.md").filter((each) => each.startsWith("decision"))).toEqual([]);
    expect(told("./AGENTS.md").filter((each) => each.startsWith("decision"))).toHaveLength(2);
  });

  it("23: log shows what was written, and help is broken between words", () => {
    const world = furnished();
    world.run(["memory", "add", "Ana reviews", "--section", "Facts"]);
    const out = typed(world, "codicil log", "codicil forget --help");
    expect(out).toMatch(/^1 {2}c_.*append "Facts" · agent ·/m);
    expect(out.split("\n").filter((line) => line.length > WIDE)).toEqual([]);
    expect(out.replace(/\s+/g, " ")).toContain(COMMANDS.find(({ name }) => name === "forget")?.summary);
  });

  it("a short id is taken like the whole one", () => {
    const world = furnished();
    const [, newest = ""] = /^1 {2}(c_[0-9a-f]{6}) /m.exec(typed(world, "codicil log")) ?? [];
    expect(world.run(["undo", newest]).code).toBe(0);
    expect(world.read("home/MEMORY.md")).not.toContain("Tuesdays");
    const call = { session_id: "s1", cwd: world.project, tool_name: "Bash", tool_input: { command: "rm -rf /" } };
    world.run(["hook", "claude", "PreToolUse"], { input: JSON.stringify({ ...call, hook_event_name: "PreToolUse" }) });
    const [, verdict = ""] = /^1 {2}(v_[0-9a-f]{6}) /m.exec(typed(world, "codicil policy log")) ?? [];
    expect(world.run(["policy", "explain", verdict]).out).toContain("rm -rf /");
  });

  it("23: a change that takes enforced rules away says so before its diff; one that adds a line does not", () => {
    const world = makeWorld();
    world.write("project/AGENTS.md", "# Rules\n\n## Git\n\n- Never push to main.\n- Never edit files in vendor/.\n");
    const plan = (content: string) =>
      expect(world.run(["plan", "--path", "./AGENTS.md", "--heading", "Git", "--op", "update", "--content", content]).code).toBe(0);
    plan("- Never push to main.\n- Never edit files in vendor/.\n- Be brief.");
    world.run(["flush"]);
    expect(world.run(["review"]).out).not.toContain("removes");
    plan("- Never push to main.");
    world.run(["flush"]);
    expect(world.run(["review"]).out).toContain("  removes 1 enforced rule:\n    Never edit files in vendor/.");
  });

  it("memory add takes the fact itself, as a line of a list, also where it begins like one", () => {
    const world = makeWorld();
    expect(world.run(["memory", "add", "Counts arrive at two"]).code).toBe(0);
    expect(world.run(["memory", "add", "- Releases go out on Tuesdays"]).code).toBe(0);
    expect(world.read("home/MEMORY.md")).toContain("- Counts arrive at two\n- Releases go out on Tuesdays");
    expect(world.run(["memory", "add"]).err).toContain("BAD_USAGE");
    expect(world.run(["memory", "add", "-x"]).err).toContain("there is no option -x");
  });

  it("negative control: a pipe gets whole ids and no numbers, and a number of another terminal's list means nothing here", () => {
    const world = furnished();
    expect(world.run(["log"]).out).toMatch(/^20\S+ {2}c_\d{14}_[0-9a-f]{12} {2}MEMORY\.md/m);
    const ran = world.run(["undo", "1"]);
    expect([ran.code, ran.err]).toEqual([expect.any(Number), expect.stringContaining("NOT_FOUND")]);
    expect(world.read("home/MEMORY.md")).toContain("Tuesdays");
  });
});

describe("allow without a hash", () => {
  const refuse = (world: World, command: string) =>
    world.run(["hook", "claude", "PreToolUse"], {
      input: JSON.stringify({
        session_id: "s",
        cwd: world.project,
        hook_event_name: "PreToolUse",
        tool_name: "Bash",
        tool_input: { command },
      }),
    });

  it("lists the newest refused calls that a person may allow, each once, and none that passed or crossed a red line", () => {
    const world = makeWorld();
    expect(world.run(["allow"])).toMatchObject({ code: 0, out: "", err: expect.stringContaining("no call was refused") as string });
    world.run(["init", "--yes"]);
    world.write("project/AGENTS.md", "- Never push to main.\n- Never run `npm publish`.\n");
    for (const command of ["git push origin main", "git status", "npm publish", "npm publish", "codicil unlock 10m"])
      refuse(world, command);
    const { out } = world.run(["allow"]);
    expect(out).toMatch(/^codicil allow [0-9a-f]{16} .*npm publish\ncodicil allow [0-9a-f]{16} .*git push origin main\n$/);
    const listed = world.run(["allow", "--json"]).json<{ hash: string; verdict: string }[]>();
    expect(listed.map(({ verdict }) => verdict)).toEqual(["deny", "deny"]);
    // Only a person may use what it lists.
    expect(world.run(["allow", listed[0]?.hash ?? ""]).err).toContain("NEEDS_PERSON");
  });
});
