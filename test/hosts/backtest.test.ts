// policy backtest: past calls of our own and of adopted sessions, through today's gate.

import { utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { backtestSessions } from "../../src/rules/index.ts";
import { append, startSession } from "../../src/activity/sessions.ts";
import { makeWarmWorld as makeWorld, type World } from "../kit.ts";
import { HOSTS, IDS, importing, placed } from "./rig.ts";

type SessionBacktest = Awaited<ReturnType<typeof backtestSessions>>;

function run(world: World, ...more: string[]): SessionBacktest {
  const ran = world.run(["policy", "backtest", "--since", "9999d", "--json", ...more]);
  expect(ran.code, ran.err).toBe(0);
  return ran.json<SessionBacktest>();
}

const call = (id: string, toolName: string, args: object) => ({
  type: "assistant_message",
  message: { role: "assistant", content: [{ type: "tool_call", toolCallId: id, toolName, args }] },
});
const result = (id: string, isError: boolean) => ({
  type: "tool_result",
  message: { role: "tool_result", content: [{ type: "tool_result", toolCallId: id, toolName: "shell", result: { content: [] }, isError }] },
});

test("every tool call of every adopted session is judged; what would have been stopped is shown with its rule's file and line", async () => {
  const world = makeWorld();
  for (const host of HOSTS) await importing(world, host, placed(world, host));
  world.write("project/AGENTS.md", "# Rules\n\n- Never force push.\n");
  const found = run(world);
  // Each host's recording has four calls, one of them a forced push. Cursor does not write down in which folder it ran.
  const of = HOSTS.length;
  expect(found).toMatchObject({ calls: 4 * of, stopped: of, verdicts: { deny: of }, sessions: of, gone: of - 1, problems: [] });
  expect(found.byHost.map(({ host, calls, stopped }) => [host, calls, stopped]).sort()).toEqual(HOSTS.map((host) => [host, 4, 1]));
  const rule = found.byRule.find(({ where }) => where === `${join(world.project, "AGENTS.md")}:3`);
  expect(rule).toMatchObject({ count: of, examples: Array(3).fill("git push --force origin main") as string[] });
  expect(rule?.events).toHaveLength(3);
  expect(world.run(["policy", "backtest", "--since", "9999d"]).out).toContain(`${of} of ${4 * of} calls would have been stopped`);
  expect(run(world, "--host", "pi")).toMatchObject({ calls: 4, stopped: 1, sessions: 1 });
  // Negative control: without the rule and its twin among the red lines there is nothing to stop.
  expect(run(world, "--host", "nobody")).toMatchObject({ calls: 0, stopped: 0 });
});

test("our own sessions count, in order: what happened before satisfies what comes after, and what failed does not", async () => {
  const world = makeWorld();
  world.write("project/AGENTS.md", "- Run `npm test` before every commit.\n");
  const mind = await world.open();
  const commit = { command: "git commit -m x" };
  const { header: good } = await startSession(mind);
  await append(mind, good.sessionId, [
    call("1", "shell", { command: "npm test" }),
    result("1", false),
    call("2", "shell", commit),
    result("2", false),
  ]);
  const { header: bad } = await startSession(mind);
  await append(mind, bad.sessionId, [
    call("1", "shell", { command: "npm test" }),
    result("1", true),
    call("2", "shell", commit),
    result("2", false),
  ]);
  const found = run(world);
  expect(found).toMatchObject({ calls: 4, stopped: 1, byHost: [{ host: "codicil", sessions: 2 }] });
  expect(found.byRule[0]?.events.map(({ session }) => session)).toEqual([bad.sessionId]);
});

test("--since counts calls by their own time, and a past that was told twice counts once", async () => {
  const world = makeWorld();
  await importing(world, "claude", placed(world, "claude"));
  expect(world.run(["policy", "backtest", "--since", "1h", "--json"]).json<SessionBacktest>()).toMatchObject({ calls: 0, sessions: 0 });
  expect(run(world)).toMatchObject({ calls: 4, sessions: 1 });
  expect(world.run(["policy", "backtest", "--since", "soon", "--json"]).json()).toMatchObject({ error: { code: "BAD_USAGE" } });
});

test("a session that cannot be read is named and stops no other", async () => {
  const world = makeWorld();
  await importing(world, "pi", placed(world, "pi"));
  world.write("state/sessions/broken.jsonl", "{no header\n");
  const found = run(world);
  expect(found).toMatchObject({ calls: 4 });
  expect(found.problems).toMatchObject([{ id: "broken", code: "DAMAGED" }]);
  // One that nobody wrote to since then is not even opened.
  const past = Date.now() / 1000 - 86_400;
  utimesSync(join(world.state, "sessions/broken.jsonl"), past, past);
  expect(world.run(["policy", "backtest", "--since", "1h", "--json"]).json<SessionBacktest>().problems).toEqual([]);
  expect(run(world).problems).toHaveLength(1);
  expect(world.run(["session", "list"]).out).toContain(IDS.pi);
});

test("#20 the same call of the verdict log has one verdict where nothing came before it, and its own behind other calls or elsewhere", () => {
  const world = makeWorld();
  world.write("project/AGENTS.md", "- Run `npm test` before every commit.\n");
  world.write("elsewhere/.git/HEAD", "ref: refs/heads/work\n");
  const common = { v: 1, at: new Date().toISOString(), hash: "00", reason: "", rules: [] };
  const line = (session: string, command: string, verdict: "allow" | "deny", cwd = world.project) =>
    JSON.stringify({ ...common, id: `v_${session}`, session, cwd, call: { tool: "shell", command }, verdict });
  const lines = [
    line("a", "git commit -m x", "deny"),
    line("b", "git commit -m x", "deny"),
    line("c", "npm test", "allow"),
    line("c", "git commit -m x", "allow"),
    line("d", "git commit -m x", "deny", join(world.root, "elsewhere")),
    "damaged",
  ];
  world.write("state/decisions/verdicts.jsonl", `${lines.join("\n")}\n`);
  const found = run(world);
  expect(found).toMatchObject({ calls: 5, stopped: 2, byHost: [{ host: "codicil", sessions: 4, calls: 5, stopped: 2 }] });
  expect(found.byRule[0]?.events.map(({ session }) => session)).toEqual(["a", "b"]);
});

test("#20 lines as the gate writes them are told apart by their call's own hash, whatever the call has in it", () => {
  const world = makeWorld();
  world.write("project/AGENTS.md", "- Never run `git push --force`.\n");
  const [one, other] = ["1".repeat(64), "2".repeat(64)];
  const line = (id: string, call: object, hash: string) =>
    JSON.stringify({
      v: 1,
      id,
      at: new Date().toISOString(),
      session: id,
      cwd: world.project,
      call,
      hash,
      verdict: "deny",
      reason: "",
      rules: [],
    });
  const forced = { tool: "shell", command: "git push --force" };
  const harmless = { tool: "shell", command: "ls", hash: one, verdict: "deny", reason: "", rules: [] };
  const whole = line("c", forced, one);
  const lines = [line("a", forced, one), line("b", harmless, other), whole, whole.slice(0, -20)];
  world.write("state/decisions/verdicts.jsonl", `${lines.join("\n")}\n`);
  const found = run(world);
  expect(found).toMatchObject({ calls: 3, stopped: 2 });
  expect(found.byRule[0]?.events.map(({ session }) => session)).toEqual(["a", "c"]);
});

test("#20 lines of the verdict log that tell no time hide nothing that was judged before them", () => {
  const world = makeWorld();
  world.write("project/AGENTS.md", "- Never run `git push --force`.\n");
  const line = (session: string) =>
    JSON.stringify({
      v: 1,
      id: `v_${session}`,
      at: new Date().toISOString(),
      session,
      cwd: world.project,
      call: { tool: "shell", command: "git push --force" },
      hash: "1".repeat(64),
      verdict: "deny",
      reason: "",
      rules: [],
    });
  const damaged = Array.from({ length: 5000 }, () => "x".repeat(200));
  world.write("state/decisions/verdicts.jsonl", `${[line("before"), ...damaged, line("behind"), line("客户")].join("\n")}\n`);
  const found = run(world);
  expect(found).toMatchObject({ calls: 3, byHost: [{ sessions: 3 }] });
  expect(found.byRule[0]?.events.map(({ session }) => session)).toEqual(["before", "behind", "客户"]);
});
