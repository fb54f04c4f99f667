import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decide } from "../../src/mind/session/decide.ts";
import { append, startSession } from "../../src/activity/sessions.ts";
import { type Daemon, startDaemon } from "./rig.ts";

let daemon: Daemon;
let session: string;
const project = () => daemon.mind.where.project ?? "";
const text = (role: string, said: string) => ({
  type: role === "user" ? "user_message" : "assistant_message",
  message: { role, content: [{ type: "text", text: said }] },
});

beforeAll(async () => {
  daemon = await startDaemon();
  writeFileSync(join(project(), "AGENTS.md"), "# Rules\n\n- Never push to main.\n- Be kind.\n");
  const started = await startSession(daemon.mind);
  session = started.header.sessionId;
  await append(daemon.mind, session, [text("user", "where is the kiwi?"), text("assistant", "in the basket")]);
});
afterAll(() => daemon.stop());

const get = async (path: string, token?: string) => daemon.ask("GET", path, token === undefined ? {} : { token });
const post = async (path: string, json: unknown, token?: string) =>
  daemon.ask("POST", path, { json, ...(token === undefined ? {} : { token }) });

describe("policy", () => {
  it("reports each line with its state", async () => {
    const { json } = await get("/api/policy/report");
    const clauses = json.files.flatMap((file: { clauses: { text: string; state: string }[] }) => file.clauses);
    expect(clauses.find((each: { text: string }) => each.text.includes("push"))).toMatchObject({ state: "gated", line: 3 });
    expect(clauses.find((each: { text: string }) => each.text.includes("kind"))).toMatchObject({ state: "advice" });
    const { rule } = clauses.find((each: { text: string }) => each.text.includes("push"));
    expect((await get(`/api/policy/rules/${rule}`)).json.rule.text).toContain("Never push");
  });

  it("checks a call for the person and for the agent, and logs nothing", async () => {
    for (const token of [daemon.user, daemon.agent]) {
      const { status, json } = await post(
        "/api/policy/check",
        { id: "x", call: { tool: "shell", command: "git push origin main" } },
        token,
      );
      expect([status, json.id, json.verdict]).toEqual([200, "x", "deny"]);
    }
    expect((await get("/api/policy/verdicts")).json).toEqual([]);
    for (const bad of [{}, { call: "ls" }, { call: { command: "ls" } }]) {
      const { status, json } = await post("/api/policy/check", bad);
      // What is no call is bad input; what might be one is asked about, never let through.
      expect(status === 400 || json.verdict === "ask").toBe(true);
    }
  });

  it("takes a model's readings from an agent as proposals, and lets only a person decide", async () => {
    expect((await get("/api/policy/request")).json).toMatchObject({ v: 1, files: [expect.objectContaining({ file: "AGENTS.md" })] });
    const line = (await get("/api/policy/request")).json.files[0].read[0] as number;
    const reading = {
      file: "AGENTS.md",
      line,
      block: { ask: "make ship" },
      stop: ["make ship", "make ship A=1", "cd . && make ship"],
      pass: ["make", "make test", "ls", "git status", "cat Makefile"],
    };
    const { status, json } = await post("/api/policy/propose", { readings: [reading] }, daemon.agent);
    expect([status, json.proposed]).toEqual([200, [expect.objectContaining({ line, reading: "asks before every `make ship`" })]]);
    expect((await post("/api/policy/check", { call: { tool: "shell", command: "make ship" } })).json.verdict).toBe("allow");
    expect((await post("/api/policy/propose", { readings: "x" }, daemon.agent)).status).toBe(400);
  });

  it("shows verdicts newest first and replays them by day", async () => {
    for (const command of ["ls", "git push origin main"])
      await decide(daemon.mind, { call: { tool: "shell", command }, sessionId: "host" });
    const { json } = await get("/api/policy/verdicts?limit=1");
    expect(json).toHaveLength(1);
    expect(json[0]).toMatchObject({ verdict: "deny", call: { command: "git push origin main" } });
    const replay = (await get("/api/policy/backtest?days=7")).json;
    expect(replay).toMatchObject({ calls: 2, stopped: 1, days: [{ calls: 2, stopped: 1 }] });
    for (const bad of ["limit=0", "limit=x", "limit=99999"]) expect((await get(`/api/policy/verdicts?${bad}`)).status).toBe(400);
  });
});

describe("approvals", () => {
  it("let a call refused in a host pass once; the agent's token cannot", async () => {
    const call = { tool: "shell", command: "git push origin main --tags" } as const;
    const { id, hash } = await decide(daemon.mind, { call, sessionId: "host" });
    const waiting = (await get("/api/approvals")).json.find((each: { id: string }) => each.id === id);
    expect(waiting).toMatchObject({ kind: "refused", hash });
    expect((await post(`/api/approvals/${id}`, { decision: "allow", hash }, daemon.agent)).status).toBe(403);
    expect((await post(`/api/approvals/${id}`, { decision: "allow", hash: "0".repeat(64) })).status).toBe(409);
    expect((await post(`/api/approvals/${id}`, { decision: "perhaps", hash })).status).toBe(400);
    expect((await post(`/api/approvals/${id}`, { decision: "allow", hash })).status).toBe(200);
    expect((await post(`/api/approvals/${id}`, { decision: "allow", hash })).status).toBe(409);
    expect((await decide(daemon.mind, { call, sessionId: "host" })).verdict).toBe("allow");
    expect((await decide(daemon.mind, { call, sessionId: "host" })).verdict).toBe("deny");
  });

  it("unlock for a time, for the person only", async () => {
    expect((await post("/api/unlock", { duration: "5m" }, daemon.agent)).status).toBe(403);
    expect((await post("/api/unlock", { duration: "for ever" })).status).toBe(400);
    const { json } = await post("/api/unlock", { duration: "5m" });
    expect((await get("/api/settings")).json.unlockedUntil).toBe(json.until);
    await post("/api/unlock", { duration: "0" });
    expect((await get("/api/settings")).json.unlockedUntil).toBeNull();
  });
});

describe("settings", () => {
  it("change one line of config.yaml and leave the rest as it was", async () => {
    const file = join(daemon.home, "last-word", "config.yaml");
    const before = readFileSync(file, "utf8");
    expect((await get("/api/settings")).json.guardMode).toBe("warn");
    expect((await daemon.ask("PUT", "/api/settings", { json: { guardMode: "block" } })).json.guardMode).toBe("block");
    expect(readFileSync(file, "utf8")).toBe(`${before}guard_mode: block\n`);
    await daemon.ask("PUT", "/api/settings", { json: { guardMode: "off" } });
    expect(readFileSync(file, "utf8")).toBe(`${before}guard_mode: off\n`);
    expect((await daemon.ask("PUT", "/api/settings", { json: { guardMode: "on" } })).status).toBe(400);
    expect((await daemon.ask("PUT", "/api/settings", { json: { guardMode: "off" }, token: daemon.agent })).status).toBe(403);
    expect((await daemon.ask("PUT", "/api/settings", { json: { other: 1 } })).status).toBe(400);
  });
});

describe("sessions", () => {
  it("are listed, shown, with context and receipt", async () => {
    const list = await get("/api/sessions");
    expect([list.headers["x-total"], list.json]).toMatchObject(["1", [{ id: session }]]);
    const one = (await get(`/api/sessions/${session}`)).json;
    expect(one.events.map(({ as, text: said }: { as: string; text: string }) => [as, said])).toEqual([
      ["user", "where is the kiwi?"],
      ["assistant", "in the basket"],
    ]);
    expect((await get(`/api/sessions/${session}?limit=1`)).json).toMatchObject({ total: 2, from: 1, events: [{ as: "assistant" }] });
    const context = (await get(`/api/sessions/${session}/context`)).json;
    expect(context.systemPrompt).toContain("push to main");
    expect(context.messages).toHaveLength(2);
    expect((await get(`/api/sessions/${session}/receipt`)).json.sections.length).toBe(6);
    expect((await get(`/api/sessions/${session}/export`)).json.markdown).toContain("in the basket");
    expect((await get("/api/sessions/nothing")).status).toBe(404);
  });

  it("SC-61 SC-62 branch and clone, with a tree of forks and ends", async () => {
    const first = (await get(`/api/sessions/${session}`)).json.events[0].id;
    expect((await post(`/api/sessions/${session}/branch`, { at: first })).json).toEqual({ id: session, leaf: first });
    await append(daemon.mind, session, [text("assistant", "on the tree")]);
    const one = (await get(`/api/sessions/${session}`)).json;
    expect(one.events.at(-1).text).toBe("on the tree");
    expect(one.tree.filter(({ leaf }: { leaf: boolean }) => leaf)).toHaveLength(2);
    expect(one.tree.find(({ leaf }: { leaf: boolean }) => !leaf).id).toBe(first);
    const copy = await post(`/api/sessions/${session}/clone`, {});
    expect(copy.status).toBe(201);
    expect((await get(`/api/sessions/${session}/diff?with=${copy.json.id}`)).json.text).toBe("");
    expect((await post(`/api/sessions/${session}/clone`, {}, daemon.agent)).status).toBe(403);
  });
});

describe("memory", () => {
  it("shows who wrote each line, the document as it was, and what would be injected", async () => {
    const { json } = await get("/api/documents/USER.md");
    await daemon.ask("PUT", "/api/documents/USER.md", {
      json: { text: `${json.text}\n## Private\n\ncanary-7781\n` },
      headers: { "If-Match": `"${json.version}"` },
    });
    expect((await get("/api/documents/USER.md/blame")).json.at(-1)).toMatchObject({ text: "canary-7781", change: { by: "user" } });
    // A change's own texts would be told once for every line: a document of a megabyte made an answer of gigabytes.
    expect((await get("/api/documents/USER.md/blame")).text).not.toContain("splices");
    expect((await get("/api/documents/USER.md/then?time=2100-01-01")).json.text).toContain("canary-7781");
    expect((await get("/api/prompt?type=main")).json.text).toContain("canary-7781");
    expect((await get("/api/prompt?type=shared")).text).not.toContain("canary-7781");
    expect((await get("/api/prompt?type=other")).status).toBe(400);
  });

  it("is found by recall, within its scope", async () => {
    const { json } = await get("/api/recall?q=canary-7781");
    expect(json[0]).toMatchObject({ document: "USER.md", heading: "Private" });
    expect((await get("/api/recall?q=canary-7781&scope=shared")).text).not.toContain("canary-7781");
    for (const bad of ["", "?q=", "?q=x&scope=all", "?q=x&k=0"]) expect((await get(`/api/recall${bad}`)).status).toBe(400);
  });

  it("settles a conflict by the person's choice, if the section is still what they saw", async () => {
    mkdirSync(join(project(), "sub"), { recursive: true });
    expect((await post("/api/conflicts/nothing", { take: "entry" })).status).toBe(404);
    expect((await post("/api/conflicts/nothing", { take: "half" })).status).toBe(400);
  });
});

describe("projects", () => {
  it("another project of this mind's sessions is looked into by a header, by the person alone", async () => {
    const other = join(project(), "../other");
    mkdirSync(join(other, ".git"), { recursive: true });
    writeFileSync(join(other, "AGENTS.md"), "- Never run `make ship`.\n");
    const { openMind } = await import("../../src/mind/open.ts");
    const there = await openMind({ home: daemon.home, state: daemon.state, cwd: other, env: { HOME: join(daemon.home, "..") } });
    await startSession(there);
    await there.close();
    const { json: projects } = await get("/api/projects");
    expect(projects).toEqual([
      { folder: project(), own: true },
      { folder: other, own: false },
    ]);
    const read = async (folder: string, token = daemon.user) => {
      const { status, json } = await daemon.ask("GET", "/api/policy/report", {
        token,
        headers: { "x-codicil-project": encodeURIComponent(folder) },
      });
      return status === 200 ? json.files.at(-1).path : status;
    };
    expect([await read(other), await read(project())]).toEqual([join(other, "AGENTS.md"), join(project(), "AGENTS.md")]);
    // A folder that no session worked in is nobody's to read, and an agent's token reads its own alone.
    expect([await read("/etc"), await read(other, daemon.agent)]).toEqual([404, join(project(), "AGENTS.md")]);
    expect((await daemon.ask("GET", "/api/status", { headers: { "x-codicil-project": "%" } })).status).toBe(400);
  });
});
