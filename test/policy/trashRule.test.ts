// X32: a rule that prefers `trash` to `rm` is kept by Codicil's own trash. No `trash` of the PATH is ever called for it.

import { describe, expect, it } from "vitest";
import { makeWarmWorld as makeWorld } from "../kit.ts";

const RULES = ["- 优先 `trash` 而非 `rm`\n", "- 使用 `trash` 代替 `rm`\n", "- Use `trash-put` instead of `rm -rf`.\n"];
const FILES = ["package.json", "node_modules/", "node_modules/a/index.js", "src/a.ts", "notes.md"];

interface Row {
  readonly verdict: string;
  readonly call?: { readonly command: string };
}

function check(agents: string, command: string, more: object = {}): Row {
  const input = JSON.stringify({
    id: 1,
    agents,
    call: { tool: "shell", command },
    project: "/home/u/proj",
    files: FILES,
    readings: "all",
    ...more,
  });
  return JSON.parse(makeWorld().run(["policy", "check", "--jsonl"], { input }).out) as Row;
}

describe.each(RULES)("X32 OR-32 %s", (agents) => {
  it("junk is deleted as it is, the rest goes to Codicil's own trash, what lies outside is asked about", () => {
    expect(check(agents, "rm -rf node_modules && npm ci")).toMatchObject({ verdict: "allow" });
    const rewritten = check(agents, "rm -rf src && npm ci");
    expect([rewritten.verdict, rewritten.call?.command]).toEqual([
      "rewrite",
      expect.stringMatching(/^\S*codicil trash put -rf src && npm ci$/),
    ]);
    expect(check(agents, "rm -rf ../other").verdict).toBe("ask");
  });
});

describe("X32 beside other rules", () => {
  it("the other rule's rewrite is made, and the trash is still Codicil's", () => {
    const agents = "- 使用 `trash` 代替 `rm`\n- Use `pnpm` instead of `npm`.\n";
    expect(check(agents, "rm -rf node_modules && npm install").call?.command).toBe("rm -rf node_modules && pnpm install");
    expect(check(agents, "rm notes.md && npm install").call?.command).toMatch(/^\S*codicil trash put notes\.md && pnpm install$/);
  });

  it("the deletion really happens, with no `trash` installed, and comes back", () => {
    const world = makeWorld();
    world.write("project/AGENTS.md", "- 使用 `trash` 代替 `rm`\n");
    world.write("project/notes.md", "kept\n");
    const answer = world
      .run(["hook", "claude", "PreToolUse"], {
        input: JSON.stringify({
          session_id: "s1",
          cwd: world.project,
          hook_event_name: "PreToolUse",
          tool_name: "Bash",
          tool_input: { command: "rm notes.md" },
        }),
      })
      .json<{ hookSpecificOutput: { updatedInput: { command: string } } }>();
    expect(answer.hookSpecificOutput.updatedInput.command).toMatch(/codicil trash put notes\.md$/);
  });

  it("negative control: measured alone, without the built-in trash, the rule names what its line names", () => {
    expect(check("- 使用 `trash` 代替 `rm`\n", "rm notes.md", { builtins: false }).call?.command).toBe("trash notes.md");
  });
});
