// The timeline over HTTP: what happened on a real mind, newest first, in pages.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { activityDays } from "../../src/activity/days.ts";
import { asOwner, forget, openMind } from "../../src/index.ts";
import { decide } from "../../src/mind/session/decide.ts";
import { apply, flush, plan } from "../../src/mind/documents/remember.ts";
import { append, startSession } from "../../src/activity/sessions.ts";
import { trashPut } from "../../src/calls/trash.ts";
import { type Daemon, setClock, startDaemon } from "./rig.ts";

let daemon: Daemon;
const clock = setClock();
const project = () => daemon.mind.where.project ?? daemon.mind.where.cwd;
const get = (path: string, token?: string) => daemon.ask("GET", path, token === undefined ? {} : { token });
const events = async (query = "") => (await get(`/api/activity?${query}`)).json.events as any[];
const shell = (command: string, sessionId: string) => decide(daemon.mind, { call: { tool: "shell", command }, sessionId });

beforeAll(async () => {
  daemon = await startDaemon({ clock });
  writeFileSync(join(project(), "AGENTS.md"), "# Rules\n\n- Use pnpm, never npm.\n- Never push to main.\n");
  const { header } = await startSession(daemon.mind);
  await append(daemon.mind, header.sessionId, [
    { type: "user_message", message: { role: "user", content: [{ type: "text", text: "Add refunds" }] } },
  ]);
  const steps: (() => Promise<unknown>)[] = [
    () => shell("ls", "host_claude_a"),
    () => shell("cat README.md", "host_claude_a"),
    () => shell("ls src", "host_codex_b"),
    () => decide(daemon.mind, { call: { tool: "read", path: "x.ts" }, sessionId: "host_claude_a" }),
    () => shell("git push origin main", "host_claude_a"),
    () => shell("ls", "host_claude_a"),
    () => shell("npm install zod", header.sessionId),
    async () => {
      await plan(daemon.mind, { path: "MEMORY.md", heading: "Refunds", content: "Webhooks arrive late.", session: "s9" });
      await flush(daemon.mind, "s9");
      await apply(daemon.mind);
    },
  ];
  for (const step of steps) {
    clock.forward(1000);
    await step();
  }
});
afterAll(() => daemon.stop());

describe("activity", () => {
  it("tells verdicts, writes and sessions newest first, with allowed calls of one session folded into a run", async () => {
    const told = await events();
    expect(told.map(({ at }) => at)).toEqual(
      told
        .map(({ at }) => at)
        .toSorted()
        .reverse(),
    );
    const blocked = told.find(({ kind }) => kind === "deny");
    expect(blocked).toMatchObject({ host: "claude", session: "host_claude_a", verdict: { call: { command: "git push origin main" } } });
    expect(blocked.verdict.rules[0]).toMatchObject({ line: 4 });
    expect(blocked.verdict.rules[0].file).toMatch(/AGENTS\.md$/);
    expect(told.find(({ kind }) => kind === "rewrite").verdict.to).toMatchObject({ command: expect.stringContaining("pnpm") });
    expect(told.filter(({ type }) => type === "allowed").map(({ session, count, tools }) => [session, count, tools])).toEqual([
      ["host_claude_a", 1, { shell: 1 }],
      // The refusal parts it from the call after it; the other session's call in between does not.
      ["host_claude_a", 3, { shell: 2, read: 1 }],
      ["host_codex_b", 1, { shell: 1 }],
    ]);
    const written = told.find(({ type, document }) => type === "write" && document.endsWith("MEMORY.md"));
    expect(written).toMatchObject({ change: { heading: "Refunds", entry: expect.any(String) }, session: "s9" });
    expect(written.inserted).toContain("Webhooks arrive late.");
    expect(told.find(({ type }) => type === "session")).toMatchObject({ what: "started", host: "codicil" });
  });

  it("tells each allowed call by itself where that is asked for", async () => {
    const calls = await events("kinds=allow&fold=0&session=host_claude_a");
    expect(calls.map(({ type, verdict }) => [type, verdict.call.command ?? verdict.call.path])).toEqual([
      ["verdict", "ls"],
      ["verdict", "x.ts"],
      ["verdict", "cat README.md"],
      ["verdict", "ls"],
    ]);
  });

  it("names the sessions of a page by their titles", async () => {
    const { json } = await get("/api/activity?kinds=rewrite");
    expect(json.sessions[json.events[0].session]).toMatchObject({ title: "Add refunds", host: "codicil" });
    expect(json.sessions["host_claude_a"]).toBeUndefined();
  });

  it("comes in pages that neither repeat nor leave out an event, also among events of one moment", async () => {
    for (let n = 0; n < 5; n++) await shell(`git push origin main --tags ${n}`, "host_claude_c");
    const whole = await events("limit=500");
    for (const limit of [1, 2, 3]) {
      const paged: any[] = [];
      let next: string | null = "";
      for (let rounds = 0; next !== null && rounds < 100; rounds++) {
        const { json }: any = await get(`/api/activity?limit=${limit}${next === "" ? "" : `&cursor=${encodeURIComponent(next)}`}`);
        expect(json.events.length).toBeLessThanOrEqual(limit);
        paged.push(...json.events);
        next = json.next;
      }
      // A run may be told in two parts where a page ends inside it; its calls are counted once.
      const ids = (all: readonly any[]) =>
        all.flatMap(({ verdict, change, type, at }) => (type === "allowed" ? [] : [verdict?.id ?? change?.id ?? `${type} ${at}`]));
      const allowed = (all: readonly any[]) => all.reduce((sum, { count = 0 }) => sum + count, 0);
      expect([ids(paged), allowed(paged)]).toEqual([ids(whole), allowed(whole)]);
    }
    expect((await get("/api/activity?cursor=nonsense")).status).toBe(400);
  });

  it("answers only what was asked for: kinds, program, folder, session, moment, words", async () => {
    expect(new Set((await events("kinds=deny")).map(({ kind }) => kind))).toEqual(new Set(["deny"]));
    expect(new Set((await events("host=codex")).map(({ host }) => host))).toEqual(new Set(["codex"]));
    expect(await events(`folder=${encodeURIComponent("/somewhere/else")}`)).toEqual([]);
    expect((await events(`folder=${encodeURIComponent(project())}`)).length).toBeGreaterThan(3);
    expect((await events("session=claude_a")).every(({ session }) => session === "host_claude_a")).toBe(true);
    expect((await events("q=WEBHOOKS")).map(({ type }) => type)).toEqual(["write"]);
    expect(await events("until=2020-01-01T00:00:00Z")).toEqual([]);
    for (const bad of ["kinds=deny,nonsense", "until=yesterday", "limit=0", "limit=9999"])
      expect((await get(`/api/activity?${bad}`)).status).toBe(400);
  });

  it("counts each of the last days by kind, and by program and folder", async () => {
    const { days, hosts, folders } = (await get("/api/activity/days?days=3")).json;
    expect(days.map(({ day }: { day: string }) => day)).toEqual(["2026-11-13", "2026-11-14", "2026-11-15"]);
    expect(days[0]).toMatchObject({ deny: 0, rewrite: 0, allow: 0 });
    expect(days[2]).toMatchObject({ rewrite: 1, session: 1 });
    expect(days[2].allow).toBe(5);
    expect(hosts).toEqual(expect.arrayContaining(["claude", "codex", "codicil"]));
    expect(folders).toContain(project());
    expect((await get("/api/activity/days?days=3&host=codex")).json.days[2]).toMatchObject({ allow: 1, deny: 0 });
    expect((await get("/api/activity/days?days=0")).status).toBe(400);
  });

  it("a day that is over keeps its counts, and today's are counted anew", async () => {
    clock.forward(86_400_000);
    await shell("git push origin main", "host_claude_a");
    const { days } = (await get("/api/activity/days?days=2")).json;
    expect(days.map(({ deny }: { deny: number }) => deny > 0)).toEqual([true, true]);
    await shell("git push origin main", "host_claude_a");
    await plan(daemon.mind, { path: "MEMORY.md", heading: "Refunds", content: "Webhooks arrive twice.", session: "s10" });
    await flush(daemon.mind, "s10");
    await apply(daemon.mind);
    for (const asked of ["days=2", "days=2", "days=3"])
      expect((await get(`/api/activity/days?${asked}`)).json.days.at(-1)).toMatchObject({
        deny: days[1].deny + 1,
        write: days[1].write + 1,
      });
  });

  it("days that are over are counted once for all processes; yesterday and today each time", async () => {
    clock.forward(3 * 86_400_000);
    await shell("git push origin main", "host_claude_a");
    const { home, state, cwd } = daemon.mind.where;
    const counted = async () => {
      const fresh = await openMind({ home, state, cwd, clock, env: { HOME: home } });
      const { days } = await activityDays(fresh, { days: 6 });
      await fresh.close();
      return days.map(({ deny }) => deny);
    };
    const before = await counted();
    expect(before).toEqual([0, expect.any(Number), expect.any(Number), 0, 0, 1]);
    const file = join(daemon.state, "decisions", "verdicts.jsonl");
    const text = readFileSync(file, "utf8");
    writeFileSync(file, "");
    expect(await counted()).toEqual([...before.slice(0, 5), 0]);
    // Negative control: without the counts that were kept, an empty log has nothing.
    rmSync(join(daemon.state, "cache/calls-UTC.json"));
    expect(await counted()).toEqual([0, 0, 0, 0, 0, 0]);
    writeFileSync(file, text);
    rmSync(join(daemon.state, "cache/calls-UTC.json"));
    expect(await counted()).toEqual(before);
    // What is forgotten may be in a folder's name.
    const note = join(daemon.state, "cache/calls-UTC.json");
    expect(readFileSync(note, "utf8")).toContain(project());
    await forget(daemon.mind, "no text of this mind", { person: asOwner() });
    expect(existsSync(note)).toBe(false);
  });

  it("reads a long verdict log from its end: a broken beginning costs a page nothing", async () => {
    const file = join(daemon.state, "decisions", "verdicts.jsonl");
    const text = readFileSync(file, "utf8");
    writeFileSync(file, `${"x".repeat(600_000)}\n${text}`);
    const { status, json } = await get("/api/activity?limit=2&kinds=deny,ask,rewrite");
    expect([status, json.events.length]).toEqual([200, 2]);
    writeFileSync(file, text);
  });
});

describe("trash", () => {
  it("lists what was deleted with its size, and only a person restores it, never over something else", async () => {
    const path = join(project(), "legacy.ts");
    mkdirSync(project(), { recursive: true });
    writeFileSync(path, "old();\n");
    await trashPut(daemon.mind, [path]);
    const [item] = (await get("/api/trash")).json;
    expect(item).toMatchObject({ original: path, kind: "delete", bytes: 7 });
    expect((await daemon.ask("POST", `/api/trash/${item.id}/restore`, { token: daemon.agent, json: {} })).status).toBe(403);
    writeFileSync(path, "new();\n");
    expect((await daemon.ask("POST", `/api/trash/${item.id}/restore`, { json: {} })).status).not.toBe(200);
    expect(readFileSync(path, "utf8")).toBe("new();\n");
    expect((await daemon.ask("POST", `/api/trash/${item.id}/restore`, { json: { to: "legacy2.ts" } })).status).toBe(200);
    expect(existsSync(join(project(), "legacy2.ts"))).toBe(true);
    expect((await get("/api/trash")).json).toEqual([]);
  });
});
