// Lines that were only proposed, at the moment a call meets one: asked about once where somebody can be asked, passed with a note
// and a card where nobody can.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasTerminal, makeWarmWorld as makeWorld, type World } from "../kit.ts";
import { callAtTerminal, type HostCall } from "./atTerminal.ts";
import { contextOf, fireCall } from "./hookKit.ts";

/** The document itself shows `make deploy`, so the ban is only proposed. */
const RULES = "# Rules\n\nNever run `make wipe`.\n\nNever run `make deploy`.\n\n## Release\n\n```sh\nmake deploy\n```\n";

function worldWith(config = ""): World {
  const world = makeWorld();
  world.write("project/AGENTS.md", RULES);
  if (config !== "") world.write("home/last-word/config.yaml", config);
  return world;
}

interface Card {
  readonly count: number;
  readonly example: string;
  readonly readings: readonly string[];
  readonly yes: readonly string[];
}

function cards(world: World): Card[] {
  return world.names("state/readings").map((name) => JSON.parse(world.read(`state/readings/${name}`)) as Card);
}

function decisions(world: World): { as: string; by?: string; id: string }[] {
  const path = join(world.state, "decisions/readings.jsonl");
  return world.has("state/decisions/readings.jsonl")
    ? readFileSync(path, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as { as: string; id: string })
    : [];
}

const DEPLOY: HostCall = { command: "make deploy", session: "s1" };

describe.skipIf(!hasTerminal)("where the host can ask", () => {
  it("the first call that a proposed line would stop is asked about, and no second one in the session", () => {
    const world = worldWith();
    const first = callAtTerminal(world, "claude", DEPLOY);
    expect(first.decision).toBe("ask");
    expect(first.reason).toContain("AGENTS.md:5 seems to forbid this: “Never run `make deploy`.” (read as: denies every `make deploy`)");
    expect(first.reason).toContain("No: the line is enforced from now on.");
    expect(callAtTerminal(world, "claude", { ...DEPLOY, toolUse: "toolu_2" })).toMatchObject({ code: 0, decision: null });
    expect(callAtTerminal(world, "claude", { ...DEPLOY, session: "s2" }).decision).toBe("ask");
    expect(cards(world)).toMatchObject([{ count: 3, example: "make deploy" }]);
  });

  it("negative control: a call that no line speaks of is not asked about, and a certain line refuses", () => {
    const world = worldWith();
    expect(callAtTerminal(world, "claude", { ...DEPLOY, command: "make test" })).toMatchObject({ code: 0, decision: null, context: null });
    expect(callAtTerminal(world, "claude", { ...DEPLOY, command: "make wipe" }).decision).toBe("deny");
    expect(cards(world)).toEqual([]);
  });

  it("a no that the host's transcript shows holds the line, and one undo undoes it", () => {
    const world = worldWith();
    const transcript = join(world.root, "transcript.jsonl");
    writeFileSync(transcript, "");
    expect(callAtTerminal(world, "claude", { ...DEPLOY, transcript }).decision).toBe("ask");
    writeFileSync(
      transcript,
      `${JSON.stringify({ type: "user", toolDenialKind: "user-rejected", message: { role: "user", content: [{ type: "tool_result", is_error: true, tool_use_id: "toolu_1", content: "The user doesn't want to proceed" }] } })}\n`,
    );
    expect(callAtTerminal(world, "claude", { ...DEPLOY, transcript, toolUse: "toolu_2" })).toMatchObject({ decision: "deny" });
    const [decision] = decisions(world);
    expect(decision).toMatchObject({ as: "hold", by: "host-no" });
    expect(fireCall(world, "codex", "shell", "make deploy", "other").json()).toMatchObject({
      hookSpecificOutput: { permissionDecision: "deny" },
    });
    expect(world.onTerminal(["undo", decision?.id ?? ""]).code).toBe(0);
    expect(fireCall(world, "codex", "shell", "make deploy", "third").out).not.toContain("deny");
  });

  it("a refusal of another call, or a call that failed for another reason, is no answer", () => {
    const world = worldWith();
    const transcript = join(world.root, "transcript.jsonl");
    const result = (id: string, kind?: string) =>
      `${JSON.stringify({ toolDenialKind: kind, message: { content: [{ type: "tool_result", tool_use_id: id }] } })}\n`;
    callAtTerminal(world, "claude", { ...DEPLOY, transcript });
    writeFileSync(transcript, `${result("toolu_9", "user-rejected")}${result("toolu_1", "hook")}${result("toolu_1")}`);
    expect(callAtTerminal(world, "claude", { ...DEPLOY, transcript, toolUse: "toolu_2" }).decision).toBeNull();
    expect(decisions(world)).toEqual([]);
  });

  it("a yes in two sessions makes the line advice, which one undo undoes", () => {
    const world = worldWith();
    for (const session of ["s1", "s2"]) {
      expect(decisions(world)).toEqual([]);
      expect(callAtTerminal(world, "claude", { ...DEPLOY, session }).decision).toBe("ask");
      for (const _ of [1, 2]) callAtTerminal(world, "claude", { ...DEPLOY, session, event: "PostToolUse" });
    }
    expect(decisions(world)).toMatchObject([{ as: "advice", by: "host-yes-twice" }]);
    expect(callAtTerminal(world, "claude", { ...DEPLOY, session: "s3" })).toMatchObject({ decision: null, context: null });
    expect(world.onTerminal(["undo", decisions(world)[0]?.id ?? ""]).code).toBe(0);
    expect(callAtTerminal(world, "claude", { ...DEPLOY, session: "s4" }).decision).toBe("ask");
    callAtTerminal(world, "claude", { ...DEPLOY, session: "s4", event: "PostToolUse" });
    expect(decisions(world).filter(({ as }) => as === "advice")).toHaveLength(1);
  });

  it("a yes that an agent's own call sends counts for nothing, nor does the end of another call", () => {
    const world = worldWith();
    for (const session of ["s1", "s2"]) {
      callAtTerminal(world, "claude", { ...DEPLOY, session });
      callAtTerminal(world, "claude", { ...DEPLOY, session, event: "PostToolUse", byAgent: true });
      callAtTerminal(world, "claude", { ...DEPLOY, session, command: "make test", event: "PostToolUse" });
    }
    expect(cards(world)).toMatchObject([{ yes: [] }]);
    expect(decisions(world)).toEqual([]);
  });

  it.each([
    ["was started for one answer", { oneAnswer: true }],
    ["was told to refuse instead of asking", { mode: "dontAsk" }],
  ])("a host that %s asks nobody: the call passes with a note", (_, how) => {
    const world = worldWith();
    const passed = callAtTerminal(world, "claude", { ...DEPLOY, ...how });
    expect(passed.decision).toBeNull();
    expect(passed.context).toContain("It is not enforced until a person confirms it.");
  });
});

describe("where nobody can be asked", () => {
  it("the call passes, the model is told once a session, and one card counts", () => {
    const world = worldWith();
    const [first, second, other] = [
      fireCall(world, "codex", "shell", "make deploy"),
      fireCall(world, "codex", "shell", "make deploy"),
      fireCall(world, "codex", "shell", "make deploy", "s2"),
    ];
    expect(contextOf(first)).toBe(
      "Codicil: AGENTS.md:5 may forbid this: “Never run `make deploy`.” (read as: denies every `make deploy`). It is not enforced until a person confirms it.",
    );
    expect(second.out).toBe("");
    expect(contextOf(other)).toContain("AGENTS.md:5 may forbid this");
    expect(cards(world)).toMatchObject([{ count: 3, example: "make deploy", readings: ["denies every `make deploy`"] }]);
  });

  it("codicil review shows the card with its count, in any project, until the line is settled", () => {
    const world = worldWith();
    for (const session of ["s1", "s2"]) fireCall(world, "codex", "shell", "make deploy", session);
    const other = join(world.root, "other");
    mkdirSync(join(other, ".git"), { recursive: true });
    for (const cwd of [world.project, other])
      expect(world.run(["review"], { cwd }).out).toContain("AGENTS.md:5 denies every `make deploy` (met 2 calls)");
    if (!hasTerminal) return;
    expect(world.onTerminal(["policy", "dismiss", "AGENTS.md:5"]).code).toBe(0);
    for (const cwd of [world.project, other]) expect(world.run(["review"], { cwd }).out).not.toContain("make deploy");
  });

  it.each(["gemini", "kimi", "claude", "qwen", "copilot", "cursor"])("%s passes it without a terminal, and leaves a card", (host) => {
    const world = worldWith();
    const ran = fireCall(world, host, "shell", "make deploy");
    expect([ran.code, /deny|"ask"/.test(ran.out)]).toEqual([0, false]);
    expect(cards(world)).toHaveLength(1);
  });

  it("a card that cannot be written refuses no call", () => {
    const world = worldWith();
    world.write("state/readings", "a file where the folder should be");
    const ran = fireCall(world, "codex", "shell", "make deploy");
    expect([ran.code, contextOf(ran)?.includes("may forbid this")]).toEqual([0, true]);
  });

  it("the card shows the call without its secrets", () => {
    const world = worldWith();
    world.write("project/.env", "TOKEN=quite-a-secret-value-1234\n");
    fireCall(world, "codex", "shell", "make deploy TOKEN=quite-a-secret-value-1234");
    expect(cards(world)).toHaveLength(1);
    expect(
      readdirSync(world.state, { recursive: true, withFileTypes: true })
        .filter((each) => each.isFile() && readFileSync(join(each.parentPath, each.name), "utf8").includes("quite-a-secret"))
        .map(({ name }) => name),
    ).toEqual([]);
  });
});

describe("proposed: in config.yaml", () => {
  it("hold enforces what is proposed, and the person may still dismiss a line", () => {
    const world = worldWith("proposed: hold\n");
    expect(fireCall(world, "codex", "shell", "make deploy").json()).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
    expect(world.run(["policy", "check", "--json", "--", "make", "deploy"]).out).toContain("deny");
    if (hasTerminal) expect(world.onTerminal(["policy", "dismiss", "AGENTS.md:5"]).code).toBe(0);
    if (hasTerminal) expect(fireCall(world, "codex", "shell", "make deploy").out).toBe("");
  });

  it.skipIf(!hasTerminal)("pass asks nobody", () => {
    expect(callAtTerminal(worldWith("proposed: pass\n"), "claude", DEPLOY)).toMatchObject({
      decision: null,
      context: expect.stringContaining("may forbid this") as string,
    });
  });

  it.skipIf(!hasTerminal)("a repository cannot set it", () => {
    const world = worldWith();
    for (const place of [
      "project/last-word/config.yaml",
      "project/.agents/config.yaml",
      "project/config.yaml",
      "project/.agents/last-word/config.yaml",
    ])
      world.write(place, "proposed: pass\n");
    expect(callAtTerminal(world, "claude", DEPLOY).decision).toBe("ask");
  });

  it("another value is refused by name", () => {
    const ran = worldWith("proposed: maybe\n").run(["status"]);
    expect([ran.code, ran.err.includes("proposed")]).toEqual([3, true]);
  });
});
