// The page's chat over HTTP: the same turn as in the terminal, and approvals that wait for the page.

import { spawn } from "node:child_process";
import { afterEach, describe, expect, it } from "vitest";
import { localDay } from "../../src/base/index.ts";
import { serve } from "../../src/daemon/index.ts";
import { documentOfRole } from "../../src/knowledge/index.ts";
import { listApprovals } from "../../src/calls/approvals.ts";
import { append } from "../../src/activity/sessions.ts";
import { holdingChat, noteBegan, readChatNotes } from "../../src/runtime/index.ts";
import { type ScriptedServer, startScriptedModel } from "../runtime/scriptedModel.ts";
import { PROGRAM } from "../kit.ts";
import { type Daemon, pageFiles, startDaemon } from "./rig.ts";

let daemon: Daemon;
let model: ScriptedServer | undefined;
afterEach(async () => {
  await daemon.stop();
  await model?.close();
  model = undefined;
});

const said = async (id: string) =>
  ((await daemon.ask("GET", `/api/sessions/${id}`)).json.events as { as: string; text: string }[]).map(({ as, text }) => `${as}: ${text}`);
const begin = async () => (await daemon.ask("POST", "/api/sessions", { json: {} })).json.id as string;
const say = (id: string, text: string) => daemon.ask("POST", `/api/sessions/${id}/messages`, { json: { text } });
const idle = (id: string) =>
  expect.poll(async () => (await daemon.ask("GET", "/api/chat")).json.running, { timeout: 20_000 }).not.toContain(id);

describe("a chat in the page", () => {
  it("without a model says so, answers from memory, and remembers", async () => {
    daemon = await startDaemon({ env: {} });
    expect((await daemon.ask("GET", "/api/chat")).json.model).toBeNull();
    const id = await begin();
    expect((await say(id, "remember that the door code is on the blue card")).status).toBe(202);
    await idle(id);
    const lines = await said(id);
    expect(lines).toContain("user: remember that the door code is on the blue card");
    expect(lines.some((line) => line.startsWith("assistant: "))).toBe(true);
    expect((await daemon.ask("GET", "/api/documents/MEMORY.md")).json.text).toContain("blue card");
  });

  it("takes a message of the person's only", async () => {
    daemon = await startDaemon({ env: {} });
    const id = await begin();
    for (const path of ["messages", "steer", "cancel"])
      expect((await daemon.ask("POST", `/api/sessions/${id}/${path}`, { token: daemon.agent, json: { text: "x" } })).status).toBe(403);
    expect((await daemon.ask("POST", "/api/sessions", { token: daemon.agent, json: {} })).status).toBe(403);
    expect((await say("nothing", "hello")).status).toBe(404);
    expect((await say(id, "")).status).toBe(400);
  });

  it("waits for the page's word on what the gate asks about; the word counts for that call alone, once", async () => {
    const ask = (command: string) => [{ call: { name: "shell", args: { command } } }];
    model = await startScriptedModel(ask("git clean -fdx"), ask("git clean -fdx"), [{ text: "Done." }]);
    daemon = await startDaemon({ env: model.env("chat") });
    const id = await begin();
    await say(id, "clean up");
    await expect
      .poll(async () => (await listApprovals(daemon.mind)).filter(({ kind }) => kind === "turn").length, { timeout: 20_000 })
      .toBe(1);
    const [first] = (await listApprovals(daemon.mind)).filter(({ kind }) => kind === "turn");
    expect(first).toMatchObject({ session: id, call: { command: "git clean -fdx" } });
    expect((await daemon.ask("POST", `/api/approvals/${first?.id}`, { json: { decision: "allow", hash: first?.hash } })).status).toBe(200);
    // The same command again is a new question: the first word is used up.
    await expect
      .poll(
        async () => (await listApprovals(daemon.mind)).find(({ kind, id: question }) => kind === "turn" && question !== first?.id)?.id,
        { timeout: 20_000 },
      )
      .toBeDefined();
    const second = (await listApprovals(daemon.mind)).find(({ kind }) => kind === "turn");
    await daemon.ask("POST", `/api/approvals/${second?.id}`, { json: { decision: "deny", hash: second?.hash } });
    await idle(id);
    expect((await said(id)).at(-1)).toBe("assistant: Done.");
  });
});

describe("SC-63 the queue of a session, over HTTP", () => {
  const queueOf = async (id: string) =>
    (await daemon.ask("GET", `/api/sessions/${id}/queue`)).json as {
      steer: { id: string; text: string }[];
      follow_up: { id: string; text: string }[];
    };
  const steer = (id: string, text: string) => daemon.ask("POST", `/api/sessions/${id}/steer`, { json: { text } });
  /** A turn that hangs until it is let go, and what the model was asked. */
  async function held(...rest: { text: string }[][]) {
    const gate = Promise.withResolvers<void>();
    model = await startScriptedModel([{ meanwhile: () => gate.promise }, { text: "One." }], ...rest);
    daemon = await startDaemon({ env: model.env("chat") });
    const id = await begin();
    expect((await say(id, "first")).json).toEqual({ taken: true, as: "turn" });
    await expect.poll(() => model?.requests.length, { timeout: 20_000 }).toBe(1);
    return { id, letGo: () => gate.resolve() };
  }

  it("a message during a turn is the next one: taken, kept in the log, and answered in its order", async () => {
    const { id, letGo } = await held([{ text: "Two." }], [{ text: "Three." }]);
    const second = await say(id, "second");
    expect([second.status, second.json]).toEqual([202, { taken: true, as: "follow_up", id: expect.stringMatching(/^q_/) as string }]);
    expect((await say(id, "third")).json.as).toBe("follow_up");
    expect((await queueOf(id)).follow_up.map(({ text }) => text)).toEqual(["second", "third"]);
    letGo();
    await idle(id);
    expect((await said(id)).filter((line) => /^(?:user|assistant)/.test(line))).toEqual([
      "user: first",
      "assistant: One.",
      "user: second",
      "assistant: Two.",
      "user: third",
      "assistant: Three.",
    ]);
    expect(await queueOf(id)).toEqual({ steer: [], follow_up: [] });
  });

  it("guidance reaches the running turn; one that it did not hear any more is the next message; without a turn it is a message", async () => {
    const gate = Promise.withResolvers<void>();
    model = await startScriptedModel(
      [{ meanwhile: () => gate.promise }, { call: { name: "shell", args: { command: "true" } } }],
      [{ text: "Voilà." }],
      [{ text: "Again." }],
    );
    daemon = await startDaemon({ env: model.env("chat") });
    const id = await begin();
    await say(id, "say it");
    await expect.poll(() => model?.requests.length, { timeout: 20_000 }).toBe(1);
    expect((await steer(id, "in French, please")).json).toMatchObject({ taken: true, as: "steer" });
    expect((await queueOf(id)).steer.map(({ text }) => text)).toEqual(["in French, please"]);
    gate.resolve();
    await idle(id);
    expect(model.requests[1]?.messages.at(-1)?.text).toContain("in French, please");
    expect((await steer(id, "and once more")).json).toEqual({ taken: true, as: "turn" });
    await idle(id);
    expect((await said(id)).at(-1)).toBe("assistant: Again.");
  });

  it("what no turn has taken up can be undone, by the person alone", async () => {
    const { id, letGo } = await held();
    const { json } = await say(id, "second");
    expect((await daemon.ask("POST", `/api/sessions/${id}/withdraw`, { token: daemon.agent, json: { message: json.id } })).status).toBe(
      403,
    );
    const withdraw = () => daemon.ask("POST", `/api/sessions/${id}/withdraw`, { json: { message: json.id } });
    expect([(await withdraw()).json, (await withdraw()).json]).toEqual([{ withdrawn: true }, { withdrawn: false }]);
    letGo();
    await idle(id);
    expect((await said(id)).join("\n")).not.toContain("second");
  });

  it("messages that come while a turn ends are each answered once", async () => {
    model = await startScriptedModel(...Array.from({ length: 12 }, (_, at) => [{ text: `Answer ${at}.` }]));
    daemon = await startDaemon({ env: model.env("chat") });
    const id = await begin();
    for (let at = 0; at < 12; at++) {
      expect((await say(id, `message ${at}`)).status).toBe(202);
      await new Promise((resolve) => setTimeout(resolve, at * 7));
    }
    await idle(id);
    const lines = (await said(id)).filter((line) => line.startsWith("user: "));
    expect(lines).toEqual(Array.from({ length: 12 }, (_, at) => `user: message ${at}`));
    expect(await queueOf(id)).toEqual({ steer: [], follow_up: [] });
  });
});

describe("AK-17 AK-51 the end of a chat in the page", () => {
  const daily = async () =>
    new TextDecoder().decode(
      (
        await daemon.mind.deps
          .storeFor(null)
          .read({ root: "home", path: documentOfRole(daemon.mind.environment, "daily", localDay(daemon.mind.deps.clock)).path })
      )?.bytes,
    );
  const openNow = async () => (await daemon.ask("GET", "/api/chat")).json.open as string[];

  it("is the person's decision: the account is told, the day gets its digest once, and a later word goes on", async () => {
    daemon = await startDaemon({ env: {} });
    const id = await begin();
    await say(id, "which tea do we drink in the lighthouse?");
    await idle(id);
    expect(await openNow()).toEqual([id]);
    const { status, json } = await daemon.ask("POST", `/api/sessions/${id}/end`, { json: {} });
    expect(status).toBe(200);
    expect(json.ended.account).toMatchObject({ lost: 0 });
    expect((await daily()).split("lighthouse")).toHaveLength(3);
    expect(await openNow()).toEqual([]);
    expect((await readChatNotes(daemon.mind)).open).toEqual([]);
    expect((await daemon.ask("POST", `/api/sessions/${id}/end`, { json: {} })).json).toEqual({ ended: null });
    expect((await say(id, "and which biscuits?")).status).toBe(202);
    await idle(id);
    await daemon.ask("POST", `/api/sessions/${id}/end`, { json: {} });
    expect((await daily()).match(/biscuits/g)?.length).toBeGreaterThan(0);
    expect((await daily()).split("lighthouse")).toHaveLength(3);
  });

  it("comes by itself when nobody speaks", async () => {
    daemon = await startDaemon({ env: {}, chatIdleMs: 50 });
    const id = await begin();
    await say(id, "which tea do we drink in the lighthouse?");
    await expect.poll(async () => (await readChatNotes(daemon.mind)).digestedThrough(id), { timeout: 20_000 }).toBeGreaterThan(0);
    expect(await daily()).toContain("lighthouse");
  });

  it("comes with the daemon's; and one that was cut off is ended by the next start", async () => {
    daemon = await startDaemon({ env: {} });
    const id = await begin();
    await say(id, "which tea do we drink in the lighthouse?");
    await idle(id);
    const cut = await begin();
    await append(daemon.mind, cut, [
      { type: "user_message", message: { role: "user", content: [{ type: "text", text: "who waters the fern?" }] } },
    ]);
    await noteBegan(daemon.mind, cut);
    expect((await readChatNotes(daemon.mind)).open).toEqual([id, cut]);
    await daemon.serving.stop();
    expect((await readChatNotes(daemon.mind)).open).toEqual([cut]);
    expect(await daily()).toContain("lighthouse");
    const again = await serve(daemon.mind, { port: 0, page: await pageFiles(), workAfter: 1, env: {} });
    try {
      await expect.poll(async () => (await readChatNotes(daemon.mind)).open, { timeout: 20_000 }).toEqual([]);
      expect(await daily()).toContain("fern");
    } finally {
      await again.stop();
    }
  });

  it("nobody else has it meanwhile, and the page cannot take one that a terminal has", async () => {
    daemon = await startDaemon({ env: {} });
    const id = await begin();
    await holdingChat(daemon.mind, id, async () => {
      const refused = await say(id, "hello");
      expect(refused.status).toBe(409);
      expect(refused.json.error).toMatchObject({ code: "LOCKED" });
    });
    expect((await say(id, "hello")).status).toBe(202);
    await idle(id);
    expect((await holdingChat(daemon.mind, id, async () => "mine")).kind).toBe("busy");
    expect((await daemon.ask("POST", `/api/sessions/${id}/end`, { token: daemon.agent, json: {} })).status).toBe(403);
    await daemon.ask("POST", `/api/sessions/${id}/end`, { json: {} });
    expect((await holdingChat(daemon.mind, id, async () => "mine")).kind).toBe("done");
  });
});

describe("a chat at a terminal or in a pipe, beside a daemon", () => {
  it("goes on when the page allows what it asks about, once and for that call", async () => {
    model = await startScriptedModel([{ call: { name: "shell", args: { command: "git clean -fdx" } } }], [{ text: "All clean." }]);
    daemon = await startDaemon({ env: {} });
    const { where } = daemon.mind;
    const chat = spawn(process.execPath, [...PROGRAM, "chat", "--home", where.home, "--cwd", where.cwd], {
      env: { PATH: process.env["PATH"] ?? "", HOME: where.userHome, CODICIL_STATE: where.state, ...model.env("chat") },
    });
    let printed = "";
    chat.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
    const ended = new Promise((resolve) => chat.on("close", resolve));
    chat.stdin.end("clean up\n");
    const questions = async () =>
      ((await daemon.ask("GET", "/api/approvals")).json as { id: string; kind: string; hash: string }[]).filter(
        ({ kind }) => kind === "turn",
      );
    await expect.poll(async () => (await questions()).length, { timeout: 40_000 }).toBe(1);
    const [question] = await questions();
    expect((await daemon.ask("POST", `/api/approvals/${question?.id}`, { json: { decision: "allow", hash: question?.hash } })).status).toBe(
      200,
    );
    expect((await daemon.ask("POST", `/api/approvals/${question?.id}`, { json: { decision: "allow", hash: question?.hash } })).status).toBe(
      409,
    );
    await ended;
    expect(printed).toContain("All clean.");
    const verdicts = (await daemon.ask("GET", "/api/policy/verdicts")).json as { verdict: string; by?: string }[];
    expect(verdicts.map(({ verdict, by }) => [verdict, by])).toEqual([
      ["allow", "allow"],
      ["ask", undefined],
    ]);
  });
});
