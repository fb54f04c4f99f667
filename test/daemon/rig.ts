// A real daemon on a real mind in a temporary home, and two ways to talk to it: HTTP with every header in one's own
// hand, and plain bytes over a socket.

import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "../../src/base/index.ts";
import { serve, type ServeOptions, type Serving } from "../../src/daemon/index.ts";
import type { PageFile } from "../../src/daemon/page/pageFiles.ts";
import { begin } from "../../src/mind/documents/begin.ts";
import { type Mind, openMind } from "../../src/mind/open.ts";
import { flush, plan } from "../../src/mind/documents/remember.ts";
import { type BuiltPage, buildPage } from "../../scripts/build/page.ts";
import { gunzipSync } from "node:zlib";

export interface Daemon {
  readonly mind: Mind;
  readonly serving: Serving;
  readonly port: number;
  readonly home: string;
  readonly state: string;
  readonly lines: string[];
  readonly user: string;
  readonly agent: string;
  readonly code: string;
  ask(method: string, path: string, options?: AskOptions): Promise<Answer>;
  stop(): Promise<void>;
}

export interface AskOptions {
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly json?: unknown;
  readonly body?: string | Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly json: any;
}

export async function newMind(
  folder = mkdtempSync(join(tmpdir(), "codicil-daemon-")),
  clock?: Clock,
): Promise<{ mind: Mind; folder: string }> {
  const cwd = join(folder, "project");
  mkdirSync(cwd, { recursive: true });
  const mind = await openMind({
    home: join(folder, "home"),
    state: join(folder, "state"),
    cwd,
    env: { HOME: folder },
    ...(clock ? { clock } : {}),
  });
  return { mind, folder };
}

/** The page as it is now: of this run's bundle, or built from the source. */
let page: Promise<ReadonlyMap<string, PageFile>> | undefined;
export function pageFiles(): Promise<ReadonlyMap<string, PageFile>> {
  const dist = process.env["CODICIL_TEST_DIST"];
  const files = async () =>
    dist === undefined ? await buildPage() : (JSON.parse(gunzipSync(readFileSync(join(dist, "page.json.gz"))).toString()) as BuiltPage);
  return (page ??= files().then((built) => new Map(Object.entries(built) as [string, PageFile][])));
}

export async function startDaemon(options: ServeOptions & { readonly before?: (mind: Mind) => Promise<unknown> } = {}): Promise<Daemon> {
  const { mind, folder } = await newMind(undefined, options.clock);
  await begin(mind);
  await options.before?.(mind);
  const lines: string[] = [];
  const serving = await serve(mind, { port: 0, page: await pageFiles(), log: (line) => lines.push(line), ...options });
  const token = (name: string) => readFileSync(join(mind.where.state, "daemon", `${name}.token`), "utf8");
  const [user, agent] = [token("user"), token("agent")];
  return {
    mind,
    serving,
    port: serving.port,
    home: mind.where.home,
    state: mind.where.state,
    lines,
    user,
    agent,
    code: serving.loginUrl.replace(/^.*#code=/, ""),
    ask: (method, path, how = {}) =>
      ask(serving.port, method, { path, ...how, ...(how.token === null ? {} : { token: how.token ?? user }) }),
    stop: async () => {
      await serving.stop();
      await mind.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Sends exactly the headers that are named, Host among them. `token: null` sends none. */
export function ask(
  port: number,
  method: string,
  { path, token, headers = {}, json, body }: AskOptions & { readonly path: string },
): Promise<Answer> {
  const payload = json === undefined ? body : JSON.stringify(json);
  return new Promise((resolve, reject) => {
    const sent = request({
      host: "127.0.0.1",
      port,
      method,
      path,
      agent: new Agent(),
      setHost: false,
      headers: {
        Host: `127.0.0.1:${port}`,
        ...(token === undefined || token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...(json === undefined ? {} : { "Content-Type": "application/json" }),
        ...(payload === undefined ? {} : { "Content-Length": Buffer.byteLength(payload) }),
        ...headers,
      },
    });
    sent.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        const isJson = String(response.headers["content-type"]).startsWith("application/json") && text !== "";
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined });
        sent.destroy();
      });
    });
    sent.on("error", reject);
    sent.end(payload);
  });
}

/** Everything that comes back for these bytes until the other side closes, or a moment passed in silence. */
export function raw(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    let got = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    const finish = () => {
      socket.destroy();
      resolve(got);
    };
    socket.setTimeout(250, finish);
    socket.on("data", (chunk) => (got += chunk.toString("latin1")));
    socket.on("close", finish);
    // A reset by the daemon is an answer too: what came before it is returned.
    socket.on("error", finish);
  });
}

export async function propose(mind: Mind, content: string, heading = "Tone"): Promise<string> {
  const { entry } = await plan(mind, { path: "SOUL.md", heading, operation: "update", content, session: "s1" });
  await flush(mind, "s1");
  return entry;
}

/** A clock that does not move by itself. */
export function setClock(): Clock & { forward(ms: number): void } {
  let at = Date.UTC(2026, 10, 15, 12);
  return { now: () => new Date(at), timeZone: "UTC", forward: (ms) => void (at += ms) };
}
