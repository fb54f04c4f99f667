// OR-33: the question about a dangerous operation, in the language in which the person speaks.

import { describe, expect, it } from "vitest";
import { listApprovals } from "../../src/calls/approvals.ts";
import { type Approver, makeTools, onlyInThePage, runTurn } from "../../src/runtime/index.ts";
import { fire } from "../hosts/hookKit.ts";
import { hasTerminal, makeWorld } from "../kit.ts";
import { ENTER, typeAtTerminal } from "../typing.ts";
import { calls, chatWith, playing, says } from "./kit.ts";

const QUESTION = "检测到危险操作，确认执行？";
const OUTSIDE = { command: "rm -rf ../elsewhere" };

async function asked(message: string, { args = OUTSIDE, lang = "", agents = "" }: { args?: object; lang?: string; agents?: string } = {}) {
  const world = makeWorld();
  world.write("elsewhere/keep.txt", "precious");
  if (agents !== "") world.write("project/AGENTS.md", agents);
  const mind = await world.open({ env: { HOME: world.env["HOME"], LANG: lang } });
  const reasons: string[] = [];
  const approver: Approver = { ask: async ({ hash, reason }) => (reasons.push(reason), { decision: "deny", hash }) };
  const { chat } = await chatWith(mind, {
    model: playing(calls("shell", args, "c1"), says("ok")),
    tools: makeTools({ env: { PATH: process.env["PATH"], ...world.env } }),
    approver,
  });
  const report = await runTurn(chat, message);
  expect(world.read("elsewhere/keep.txt")).toBe("precious");
  return { reasons, told: report.calls[0]?.outcome.text ?? "" };
}

describe("OR-33 a dangerous operation is asked about", () => {
  it("in the document's own words where the person speaks Chinese, and the reason follows", async () => {
    const { reasons, told } = await asked("把旁边的目录删掉");
    expect(reasons).toEqual([expect.stringMatching(new RegExp(`^${QUESTION} It deletes .+elsewhere`))]);
    expect(told).not.toContain(QUESTION);
  });

  it("so does a Chinese locale, and an English conversation hears none of it", async () => {
    expect((await asked("go on", { lang: "zh_CN.UTF-8" })).reasons[0]).toContain(QUESTION);
    expect((await asked("delete the folder beside")).reasons[0]).toMatch(/^It deletes/);
  });

  it("what only the person's own rule asks about is no danger", async () => {
    const { reasons } = await asked("推送", { args: { command: "make deploy" }, agents: "- Ask before running `make deploy`.\n" });
    expect(reasons).toHaveLength(1);
    expect(reasons[0]).not.toContain(QUESTION);
  });

  it("is in the question that waits in the page", async () => {
    const world = makeWorld();
    const mind = await world.open();
    const { chat } = await chatWith(mind, {
      model: playing(calls("shell", OUTSIDE, "c1"), says("ok")),
      tools: makeTools({ env: { PATH: process.env["PATH"] } }),
      approver: onlyInThePage(mind, 3000),
    });
    const turn = runTurn(chat, "删掉旁边的目录");
    await expect
      .poll(async () => (await listApprovals(mind)).find(({ kind }) => kind === "turn")?.reason, { timeout: 10_000 })
      .toContain(QUESTION);
    await turn;
  });

  it("a host that asks its person gets them with a Chinese locale", () => {
    const world = makeWorld();
    const input = JSON.stringify({
      session_id: "s1",
      cwd: world.project,
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: OUTSIDE,
    });
    const reason = (env: Record<string, string>) =>
      world
        .run(["hook", "claude", "PreToolUse"], { env, input })
        .json<{ hookSpecificOutput: { permissionDecision: string; permissionDecisionReason: string } }>().hookSpecificOutput;
    expect(reason({ LANG: "zh_CN.UTF-8" })).toMatchObject({
      permissionDecision: "ask",
      permissionDecisionReason: expect.stringContaining(QUESTION) as string,
    });
    expect(reason({ LANG: "en_US.UTF-8" }).permissionDecisionReason).not.toContain(QUESTION);
    expect(fire(world, "claude", "PreToolUse", { tool_name: "Bash", tool_input: { command: "ls" } }).out).toBe("");
  });

  it.skipIf(!hasTerminal)("at a terminal the whole question is Chinese (skipped without script(1))", async () => {
    const world = makeWorld();
    world.write("elsewhere/keep.txt", "precious");
    const { screen } = await typeAtTerminal(
      world,
      ["chat", "--model", "offline"],
      [
        { waitFor: "› ", type: `!rm -rf ../elsewhere${ENTER}` },
        { waitFor: "确认执行？[y/N]", type: `n${ENTER}` },
        { waitFor: "Gn", type: `/quit${ENTER}` },
      ],
      { LANG: "zh_CN.UTF-8" },
    );
    expect(screen).toContain(QUESTION);
    expect(world.read("elsewhere/keep.txt")).toBe("precious");
  });
});
