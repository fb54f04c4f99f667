// Sending a session to the database, and fetching it on another machine; beside writing the same bytes to a file of this
// disk with a hash. How many events: an argument, 100,000 unless told.

import { createHash, randomBytes } from "node:crypto";
import {
  appendFileSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Random } from "../src/base/index.ts";
import { sendLogs } from "../src/sharing/sending.ts";
import { type Mind, openMind } from "../src/mind/open.ts";
import { reach } from "../src/activity/otherMachines.ts";
import { startSession, verify } from "../src/activity/sessions.ts";
import { openShared } from "../src/store/index.ts";
import { noPostgres, startPostgres } from "../test/server.ts";

const random: Random = { hex: (bytes) => randomBytes(bytes).toString("hex"), unit: () => Math.random() };
const WORDS = "the harbour was quiet and the ferry came late so we went home by the long road past the mill and the old school".split(" ");

export default async function benchSend(options: readonly string[]): Promise<Record<string, number>> {
  if (noPostgres !== null) throw new Error(noPostgres);
  const events = Number(options[0] ?? 100_000);
  const folder = mkdtempSync(join(tmpdir(), "codicil-bench-"));
  const server = await startPostgres(["-c", "fsync=on"]);
  const minds: Mind[] = [];
  try {
    const address = server.address("bench");
    const first = await openShared({ address, random, machine: "first", mayMigrate: true });
    await first.now();
    await first.close();
    const machine = async (name: string): Promise<Mind> => {
      const home = join(folder, name, "home");
      mkdirSync(join(home, "last-word"), { recursive: true });
      mkdirSync(join(folder, name, "project", ".git"), { recursive: true });
      writeFileSync(join(home, "last-word/config.yaml"), `store: "${address}"\n`);
      const mind = await openMind({ home, state: join(folder, name, "state"), cwd: join(folder, name, "project"), env: { HOME: folder } });
      minds.push(mind);
      return mind;
    };
    const [here, there] = [await machine("here"), await machine("there")];
    const { header } = await startSession(here);
    const file = join(here.where.state, "sessions", `${header.sessionId}.jsonl`);
    fill(file, header.sessionId, events);
    const megabytes = statSync(file).size / 1e6;

    const copied = timed(() => copyBare(file, join(folder, "bare")));
    const before = process.cpuUsage();
    const sent = await timedAsync(() => sendLogs(here));
    const used = process.cpuUsage(before);
    const cpu = (used.user + used.system) / events;
    const peak = () => Math.round(process.resourceUsage().maxRSS / 1024);
    const peakSent = peak();
    const again = await timedAsync(async () => sendLogs(await reopened(here, minds)));
    const fetched = await timedAsync(() => reach(there, header.sessionId));
    const peakFetched = peak();
    const verified = await verify(there, header.sessionId);
    console.log(`${events} events, ${megabytes.toFixed(0)} MB; a bare copy with a hash ${copied.toFixed(0)} ms`);
    console.log(
      `sent in ${sent.toFixed(0)} ms: ${((events / sent) * 1000).toFixed(0)} events/s, ${cpu.toFixed(0)} µs of this process' time for each; nothing new, in another process' place: ${again.toFixed(0)} ms`,
    );
    console.log(
      `fetched on another machine in ${fetched.toFixed(0)} ms: ${((events / fetched) * 1000).toFixed(0)} events/s; verified ${verified.ok ? "as it was" : "and found DAMAGED"}`,
    );
    console.log(`memory at most: ${peakSent} MB when it was sent, ${peakFetched} when it was fetched, ${peak()} when it was verified`);
    return {
      events,
      sent_per_s: (events / sent) * 1000,
      fetched_per_s: (events / fetched) * 1000,
      to_bare_copy: sent / copied,
      cpu_us: cpu,
      again_ms: again,
      peak_mb: peakFetched,
      ok: verified.ok ? 1 : 0,
    };
  } finally {
    for (const mind of minds) await mind.close();
    await server.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function reopened({ where }: Mind, minds: Mind[]): Promise<Mind> {
  const mind = await openMind({ home: where.home, state: where.state, cwd: where.cwd, env: { HOME: where.userHome } });
  minds.push(mind);
  return mind;
}

/** Lines that the program would write, only faster: results of tools, which most of a session is and recall does not index. */
function fill(file: string, sessionId: string, events: number): void {
  let parentId: string | null = null;
  for (let from = 0; from < events; from += 10_000) {
    const lines: string[] = [];
    for (let at = from; at < Math.min(events, from + 10_000); at++) {
      const id = `ev_${at.toString(16).padStart(16, "0")}`;
      const text = Array.from({ length: 40 }, (_, word) => WORDS[(at * 7 + word * 13) % WORDS.length]).join(" ");
      lines.push(
        JSON.stringify({
          id,
          parentId,
          seq: at + 2,
          sessionId,
          clientId: "codicil",
          ts: 1_700_000_000_000 + at,
          type: "tool_result",
          message: {
            role: "tool_result",
            content: [{ type: "tool_result", toolCallId: id, toolName: "shell", result: { content: [{ type: "text", text }] } }],
          },
        }),
      );
      parentId = id;
    }
    appendFileSync(file, `${lines.join("\n")}\n`);
  }
}

function copyBare(from: string, to: string): void {
  const [source, target, hash] = [openSync(from, "r"), openSync(to, "w"), createHash("sha256")];
  const buffer = Buffer.alloc(1024 * 1024);
  for (let count = readSync(source, buffer); count > 0; count = readSync(source, buffer)) {
    hash.update(buffer.subarray(0, count));
    writeSync(target, buffer, 0, count);
  }
  fsyncSync(target);
  hash.digest();
  closeSync(source);
  closeSync(target);
}

function timed(work: () => void): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

async function timedAsync(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
