// Who may say yes through the library: a `Person`, and nothing that looks like one.

import { describe, expect, it } from "vitest";
import * as codicil from "codicil";
import {
  accept,
  asOwner,
  forget,
  memoryAdd,
  memoryRemove,
  memoryReplace,
  type Mind,
  type Person,
  plan,
  reject,
  resolve,
  undo,
} from "codicil";
import { answerApproval } from "codicil/gate";
import { release, setAudience, trust } from "codicil/documents";
import { restore } from "codicil/transfer";
import { rollBack } from "codicil/history";
import { allowOnce, unlock } from "../../src/calls/approvalKeys.ts";
import { importBundle } from "../../src/transfer/index.ts";
import { restoreProtected } from "../../src/calls/protectedFiles.ts";
import { changeSettings } from "../../src/mind/overview/settings.ts";
import { trustHook } from "../../src/runtime/index.ts";
import { sourceFiles } from "../architecture/graph.ts";
import { bringHome, hasTerminal, makeWarmWorld as makeWorld, plan as planByCommand, USER } from "../kit.ts";

/** Every verb that only a person may do, as an agent's code would call it. */
const ACTS: Readonly<Record<string, (mind: Mind, person: Person) => Promise<unknown>>> = {
  accept: (mind, person) => accept(mind, "e_1", { person }),
  "always reject": (mind, person) => reject(mind, "e_1", { forEver: true, person }),
  resolve: (mind, person) => resolve(mind, "USER.md", { take: "entry", person }),
  release: (mind, person) => release(mind, "USER.md", 3, { person }),
  trust: (mind, person) => trust(mind, true, { person }),
  forget: (mind, person) => forget(mind, "nothing of that kind", { person }),
  undo: (mind, person) => undo(mind, "c_1", { person }),
  "roll back": (mind, person) => rollBack(mind, { session: "s1" }, { person }),
  restore: (mind, person) => restore(mind, "/nowhere.tar.gz", { person }),
  import: (mind, person) => importBundle(mind, "/nowhere", { person }),
  "answer a question": (mind, person) => answerApproval(mind, "a_1", { decision: "allow", hash: "0", by: "page", person }),
  allow: (mind, person) => allowOnce(mind, "0".repeat(64), { person }),
  unlock: (mind, person) => unlock(mind, "1m", { person }),
  "plan as the person": (mind, person) => plan(mind, { path: "USER.md", heading: "Identity", content: "x", origin: "user", person }),
  "add as the person": (mind, person) => memoryAdd(mind, { section: "Notes", content: "x", origin: "user", person }),
  "replace as the person": (mind, person) =>
    memoryReplace(mind, { file: "user", section: "Identity", oldText: "Ada, engineer.", newText: "x", origin: "user", person }),
  "remove as the person": (mind, person) => memoryRemove(mind, { file: "user", section: "Identity", origin: "user", person }),
  "share a section": (mind, person) => setAudience(mind, "USER.md#Identity", "team", { person }),
  "change the settings": (mind, person) => changeSettings(mind, { guardMode: "off" }, { person }),
  "trust a hook": (mind, person) => trustHook(mind, "build", { trusted: true, person }),
  "restore a protected file": (mind, person) => restoreProtected(mind, new Map(), "/x", { person }),
};

describe("a person's approval in the library", () => {
  for (const [act, run] of Object.entries(ACTS)) {
    it(`${act}: refused without a person and for a look-alike, heard for the owner`, async () => {
      const world = makeWorld();
      world.write("home/USER.md", USER);
      const mind = await world.open();
      const forged = [
        undefined,
        null,
        true,
        {},
        { by: "owner" },
        JSON.parse(JSON.stringify(asOwner())),
        Object.create(asOwner()),
        { ...asOwner() },
      ];
      for (const person of forged)
        await expect(run(mind, person as Person), JSON.stringify(person)).rejects.toMatchObject({ code: "NEEDS_PERSON" });
      expect(world.read("home/USER.md")).toBe(USER);
      // It goes on to its own work, whatever comes of it there.
      const answered = await run(mind, asOwner()).then(
        () => "done",
        (error: { code?: string }) => error.code,
      );
      expect(answered).not.toBe("NEEDS_PERSON");
    });
  }

  it("an agent's code that leaves the options out is refused, not broken", async () => {
    const world = makeWorld();
    const mind = await world.open();
    const bare = { ...codicil, release, restore, rollBack, trust } as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
    for (const name of ["accept", "forget", "undo", "restore", "rollBack"])
      await expect(bare[name]?.(mind, "x")).rejects.toMatchObject({ code: "NEEDS_PERSON" });
    await expect(bare["release"]?.(mind, "USER.md", 1)).rejects.toMatchObject({ code: "NEEDS_PERSON" });
    await expect(bare["trust"]?.(mind, true)).rejects.toMatchObject({ code: "NEEDS_PERSON" });
  });

  it("the library gives a person only to a program that says it acts for its owner", () => {
    expect(Object.keys(codicil).filter((name) => /person/i.test(name))).toEqual([]);
    expect(Object.keys(codicil)).toContain("asOwner");
  });

  it("few files make a person, each where somebody was seen or heard", () => {
    const makers = [...sourceFiles()]
      .filter(([, text]) => /\bpersonFrom\(/.test(text))
      .map(([path]) => path)
      .sort();
    expect(makers).toEqual([
      "cli/terminal/person.ts",
      "daemon/app.ts",
      "mind/person.ts",
      "runtime/approval/alsoInThePage.ts",
      "runtime/conversation/undoLast.ts",
      "runtime/memory/keep.ts",
      "runtime/offline/ownTools.ts",
      "runtime/turn/clear.ts",
    ]);
  });
});

describe.skipIf(!hasTerminal)("a person at a terminal", () => {
  it("is heard there; a pipe, a background job and somebody else's terminal are not", () => {
    const world = makeWorld();
    planByCommand(world, { path: "SOUL.md", heading: "Values", content: "Kindness.", op: "update", session: "s1" });
    bringHome(world);
    const [{ id }] = world.run(["review", "--json"]).json<[{ id: string }]>();
    expect(world.run(["accept", id]).code).toBe(2);
    const behind = world.shellOnTerminal((program) => `set -m; ${program} accept ${id} & wait`);
    expect(behind.out).toContain("NEEDS_PERSON");
    const elsewhere = world.shellOnTerminal((program) => `t=$(tty); setsid -w sh -c "${program} accept ${id} < $t"`);
    expect(elsewhere.out).toContain("NEEDS_PERSON");
    expect(world.has("home/SOUL.md")).toBe(false);
    expect(world.onTerminal(["accept", id]).code).toBe(0);
    expect(world.read("home/SOUL.md")).toContain("Kindness.");
  });
});
