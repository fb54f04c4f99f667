// A mind after a month, a year or five years of use, and what commands cost there: processor time of each beside an empty
// Node, and beside the same command in a new mind. Sessions, journals and verdicts are copies of real ones under other names
// and times; entries are planned, flushed and applied.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { apply, appendToSession, asOwner, decide, flush, openMind, plan, startSession } from "../src/index.ts";
import { childrenMs, mean } from "./measure.ts";

const program = fileURLToPath(new URL("../dist/codicil.cjs", import.meta.url));

interface Size {
  readonly days: number;
  readonly sessions: number;
  readonly verdicts: number;
  readonly entries: number;
}

const SIZES: Readonly<Record<string, Size>> = {
  new: { days: 0, sessions: 0, verdicts: 0, entries: 1 },
  month: { days: 30, sessions: 200, verdicts: 25_000, entries: 400 },
  year: { days: 365, sessions: 2500, verdicts: 300_000, entries: 5000 },
  five: { days: 1825, sessions: 12_500, verdicts: 1_500_000, entries: 25_000 },
};

const NOTES = "~/.config/agents/NOTES.md";

interface World {
  readonly root: string;
  readonly project: string;
  readonly env: NodeJS.ProcessEnv;
}

export default async function years(options: readonly string[]): Promise<Record<string, number>> {
  const [name = "year", rounds = "5"] = options;
  const size = SIZES[name];
  if (size === undefined) throw new Error(`one of ${Object.keys(SIZES).join(", ")}`);
  const [fresh, old] = [await grow(SIZES["new"] as Size), await grow(size)];
  try {
    console.log(
      `${name}: ${size.sessions} sessions, ${size.verdicts} verdicts, ${size.entries} entries, ${(bytesBelow(old.root) / 2 ** 20).toFixed(0)} MiB`,
    );
    return measure(name, fresh, old, Number(rounds));
  } finally {
    for (const { root } of [fresh, old]) rmSync(root, { recursive: true, force: true });
  }
}

function measure(name: string, fresh: World, old: World, rounds: number): Record<string, number> {
  const metrics: Record<string, number> = {};
  const empty = spent(rounds * 3, () => void spawnSync(process.execPath, ["-e", "0"]));
  let number = 0;
  const call = (world: World, command: string) =>
    JSON.stringify({ session_id: "bench", cwd: world.project, hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command } });
  const commands: Readonly<Record<string, (world: World) => readonly [readonly string[], string?]>> = {
    "hook allowed": (world) => [["hook", "claude", "PreToolUse"], call(world, `head -n ${++number} a.txt`)],
    "hook denied": (world) => [["hook", "claude", "PreToolUse"], call(world, `git push --force origin b${++number}`)],
    status: () => [["status"]],
    flush: () => [["flush"]],
    "memory add": () => [["memory", "add", "--section", "Facts", "--content", `- one more fact, number ${++number}`]],
    "session list": () => [["session", "list"]],
    "policy log": () => [["policy", "log"]],
    log: () => [["log", NOTES]],
    blame: () => [["blame", NOTES]],
    review: () => [["review", "--json"]],
    doctor: () => [["doctor", "--own"]],
    backup: (world) => [["backup", join(world.root, `kept-${++number}.tar.gz`)]],
  };
  for (const [title, made] of Object.entries(commands)) {
    const run = (world: World) => () => {
      const [args, input = ""] = made(world);
      const done = spawnSync(process.execPath, [program, ...args], {
        env: world.env,
        cwd: world.project,
        input,
        encoding: "utf8",
        maxBuffer: 1 << 28,
      });
      if (done.status !== 0 && done.status !== 1) throw new Error(`${args.join(" ")}: ${done.status} ${done.stderr}`);
    };
    // Once before: what the first one keeps (lists, indexes) is there from then on.
    for (const world of [fresh, old]) run(world)();
    const [young, aged] = [spent(rounds, run(fresh)), spent(rounds, run(old))];
    console.log(
      `${title.padEnd(14)} ${(young / empty).toFixed(1).padStart(6)} empty Nodes in a new mind, ${(aged / empty).toFixed(1).padStart(6)} after a ${name} (${(aged / young).toFixed(2)} times, ${aged.toFixed(0)} ms)`,
    );
    metrics[title.replaceAll(" ", "_")] = aged / empty;
  }
  return metrics;
}

function spent(times: number, run: () => void): number {
  const all: number[] = [];
  for (let round = 0; round < times; round++) {
    const before = childrenMs();
    run();
    all.push(childrenMs() - before);
  }
  return mean(all);
}

async function grow({ days, sessions, verdicts, entries }: Size): Promise<World> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "codicil-bench-years-")));
  const [home, state, project] = [join(root, "home"), join(root, "state"), join(root, "project")];
  mkdirSync(join(project, ".git"), { recursive: true });
  writeFileSync(join(project, "AGENTS.md"), "- Never run `git push --force`.\n- Use pnpm, not npm.\n");
  const env = { PATH: process.env["PATH"], HOME: root, CODICIL_HOME: home, CODICIL_STATE: state };
  const mind = await openMind({ home, state, cwd: project, env: { HOME: root } });

  for (let done = 0; done < entries; done += 500) {
    const session = `s${done}`;
    for (let number = done; number < Math.min(entries, done + 500); number++) {
      await plan(mind, {
        path: NOTES,
        heading: `Part ${number % 40}`,
        operation: "append",
        content: `- note ${number} of many, as long as notes are`,
        session,
        origin: "user",
        person: asOwner(),
      });
    }
    await flush(mind, session);
    await apply(mind);
  }
  const { header } = await startSession(mind);
  await appendToSession(
    mind,
    header.sessionId,
    Array.from({ length: 20 }, (_, number) => ({
      type: "user_message" as const,
      message: { role: "user" as const, content: [{ type: "text" as const, text: `question ${number} ${"about the work ".repeat(20)}` }] },
    })),
  );
  await decide(mind, { call: { tool: "Bash", input: { command: "git push --force" } }, sessionId: "host_1" });
  await mind.close();
  copySessions(state, header.sessionId, sessions, days);
  copyVerdicts(state, verdicts, days);
  return { root, project, env };
}

const DAY = 86_400_000;

function copySessions(state: string, id: string, count: number, days: number): void {
  const text = readFileSync(join(state, "sessions", `${id}.jsonl`), "utf8");
  const created = /"createdAt":(\d+)/.exec(text)?.[1] ?? "0";
  for (let number = 0; number < count; number++) {
    const other = `session_20200101-000000-${number.toString(16).padStart(8, "0")}`;
    const at = Number(created) - Math.round((days * DAY * (count - number)) / count);
    writeFileSync(join(state, "sessions", `${other}.jsonl`), text.replaceAll(id, other).replaceAll(created, String(at)), { mode: 0o600 });
  }
}

function copyVerdicts(state: string, count: number, days: number): void {
  const file = join(state, "decisions/verdicts.jsonl");
  const line = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  const now = Date.now();
  let lines: string[] = [];
  for (let number = 0; number < count; number++) {
    lines.push(
      JSON.stringify({
        ...line,
        id: `v_20200101000000_${number}`,
        at: new Date(now - Math.round((days * DAY * (count - number)) / count)).toISOString(),
        session: `host_${number % 997}`,
      }),
    );
    if (lines.length < 10_000 && number < count - 1) continue;
    writeFileSync(file, `${lines.join("\n")}\n`, { flag: "a" });
    lines = [];
  }
}

function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).reduce(
    (sum, entry) => sum + (entry.isFile() ? statSync(join(entry.parentPath, entry.name)).size : 0),
    0,
  );
}
