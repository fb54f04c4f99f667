// The daemon on a mind of some age: how long until it is ready, how much memory it has then, and how long `/api/health` takes
// while a question that takes long is answered.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { milliseconds } from "../measure.ts";
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

export async function daemonRows(program: string, { env, project, state }: World): Promise<Record<string, number>> {
  const began = performance.now();
  const child = spawn(process.execPath, [program, "serve", "--port", "0", "--json"], {
    env,
    cwd: project,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const { url } = JSON.parse(await firstLine(child.stdout)) as { url: string };
    const ready = performance.now() - began;
    const resident = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024;
    const authorization = `Bearer ${readFileSync(join(state, "daemon/user.token"), "utf8")}`;
    const get = async (path: string) => {
      const answer = await fetch(`${url.slice(0, -1)}${path}`, { headers: { authorization } });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
    };
    console.log(`daemon: ready in ${ready.toFixed(0)} ms, ${resident.toFixed(0)} MB`);
    const metrics: Record<string, number> = { daemon_ready_ms: ready, daemon_mb: resident };
    for (const [name, path] of Object.entries(LONG)) {
      const { took, waits } = await during(
        () => get(path),
        () => get("/api/health"),
      );
      const at = (share: number) => waits[Math.floor(waits.length * share)] ?? Number.NaN;
      metrics[`health_p99_ms_during_${name}`] = at(0.99);
      console.log(
        `daemon: ${name.padEnd(9)} ${took.toFixed(0)} ms; health meanwhile p50 ${at(0.5).toFixed(0)}, p99 ${at(0.99).toFixed(0)} ms (${waits.length} times)`,
      );
    }
    return metrics;
  } finally {
    child.kill();
  }
}

/** How long `short` takes, again and again while `long` is at work; in order. */
async function during(long: () => Promise<void>, short: () => Promise<void>): Promise<{ took: number; waits: number[] }> {
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
