import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { AppError } from "../../src/base/index.ts";
import { createApp } from "../../src/daemon/app.ts";
import { createDaemonServer } from "../../src/daemon/http.ts";
import { readToken, serve, type Serving } from "../../src/daemon/index.ts";
import { createChats } from "../../src/daemon/chats/chats.ts";
import { createHub } from "../../src/daemon/live/hub.ts";
import { createProjects } from "../../src/daemon/projects.ts";
import { createLogins } from "../../src/daemon/access/login.ts";
import { createTokens } from "../../src/daemon/access/daemonTokens.ts";
import { createTries } from "../../src/daemon/access/tries.ts";
import { systemClock, systemRandom } from "../../src/mind/machine.ts";
import { flush, plan } from "../../src/mind/documents/remember.ts";
import { headerFault } from "./attacks.ts";
import { ask, type Daemon, newMind, pageFiles, startDaemon } from "./rig.ts";

const ends: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

const started = async (options: Parameters<typeof startDaemon>[0] = {}): Promise<Daemon> => {
  const daemon = await startDaemon(options);
  ends.push(() => daemon.stop());
  return daemon;
};

const failure = async (attempt: Promise<unknown>): Promise<AppError> => {
  const error = await attempt.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(AppError);
  return error as AppError;
};

describe("serve", () => {
  it("applies what is pending, says so in a line, and is ready with a link whose code is behind the #", async () => {
    const ready: Serving[] = [];
    const daemon = await started({
      onReady: (serving) => ready.push(serving),
      before: async (mind) => {
        await plan(mind, { path: "USER.md", heading: "Preferences", operation: "append", content: "Likes tea.", session: "s1" });
        await flush(mind, "s1");
      },
    });
    expect(readFileSync(join(daemon.home, "USER.md"), "utf8")).toContain("Likes tea.");
    expect(daemon.lines).toEqual(["pending changes: 1 written"]);
    expect(ready).toEqual([daemon.serving]);
    expect(daemon.serving).toMatchObject({ url: `http://127.0.0.1:${daemon.port}/`, pid: process.pid });
    const page = await fetch(daemon.serving.loginUrl);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("<title>Codicil</title>")]);
  });

  it("listens on the loopback address and nowhere else", async () => {
    const { port } = await started();
    const others = Object.values(networkInterfaces()).flatMap((list) =>
      (list ?? []).filter((each) => each.address !== "127.0.0.1" && !each.address.startsWith("fe80")).map((each) => each.address),
    );
    for (const host of others) {
      const outcome = await new Promise((resolve) => {
        const socket = connect({ port, host, timeout: 2000 }, () => resolve("connected"));
        socket.on("error", () => resolve("refused")).on("timeout", () => resolve("refused"));
        ends.push(() => socket.destroy());
      });
      expect([host, outcome]).toEqual([host, "refused"]);
    }
  });

  it("is one per mind: a second one is told where the first is, with a fresh link", async () => {
    const first = await started();
    const second = await newMind(join(first.home, ".."));
    ends.push(() => second.mind.close());
    const error = await failure(serve(second.mind, { port: 0 }));
    expect(error.code).toBe("ALREADY_EXISTS");
    expect(error.message).toContain(first.serving.url);
    expect(error.data).toMatchObject({ url: first.serving.url, port: first.port, pid: process.pid });
    const code = String(error.data?.["loginUrl"]).replace(/^.*#code=/, "");
    expect((await first.ask("POST", "/api/login", { token: null, json: { code } })).status).toBe(200);
    expect((await first.ask("GET", "/api/health")).json).toMatchObject({ pid: process.pid });
  });

  it("in another process counts too, and one that was killed is in nobody's way", async () => {
    const { mind, folder } = await newMind();
    ends.push(
      () => mind.close(),
      () => rmSync(folder, { recursive: true, force: true }),
    );
    const child = spawn(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", fileURLToPath(new URL("child.ts", import.meta.url)), folder],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    const exited = new Promise((resolve) => child.once("exit", resolve));
    ends.push(() => child.kill("SIGKILL"));
    const { url, pid } = await new Promise<{ url: string; pid: number }>((resolve) =>
      child.stdout.once("data", (line) => resolve(JSON.parse(String(line)))),
    );
    expect(pid).toBe(child.pid);
    const error = await failure(serve(mind, { port: 0 }));
    expect([error.code, error.data?.["url"]]).toEqual(["ALREADY_EXISTS", url]);
    const left = readToken(mind, "user");
    child.kill("SIGKILL");
    await exited;
    expect(() => readToken(mind, "user")).toThrow(AppError);
    const next = await serve(mind, { port: 0 });
    ends.push(() => next.stop());
    expect(readToken(mind, "user")).not.toBe(left);
    expect((await ask(next.port, "GET", { path: "/api/health", token: left })).status).toBe(401);
  });

  it("a port that was asked for and is taken is refused by name, not replaced by the next; without one the next free one is used", async () => {
    const squatter = createServer();
    await new Promise<void>((resolve) => squatter.listen(0, "127.0.0.1", resolve));
    ends.push(() => squatter.close());
    const taken = (squatter.address() as { port: number }).port;
    const { mind, folder } = await newMind();
    ends.push(
      () => mind.close(),
      () => rmSync(folder, { recursive: true, force: true }),
    );
    const error = await failure(serve(mind, { port: taken, page: await pageFiles() }));
    expect([error.code, error.message]).toEqual(["IO", `port ${taken} is taken by another program`]);
    // Two daemons that ask for none do not meet.
    const [one, two] = [await started({ port: undefined }), await started({ port: undefined })];
    expect(one.port).not.toBe(two.port);
  });

  it("refuses a port that is none", async () => {
    const { mind, folder } = await newMind();
    ends.push(
      () => mind.close(),
      () => rmSync(folder, { recursive: true, force: true }),
    );
    for (const port of [-1, 65_536, 1.5, Number.NaN]) expect((await failure(serve(mind, { port }))).code).toBe("BAD_INPUT");
  });

  it("leaves no token behind when it stops, and can be started again with new ones", async () => {
    const daemon = await started();
    expect(readToken(daemon.mind, "user")).toBe(daemon.user);
    expect(readToken(daemon.mind, "agent")).toBe(daemon.agent);
    await Promise.all([daemon.serving.stop(), daemon.serving.stop()]);
    expect(readdirSync(join(daemon.state, "daemon"))).toEqual([]);
    expect(() => readToken(daemon.mind, "user")).toThrow(AppError);
    await expect(ask(daemon.port, "GET", { path: "/" })).rejects.toThrow();
    const again = await serve(daemon.mind, { port: 0 });
    ends.push(() => again.stop());
    expect(readToken(daemon.mind, "user")).not.toBe(daemon.user);
  });

  it("finishes a request that is at work when it stops", async () => {
    const daemon = await started();
    const { json } = await daemon.ask("GET", "/api/documents/USER.md");
    const text = `${json.text}\n## More\n\n${"x".repeat(200_000)}\n`;
    const writing = daemon.ask("PUT", "/api/documents/USER.md", { json: { text }, headers: { "If-Match": `"${json.version}"` } });
    await new Promise((resolve) => setTimeout(resolve, 5));
    await daemon.serving.stop();
    const outcome = await writing.then(
      ({ status }) => status,
      () => "cut off",
    );
    // Whole or not at all, whichever came first.
    expect(readFileSync(join(daemon.home, "USER.md"), "utf8")).toBe(outcome === 200 ? text : json.text);
    expect(existsSync(join(daemon.state, "daemon", "daemon.json"))).toBe(false);
  });

  it("a start that fails gives the lock back", async () => {
    const { mind, folder } = await newMind();
    ends.push(
      () => mind.close(),
      () => rmSync(folder, { recursive: true, force: true }),
    );
    const broken = { ...systemRandom, hex: () => "not/there" };
    await expect(serve(mind, { port: 0, random: broken })).rejects.toThrow();
    const serving = await serve(mind, { port: 0 });
    await serving.stop();
  });
});

describe("a defect behind a route", () => {
  it("is logged in full and answered with 500 and nothing of its text", async () => {
    const { mind, folder } = await newMind();
    ends.push(
      () => mind.close(),
      () => rmSync(folder, { recursive: true, force: true }),
    );
    createTokens(mind.where.state, systemRandom);
    const token = readFileSync(join(mind.where.state, "daemon", "user.token"), "utf8");
    const lines: string[] = [];
    let port = 0;
    const explode = { method: "GET", path: "/api/explode", run: async () => Promise.reject(new TypeError("secret detail")) } as const;
    const app = createApp({
      mind,
      projects: createProjects(mind),
      routes: [explode],
      page: await pageFiles(),
      hosts: null,
      hub: createHub("t"),
      chats: createChats(mind, createHub("t"), { log: () => {} }),
      logins: createLogins({ clock: systemClock, random: systemRandom }),
      threads: null,
      tries: createTries(systemClock),
      port: () => port,
    });
    const { server } = createDaemonServer(app, { log: (line) => lines.push(line) });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    ends.push(() => server.close());
    port = (server.address() as { port: number }).port;
    const answer = await ask(port, "GET", { path: "/api/explode", token });
    expect([answer.status, answer.json.error.code, headerFault(answer.headers)]).toEqual([500, "INTERNAL", null]);
    expect(answer.text).not.toContain("secret detail");
    expect(lines.join()).toContain("secret detail");
  });
});

describe("the page's files", () => {
  const web = new URL("../../web/", import.meta.url);
  const own = readdirSync(web, { recursive: true, encoding: "utf8" }).filter((name) => /\.(tsx?|html|css)$/.test(name));

  it("hold no way to read text as markup, and no address outside this machine", () => {
    expect(own.length).toBeGreaterThan(10);
    for (const name of own) {
      const text = readFileSync(new URL(name, web), "utf8");
      expect([name, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|\beval\(|srcdoc|\sstyle=/.exec(text)?.[0]]).toEqual([
        name,
        undefined,
      ]);
      expect([name, /https?:\/\/(?!www\.w3\.org\/2000\/svg)/.exec(text)?.[0]]).toEqual([name, undefined]);
    }
  });

  it("are small enough to be there at once", async () => {
    const sizes = [...(await pageFiles()).values()].map(({ text }) => gzipSync(text).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(280_000);
  });
});
