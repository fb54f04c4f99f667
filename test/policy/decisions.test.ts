// Decisions on readings: a person's in the mind, a team's in the lock file. Kept by clause and headings.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasTerminal, makeWarmWorld as makeWorld, type World } from "../kit.ts";

const RULES = "# Rules\n\nNever run `make wipe`.\n\nNever run `make deploy`.\n\n## Release\n\n```sh\nmake deploy\n```\n";

function worldWith(rules = RULES): World {
  const world = makeWorld();
  world.write("project/AGENTS.md", rules);
  return world;
}

function verdict(world: World, command: string): string {
  const ran = world.run(["policy", "check", "--jsonl"], { input: JSON.stringify({ id: 1, call: { tool: "shell", command } }) });
  return ran.json<{ verdict: string }>().verdict;
}

function decided(world: World, ...args: string[]): { id: string; readings: string[] } {
  const ran = world.onTerminal(["policy", ...args, "--json"]);
  expect(ran.code, ran.out).toBe(0);
  return JSON.parse(ran.out) as { id: string; readings: string[] };
}

describe.skipIf(!hasTerminal)("a person's decision", () => {
  it("holds a proposed reading, and one undo makes it a proposal again", () => {
    const world = worldWith();
    expect(verdict(world, "make deploy")).toBe("allow");
    const { id, readings } = decided(world, "confirm", "AGENTS.md:5");
    expect(readings).toEqual(["denies every `make deploy`"]);
    expect(verdict(world, "make deploy")).toBe("deny");
    expect(world.onTerminal(["undo", id]).code).toBe(0);
    expect(verdict(world, "make deploy")).toBe("allow");
  });

  it("asks each time where the person says ask", () => {
    const world = worldWith();
    decided(world, "confirm", "AGENTS.md:5", "--as", "ask");
    expect(verdict(world, "make deploy")).toBe("ask");
  });

  it("names the ways to decide as the help does, and takes each of them", () => {
    const world = worldWith();
    const wrong = world.onTerminal(["policy", "confirm", "AGENTS.md:5", "--as", "wrong"]);
    expect([wrong.code, `${wrong.out}${wrong.err}`]).toEqual([3, expect.stringContaining("One of enforce, ask, advice.")]);
    decided(world, "confirm", "AGENTS.md:5", "--as", "enforce");
    expect(verdict(world, "make deploy")).toBe("deny");
  });

  it("dismisses a certain reading of a project or home file, and one undo brings it back", () => {
    const world = worldWith();
    world.write("home/AGENTS.md", "Never run `make seed`.\n");
    expect([verdict(world, "make wipe"), verdict(world, "make seed")]).toEqual(["deny", "deny"]);
    const { id } = decided(world, "dismiss", "AGENTS.md:3");
    decided(world, "dismiss", join(world.home, "AGENTS.md:1"));
    expect([verdict(world, "make wipe"), verdict(world, "make seed")]).toEqual(["allow", "allow"]);
    world.onTerminal(["undo", id]);
    expect(verdict(world, "make wipe")).toBe("deny");
  });

  it("23: undo means the last decision where it is newer than the last change, and never one that was undone", () => {
    const world = worldWith();
    world.run(["memory", "add", "Counts arrive at two"]);
    const { id } = decided(world, "dismiss", "AGENTS.md:3");
    expect(world.run(["undo"]).err).toContain(`the last change is ${id}: ${world.project}/AGENTS.md:3 is advice`);
    expect(world.onTerminal(["undo", "last"]).out).toContain("undone: ");
    expect(verdict(world, "make wipe")).toBe("deny");
    // Now the change of the document is the last one.
    expect(world.onTerminal(["undo", "last"]).out).toMatch(/^undone +MEMORY\.md "Notes"/m);
    expect(world.read("home/MEMORY.md")).not.toContain("Counts");
  });

  it("goes with the clause to another line, and is asked again when the words or the headings change", () => {
    const world = worldWith();
    decided(world, "dismiss", "AGENTS.md:3");
    world.write("project/AGENTS.md", RULES.replace("# Rules\n", "# Rules\n\nHello.\n"));
    expect(verdict(world, "make wipe")).toBe("allow");
    world.write("project/AGENTS.md", RULES.replace("Never run `make wipe`.", "Never ever run `make wipe`."));
    expect(verdict(world, "make wipe")).toBe("deny");
    world.write("project/AGENTS.md", RULES.replace("# Rules", "# Production"));
    expect(verdict(world, "make wipe")).toBe("deny");
  });

  it("cannot be made about a line without a reading, or about a file that does not apply", () => {
    const world = worldWith();
    expect(world.onTerminal(["policy", "dismiss", "AGENTS.md:1"]).out).toContain("there is no instruction at line 1");
    expect(world.onTerminal(["policy", "dismiss", "README.md:1"]).out).toContain("is not an instruction file");
    world.write("project/AGENTS.md", "- Write clear code.\n");
    expect(world.onTerminal(["policy", "dismiss", "AGENTS.md:1"]).out).toContain("has no reading to decide about: it is advice");
  });

  it("does not touch a built-in red line", () => {
    const world = worldWith("Never run `rm -rf /`.\n");
    world.onTerminal(["policy", "dismiss", "AGENTS.md:1"]);
    expect(["deny", "ask"]).toContain(verdict(world, "rm -rf /"));
  });

  it("may tighten and not loosen where it came from another machine", () => {
    const world = worldWith();
    decided(world, "dismiss", "AGENTS.md:3");
    decided(world, "confirm", "AGENTS.md:5");
    expect([verdict(world, "make wipe"), verdict(world, "make deploy")]).toEqual(["allow", "deny"]);
    // What a restore brings: the log, and not the marks of this machine.
    rmSync(join(world.state, "own"), { recursive: true });
    expect([verdict(world, "make wipe"), verdict(world, "make deploy")]).toEqual(["deny", "deny"]);
  });
});

describe("only a person decides", () => {
  it.each([["confirm", "AGENTS.md:5"], ["dismiss", "AGENTS.md:3"], ["lock"]])("policy %s needs a terminal", (...args) => {
    const ran = worldWith().run(["policy", ...args]);
    expect(ran.err).toContain("NEEDS_PERSON");
  });

  it.each([
    "codicil policy dismiss AGENTS.md:3",
    "codicil policy confirm AGENTS.md:3 --as advice",
    "codicil policy lock",
    "codicil undo d_1",
  ])("an agent's `%s` is refused", (command) => {
    expect(verdict(worldWith(), command)).toBe("deny");
  });
});

describe.skipIf(!hasTerminal)("the team's lock file", () => {
  it("carries what was confirmed to another mind, and stays when it is written again", () => {
    const [mine, theirs] = [worldWith(), worldWith()];
    decided(mine, "confirm", "AGENTS.md:5");
    expect(mine.onTerminal(["policy", "lock"]).out).toContain("1 reading in");
    mine.onTerminal(["policy", "lock"]);
    theirs.write("project/.agents/policy.lock.yaml", mine.read("project/.agents/policy.lock.yaml"));
    expect(verdict(theirs, "make deploy")).toBe("deny");
  });

  it("never loosens: it cannot make a certain reading advice, or a question of it", () => {
    const world = worldWith();
    decided(world, "confirm", "AGENTS.md:5");
    world.onTerminal(["policy", "lock"]);
    const lock = world.read("project/.agents/policy.lock.yaml");
    const wipe = decided(world, "confirm", "AGENTS.md:3", "--as", "ask");
    world.onTerminal(["undo", wipe.id]);
    const clause = /"clause":"(c_\w+)"[^\n]*make wipe/.exec(world.read("state/decisions/readings.jsonl"))?.[1] ?? "";
    expect(clause).not.toBe("");
    for (const as of ["ask", "advice"]) {
      world.write(
        "project/.agents/policy.lock.yaml",
        lock
          .replace(/clause: c_\w+/, `clause: ${clause}`)
          .replace("as: hold", `as: ${as}`)
          .replace('make deploy`"', 'make wipe`"'),
      );
      expect(verdict(world, "make wipe")).toBe("deny");
    }
  });

  it("that cannot be read holds nothing back", () => {
    const world = worldWith();
    world.write("project/.agents/policy.lock.yaml", "version: 9\n");
    expect([verdict(world, "make wipe"), verdict(world, "make deploy")]).toEqual(["deny", "allow"]);
  });
});
