import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ATTACKS, type Target } from "./attacks.ts";
import { type Daemon, startDaemon } from "./rig.ts";

let daemon: Daemon;
let before: string;
/** What each answer of the daemon has besides the headers of its body. */
let safety: readonly (readonly [name: string, value: string])[];
beforeAll(async () => {
  daemon = await startDaemon();
  before = readFileSync(join(daemon.home, "USER.md"), "utf8");
  const { headers } = await daemon.ask("GET", "/api/status");
  const isOfBody = (name: string) => /^(?:content-(?:type|length)|date|connection|keep-alive|etag)$/.test(name);
  safety = Object.entries(headers).flatMap(([name, value]) => (isOfBody(name) ? [] : [[name, String(value)] as const]));
});
afterAll(() => daemon.stop());

describe("the daemon under attack", () => {
  for (const attack of ATTACKS) it(attack.name, async () => expect(await attack.run(daemon)).toBeNull());

  it("none of the attacks changed a document, and the daemon still answers", async () => {
    expect(readFileSync(join(daemon.home, "USER.md"), "utf8")).toBe(before);
    expect((await daemon.ask("GET", "/api/status")).json).toEqual({ pending: [], staged: [], journalled: [], damaged: [] });
  });

  it("no log line holds a token or a code", () => {
    for (const line of daemon.lines) for (const secret of [daemon.user, daemon.agent, daemon.code]) expect(line).not.toContain(secret);
  });
});

describe("the probe itself", () => {
  const servers: Server[] = [];
  afterAll(() => servers.forEach((server) => server.close()));
  const broken = async (listener: RequestListener): Promise<Target> => {
    const server = createServer(listener);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return { port: (server.address() as AddressInfo).port, user: "u".repeat(64), agent: "a".repeat(64) };
  };
  const unnoticed = async (target: Target) => {
    const names: string[] = [];
    for (const attack of ATTACKS) if ((await attack.run(target)) === null) names.push(attack.name);
    return names;
  };

  it("catches, with every attack, a server that has the headers but judges nothing", async () => {
    const target = await broken((request, response) => {
      for (const [name, value] of safety) response.setHeader(name, value);
      request.resume().on("end", () => response.end("[]"));
    });
    expect(await unnoticed(target)).toEqual([]);
  });

  it("catches a server that refuses well but leaves out one header", async () => {
    const answers = new Map(safety);
    expect(answers.delete("referrer-policy")).toBe(true);
    const target = await broken((request, response) => {
      for (const [name, value] of answers) response.setHeader(name, value);
      request.resume().on("end", () => response.writeHead(403).end());
    });
    expect(await unnoticed(target)).toEqual([]);
  });

  it("catches a server that refuses well but grants CORS", async () => {
    const target = await broken((request, response) => {
      for (const [name, value] of safety) response.setHeader(name, value);
      response.setHeader("Access-Control-Allow-Origin", "*");
      request.resume().on("end", () => response.writeHead(403).end());
    });
    expect(await unnoticed(target)).toEqual([]);
  });
});
