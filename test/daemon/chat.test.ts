// The page's chat over HTTP: the same turn as in the terminal, and approvals that wait for the page.

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { listApprovals } from "../../src/mind/approvals.ts";
import { type ScriptedServer, startScriptedModel } from "../runtime/scriptedModel.ts";
import { type Daemon, startDaemon } from "./rig.ts";

let daemon: Daemon;
let model: ScriptedServer | undefined;
afterEach(async () => {
  await daemon.stop();
  await model?.close();
  model = undefined;
});

const said = async (id: string) => ((await daemon.ask("GET", `/api/sessions/${id}`)).json.events as { as: string; text: string }[]).map(({ as, text }) => `${as}: ${text}`);
const begin = async () => (await daemon.ask("POST", "/api/sessions", { json: {} })).json.id as string;
const say = (id: string, text: string) => daemon.ask("POST", `/api/sessions/${id}/messages`, { json: { text } });
const idle = (id: string) => expect.poll(async () => (await daemon.ask("GET", "/api/chat")).json.running, { timeout: 20_000 }).not.toContain(id);

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
    for (const path of ["messages", "steer", "cancel"]) expect((await daemon.ask("POST", `/api/sessions/${id}/${path}`, { token: daemon.agent, json: { text: "x" } })).status).toBe(403);
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
    await expect.poll(async () => (await listApprovals(daemon.mind)).filter(({ kind }) => kind === "turn").length, { timeout: 20_000 }).toBe(1);
    const [first] = (await listApprovals(daemon.mind)).filter(({ kind }) => kind === "turn");
    expect(first).toMatchObject({ session: id, call: { command: "git clean -fdx" } });
    expect((await daemon.ask("POST", `/api/approvals/${first?.id}`, { json: { decision: "allow", hash: first?.hash } })).status).toBe(200);
    // The same command again is a new question: the first word is used up.
    await expect.poll(async () => (await listApprovals(daemon.mind)).find(({ kind, id: question }) => kind === "turn" && question !== first?.id)?.id, { timeout: 20_000 }).toBeDefined();
    const second = (await listApprovals(daemon.mind)).find(({ kind }) => kind === "turn");
    await daemon.ask("POST", `/api/approvals/${second?.id}`, { json: { decision: "deny", hash: second?.hash } });
    await idle(id);
    expect((await said(id)).at(-1)).toBe("assistant: Done.");
  });
});

describe("a chat at a terminal or in a pipe, beside a daemon", () => {
  it("goes on when the page allows what it asks about, once and for that call", async () => {
    model = await startScriptedModel([{ call: { name: "shell", args: { command: "git clean -fdx" } } }], [{ text: "All clean." }]);
    daemon = await startDaemon({ env: {} });
    const { where } = daemon.mind;
    const chat = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", fileURLToPath(new URL("../../src/cli/entry.ts", import.meta.url)), "chat", "--home", where.home, "--cwd", where.cwd], { env: { PATH: process.env["PATH"] ?? "", HOME: where.userHome, CODICIL_STATE: where.state, ...model.env("chat") } });
    let printed = "";
    chat.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
    const ended = new Promise((resolve) => chat.on("close", resolve));
    chat.stdin.end("clean up\n");
    const questions = async () => ((await daemon.ask("GET", "/api/approvals")).json as { id: string; kind: string; hash: string }[]).filter(({ kind }) => kind === "turn");
    await expect.poll(async () => (await questions()).length, { timeout: 40_000 }).toBe(1);
    const [question] = await questions();
    expect((await daemon.ask("POST", `/api/approvals/${question?.id}`, { json: { decision: "allow", hash: question?.hash } })).status).toBe(200);
    expect((await daemon.ask("POST", `/api/approvals/${question?.id}`, { json: { decision: "allow", hash: question?.hash } })).status).toBe(409);
    await ended;
    expect(printed).toContain("All clean.");
    const verdicts = (await daemon.ask("GET", "/api/policy/verdicts")).json as { verdict: string; by?: string }[];
    expect(verdicts.map(({ verdict, by }) => [verdict, by])).toEqual([["allow", "allow"], ["ask", undefined]]);
  });
});
