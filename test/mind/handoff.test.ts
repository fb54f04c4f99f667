// session handoff: a short file for the next agent, from a session's log and from what hooks noted.

import { describe, expect, it } from "vitest";
import { fire } from "../hosts/hookKit.ts";
import { type HOSTS as TRANSCRIPTS, IDS, importing, placed } from "../hosts/rig.ts";
import { makeWarmWorld as makeWorld } from "../kit.ts";

const SECRET = "ghp_Zx81kQpW0vYtR4nLs7HbE2mCuJ9aDf5GiK3o";

describe("session handoff", () => {
  it("has task, decisions, open points, files and how to go on, without secrets and bounded", () => {
    const world = makeWorld();
    const { id } = world.run(["session", "start", "--json"]).json<{ id: string }>();
    const text = (words: string) => [{ type: "text", text: words }];
    const events = [
      { type: "user_message", message: { role: "user", content: text(`Build the parser. The token is ${SECRET}.`) } },
      {
        type: "assistant_message",
        message: {
          role: "assistant",
          content: [
            ...text("Decision: recursive descent.\n- [ ] error messages\nTODO: fuzz it\nMaybe later."),
            { type: "tool_call", toolCallId: "1", toolName: "write", args: { path: `${world.project}/src/parser.ts`, content: "x" } },
            { type: "tool_call", toolCallId: "2", toolName: "bash", args: { command: "npm test" } },
          ],
        },
      },
      { type: "user_message", message: { role: "user", content: text("Go on with errors.") } },
    ];
    expect(world.run(["session", "append", id, "--jsonl"], { input: events.map((event) => JSON.stringify(event)).join("\n") }).code).toBe(
      0,
    );
    world.run(["plan", "--path", "USER.md", "--heading", "Tools", "--content", "likes vim", "--reason", "said so", "--session", id]);
    const made = world.run(["session", "handoff", id, "--to", "codex"]).out;
    for (const part of [
      "## Task",
      "First asked: Build the parser.",
      "Asked last: Go on with errors.",
      "Decision: recursive descent.",
      "USER.md › Tools: likes vim (said so)",
      "error messages",
      "TODO: fuzz it",
      "`src/parser.ts`",
      "`npm test`",
      'codex "Read',
    ])
      expect(made).toContain(part);
    expect([made.includes(SECRET), made.includes("Maybe later.\n-")]).toEqual([false, false]);
    const ran = world.run(["session", "handoff", id, "--to", "claude", "--out", "HANDOFF.md"]);
    expect([ran.code, ran.out, world.read("project/HANDOFF.md").includes("## Open points")]).toEqual([
      0,
      expect.stringContaining('claude "Read HANDOFF.md'),
      true,
    ]);
    // Never in place of another file.
    expect(world.run(["session", "handoff", id, "--to", "claude", "--out", "HANDOFF.md", "--json"]).json()).toMatchObject({
      error: { code: "ALREADY_EXISTS" },
    });
  });

  it("of a session in another program has what hooks saw, and how to resume it there; a long one is cut and says so", () => {
    const world = makeWorld();
    world.write(
      `state/hosts/host_claude_s1.jsonl`,
      Array.from({ length: 90 }, (_, n) =>
        JSON.stringify({
          kind: "did",
          at: "2026-11-15T00:00:00Z",
          call: { tool: "write", path: `${world.project}/${"deep/".repeat(40)}f${n}.ts`, content: "" },
        }),
      ).join("\n"),
    );
    const made = world.run(["session", "handoff", "host_claude_s1", "--to", "codex", "--json"]).json<{ text: string }>().text;
    expect(made.length).toBeLessThan(12_200);
    expect(made).toMatch(/\[cut at 12000 of \d+ characters/);
    fire(
      world,
      "claude",
      "PostToolUse",
      { tool_name: "Edit", tool_input: { file_path: `${world.project}/a.ts`, old_string: "a", new_string: "b" } },
      "s2",
    );
    for (const host of "claude codex copilot cursor gemini kimi opencode pi qwen".split(" ")) {
      const other = world.run(["session", "handoff", "host_claude_s2", "--to", host]).out;
      expect(other).toContain("`a.ts`");
      expect(other).toContain("claude --resume s2");
    }
  });

  it("of an imported transcript of any program names the words that continue with it there", async () => {
    const world = makeWorld();
    const ways = ["claude --resume", "codex resume", "copilot --resume", "kimi -r", "opencode --session", "pi --session", "qwen --resume"];
    for (const way of ways) {
      const host = way.split(" ")[0] as (typeof TRANSCRIPTS)[number];
      await importing(world, host, placed(world, host));
      const own = IDS[host].slice(host.length + 1);
      const made = world.run(["session", "handoff", IDS[host], "--to", "gemini"]).out;
      expect([host, made.includes(`\`${way} ${own}\``), made.includes("Which files are in src?")]).toEqual([host, true, true]);
    }
  });

  it("wants a host that it knows, and a session that there is", () => {
    const world = makeWorld();
    expect(world.run(["session", "handoff", "nothing", "--to", "codex", "--json"]).json()).toMatchObject({ error: { code: "NOT_FOUND" } });
    expect(world.run(["session", "handoff", "nothing"]).code).toBe(3);
    expect(world.run(["session", "handoff", "nothing", "--to", "notepad"]).code).toBe(3);
  });
});
