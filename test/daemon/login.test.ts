import { request } from "node:http";
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type Answer, ask, type Daemon, setClock, startDaemon } from "./rig.ts";

let daemon: Daemon | undefined;
afterEach(async () => {
  await daemon?.stop();
  daemon = undefined;
});

const login = (at: Daemon, code: string) => at.ask("POST", "/api/login", { token: null, json: { code } });

describe("login by a one-time code", () => {
  it("gives a cookie that no script reads and no other site sends, and a header token; both together open the door", async () => {
    daemon = await startDaemon();
    const answer = await login(daemon, daemon.code);
    expect(answer.status).toBe(200);
    expect(answer.json.token).toMatch(/^[0-9a-f]{64}$/);
    const [cookie] = answer.headers["set-cookie"] as string[];
    expect(cookie).toMatch(new RegExp(`^codicil_${daemon.port}=[0-9a-f]{64}; HttpOnly; SameSite=Strict; Path=/api; Max-Age=\\d+$`));
    const pair = cookie?.split(";")[0] as string;
    const with_ = async (headers: Record<string, string>) =>
      (await (daemon as Daemon).ask("GET", "/api/documents", { token: null, headers })).status;
    expect(await with_({ Cookie: pair, "X-Codicil-Token": answer.json.token })).toBe(200);
    expect(await with_({ Cookie: pair })).toBe(401);
    expect(await with_({ "X-Codicil-Token": answer.json.token })).toBe(401);
    expect(await with_({ Cookie: pair, "X-Codicil-Token": "0".repeat(64) })).toBe(401);
    expect(await with_({ Cookie: `codicil_${daemon.port}=${"0".repeat(64)}`, "X-Codicil-Token": answer.json.token })).toBe(401);
    // Another program on this machine can plant a cookie of our name; the owner stays logged in.
    expect(await with_({ Cookie: `codicil_${daemon.port}=planted; ${pair}`, "X-Codicil-Token": answer.json.token })).toBe(200);
  });

  it("works once", async () => {
    daemon = await startDaemon();
    expect((await login(daemon, daemon.code)).status).toBe(200);
    const again = await login(daemon, daemon.code);
    expect(again.status).toBe(401);
    expect(again.json.error.code).toBe("NOT_LOGGED_IN");
    expect(again.headers["set-cookie"]).toBeUndefined();
  });

  it("ends after ten minutes unused", async () => {
    const clock = setClock();
    daemon = await startDaemon({ clock });
    clock.forward(10 * 60_000);
    expect((await login(daemon, daemon.code)).status).toBe(401);
  });

  it("lasts half a day", async () => {
    const clock = setClock();
    daemon = await startDaemon({ clock });
    const { headers, json } = await login(daemon, daemon.code);
    const mine = { Cookie: (headers["set-cookie"] as string[])[0]?.split(";")[0] as string, "X-Codicil-Token": json.token as string };
    clock.forward(11 * 3_600_000);
    expect((await daemon.ask("GET", "/api/health", { token: null, headers: mine })).status).toBe(200);
    clock.forward(2 * 3_600_000);
    expect((await daemon.ask("GET", "/api/health", { token: null, headers: mine })).status).toBe(401);
  });

  it("another code can be had with the person's token", async () => {
    daemon = await startDaemon();
    const { json } = await daemon.ask("POST", "/api/login-codes");
    expect(json.url).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${daemon.port}/#code=[0-9a-f]{64}$`));
    expect((await login(daemon, json.url.replace(/^.*#code=/, ""))).status).toBe(200);
    expect((await login(daemon, daemon.code)).status).toBe(200);
  });

  it("a browser that is logged in keeps its cookie, for its other tabs; a cookie that nobody gave out is not kept", async () => {
    daemon = await startDaemon();
    const at = daemon;
    const cookieOf = ({ headers }: { headers: Answer["headers"] }) => (headers["set-cookie"] as string[])[0]?.split(";")[0] as string;
    const again = async (cookie: string) => {
      const code = (await at.ask("POST", "/api/login-codes")).json.url.replace(/^.*#code=/, "");
      return at.ask("POST", "/api/login", { token: null, headers: { Cookie: cookie }, json: { code } });
    };
    const first = await login(daemon, daemon.code);
    const second = await again(cookieOf(first));
    expect(cookieOf(second)).toBe(cookieOf(first));
    expect(second.json.token).not.toBe(first.json.token);
    for (const { json } of [first, second])
      expect(
        (await at.ask("GET", "/api/health", { token: null, headers: { Cookie: cookieOf(first), "X-Codicil-Token": json.token } })).status,
      ).toBe(200);
    const planted = `codicil_${daemon.port}=${"0".repeat(64)}`;
    expect(cookieOf(await again(planted))).not.toBe(planted);
  });

  it("refuses a login without a code, and a code that is no text", async () => {
    daemon = await startDaemon();
    expect((await daemon.ask("POST", "/api/login", { token: null, json: {} })).status).toBe(400);
    expect((await daemon.ask("POST", "/api/login", { token: null, json: { code: { $ne: "" } } })).status).toBe(400);
    expect((await daemon.ask("GET", `/api/login?code=${daemon.code}`, { token: null })).status).toBe(405);
  });
});

describe("wrong tokens", () => {
  it("are answered with 429 from the 20th in a minute, while a right token and a right code are never limited", async () => {
    const clock = setClock();
    daemon = await startDaemon({ clock });
    const statuses: number[] = [];
    for (let n = 0; n < 15; n++) statuses.push((await daemon.ask("GET", "/api/health", { token: "f".repeat(64) })).status);
    // Codes and tokens share one count, and asking without any is not counted.
    expect((await daemon.ask("GET", "/api/health", { token: null })).status).toBe(401);
    for (let n = 0; n < 10; n++) statuses.push((await login(daemon, "f".repeat(64))).status);
    expect(statuses).toEqual([...Array<number>(19).fill(401), ...Array<number>(6).fill(429)]);
    const limited = await daemon.ask("GET", "/api/health", { token: "f".repeat(64) });
    expect(limited.headers["retry-after"]).toBe("60");
    expect(limited.json.error.code).toBe("TOO_MANY_TRIES");
    expect((await daemon.ask("GET", "/api/health")).status).toBe(200);
    expect((await daemon.ask("GET", "/api/health", { token: daemon.agent })).status).toBe(200);
    expect((await login(daemon, daemon.code)).status).toBe(200);
    clock.forward(60_000);
    expect((await daemon.ask("GET", "/api/health", { token: "f".repeat(64) })).status).toBe(401);
  });

  it("of requests from a foreign page are not counted, because they are refused before anybody looks at them", async () => {
    daemon = await startDaemon();
    for (let n = 0; n < 25; n++)
      expect((await daemon.ask("GET", "/api/health", { token: "f".repeat(64), headers: { Origin: "https://evil.example" } })).status).toBe(
        403,
      );
    expect((await daemon.ask("GET", "/api/health", { token: "f".repeat(64) })).status).toBe(401);
  });
});

describe("the token files", () => {
  it.skipIf(process.platform === "win32")("lie in a folder and in files that only their owner can open", async () => {
    daemon = await startDaemon();
    const folder = join(daemon.state, "daemon");
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(readdirSync(folder).sort()).toEqual(["agent.token", "daemon.json", "daemon.sock", "user.token"]);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    expect(daemon.user).toMatch(/^[0-9a-f]{64}$/);
    expect(daemon.agent).not.toBe(daemon.user);
  });

  it.skipIf(process.platform === "win32")("are asked for over the socket as well, by the same guard", async () => {
    daemon = await startDaemon();
    const socketPath = join(daemon.state, "daemon", "daemon.sock");
    const over = (headers: Record<string, string>) =>
      new Promise<number>((resolve, reject) => {
        request({ socketPath, path: "/api/status", setHost: false, headers }, (answer) => resolve(answer.resume().statusCode ?? 0))
          .on("error", reject)
          .end();
      });
    const Host = `127.0.0.1:${daemon.port}`;
    expect(await over({ Host, Authorization: `Bearer ${daemon.user}` })).toBe(200);
    expect(await over({ Host })).toBe(401);
    expect(await over({ Host: "evil.example", Authorization: `Bearer ${daemon.user}` })).toBe(403);
  });

  it("are read again for every request: a token that was replaced or removed is wrong at once", async () => {
    daemon = await startDaemon();
    const file = join(daemon.state, "daemon", "user.token");
    writeFileSync(file, "1".repeat(64));
    expect((await daemon.ask("GET", "/api/health")).status).toBe(401);
    expect((await daemon.ask("GET", "/api/health", { token: "1".repeat(64) })).status).toBe(200);
    rmSync(file);
    expect((await daemon.ask("GET", "/api/health", { token: "1".repeat(64) })).status).toBe(401);
    writeFileSync(file, "", { mode: 0o600 });
    expect((await daemon.ask("GET", "/api/health", { token: null, headers: { Authorization: "Bearer " } })).status).toBe(401);
  });

  it.skipIf(process.platform === "win32")(
    "are not trusted when others could read them, or when something else is in their place",
    async () => {
      daemon = await startDaemon();
      const file = join(daemon.state, "daemon", "user.token");
      chmodSync(file, 0o644);
      expect((await daemon.ask("GET", "/api/health")).status).toBe(401);
      chmodSync(file, 0o600);
      expect((await daemon.ask("GET", "/api/health")).status).toBe(200);
      rmSync(file);
      symlinkSync(join(daemon.state, "daemon", "agent.token"), file);
      const asAgent = await ask(daemon.port, "PUT", {
        path: "/api/documents/USER.md",
        token: daemon.agent,
        json: { text: "x" },
        headers: { "If-None-Match": "*" },
      });
      expect(asAgent.status).toBe(403);
      rmSync(file);
      mkdirSync(file);
      expect((await daemon.ask("GET", "/api/health")).status).toBe(401);
      rmSync(file, { recursive: true });
    },
  );
});
