// How sessions scale: a log of a million events with a branch of 300, appending, and the snapshot of a fresh session in a
// repository of twenty thousand files. `npm run bench -- session [EVENTS] [--giant]`; --giant adds a log of 2 GB,
// --append does nothing but append.

import { spawnSync } from "node:child_process";
import { closeSync, existsSync, fsyncSync, mkdirSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freeze, type Mind, openMind } from "../src/index.ts";
import { append, buildContext, contextOf, openSession, startSession } from "../src/activity/sessions.ts";
import { median, milliseconds } from "./measure.ts";

const BRANCH = 300;

export default async function benchSession(options: readonly string[]): Promise<Record<string, number>> {
  if (options[0] === "child") return child(options[1] ?? "", options[2] ?? "");
  const folder = mkdtempSync(join(tmpdir(), "codicil-bench-"));
  try {
    if (options.includes("--append")) return await appending(folder);
    const count = Number(options.find((each) => /^\d+$/.test(each)) ?? 1_000_000);
    const large = context(folder, "large", count, 500);
    const giant = options.includes("--giant") ? context(folder, "giant", 1_000_000, 2150) : {};
    return {
      ...large,
      ...Object.fromEntries(Object.entries(giant).map(([name, value]) => [`giant_${name}`, value])),
      ...(await appending(folder)),
      ...(await snapshot(folder)),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Branches of 300 behind one another in the file; the last one is the active one. Each question in a process of its own. */
function context(folder: string, id: string, count: number, bytes: number): Record<string, number> {
  const file = writeLog(folder, id, count, bytes);
  const megabytes = statSync(file).size / 1e6;
  const cold = ask(folder, id);
  if (!existsSync(join(folder, `state/index/sessions/${id}.idx`))) throw new Error("no side index was written");
  const warm = Array.from({ length: 5 }, () => ask(folder, id)).sort((a, b) => (a["context_ms"] ?? 0) - (b["context_ms"] ?? 0))[2] ?? {};
  console.log(
    `${count} events, ${megabytes.toFixed(0)} MB, branch of ${BRANCH}: first context ${cold["context_ms"]} ms (${cold["cpu_ms"]} ms of processor time) with ${cold["resident_mb"]} MB resident; with the side index ${warm["context_ms"]} ms (${warm["cpu_ms"]}) with ${warm["resident_mb"]} MB`,
  );
  return {
    log_mb: megabytes,
    first_ms: cold["context_ms"] ?? 0,
    first_cpu_ms: cold["cpu_ms"] ?? 0,
    warm_ms: warm["context_ms"] ?? 0,
    warm_cpu_ms: warm["cpu_ms"] ?? 0,
    resident_mb: Math.max(cold["resident_mb"] ?? 0, warm["resident_mb"] ?? 0),
    append_first_ms: warm["append_ms"] ?? 0,
  };
}

function writeLog(folder: string, id: string, count: number, bytes: number): string {
  mkdirSync(join(folder, "state/sessions"), { recursive: true });
  const file = join(folder, `state/sessions/${id}.jsonl`);
  const fd = openSync(file, "w");
  const base = { sessionId: id, clientId: "bench", ts: 1_760_000_000_000 };
  writeSync(fd, `${JSON.stringify({ version: 1, sessionId: id, deviceId: "bench", createdAt: base.ts, meta: {} })}\n`);
  const words = "The quick brown fox jumps over the lazy dog, 快速的棕色狐狸. ".repeat(60).slice(0, bytes - 280);
  for (let at = 0; at < count;) {
    const lines: string[] = [];
    for (const stop = Math.min(count, at + 2000); at < stop; at++) {
      const kind = ["user_message", "assistant_message", "tool_result"][at % 3] ?? "";
      const role = ["user", "assistant", "tool_result"][at % 3];
      lines.push(
        JSON.stringify({
          id: eventId(at),
          parentId: at % BRANCH === 0 ? null : eventId(at - 1),
          seq: at + 1,
          ...base,
          type: kind,
          message: { role, content: [{ type: "text", text: `${at} ${words}` }] },
        }),
      );
    }
    writeSync(fd, `${lines.join("\n")}\n`);
  }
  fsyncSync(fd);
  closeSync(fd);
  return file;
}

const eventId = (at: number) => `ev_${at.toString(16).padStart(16, "0")}`;

function ask(folder: string, id: string): Record<string, number> {
  const run = fileURLToPath(new URL("run.ts", import.meta.url));
  const done = spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", run, "session", "child", folder, id], {
    encoding: "utf8",
  });
  if (done.status !== 0) throw new Error(done.stderr);
  return Object.fromEntries([...done.stdout.matchAll(/(\w+)=([\d.]+)/g)].map((match) => [match[1] ?? "", Number(match[2])]));
}

async function child(folder: string, id: string): Promise<Record<string, number>> {
  const mind = await open(folder);
  let messages = 0;
  const before = process.cpuUsage();
  const time = await milliseconds(async () => {
    messages = (await contextOf(mind, id)).context.messages.length;
  });
  // The answers of a log whose length is no multiple of the branch's are fewer.
  if (messages === 0 || messages > BRANCH) throw new Error(`${messages} messages`);
  const { user, system } = process.cpuUsage(before);
  const resident = process.resourceUsage().maxRSS / 1024;
  const appended = await milliseconds(() => append(mind, id, [draft("x")]));
  return { context_ms: time, cpu_ms: (user + system) / 1000, resident_mb: resident, append_ms: appended };
}

const open = (folder: string): Promise<Mind> => openMind({ home: join(folder, "home"), state: join(folder, "state"), cwd: folder });
const draft = (words: string) => ({ type: "user_message", message: { role: "user", content: [{ type: "text", text: words }] } });

const ROUNDS = 400;
const BATCH = 100;

/** One event a call by a long-lived process, and a hundred a call, against bare writes of the same lines. */
async function appending(folder: string): Promise<Record<string, number>> {
  const mind = await open(folder);
  const { header } = await startSession(mind);
  const id = header.sessionId;
  const words = draft("a line of a conversation, about as long as lines are ".repeat(6));
  const [event] = await append(mind, id, [words]);
  const line = `${JSON.stringify(event)}\n`;
  const fd = openSync(join(folder, "bare"), "a");
  const times = {
    one: [] as number[],
    synced: [] as number[],
    bare: [] as number[],
    many: [] as number[],
    manyBare: [] as number[],
    turn: [] as number[],
  };
  let processor = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    times.one.push(await milliseconds(() => append(mind, id, [words])));
    const { user, system } = process.cpuUsage(before);
    processor += (user + system) / ROUNDS;
    times.synced.push(await milliseconds(() => (writeSync(fd, line), fsyncSync(fd))));
    times.bare.push(await milliseconds(() => writeSync(fd, line)));
    if (round % 20 !== 0) continue;
    times.many.push(
      await milliseconds(() =>
        append(
          mind,
          id,
          Array.from({ length: BATCH }, () => words),
        ),
      ),
    );
    times.manyBare.push(await milliseconds(() => (writeSync(fd, line.repeat(BATCH)), fsyncSync(fd))));
    times.turn.push(await milliseconds(async () => buildContext(await openSession(mind, id))));
  }
  closeSync(fd);
  await mind.close();
  const at = (name: keyof typeof times) => median(times[name]);
  console.log(
    `append, one event: ${(at("one") * 1000).toFixed(0)} µs, ${processor.toFixed(0)} µs of processor time; bare writeSync and fsync ${(at("synced") * 1000).toFixed(0)} µs, without fsync ${(at("bare") * 1000).toFixed(1)} µs`,
  );
  console.log(
    `append, ${BATCH} events: ${at("many").toFixed(2)} ms, bare write and fsync ${at("manyBare").toFixed(2)} ms; resume and context in between: ${at("turn").toFixed(2)} ms`,
  );
  return {
    append_us: at("one") * 1000,
    append_cpu_us: processor,
    append_ratio: at("synced") / at("one"),
    append_unsynced_ratio: at("bare") / at("one"),
    batch_us_an_event: (at("many") * 1000) / BATCH,
  };
}

async function snapshot(folder: string): Promise<Record<string, number>> {
  const root = join(folder, "repository");
  for (let at = 0; at < 20_000; at++) {
    const directory = join(root, `part-${at % 40}`, `deep-${at % 400}`);
    if (at < 400) mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, `file-${at}.ts`), "");
  }
  mkdirSync(join(root, ".git"));
  writeFileSync(join(root, "AGENTS.md"), "- Never force-push.\n- Run the tests before you commit.\n".repeat(20));
  mkdirSync(join(folder, "home"), { recursive: true });
  for (const name of ["SOUL", "USER", "MEMORY"]) writeFileSync(join(folder, `home/${name}.md`), "## Facts\n\n- one\n".repeat(30));
  const mind = await openMind({ home: join(folder, "home"), state: join(folder, "state"), cwd: join(root, "part-1") });
  const first = await milliseconds(() => freeze(mind));
  const later: number[] = [];
  for (let round = 0; round < 9; round++) later.push(await milliseconds(() => freeze(mind)));
  const start = await milliseconds(() => startSession(mind));
  await mind.close();
  console.log(
    `snapshot in a repository of 20,000 files: ${median(later).toFixed(1)} ms (the first in a process, which loads the compiler: ${first.toFixed(0)} ms; with the session's file: ${start.toFixed(1)} ms)`,
  );
  return { snapshot_ms: median(later), snapshot_first_ms: first };
}
