// Facts of the page over HTTP: costs, rules with what they stopped, a document's past, sessions with titles and handoffs.

import { readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openMind } from "../../src/index.ts";
import { costs } from "../../src/runtime/index.ts";
import { decide } from "../../src/mind/session/decide.ts";
import { append, startSession } from "../../src/activity/sessions.ts";
import { type Daemon, setClock, startDaemon } from "./rig.ts";

let daemon: Daemon;
let session: string;
const clock = setClock();
const project = () => daemon.mind.where.project ?? daemon.mind.where.cwd;
const get = (path: string, token?: string) => daemon.ask("GET", path, token === undefined ? {} : { token });
const post = (path: string, json: unknown, token?: string) => daemon.ask("POST", path, { json, ...(token === undefined ? {} : { token }) });
const put = async (key: string, text: string) => {
  const known = await get(`/api/documents/${encodeURIComponent(key)}`);
  const headers = known.status === 200 ? { "If-Match": String(known.headers["etag"]) } : { "If-None-Match": "*" };
  const { status } = await daemon.ask("PUT", `/api/documents/${encodeURIComponent(key)}`, {
    json: { text },
    headers: headers as Record<string, string>,
  });
  expect([200, 201]).toContain(status);
};
const tokens = (input: number, output: number, read = 0) => ({
  inputTokens: input,
  outputTokens: output,
  cacheReadTokens: read,
  cacheWriteTokens: 0,
});
const answer = (model: string, usage: object, more: object = {}, content: object[] = [{ type: "text", text: "Done." }]) => ({
  type: "assistant_message",
  message: { role: "assistant", content },
  meta: { model, usage, ...more },
});

beforeAll(async () => {
  daemon = await startDaemon({ clock });
  writeFileSync(join(project(), "AGENTS.md"), "# Rules\n\nProse.\n\n- Never push to main.\n- Be kind.\n");
  session = (await startSession(daemon.mind)).header.sessionId;
  await append(daemon.mind, session, [
    { type: "user_message", message: { role: "user", content: [{ type: "text", text: "Where is **the** kiwi?" }] } },
    answer("anthropic/claude-sonnet-4-5", tokens(1_000_000, 1000, 800_000), { cost: 0.9 }, [
      { type: "text", text: "I look." },
      { type: "tool_call", toolCallId: "c1", toolName: "shell", args: { command: "ls basket" } },
    ]),
    {
      type: "tool_result",
      message: {
        role: "tool_result",
        content: [
          {
            type: "tool_result",
            toolCallId: "c1",
            toolName: "shell",
            result: { content: [{ type: "text", text: "kiwi" }] },
            isError: true,
          },
        ],
      },
    },
  ]);
});
afterAll(() => daemon.stop());

describe("costs", () => {
  it("sums tokens and money by day, program and model, as the answers were reckoned when they came", async () => {
    const { json } = await get("/api/costs?days=7");
    expect(json).toMatchObject({ since: "2026-11-09", through: "2026-11-15", counted: 1, unread: 0, median: 0.9 });
    expect(json.total).toMatchObject({
      answers: 1,
      inputTokens: 1_000_000,
      outputTokens: 1000,
      cacheReadTokens: 800_000,
      cost: 0.9,
      unpriced: 0,
    });
    expect(json.total.saved).toBeGreaterThan(2);
    expect(json.days).toEqual([expect.objectContaining({ day: "2026-11-15", hosts: { codicil: expect.objectContaining({ cost: 0.9 }) } })]);
    expect(json.models).toEqual([expect.objectContaining({ model: "anthropic/claude-sonnet-4-5", hosts: ["codicil"] })]);
    expect(json.sessions).toEqual([expect.objectContaining({ id: session, title: "Where is **the** kiwi?", calls: 1, cost: 0.9 })]);
  });

  it("an unknown price is null and counted apart, never zero", async () => {
    const other = (await startSession(daemon.mind)).header.sessionId;
    await append(daemon.mind, other, [answer("somebody/unheard-of", tokens(500, 50))]);
    const { json } = await get("/api/costs?days=7");
    expect(json.models.at(-1)).toMatchObject({ model: "somebody/unheard-of", cost: null, unpriced: 550 });
    expect(json.total).toMatchObject({ cost: 0.9, unpriced: 550 });
    expect(json.sessions.find(({ id }: { id: string }) => id === other)).toMatchObject({ cost: null });
  });

  it("a host's answer in several lines counts once, with its last count, at the list price of its model", async () => {
    const other = (await startSession(daemon.mind)).header.sessionId;
    const line = (output: number) => answer("claude-haiku-4-5-20251001", tokens(1_000_000, output), { answer: "msg_1" });
    await append(daemon.mind, other, [line(1), line(1_000_000)]);
    const { json } = await get("/api/costs?days=7");
    expect(json.models.find(({ model }: { model: string }) => model.startsWith("claude-haiku"))).toMatchObject({
      answers: 1,
      outputTokens: 1_000_000,
      cost: 6,
    });
  });

  it("answers for one day, for one folder, and refuses what is neither", async () => {
    expect((await get("/api/costs?day=2026-11-14")).json).toMatchObject({ counted: 0, total: { cost: null } });
    expect((await get(`/api/costs?days=7&folder=${encodeURIComponent("/nowhere")}`)).json.counted).toBe(0);
    expect((await get("/api/costs?all=1")).json.since).toBe("2026-11-15");
    for (const bad of ["day=today", "days=0"]) expect((await get(`/api/costs?${bad}`)).status).toBe(400);
  });

  it("what sessions are called and used is read once for all processes", async () => {
    let id = "";
    for (let nth = 0; nth < 25; nth++) {
      const { sessionId } = (await startSession(daemon.mind)).header;
      await append(daemon.mind, sessionId, [
        { type: "user_message", message: { role: "user", content: [{ type: "text", text: "apple" }] } },
      ]);
      id = sessionId;
    }
    await append(daemon.mind, id, [answer("somebody/fruit", tokens(5, 5))]);
    const { home, state, cwd } = daemon.mind.where;
    const fruit = async () => {
      const fresh = await openMind({ home, state, cwd, clock, env: { HOME: home } });
      const { sessions } = await costs(fresh, { days: null });
      await fresh.close();
      return sessions.find(({ inputTokens }) => inputTokens === 5);
    };
    const file = join(state, "sessions", `${id}.jsonl`);
    const put = (text: string, at: number) => {
      writeFileSync(file, text);
      utimesSync(file, at, at);
    };
    const log = readFileSync(file, "utf8");
    put(log, 1_800_000_000);
    expect((await fruit())?.title).toBe("apple");
    put(log.replaceAll("apple", "grape"), 1_800_000_000);
    expect((await fruit())?.title).toBe("apple");
    // Negative control: a log that was written to is read again.
    put(log.replaceAll("apple", "mango"), 1_800_000_005);
    expect((await fruit())?.title).toBe("mango");
  });

  it("a session's answer that comes later is counted with the next question", async () => {
    const before = (await get("/api/costs?days=7")).json.total.answers;
    await append(daemon.mind, session, [answer("anthropic/claude-sonnet-4-5", tokens(10, 10), { cost: 0.1 })]);
    expect((await get("/api/costs?days=7")).json.total.answers).toBe(before + 1);
  });
});

describe("rules", () => {
  it("gives each file as text, its lines with their state and how many calls they stopped", async () => {
    for (let n = 0; n < 2; n++)
      await decide(daemon.mind, { call: { tool: "shell", command: "git push origin main" }, sessionId: `host_claude_${n}` });
    await decide(daemon.mind, { call: { tool: "shell", command: "ls" }, sessionId: "host_claude_0" });
    const { json } = await get("/api/policy/rules");
    const file = json.files.find(({ path }: { path: string }) => path === join(project(), "AGENTS.md"));
    expect(file.text.split("\n")[4]).toBe("- Never push to main.");
    const at = (line: number) => file.clauses.find((each: { line: number }) => each.line === line);
    expect(at(5)).toMatchObject({ state: "gated", stopped: { deny: 2, ask: 0, sessions: 2 } });
    expect(at(5).stops.length).toBeGreaterThan(0);
    expect(at(6)).toMatchObject({ state: "advice", stopped: { deny: 0, last: null } });
    expect(json.totals.gated).toBe(1);
    clock.forward(40 * 86_400_000);
    const later = (await get("/api/policy/rules?days=30")).json.files.find(({ path }: { path: string }) => path.startsWith(project()));
    expect(later.clauses.find((each: { line: number }) => each.line === 5).stopped.deny).toBe(0);
    clock.forward(-40 * 86_400_000);
    // What was counted before is not counted again, and what came since is, also of a call that says an earlier moment.
    for (const move of [1000, -500]) {
      clock.forward(move);
      await decide(daemon.mind, { call: { tool: "shell", command: "git push origin main" }, sessionId: "host_claude_0" });
    }
    for (const days of [30, 30, 60]) {
      const again = (await get(`/api/policy/rules?days=${days}`)).json.files.find(({ path }: { path: string }) =>
        path.startsWith(project()),
      );
      expect(again.clauses.find((each: { line: number }) => each.line === 5).stopped).toMatchObject({ deny: 4, sessions: 2 });
    }
  });
});

describe("a document's past", () => {
  it("lists changes with what went and came, gives the text behind any of them, and ends where it is told to", async () => {
    await put("MEMORY.md", "## Deploy\n\n- Rollback is make rollback.\n");
    clock.forward(60_000);
    await put("MEMORY.md", "## Deploy\n\n- Rollback is just rollback.\n");
    const changes = await get("/api/documents/MEMORY.md/history?texts=1&limit=1");
    expect(changes.json).toHaveLength(1);
    expect(Number(changes.headers["x-total"])).toBeGreaterThanOrEqual(2);
    expect(changes.json[0]).toMatchObject({ removed: "- Rollback is make rollback.", inserted: "- Rollback is just rollback." });
    const all = (await get("/api/documents/MEMORY.md/history")).json;
    expect(all[0].removed).toBeUndefined();
    const before = (await get(`/api/documents/MEMORY.md/then?time=${all[1].id}`)).json;
    expect(before.text).toContain("make rollback");
  });

  it("says which lines a newer line contradicts, and nothing where none does", async () => {
    await put(
      "MEMORY.md",
      "## Deploy\n\n- Rollback is `make rollback`.\n- Rollback is now `just rollback`, no longer make.\n- Mei reviews payments.\n",
    );
    expect((await get("/api/documents/MEMORY.md/superseded")).json).toEqual([{ lines: expect.anything(), by: [4, 4], since: null }]);
    await put("MEMORY.md", "## Deploy\n\n- Rollback is `make rollback`.\n- Mei reviews payments.\n");
    expect((await get("/api/documents/MEMORY.md/superseded")).json).toEqual([]);
  });
});

describe("sessions", () => {
  it("lists them with length, calls and cost where that is asked for, and not otherwise", async () => {
    const [first] = (await get("/api/sessions?costs=1")).json.filter(({ id }: { id: string }) => id === session);
    expect(first).toMatchObject({ calls: 1, cost: expect.any(Number), tokens: expect.any(Number), ended: expect.any(Number) });
    expect((await get("/api/sessions")).json[0].cost).toBeUndefined();
  });

  it("tells what an answer said apart from what it called, and which call failed", async () => {
    const { events } = (await get(`/api/sessions/${session}`)).json;
    const spoken = events.find(({ as }: { as: string }) => as === "assistant");
    expect(spoken).toMatchObject({
      said: "I look.",
      calls: [{ id: "c1", tool: "shell", what: "ls basket" }],
      model: "anthropic/claude-sonnet-4-5",
    });
    expect(events.find(({ as }: { as: string }) => as === "tool").answers).toEqual([{ id: "c1", failed: true }]);
  });

  it("is renamed by a person, in one line, and not by an agent", async () => {
    expect((await post(`/api/sessions/${session}/title`, { title: "  The\nkiwi " })).json).toMatchObject({ title: "The kiwi" });
    expect((await post(`/api/sessions/${session}/title`, { title: " " })).status).toBe(400);
    expect((await post(`/api/sessions/${session}/title`, { title: "x" }, daemon.agent)).status).toBe(403);
  });

  it("shows the text of a handoff without writing it", async () => {
    const { json } = await get(`/api/sessions/${session}/handoff?to=codex`);
    expect(json).toMatchObject({ file: null, start: expect.stringContaining("codex") });
    expect(json.text).toContain("ls basket");
    expect((await get(`/api/sessions/${session}/handoff?to=nobody`)).status).toBe(400);
  });
});
