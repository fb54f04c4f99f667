// Presence: where this mind's daemon is, for those who start one and for its clients.

import { Agent, request } from "node:http";
import { AppError, objectIn, type Random } from "../base/index.ts";
import type { Mind } from "../mind/open.ts";
import { DAEMON_FILE, type Holder, readPrivately, socketPath, tokenOf, writePrivately } from "./access/daemonTokens.ts";

interface DaemonFacts {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
}

/** The lock that the daemon of a mind holds for as long as it lives. */
export const DAEMON_LOCK = "daemon";

/** The running daemon's token, for its owner. Nothing is sent to find out: a stranger on the old port learns no token. */
export function readToken(mind: Mind, holder: Holder): string {
  const facts = readFacts(mind);
  const token = facts !== null && isAlive(facts.pid) ? tokenOf(mind.where.state, holder) : null;
  if (token !== null) return token;
  throw new AppError("NOT_FOUND", "no daemon runs for this mind", { hint: "Start one: codicil serve." });
}

/** Whether a daemon of this mind lives; nothing is sent to find out. */
export function isServed(mind: Mind): boolean {
  const facts = readFacts(mind);
  return facts !== null && isAlive(facts.pid);
}

export function announce(mind: Mind, facts: DaemonFacts, random: Random): void {
  writePrivately(mind.where.state, DAEMON_FILE, `${JSON.stringify(facts)}\n`, random);
}

/** null where it is not ours, or damaged. */
function readFacts(mind: Mind): DaemonFacts | null {
  const { url, port, pid } = objectIn<DaemonFacts>(readPrivately(mind.where.state, DAEMON_FILE)) ?? {};
  return typeof url === "string" && Number.isInteger(port) && Number.isInteger(pid) ? ({ url, port, pid } as DaemonFacts) : null;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    // ESRCH: it died without tidying up. EPERM: the number belongs to somebody else's process by now.
    return false;
  }
}

/** What a second start is told about the first: it answers, it is the one that daemon.json names, and here is a link. */
export async function greetRunning(mind: Mind): Promise<(DaemonFacts & { readonly loginUrl: string }) | null> {
  const facts = readFacts(mind);
  const token = tokenOf(mind.where.state, "user");
  if (facts === null || token === null) return null;
  const state = mind.where.state;
  const health = await ask(state, facts, { method: "GET", path: "/api/health", token });
  if (health?.["pid"] !== facts.pid) return null;
  const link = await ask(state, facts, { method: "POST", path: "/api/login-codes", token });
  return typeof link?.["url"] === "string" ? { ...facts, loginUrl: link["url"] } : null;
}

/**
 * Over the socket where there is one: whoever took the port after a crash would be handed the token. An agent of its
 * own: the global one may be told by the environment to use a proxy. null: no sensible answer.
 */
function ask(
  state: string,
  { port }: DaemonFacts,
  call: { method: string; path: string; token: string },
): Promise<Record<string, unknown> | null> {
  return new Promise((resolve) => {
    const agent = new Agent();
    const headers = { Authorization: `Bearer ${call.token}`, Host: `127.0.0.1:${port}` };
    const path = socketPath(state);
    const way = path === null ? { host: "127.0.0.1", port } : { socketPath: path };
    const sent = request({ ...way, agent, method: call.method, path: call.path, headers, timeout: 2_000 }, async (response) => {
      try {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk as Buffer);
        resolve(response.statusCode === 200 ? (JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>) : null);
      } catch {
        // Broken off, or no JSON: whoever answers there is not our daemon.
        resolve(null);
      }
    });
    sent.on("timeout", () => sent.destroy());
    sent.on("error", () => resolve(null));
    sent.end();
  });
}

// One holder per mind of a thing there may be only one of, such as its daemon. The kernel gives the lock back
// when the holder dies, so nothing has to be tidied up after a crash.
type Held = { readonly kind: "held"; readonly release: () => Promise<void> } | { readonly kind: "busy" };

export function holdAlone(mind: Mind, name: string): Promise<Held> {
  return new Promise((answer, fail) => {
    let letGo = () => {};
    const until = new Promise<void>((resolve) => (letGo = resolve));
    const held = async () => {
      answer({
        kind: "held",
        release: async () => {
          letGo();
          await locked;
        },
      });
      await until;
    };
    const locked = mind.deps.storeFor(null).lock(`alone ${name}`, held, { retries: 0 });
    locked.then(({ kind }) => kind === "busy" && answer({ kind: "busy" }), fail);
  });
}
