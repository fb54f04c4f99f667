import { appendFileSync, writeFileSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { decide } from "../../src/mind/session/decide.ts";
import { openMind } from "../../src/mind/open.ts";
import { headerFault } from "./attacks.ts";
import { type Daemon, propose, startDaemon } from "./rig.ts";

let daemon: Daemon;
beforeAll(async () => void (daemon = await startDaemon()));
afterAll(() => daemon.stop());

interface Heard {
  readonly id: string;
  readonly type: string;
  readonly data: any;
}

interface Ear {
  readonly heard: Heard[];
  readonly response: IncomingMessage;
  until(wanted: (each: Heard) => boolean): Promise<Heard>;
  ended: Promise<void>;
  close(): void;
}

const ears: Ear[] = [];
afterEach(() => ears.splice(0).forEach((ear) => ear.close()));

function listen(port: number, token: string, since?: string): Promise<Ear> {
  return new Promise((resolve, reject) => {
    const headers = {
      Host: `127.0.0.1:${port}`,
      Authorization: `Bearer ${token}`,
      ...(since === undefined ? {} : { "Last-Event-ID": since }),
    };
    const sent = request({ host: "127.0.0.1", port, path: "/api/events", agent: new Agent(), setHost: false, headers }, (response) => {
      const heard: Heard[] = [];
      const waiting = new Set<() => void>();
      let rest = "";
      response.on("data", (chunk: Buffer) => {
        rest += chunk.toString();
        const blocks = rest.split("\n\n");
        rest = blocks.pop() ?? "";
        for (const block of blocks) {
          const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1] ?? "";
          if (field("event") !== "") heard.push({ id: field("id"), type: field("event"), data: JSON.parse(field("data")) });
        }
        for (const wake of waiting) wake();
      });
      const ended = new Promise<void>((done) => response.on("close", done));
      const ear: Ear = {
        heard,
        response,
        ended,
        close: () => sent.destroy(),
        until: (wanted) =>
          new Promise((found) => {
            const look = () => {
              const hit = heard.find(wanted);
              if (hit === undefined) return;
              waiting.delete(look);
              found(hit);
            };
            waiting.add(look);
            look();
          }),
      };
      ears.push(ear);
      resolve(ear);
    });
    sent.on("error", reject);
    sent.end();
  });
}

describe("events", () => {
  it("carry the same safety headers, need a token, and begin with a greeting", async () => {
    const ear = await listen(daemon.port, daemon.agent);
    expect([ear.response.statusCode, ear.response.headers["content-type"], headerFault(ear.response.headers)]).toEqual([
      200,
      "text/event-stream; charset=utf-8",
      null,
    ]);
    expect((await ear.until(({ type }) => type === "hello")).data).toEqual({ complete: false });
    expect((await daemon.ask("GET", "/api/events", { token: null })).status).toBe(401);
    expect((await daemon.ask("HEAD", "/api/events")).status).toBe(200);
  });

  it("tell what another process does: a verdict, a question, a document, a proposal, a rule", async () => {
    const ear = await listen(daemon.port, daemon.user);
    await ear.until(({ type }) => type === "hello");
    const { where } = daemon.mind;
    const other = await openMind({ home: where.home, state: where.state, cwd: where.cwd, env: { HOME: where.userHome } });
    const { id } = await decide(other, { call: { tool: "shell", command: "sudo rm -rf /srv" }, sessionId: "host" });
    await ear.until(({ type, data }) => type === "verdict" && data.id === id);
    await ear.until(({ type, data }) => type === "approvals" && data.some((each: { id: string }) => each.id === id));
    appendFileSync(join(daemon.home, "USER.md"), "\nby hand\n");
    await ear.until(({ type }) => type === "documents");
    await propose(other, "Speak plainly.");
    await ear.until(({ type }) => type === "waiting");
    writeFileSync(join(where.project ?? "", "AGENTS.md"), "- Never push to main.\n");
    const policy = await ear.until(({ type, data }) => type === "policy" && data.came.length > 0);
    expect(policy.data.came.join()).toContain("Never push");
    await other.close();
  });

  it("that were missed are told to a page that comes back, each once", async () => {
    const first = await listen(daemon.port, daemon.user);
    const { id: since } = await first.until(({ type }) => type === "hello");
    first.close();
    const { id } = await decide(daemon.mind, { call: { tool: "shell", command: "sudo rm -rf /opt" }, sessionId: "host" });
    const watching = await listen(daemon.port, daemon.user);
    await watching.until(({ type, data }) => type === "verdict" && data.id === id);
    const back = await listen(daemon.port, daemon.user, since);
    expect((await back.until(({ type }) => type === "hello")).data).toEqual({ complete: true });
    await back.until(({ type, data }) => type === "verdict" && data.id === id);
    expect(back.heard.filter(({ type, data }) => type === "verdict" && data.id === id)).toHaveLength(1);
    const stranger = await listen(daemon.port, daemon.user, "another-7");
    expect((await stranger.until(({ type }) => type === "hello")).data).toEqual({ complete: false });
  });

  it("end when the daemon stops, which does not wait for them", async () => {
    const own = await startDaemon();
    const ear = await listen(own.port, own.user);
    const before = Date.now();
    await own.stop();
    await ear.ended;
    expect(Date.now() - before).toBeLessThan(2_500);
  });
});
