// serve: one daemon for one mind, from the first look at the lock to the last request.

import { chmodSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { AppError, type Clock, type Random } from "../base/index.ts";
import { holdAlone, announce, DAEMON_LOCK, greetRunning } from "./presence.ts";
import { systemClock, systemRandom } from "../mind/machine.ts";
import type { Mind } from "../mind/open.ts";
import { apply } from "../mind/documents/remember.ts";
import { type App, createApp, loginUrl } from "./app.ts";
import { createChats } from "./chats/chats.ts";
import { startCarrying } from "./carrying.ts";
import { startWorker } from "./worker.ts";
import { createDaemonServer, type DaemonServer } from "./http.ts";
import type { HostsDoor } from "./requests/hostsDoor.ts";
import { createHub } from "./live/hub.ts";
import { startWatcher } from "./live/watcher.ts";
import { createThreads } from "./threads/threads.ts";
import { createLogins } from "./access/login.ts";
import { type PageFile, readPage } from "./page/pageFiles.ts";
import { createProjects } from "./projects.ts";
import { ROUTES } from "./routes/routeTable.ts";
import {
  createTokens,
  LOGINS_FILE,
  privateFolder,
  readPrivately,
  removeDaemonFiles,
  socketPath,
  writePrivately,
} from "./access/daemonTokens.ts";
import { createTries } from "./access/tries.ts";

const DEFAULT_PORT = 4777;
const PORTS_TRIED = 100;
const STOP_MS = 3_000;

export interface Serving {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** The page, with a one-time code behind the #. */
  readonly loginUrl: string;
  /** Takes no more requests, finishes those at work, removes the tokens. The mind stays open: it is the caller's. */
  stop(): Promise<void>;
}

export interface ServeOptions {
  /** Absent: 4777, or the next free one. 0: any free one. */
  readonly port?: number | undefined;
  readonly onReady?: ((serving: Serving) => void) | undefined;
  readonly log?: ((line: string) => void) | undefined;
  readonly clock?: Clock;
  readonly random?: Random;
  /** When background work begins, in ms. */
  readonly workAfter?: number | undefined;
  /** After how long without a word a chat of the page is over, in ms. */
  readonly chatIdleMs?: number | undefined;
  /** When a Git remote is first asked, and how long after a change, in ms. */
  readonly carry?: { readonly firstAfter?: number; readonly calm?: number } | undefined;
  /** Where models and their keys are looked for. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The way to other agent programs; without it the page can connect none. */
  readonly hosts?: HostsDoor | undefined;
  /** What takes long is read in threads: only for a mind that was opened without options of its own. */
  readonly threads?: boolean | undefined;
  /** The page's files, where they are not those beside the program. */
  readonly page?: ReadonlyMap<string, PageFile>;
}

export async function serve(mind: Mind, options: ServeOptions = {}): Promise<Serving> {
  const { port } = options;
  if (port !== undefined && (!Number.isInteger(port) || port < 0 || port > 65_535))
    throw new AppError("BAD_INPUT", `${port} is not a port`, { hint: "Give a number from 1024 to 65535." });
  const release = await becomeTheOnlyOne(mind);
  try {
    const log = options.log ?? (() => {});
    const written = await applyPending(mind);
    if (written !== "") log(written);
    const serving = await start(mind, { ...options, log, release });
    options.onReady?.(serving);
    return serving;
  } catch (error) {
    await release();
    throw error;
  }
}

/** Tries for a moment: another start may be between its lock and its daemon.json, or somebody only asked for it. */
async function becomeTheOnlyOne(mind: Mind): Promise<() => Promise<void>> {
  for (let attempt = 0; attempt < 10; attempt++) {
    const held = await holdAlone(mind, DAEMON_LOCK);
    if (held.kind === "held") return held.release;
    const running = await greetRunning(mind);
    if (running)
      throw new AppError("ALREADY_EXISTS", `a daemon serves this mind already at ${running.url}`, {
        hint: `Open ${running.loginUrl}`,
        data: { ...running },
      });
    await pause(200);
  }
  throw new AppError("ALREADY_EXISTS", "a daemon is running for this mind but does not answer", {
    hint: "Stop that process and start again.",
  });
}

/** What was pending since the last time, in a line; "" where nothing was. The page is shown on a disk that cannot be written too. */
async function applyPending(mind: Mind): Promise<string> {
  try {
    // Other servers are asked by the worker: the page does not wait for them.
    const { receipts, problems } = await apply(mind, { patience: 0 });
    const counted = Object.entries({ applied: "written", proposed: "to approve", staged: "in conflict" }).map(
      ([status, said]) => [receipts.filter((receipt) => receipt.status === status).length, said] as const,
    );
    const parts = [
      ...counted.filter(([count]) => count > 0).map(([count, said]) => `${count} ${said}`),
      ...problems.map(({ file, error }) => `${file}: ${error.message}`),
    ];
    return parts.length === 0 ? "" : `pending changes: ${parts.join(", ")}`;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `pending entries could not be applied: ${error.message}`;
  }
}

async function start(mind: Mind, options: ServeOptions & { log: (line: string) => void; release: () => Promise<void> }): Promise<Serving> {
  const { clock = systemClock, random = systemRandom, log, release } = options;
  const { state } = mind.where;
  const logins = createLogins({
    clock,
    random,
    shelf: { read: () => readPrivately(state, LOGINS_FILE), write: (text) => writePrivately(state, LOGINS_FILE, text, random) },
  });
  // Kept apart from the server, which forgets its address when it closes while the last requests are still at work.
  let port = 0;
  const hub = createHub(random.hex(4));
  const chats = createChats(mind, hub, { log, idleMs: options.chatIdleMs, ...(options.env === undefined ? {} : { env: options.env }) });
  const threads = options.threads === true ? createThreads(mind, hub, log) : null;
  const projects = createProjects(mind);
  const app = createApp({
    mind,
    projects,
    routes: ROUTES,
    page: options.page ?? readPage(),
    logins,
    hub,
    chats,
    hosts: options.hosts ?? null,
    threads,
    tries: createTries(clock),
    port: () => port,
  });
  const daemon = createDaemonServer(app, { log });
  port = await listen(daemon.server, options.port);
  const beside = await listenBeside(app, state, log);
  const facts = { url: `http://127.0.0.1:${port}/`, port, pid: process.pid };
  const carrying = startCarrying(mind, { log, ...options.carry });
  const watching = await startWatcher(mind, hub, log, carrying.changed);
  const worker = startWorker(mind, hub, { model: () => chats.languageModel(), log, firstAfter: options.workAfter });
  const stop = async () => {
    await carrying.close();
    await worker.close();
    await chats.close();
    await watching.close();
    await threads?.close();
    await projects.close();
    hub.close();
    await Promise.all([close(daemon), ...(beside === null ? [] : [close(beside)])]);
    removeDaemonFiles(mind.where.state);
    await release();
  };
  try {
    createTokens(mind.where.state, random);
    announce(mind, facts, random);
  } catch (error) {
    await stop();
    throw error;
  }
  let stopped: Promise<void> | undefined;
  return { ...facts, loginUrl: loginUrl(port, logins.newCode()), stop: () => (stopped ??= stop()) };
}

/** A port that was asked for is meant: tunnels and other machines' addresses name it. Otherwise the next free one will do. */
async function listen(server: Server, wanted: number | undefined): Promise<number> {
  const [first, last] = wanted === undefined ? [DEFAULT_PORT, DEFAULT_PORT + PORTS_TRIED - 1] : [wanted, wanted];
  for (let port = first; port <= last; port++) {
    if (await tryPort(server, port)) return (server.address() as AddressInfo).port;
  }
  throw new AppError("IO", wanted === undefined ? `no free port from ${first} to ${last}` : `port ${wanted} is taken by another program`, {
    hint: "Give another one with --port.",
  });
}

/** The same app, guard and tokens over a socket that only this user can reach. */
async function listenBeside(app: App, state: string, log: (line: string) => void): Promise<DaemonServer | null> {
  const path = socketPath(state);
  if (path === null) return null;
  privateFolder(state);
  // Left by a daemon that died: the lock says that none lives.
  rmSync(path, { force: true });
  const daemon = createDaemonServer(app, { log });
  await new Promise<void>((resolve, reject) => daemon.server.once("error", reject).listen({ path }, resolve));
  chmodSync(path, 0o600);
  return daemon;
}

function tryPort(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) => {
      server.off("listening", listening);
      if (error.code === "EADDRINUSE") resolve(false);
      else
        reject(
          new AppError("IO", `port ${port} cannot be used: ${error.message}`, { cause: error, hint: "Give another one with --port." }),
        );
    };
    const listening = () => {
      server.off("error", failed);
      resolve(true);
    };
    server.once("error", failed).once("listening", listening);
    // The address, never a name: `localhost` could also mean an interface that others reach.
    server.listen({ port, host: "127.0.0.1", exclusive: true });
  });
}

async function close({ server, settled }: DaemonServer): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), STOP_MS);
  await closed;
  clearTimeout(timer);
  // A connection that was cut may have left work behind: a write that has begun is finished before the lock is given back.
  await settled();
}
