// Generated hostile projects through the real hook: a session always gets the person's memory, and a red line is always refused.
// All 200 of them, with their cost: npm run bench -- hostile.

import { describe, expect, it } from "vitest";
import { makeWarmWorld as makeWorld, USER } from "../kit.ts";
import { contextOf, fire, fireCall } from "./hookKit.ts";
import { type HostileTree, hostileTree } from "./hostileTrees.ts";

/** Trees that were bad once: CLAUDE.md as a FIFO held the session's start forever, as a link to a device it took all memory. */
const FOUND = [44, 95];
/** Together with those, every kind of part that any of the 200 has. */
const TREES = [23, 24, 28, 54, 79, 91, 8, 30, ...FOUND].map(hostileTree);

describe("hostile projects from a seed", () => {
  it.each(TREES)("$seed ($parts): the block is there, rm -rf ~ is refused", { timeout: 120_000 }, (tree) => {
    const world = makeWorld({ ownThreads: true });
    world.write("home/USER.md", USER);
    tree.make(world.project);
    const begun = fire(world, "claude", "SessionStart", { source: "startup" });
    expect([begun.code, contextOf(begun)]).toEqual([0, expect.stringContaining("Ada, engineer.")]);
    const refused = fireCall(world, "claude", "shell", "rm -rf ~");
    expect(refused.code === 2 || /"permissionDecision":"deny"/.test(refused.out)).toBe(true);
  });

  it("the same seed gives the same tree, another seed another one", () => {
    expect(hostileTree(5).parts).toEqual(hostileTree(5).parts);
    expect(new Set(TREES.map(({ parts }) => parts.join())).size).toBe(TREES.length);
  });

  it("these trees have every kind of part that the 200 have", () => {
    const kinds = (trees: readonly HostileTree[]) => new Set(trees.flatMap(({ parts }) => parts.map((part) => part.split(": ")[1])));
    expect(kinds(TREES)).toEqual(kinds(Array.from({ length: 200 }, (_, at) => hostileTree(at + 1))));
    expect(kinds(TREES.slice(1))).not.toEqual(kinds(TREES));
  });

  it("negative control: a project without faults has the block and no refusal of a harmless call", () => {
    const world = makeWorld({ ownThreads: true });
    world.write("home/USER.md", USER);
    expect(contextOf(fire(world, "claude", "SessionStart", { source: "startup" }))).toContain("Ada, engineer.");
    expect(fireCall(world, "claude", "shell", "git status")).toMatchObject({ code: 0, out: "" });
  });
});
