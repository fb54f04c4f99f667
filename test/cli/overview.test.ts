// Bare `codicil`: where you stand, and at a terminal the next step as a choice.

import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { makeWarmWorld as makeWorld, PROGRAM } from "../kit.ts";
import { ENTER, typeAtTerminal } from "../typing.ts";

const hasTerminal = spawnSync("script", ["-qec", "true", "/dev/null"]).status === 0;
const ASKED = "any other key to leave";

function numberOf(screen: string, command: string): string {
  return (
    screen
      .split("\n")
      .find((line) => line.includes(command))
      ?.trim()[0] ?? ""
  );
}

describe.runIf(hasTerminal)("codicil at a terminal (needs script)", () => {
  it("a number key runs that step, in the same terminal", async () => {
    const world = makeWorld();
    world.write("project/AGENTS.md", "- Never force-push.\n");
    const number = numberOf((await typeAtTerminal(world, [], [{ waitFor: ASKED, type: "q" }])).screen, "codicil policy report");
    expect(number).toMatch(/^[1-9]$/);
    const { code, screen } = await typeAtTerminal(world, [], [{ waitFor: ASKED, type: number }]);
    expect([code, screen]).toEqual([0, expect.stringContaining("$ codicil policy report")]);
    expect(screen.slice(screen.indexOf("$ codicil policy report"))).toContain("Never force-push");
  });

  it("any other key leaves, and so does a number that is no step; nothing is written", async () => {
    const world = makeWorld();
    for (const key of ["q", "9", "\u0003"]) {
      const { code, screen } = await typeAtTerminal(world, [], [{ waitFor: ASKED, type: key }]);
      expect([key, code, screen.includes("$ codicil")]).toEqual([key, 0, false]);
    }
    expect(world.has("home/SOUL.md")).toBe(false);
  });

  it("the first step of a first run asks its own questions and makes the mind", async () => {
    const world = makeWorld();
    const { code, screen } = await typeAtTerminal(
      world,
      [],
      [
        { waitFor: "按其他键退出", type: "1" },
        { waitFor: "叫什么名字", type: `小王${ENTER}` },
        { waitFor: "性格", type: ENTER },
        { waitFor: "说话方式", type: ENTER },
      ],
      { LANG: "zh_CN.UTF-8", LC_ALL: "zh_CN.UTF-8" },
    );
    expect([code, numberOf(screen, "codicil init")]).toEqual([0, "1"]);
    expect(world.read("home/SOUL.md")).toContain("小王");
  });

  it("where the answer goes to a file nothing is asked", () => {
    const world = makeWorld();
    const ran = world.shellOnTerminal((program) => `${program} > out.txt`);
    expect([ran.code, world.read("project/out.txt").includes("codicil init"), world.read("project/out.txt").includes(ASKED)]).toEqual([
      0,
      true,
      false,
    ]);
  });
});

it("transcripts of other programs are offered until there is a session here", () => {
  const world = makeWorld();
  const line = { type: "user", sessionId: "s1", uuid: "u1", message: { role: "user", content: "where is heron?" } };
  world.write("user/.claude/projects/-shop/s1.jsonl", `${JSON.stringify({ ...line, cwd: "/shop", timestamp: "2026-11-10T10:00:00Z" })}\n`);
  const env = { CLAUDE_CONFIG_DIR: `${world.root}/user/.claude` };
  const offered = () => world.run(["overview"], { env }).out;
  expect(offered()).toMatch(/sessions 1 transcript of claude to bring in[^]*codicil session import claude/);
  world.run(["session", "import", "claude"], { env });
  expect(offered()).not.toContain("session import");
});

it("commands are named as they can be typed: by npx where npx started the program", () => {
  const world = makeWorld();
  mkdirSync(`${world.root}/_npx/1`, { recursive: true });
  const link = `${world.root}/_npx/1/codicil`;
  symlinkSync(PROGRAM.at(-1) ?? "", link);
  const run = (program: string, ...words: string[]) =>
    spawnSync(process.execPath, [...PROGRAM.slice(0, -1), program, ...words], { cwd: world.project, env: world.env, encoding: "utf8" });
  expect(run(link, "overview").stdout).toMatch(/\n {2}npx codicil init [^]*\n {2}npx codicil serve /);
  expect(run(link, "frobnicate").stderr).toContain("npx codicil help shows the everyday commands, npx codicil help --all lists");
  expect(run(PROGRAM.at(-1) ?? "", "overview").stdout).not.toContain("npx");
});

it("without a terminal the overview prints and ends", () => {
  const ran = makeWorld().run(["overview"]);
  expect([ran.code, ran.out.includes("codicil init"), ran.out.includes(ASKED)]).toEqual([0, true, false]);
});

describe("the status line of a host", () => {
  it("says in one short line what is pending, how many rules are enforced and what was refused last", () => {
    const world = makeWorld();
    const line = (env = {}) => world.run(["statusline"], { input: '{"cwd":"/"}', env }).out;
    expect(line()).toBe("codicil 0 pending · 0 rules\n");
    expect(world.run(["status"]).out).toBe("nothing is pending\n");
    world.write("project/AGENTS.md", "- Never push to main.\n");
    world.run(["plan", "--session", "s1", "--path", "SOUL.md", "--heading", "Tone", "--op", "update", "--content", "- brief"]);
    world.run(["flush", "--session", "s1"]);
    const call = { session_id: "s2", cwd: world.project, hook_event_name: "PreToolUse", tool_name: "Bash" };
    world.run(["hook", "claude", "PreToolUse"], { input: JSON.stringify({ ...call, tool_input: { command: "git push origin main" } }) });
    expect(line()).toBe("codicil 1 pending · 1 rule · refused 0 min ago: git push origin main\n");
    expect(line({ LC_ALL: "zh_CN.UTF-8" })).toBe("codicil 1 项待定 · 1 条规则 · 0 min 前拒绝 git push origin main\n");
  });

  it("states nothing of rules that were not read in its second", () => {
    const world = makeWorld();
    // Enough for several seconds of a fast machine.
    for (const name of ["AGENTS.md", "CLAUDE.md", "GEMINI.md", "QWEN.md", ".cursorrules", ".github/copilot-instructions.md"]) {
      const rule = (at: number) =>
        `- Never run \`${name.length}tool${at} deploy\`. Ask before you change \`dir${at}/\`. Use \`a${at}\`, not \`b${at}\`.`;
      world.write(`project/${name}`, `${Array.from({ length: 3_500 }, (_, at) => rule(at)).join("\n")}\n`);
    }
    expect(world.run(["statusline"], { input: "{}" }).out).toBe("codicil 0 pending · rules not read yet\n");
    expect(world.run(["statusline", "--json"], { input: "{}" }).json()).toMatchObject({ rules: null });
    expect(world.run(["status"]).out).toBe("rules not read yet: codicil policy report reads them\n");
  });

  it("counts what the overview counts: entries, conflicts and lines to confirm", () => {
    const world = makeWorld();
    world.write("project/AGENTS.md", "- Never push to main.\n- Never run `make migrate` against production without approval.\n");
    world.run(["plan", "--session", "s1", "--path", "SOUL.md", "--heading", "Tone", "--op", "update", "--content", "- brief"]);
    world.run(["flush", "--session", "s1"]);
    const { pending, rules } = JSON.parse(world.run(["overview", "--json"]).out) as {
      readonly pending: { readonly proposals: number; readonly conflicts: number; readonly entries: number };
      readonly rules: { readonly proposed: number };
    };
    expect(rules.proposed).toBe(1);
    expect(JSON.parse(world.run(["statusline", "--json"], { input: "{}" }).out)).toMatchObject({
      pending: pending.proposals + pending.conflicts + pending.entries + rules.proposed,
    });
  });

  it("counts what overview, status and the policy report count: lines, with those that are not confirmed", () => {
    const world = makeWorld();
    world.write(
      "project/AGENTS.md",
      "- Use pnpm, not npm or yarn.\n- Never commit `.env` files.\n- Don't use `any` in TypeScript.\n- Never push.\n",
    );
    const { rules, pending } = world
      .run(["overview", "--json"])
      .json<{ rules: { enforced: number; proposed: number }; pending: { proposals: number } }>();
    expect([rules.enforced, rules.proposed, pending.proposals]).toEqual([2, 2, 0]);
    expect(world.run(["statusline"], { input: "{}" }).out).toBe("codicil 2 pending · 2 rules\n");
    expect(world.run(["status"]).out).toBe("to confirm (2): lines of AGENTS.md; codicil review shows them\n");
    expect(world.run(["policy", "report"]).out).toContain("2 of 4 instructions are enforced, 2 lines to confirm");
    expect(world.run(["overview"]).out).toContain("2 to review, 0 conflicts, 0 to apply");
  });
});
