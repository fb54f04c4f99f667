// Calls and files that made the gate hang, through the real hook: hosts let a call run whose hook does not answer. Whatever the
// patterns cost, each is refused before any host loses its patience.

import { describe, expect, it } from "vitest";
import { makeWorld, type Ran, type World } from "../kit.ts";

/** What install writes into the hosts' settings. */
const HOST_MS = 30_000;

async function judged(world: World, command: string): Promise<{ readonly ran: Ran; readonly ms: number }> {
  const before = performance.now();
  const input = JSON.stringify({
    session_id: "s1",
    cwd: world.project,
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command },
  });
  const ran = await world.runAsync(["hook", "claude", "PreToolUse"], { input });
  return { ran, ms: performance.now() - before };
}

const AWK = `awk 'BEGIN{${`print "a"\n\n\n\n`.repeat(16)}x}' ; rm -rf ~`;
const FOLDERS = `- Never edit the ${"folder ".repeat(40)}p \`src/b.ts\`.\n`;
const MESSAGES = '```policy\n- deny: git tag\n  message_holds: "^(([a-z])+.)+[A-Z]([a-z])+$"\n```\n';

describe("what made the gate hang is refused in time", () => {
  it.each([
    ["an awk program with many line breaks before the delete", "", AWK],
    ["a line of AGENTS.md that repeats a word", FOLDERS, "rm -rf ~"],
    ["a policy block's own pattern, on the message that it takes longest for", MESSAGES, `git commit -m "${"a".repeat(60)} 1" && rm -rf ~`],
  ])("%s", async (_, rules, command) => {
    const world = makeWorld();
    world.write("project/AGENTS.md", rules);
    const { ran, ms } = await judged(world, command);
    expect(ran.code === 2 || /"permissionDecision":"deny"/.test(ran.out)).toBe(true);
    expect(ran.code === 2 ? ran.err : ran.out).toMatch(/Codicil/);
    expect(ms).toBeLessThan(HOST_MS);
  });

  it("negative control: the same awk program without the delete, and a harmless call, are not refused for their delete", async () => {
    const world = makeWorld();
    world.write("project/AGENTS.md", "- Be kind.\n");
    expect((await judged(world, "git status")).ran).toMatchObject({ code: 0, out: "" });
  });
});
