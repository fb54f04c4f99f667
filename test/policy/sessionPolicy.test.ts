// Session kinds as a dimension of every rule: policies[session][action], answered from the files as they are now.

import { describe, expect, it } from "vitest";
import { enforce, enforceOrThrow, SecurityViolation } from "codicil";
import { isAuthorized, policiesOf } from "codicil/gate";
import { makeWarmWorld as makeWorld, type World } from "../kit.ts";

function worldWith(rules: string): World {
  const world = makeWorld();
  world.write("project/AGENTS.md", rules);
  return world;
}

describe("enforce and isAuthorized", () => {
  it("OR-12 OR-13 a rule for shared sessions holds there alone, and its violation is a SecurityViolation", async () => {
    const mind = await worldWith("- In shared sessions never run `make deploy`.\n- Never run `make wipe`.\n").open();
    expect([enforce("shared", "make deploy", mind), enforce("main", "make deploy", mind)]).toEqual([false, true]);
    expect(() => enforceOrThrow("shared", "make deploy", mind)).toThrow(SecurityViolation);
    expect(enforceOrThrow("main", "make deploy", mind)).toBeUndefined();
    expect([isAuthorized("shared", "make deploy", mind), isAuthorized("main", "make deploy", mind)]).toEqual([false, true]);
    expect([isAuthorized("shared", "make wipe", mind), isAuthorized({ sessionType: "main" }, "make wipe", mind)]).toEqual([false, false]);
    expect([isAuthorized("shared", "make test", mind), isAuthorized("shared", { tool: "shell", command: "make deploy" }, mind)]).toEqual([
      true,
      false,
    ]);
  });

  it("OR-12 the orchestrator document's own sentence denies loading memory in shared sessions and leaves the owner's edits alone", async () => {
    const mind = await worldWith("- 共享上下文禁用 MEMORY.md\n- 共享会话中禁止执行 `make deploy`\n").open();
    expect(() => enforceOrThrow("shared", "load_memory", mind)).toThrow("a shared session may not load memory");
    // The document's own lines.
    const guard = (session: "main" | "shared") => {
      if (!enforce(session, "load_memory", mind)) throw new SecurityViolation("共享上下文禁止加载 MEMORY.md");
      return "loaded";
    };
    expect(() => guard("shared")).toThrow(new SecurityViolation("共享上下文禁止加载 MEMORY.md"));
    expect(guard("main")).toBe("loaded");
    expect([enforce("main", "load_memory", mind), enforce("main", "write_memory", mind)]).toEqual([true, true]);
    expect([isAuthorized("shared", "make deploy", mind), isAuthorized("main", "make deploy", mind)]).toEqual([false, true]);
  });

  it("OR-10 OR-11 OR-15 the next question sees a changed file, also one that only the project adds for main sessions", async () => {
    const world = worldWith("- In main sessions never run `make deploy`.\n");
    const mind = await world.open();
    expect([isAuthorized("main", "make deploy", mind), isAuthorized("shared", "make deploy", mind)]).toEqual([false, true]);
    world.write("project/AGENTS.md", "Hello.\n");
    expect(isAuthorized("main", "make deploy", mind)).toBe(true);
    world.write("project/AGENTS.md", "- Ask before `git push`.\n");
    // Not a violation, and not without asking.
    expect([enforce("main", "git_push", mind), isAuthorized("main", "git_push", mind)]).toEqual([false, false]);
    expect(enforceOrThrow("main", "git_push", mind)).toBeUndefined();
  });

  it("OR-12 an unknown action is allowed in both kinds of sessions, with and without rules", async () => {
    const mind = await worldWith("- Never run `make wipe`.\n").open();
    for (const session of ["main", "shared"] as const) {
      expect([
        enforce(session, "water_the_plants", mind),
        enforce(session, "water_the_plants"),
        isAuthorized(session, "water_the_plants", mind),
      ]).toEqual([true, true, true]);
    }
  });

  it("OR-13 no file opens what is private to a shared session", async () => {
    const mind = await worldWith("- In shared sessions you may load `MEMORY.md` and `USER.md`.\n").open();
    for (const action of ["load_memory", "load_user", "load_owner", "load_daily", "read_memory", "write_memory", "recall_private"]) {
      expect(isAuthorized("shared", action, mind), action).toBe(false);
      expect(enforce("shared", action, mind), action).toBe(false);
      expect(() => enforceOrThrow("shared", action, mind), action).toThrow(SecurityViolation);
      expect(isAuthorized("main", action, mind), action).toBe(true);
    }
    expect(isAuthorized("shared", "load_spirit", mind)).toBe(true);
  });

  it("OR-33 destructive commands are not authorised by themselves", async () => {
    const mind = await worldWith("Hello.\n").open();
    for (const session of ["main", "shared"] as const) {
      expect(isAuthorized(session, "destructive_command", mind)).toBe(false);
      expect(isAuthorized(session, "rm -rf /", mind)).toBe(false);
    }
    expect(enforce("main", "rm -rf /", mind)).toBe(false);
    expect(() => enforceOrThrow("main", "rm -rf /", mind)).toThrow(SecurityViolation);
    expect(isAuthorized("main", "ls -la", mind)).toBe(true);
  });

  it("OR-12 policies[session][action] is the table of both", async () => {
    const world = worldWith("- Ask before `git push`.\n- In shared sessions never load `SPIRIT.md`.\n");
    const policies = policiesOf(await world.open());
    expect(policies.shared).toMatchObject({ load_memory: false, load_spirit: false, git_push: false, git_commit: true });
    expect(policies.main).toMatchObject({ load_memory: true, load_spirit: true, git_push: false, git_commit: true });
    world.write("project/AGENTS.md", "Hello.\n");
    expect(policiesOf(await world.open()).shared).toMatchObject({ load_memory: false, load_spirit: true, git_push: true });
  });

  it("OR-12 a rule for shared sessions stops the call there alone at the gate too", () => {
    const world = worldWith("- In shared sessions never run `make deploy`.\n");
    const row = (session: string) => JSON.stringify({ id: session, call: { tool: "shell", command: "make deploy" }, session });
    const ran = world.run(["policy", "check", "--jsonl"], { input: `${row("main")}\n${row("shared")}\n` });
    expect(
      ran.out
        .trim()
        .split("\n")
        .map((line) => (JSON.parse(line) as { verdict: string }).verdict),
    ).toEqual(["allow", "deny"]);
  });
});
