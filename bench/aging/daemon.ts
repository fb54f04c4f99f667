// The daemon on a mind of some age: how long until it is ready, how much memory it has then, and how long `/api/health` takes
// while a question that takes long is answered, or all of them at once with a backup, doctor and an import beside it.

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { milliseconds, residentMb } from "../measure.ts";
import type { World } from "./grow.ts";

const LONG = {
  index: "/api/recall?q=question",
  recall: "/api/recall?q=work",
  sessions: "/api/sessions",
  costs: "/api/costs",
  rules: "/api/policy/rules",
  backtest: "/api/policy/backtest?days=3",
} as const;
const EVERY_MS = 40;

export interface OpenDaemon {
  readonly pid: number;
  readonly readyMs: number;
  /** In MB, when it was ready. */
  readonly resident: number;
  get(path: string): Promise<void>;
  /** The stream of events, as a page that is open reads it. */
  listen(): void;
  close(): void;
}

export async function openDaemon(program: string, { env, project, state }: Pick<World, "env" | "project" | "state">): Promise<OpenDaemon> {
  const began = performance.now();
  const child = spawn(process.execPath, [program, "serve", "--port", "0", "--json"], {
    env,
    cwd: project,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const { url } = JSON.parse(await firstLine(child.stdout)) as { url: string };
  const readyMs = performance.now() - began;
  const resident = residentMb(child.pid as number);
  const headers = { authorization: `Bearer ${readFileSync(join(state, "daemon/user.token"), "utf8")}` };
  const stop = new AbortController();
  return {
    pid: child.pid ?? 0,
    readyMs,
    resident,
    async get(path) {
      const answer = await fetch(`${url.slice(0, -1)}${path}`, { headers });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
    },
    listen: () =>
      void fetch(`${url.slice(0, -1)}/api/events`, { headers, signal: stop.signal })
        // Read and not kept.
        .then((answer) => answer.body?.pipeTo(new WritableStream()))
        // It ends when the benchmark does.
        .catch(() => undefined),
    close() {
      stop.abort();
      child.kill();
    },
  };
}

export async function daemonRows(program: string, world: World): Promise<Record<string, number>> {
  const daemon = await openDaemon(program, world);
  const { get } = daemon;
  const beside = (...args: readonly string[]) =>
    new Promise<void>((resolve, reject) => {
      const child = spawn(process.execPath, [program, ...args], { env: world.env, cwd: world.project, stdio: "ignore" });
      child.on("error", reject).on("close", () => resolve());
    });
  const folder = transcripts(world);
  const everything = () =>
    Promise.all([
      get(LONG.backtest),
      get(LONG.recall),
      get(LONG.costs),
      beside("backup", join(world.root, `kept-${process.pid}.tar.gz`)),
      beside("doctor", "--own"),
      beside("session", "import", "claude", folder),
    ]).then(() => get(LONG.index));
  try {
    console.log(`daemon: ready in ${daemon.readyMs.toFixed(0)} ms, ${daemon.resident.toFixed(0)} MB`);
    const metrics: Record<string, number> = { daemon_ready_ms: daemon.readyMs, daemon_mb: daemon.resident };
    daemon.listen();
    const works = { ...Object.fromEntries(Object.entries(LONG).map(([name, path]) => [name, () => get(path)])), everything };
    for (const [name, work] of Object.entries(works)) {
      const { took, waits } = await during(work, () => get("/api/health"));
      const at = (share: number) => waits[Math.floor(waits.length * share)] ?? Number.NaN;
      metrics[`health_p99_ms_during_${name}`] = at(0.99);
      console.log(
        `daemon: ${name.padEnd(10)} ${took.toFixed(0)} ms; health meanwhile p50 ${at(0.5).toFixed(0)}, p99 ${at(0.99).toFixed(0)}, at most ${at(0.9999).toFixed(0)} ms (${waits.length} times)`,
      );
    }
    return metrics;
  } finally {
    daemon.close();
    rmSync(join(world.root, `kept-${process.pid}.tar.gz`), { force: true });
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What another agent program wrote, to be imported while all else goes on. */
function transcripts({ root, project }: World): string {
  const folder = join(root, "transcripts");
  mkdirSync(folder, { recursive: true });
  for (let number = 0; number < TRANSCRIPTS; number++) {
    const sessionId = randomUUID();
    const line = (at: number) =>
      JSON.stringify({
        type: "user",
        uuid: randomUUID(),
        parentUuid: null,
        sessionId,
        cwd: project,
        timestamp: new Date(Date.now() - at * 1000).toISOString(),
        message: { role: "user", content: `question ${at} about the harbour and its boats` },
      });
    writeFileSync(join(folder, `${sessionId}.jsonl`), `${Array.from({ length: 50 }, (_, at) => line(50 - at)).join("\n")}\n`);
  }
  return folder;
}

const TRANSCRIPTS = 200;

/** How long `short` takes, again and again while `long` is at work; in order. */
async function during(long: () => Promise<unknown>, short: () => Promise<void>): Promise<{ took: number; waits: number[] }> {
  const waits: Promise<number>[] = [];
  let took: number | undefined;
  const work = milliseconds(long).then((ms) => (took = ms));
  do {
    waits.push(milliseconds(short));
    await Promise.race([work, pause(EVERY_MS)]);
  } while (took === undefined);
  return { took: await work, waits: (await Promise.all(waits)).sort((a, b) => a - b) };
}

export async function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  let text = "";
  for await (const chunk of stream) {
    text += String(chunk);
    if (text.includes("\n")) break;
  }
  return text.split("\n")[0] ?? "";
}
