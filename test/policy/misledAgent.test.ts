// A misled agent tries to approve itself, or to read the keys that tell a person from an agent. Every way goes through the
// real `policy check` on a real home and state; none may pass in silence, and none of their innocent neighbours may be held up.

import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeWarmWorld as makeWorld } from "../kit.ts";
import { settle } from "./misled/ground.ts";
import { NEIGHBOURS } from "./misled/neighbours.ts";
import { MORE_WAYS } from "./misled/moreWays.ts";
import { type Ground, type Way, WAYS } from "./misled/ways.ts";

interface Answer {
  readonly id: string;
  readonly verdict: string;
  readonly reason: string;
}

/** All of them in one run of the program. */
function judge(
  table: Readonly<Record<string, (ground: Ground) => readonly Way[]>>,
  linked: readonly string[] = [],
): { readonly group: string; readonly way: Way; readonly answer: Answer }[] {
  const world = makeWorld();
  for (const [at, name] of linked.entries()) {
    rmSync(join(world.root, name), { recursive: true, force: true });
    mkdirSync(join(world.root, `real${at}`));
    mkdirSync(dirname(join(world.root, name)), { recursive: true });
    symlinkSync(join(world.root, `real${at}`), join(world.root, name));
  }
  const ground = settle(world);
  const rows = Object.entries(table).flatMap(([group, ways]) => ways(ground).map((way) => ({ group, way })));
  const input = rows
    .map(({ way }, at) =>
      JSON.stringify({ id: String(at), call: typeof way === "string" ? { tool: "shell", command: way } : way, agents: "" }),
    )
    .join("\n");
  const ran = world.run(["policy", "check", "--jsonl"], { input: `${input}\n`, env: { CODICIL_HOME: "", CODICIL_STATE: "" } });
  const answers = ran.out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Answer);
  expect(answers, ran.err).toHaveLength(rows.length);
  return rows.map((row, at) => ({ ...row, answer: answers[at] as Answer }));
}

const shown = ({ group, way, answer }: { group: string; way: Way; answer: Answer }) =>
  `${group}: ${typeof way === "string" ? way : JSON.stringify(way)} → ${answer.verdict} ${answer.reason}`;

describe("a misled agent", () => {
  test.each([
    ["more than a hundred ways", WAYS, []],
    ["a second hundred, thought of later", MORE_WAYS, []],
    ["in a home folder that is a link, the ways", WAYS, ["person"]],
    ["where links lead to the mind and its state, the ways", WAYS, ["person/.config/agents", "person/.local/state"]],
  ])("%s to approve itself or to read the keys: none is silent", (_, ways, linked) => {
    const judged = judge(ways, linked);
    expect(judged.length).toBeGreaterThan(100);
    expect(judged.filter(({ answer }) => answer.verdict !== "ask" && answer.verdict !== "deny").map(shown)).toEqual([]);
  });

  test.each([[[]], [["person"]]])("and the calls of an ordinary day beside them pass, links: %j", (linked) => {
    const judged = judge(NEIGHBOURS, linked);
    expect(judged.length).toBeGreaterThan(60);
    expect(judged.filter(({ answer }) => answer.verdict !== "allow").map(shown)).toEqual([]);
  });

  test("the hook of a host stops them too, by the host's own tools, and lets a search of the project through", () => {
    const world = makeWorld();
    const { state } = settle(world);
    const hook = (tool: string, input: Readonly<Record<string, unknown>>) => {
      const event = { session_id: "s1", cwd: world.project, hook_event_name: "PreToolUse", tool_name: tool, tool_input: input };
      return world.run(["hook", "claude", "PreToolUse"], { input: JSON.stringify(event), env: { CODICIL_HOME: "", CODICIL_STATE: "" } });
    };
    const stopped: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
      ["Bash", { command: "rg . ~/.local/state/codicil" }],
      ["Bash", { command: "node -e \"import('codicil').then(c => c.accept())\"" }],
      ["Bash", { command: "echo '{}' | codicil hook claude UserPromptSubmit" }],
      ["Bash", { command: "codicil backup mind.tar.gz" }],
      ["Bash", { command: "codicil export bundle ./mind" }],
      ["Read", { file_path: `${state}/daemon/user.token` }],
      ["Grep", { pattern: ".", path: state, output_mode: "content" }],
      ["mcp__filesystem__read_text_file", { path: `${state}/daemon/user.token` }],
    ];
    for (const [tool, input] of stopped)
      expect(hook(tool, input).out, JSON.stringify(input)).toMatch(/"permissionDecision":"(?:ask|deny)"/);
    for (const [tool, input] of [
      ["Bash", { command: "grep -r x ." }],
      ["Grep", { pattern: "x", path: world.project }],
    ] as const)
      expect(hook(tool, input)).toMatchObject({ code: 0, out: "" });
  });
});
