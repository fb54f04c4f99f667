// Texts that make a backtracking engine take hours, brought by a command or by a file of the project: the red line behind
// them is refused all the same, and because it is seen, not because the time ran out.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeWorld } from "../kit.ts";
import { fireCall } from "./hookKit.ts";

const HARM = "rm -rf ~";
const long = "a".repeat(200);

const COMMANDS: readonly (readonly [string, string])[] = [
  ["an awk program of many prints", `awk 'BEGIN{${'print "a"\n\n\n\n'.repeat(16)}x}' ; ${HARM}`],
  ["an awk program with an endless string", `awk 'BEGIN{${'\\"'.repeat(4000)}' ; ${HARM}`],
  ["a sed script of escaped slashes", `sed ';${"/\\".repeat(4000)}' ; ${HARM}`],
  ["a pattern of nested repetition", `shopt -s extglob; x=${long}; echo "\${x##+(+(a))b}"; ${HARM}`],
  ["a pattern of many stars", `x=${long}; echo "\${x//${"*a".repeat(12)}*b/c}"; ${HARM}`],
  ["a case of many stars", `case ${long} in ${"*a".repeat(14)}*b) echo x;; esac; ${HARM}`],
  ["a permission in parts", `chmod ${"u+rwx".repeat(60)}! a; ${HARM}`],
];

interface Answer {
  readonly hookSpecificOutput: { readonly permissionDecision: string; readonly permissionDecisionReason: string };
}

describe("slow patterns", () => {
  test.each(COMMANDS)("%s does not hold the gate up", { timeout: 60_000 }, (_, command) => {
    const { hookSpecificOutput: answer } = fireCall(makeWorld(), "claude", "shell", command).json<Answer>();
    expect(answer.permissionDecision).toBe("deny");
    expect(answer.permissionDecisionReason).not.toMatch(/in time|too long/);
  });

  test("a file name of the project against a glob of many stars", { timeout: 60_000 }, () => {
    const world = makeWorld();
    writeFileSync(join(world.project, long), "");
    const { hookSpecificOutput: answer } = fireCall(world, "claude", "shell", `ls ${"*a".repeat(14)}*b; ${HARM}`).json<Answer>();
    expect([answer.permissionDecision, /in time/.test(answer.permissionDecisionReason)]).toEqual(["deny", false]);
  });

  test("an expression of a policy block", { timeout: 60_000 }, () => {
    const world = makeWorld();
    world.write(
      "project/AGENTS.md",
      '# Rules\n\n```policy\n- deny: []\n  message_holds: "^(([a-z])+.)+[A-Z]([a-z])+$"\n  match: git commit -m abc.Abc\n```\n',
    );
    const { hookSpecificOutput: answer } = fireCall(world, "claude", "shell", `git commit -m ${"a".repeat(2000)}; ${HARM}`).json<Answer>();
    expect([answer.permissionDecision, /in time/.test(answer.permissionDecisionReason)]).toEqual(["deny", false]);
    const stopped = fireCall(world, "claude", "shell", `git commit -m abc.Abc`).json<Answer>();
    expect(stopped.hookSpecificOutput.permissionDecision).toBe("deny");
  });
});
