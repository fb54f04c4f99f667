// Input that no client would send, on both transports: every piece is answered or refused, and nothing stops the rest.

import { request } from "node:http";
import { begin } from "codicil";
import { describe, expect, it } from "vitest";
import { createGuard } from "../../../src/hosts/mcp/guard.ts";
import { makeWorld } from "../../kit.ts";
import { ended, INITIALIZE, raw, type Running, startHttp } from "./rig.ts";

const line = (value: unknown) => `${typeof value === "string" ? value : JSON.stringify(value)}\n`;

describe("bad lines on stdio", () => {
  it("half JSON, no JSON-RPC, an unknown method, a 10 MB line, wrong arguments: each is answered, and the next line is read", async () => {
    const world = makeWorld();
    const { child, lines, answered, errors } = raw(world);
    const send = (value: unknown) => child.stdin?.write(line(value));
    send(INITIALIZE);
    expect(await answered(1)).toMatchObject({ result: { serverInfo: { name: "codicil" } } });
    send({ jsonrpc: "2.0", method: "notifications/initialized" });
    for (const bad of [
      '{"jsonrpc":"2.0","id":2,"met',
      "[1,2]",
      "null",
      '{"id":9}',
      "\u0000\u0007",
      "",
      '{"jsonrpc":"1.0","id":3,"method":"x"}',
    ])
      send(bad);
    send({ jsonrpc: "2.0", id: 10, method: "no/such" });
    expect(await answered(10)).toMatchObject({ error: { code: -32601 } });
    send(
      `{"jsonrpc":"2.0","id":11,"method":"tools/call","params":{"name":"memory_add","arguments":{"section":"A","content":"${"x".repeat(10 * 1024 * 1024)}"}}}`,
    );
    for (const [id, name, args] of [
      [12, "memory_add", { section: 1, content: [] }],
      [13, "no_such_tool", {}],
      [14, "recall", "not an object"],
      [15, "policy_check", {}],
      [16, "policy_check", { call: { tool: "shell" } }],
      [17, "policy_check", { call: { tool: "write", path: 5 } }],
      [18, "plan", { heading: "A" }],
      [19, "recall", { query: "", limit: 9999 }],
    ] as const)
      send({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } });
    for (const id of [12, 13, 14, 15, 18, 19]) {
      const { result, error } = (await answered(id)) as { result?: { isError?: boolean }; error?: unknown };
      expect([id, error !== undefined || result?.isError === true]).toEqual([id, true]);
    }
    // What cannot be read is never allowed.
    for (const id of [16, 17]) expect(JSON.stringify(await answered(id))).not.toContain('"verdict":"allow"');
    send({
      jsonrpc: "2.0",
      id: 20,
      method: "tools/call",
      params: { name: "memory_add", arguments: { section: "A", content: "still here" } },
    });
    expect(JSON.stringify(await answered(20))).toContain("applied");
    const refused = lines()
      .filter((each) => (each as { id: unknown }).id === null)
      .map((each) => (each as { error: { code: number } }).error.code);
    expect(refused.filter((code) => code === -32700).length).toBeGreaterThanOrEqual(2);
    expect(refused.filter((code) => code === -32600).length).toBeGreaterThanOrEqual(4);
    expect(errors()).not.toContain("internal error");
    expect(world.read("home/MEMORY.md")).not.toContain("xxxx");
  });

  it("input that ends at once still gets its answers, and the entries are saved; stdout holds nothing but messages", async () => {
    const world = makeWorld();
    await begin(await world.open());
    const input = [
      INITIALIZE,
      { jsonrpc: "2.0", method: "notifications/initialized" },
      {
        jsonrpc: "2.0",
        id: 2,
        method: "tools/call",
        params: { name: "plan", arguments: { path: "USER.md", heading: "Likes", content: "tea" } },
      },
    ]
      .map(line)
      .join("");
    const ran = await world.runAsync(["mcp"], { input: input.trimEnd() });
    expect(ran.code).toBe(0);
    const answers = ran.out
      .trimEnd()
      .split("\n")
      .map((each) => JSON.parse(each) as { id: number });
    expect(answers.map(({ id }) => id).sort()).toEqual([1, 2]);
    expect(world.read("home/USER.md")).toContain("## Likes\n\ntea");
    expect(ran.err).toContain("applied");
  });

  it("no input at all, and SIGTERM with the input still open: it ends by itself, with 0", async () => {
    const world = makeWorld();
    expect(await world.runAsync(["mcp"])).toMatchObject({ code: 0, out: "" });
    const { child, answered } = raw(world);
    child.stdin?.write(line(INITIALIZE));
    await answered(1);
    expect(await ended(child, () => child.kill("SIGTERM"))).toBe(0);
  });

  it("bad options are said before anything is served", () => {
    const world = makeWorld();
    for (const args of [
      ["--port", "99999", "--http"],
      ["--session-type", "open"],
      ["--session", "a b"],
    ])
      expect([args, world.run(["mcp", ...args]).code]).toEqual([args, 3]);
  });
});

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

function post(
  { port, token }: Running,
  {
    headers = {},
    body = JSON.stringify(INITIALIZE),
    method = "POST",
    path = "/mcp",
  }: { headers?: Record<string, string | string[]>; body?: string | Buffer; method?: string; path?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const given = {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      ...headers,
    };
    const sent = request({ host: "127.0.0.1", port, path, method, headers: given }, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => (text += String(chunk)));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: text, headers: response.headers }));
    });
    sent.on("error", reject);
    sent.end(method === "GET" ? undefined : body);
  });
}

describe("the guard of MCP over HTTP", () => {
  it("lets a program of this machine with the token in, and nobody else", async () => {
    const world = makeWorld();
    const running = await startHttp(world);
    const status = async (options: Parameters<typeof post>[1]) => (await post(running, options)).status;
    expect(await post(running)).toMatchObject({
      status: 200,
      body: expect.stringContaining("codicil") as string,
      headers: { "x-content-type-options": "nosniff", "cache-control": "no-store, no-transform" },
    });
    expect(await status({ headers: { Authorization: `Bearer ${"0".repeat(64)}` } })).toBe(401);
    expect(await status({ headers: { Authorization: "Bearer" } })).toBe(401);
    expect(await status({ headers: { Authorization: `Basic ${running.token}` } })).toBe(401);
    expect(await status({ headers: { Authorization: "" } })).toBe(401);
    expect(await status({ headers: { Origin: "http://evil.example" } })).toBe(403);
    expect(await status({ headers: { Origin: "null" } })).toBe(403);
    expect(await status({ headers: { Origin: `http://localhost:${running.port + 1}` } })).toBe(403);
    expect(await status({ headers: { Origin: `http://127.0.0.1:${running.port}` } })).toBe(200);
    expect(await status({ headers: { Host: "evil.example" } })).toBe(403);
    expect(await status({ headers: { Host: `127.0.0.1.evil.example:${running.port}` } })).toBe(403);
    expect(await status({ headers: { Host: "127.0.0.1" } })).toBe(403);
    expect(await status({ headers: { "Sec-Fetch-Site": "cross-site" } })).toBe(403);
    expect(await status({ path: "/" })).toBe(404);
    expect(await status({ path: `/mcp/../api?token=${running.token}` })).toBe(404);
    expect(await status({ method: "PUT" })).toBe(405);
    expect(await status({ method: "OPTIONS" })).toBe(405);
    const foreign = await post(running, { headers: { Origin: "http://evil.example" } });
    expect(foreign.headers["access-control-allow-origin"]).toBeUndefined();
    expect(foreign.body).not.toContain(running.token);
  });

  it("half JSON, another content type, 10 MB, an unknown method: refused or answered, and it goes on", async () => {
    const running = await startHttp(makeWorld());
    const big = Buffer.alloc(10 * 1024 * 1024, 32);
    expect((await post(running, { body: '{"jsonrpc":"2.0",' })).status).toBe(400);
    expect((await post(running, { headers: { "Content-Type": "text/plain" } })).status).toBe(415);
    expect((await post(running, { body: big }).catch(() => ({ status: 413 }))).status).toBe(413);
    expect((await post(running, { headers: { "Content-Encoding": "gzip" } })).status).toBe(400);
    expect((await post(running, { body: JSON.stringify({ jsonrpc: "2.0", id: 5, method: "no/such" }) })).body).toContain("-32601");
    expect((await post(running)).status).toBe(200);
  });

  it("wrong tokens are limited from the twentieth within a minute on, a right one never is", () => {
    let now = 0;
    const guard = createGuard({
      port: () => 1,
      isToken: (given) => given === "right",
      clock: { now: () => new Date(now), timeZone: "UTC" },
    });
    const ask = (token: string) =>
      guard({ method: "POST", target: "/mcp", headers: { host: ["localhost:1"], authorization: [`Bearer ${token}`] } });
    const statuses = Array.from({ length: 21 }, () => ask("wrong")).map((each) => (each.kind === "refuse" ? each.status : 200));
    expect([statuses[0], statuses[18], statuses[19], statuses[20]]).toEqual([401, 401, 429, 429]);
    expect(ask("right").kind).toBe("pass");
    now = 60_001;
    expect(ask("wrong")).toMatchObject({ status: 401 });
    expect(
      guard({ method: "POST", target: "/mcp", headers: { host: ["localhost:1", "evil"], authorization: ["Bearer right"] } }),
    ).toMatchObject({ status: 400 });
  });

  it("the token is 256 bits in a file for its owner alone, stays over a restart, and a file that others can read is refused", async () => {
    const world = makeWorld();
    const first = await startHttp(world);
    expect(first.token).toMatch(/^[0-9a-f]{64}$/);
    expect(await first.stop()).toBe(0);
    const again = await startHttp(world);
    expect(again.token).toBe(first.token);
    await again.stop();
    const { chmodSync } = await import("node:fs");
    chmodSync(`${world.state}/mcp/token`, 0o644);
    const refused = world.run(["mcp", "--http", "--port", "0", "--json"]);
    expect([refused.code, refused.json<{ error: { hint: string } }>().error.hint]).toEqual([
      1,
      expect.stringContaining("Remove the file") as string,
    ]);
  });
});
