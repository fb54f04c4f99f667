// Many agents at one resident gate: npm run bench -- agents [SECONDS] [AGENTS] [CALLS A SECOND] [COMPARED]. Each agent calls the
// installed launcher, paced, one call at a time, in one session; four writers plan entries and a page is open meanwhile. A third of
// the calls passed before, a third are new (of the corpora of the tests), a third are denied. Every denial must be in the verdict log
// once. COMPARED answers, spread over the whole run, are compared with what the hook in Node says; where there were fewer, the calls
// go on until there are as many, without a pause and each in a session of its own.

import { spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openDaemon } from "./aging/daemon.ts";
import { childrenMs, median, milliseconds, processMs, residentMb } from "./measure.ts";

const program = fileURLToPath(new URL("../dist/codicil.cjs", import.meta.url));
const WRITERS = 4;
const KNOWN = "ls -la src";
const FORCED = "git push --force origin b";
/** What an agent hears that does not stop trying; Node is asked in sessions of their own. */
const AGAIN = / This was refused \d+ times now: stop trying and ask the person\./;
/** So long one that ends keeps its port, and its file may be gone. */
const LAST_WORDS_MS = 600;
/** Each of them is denied again and again; Node is asked about each once. */
const BRANCHES = 50;

interface Asked {
  readonly command: string;
  readonly answer: string;
}

export default async function agents(options: readonly string[]): Promise<Record<string, number>> {
  const [seconds = 60, count = 10, rate = 20, compared = 5000] = [0, 1, 2, 3].map((at) => optional(options[at]));
  const root = realpathSync(mkdtempSync(join(tmpdir(), "codicil-bench-agents-")));
  const [project, state] = [join(root, "project"), join(root, "state")];
  mkdirSync(join(project, ".git"), { recursive: true });
  writeFileSync(join(project, "AGENTS.md"), "- Never run `git push --force`.\n- Use pnpm, not npm.\n");
  const env = { PATH: process.env["PATH"], HOME: root, CODICIL_HOME: join(root, "home"), CODICIL_STATE: state };
  const installed = spawnSync(process.execPath, [program, "install", "claude", "--yes"], { env, cwd: project, encoding: "utf8" });
  if (installed.status !== 0) throw new Error(installed.stderr);
  const empty: number[] = [];
  for (let i = 0; i < 9; i++) empty.push(await milliseconds(() => spawnSync(process.execPath, ["-e", "0"])));

  const launcher = join(state, "bin/codicil-hook");
  const gate = join(state, "resident/gate");
  const ask = (command: string, session: string, resident: "" | "off") =>
    answerOf(launcher, { root, env: { ...env, CODICIL_RESIDENT: resident }, cwd: project }, { command, session });
  // It makes the mind: a config.yaml that came later would end the gate.
  const daemon = await openDaemon(program, { env, project, state });
  daemon.listen();
  // The first calls start the gate that stays; they are not counted. One that install started ends: config.yaml is new to it.
  for (let tries = 0, pid = 0; tries < 50 && (pid === 0 || pid !== pidIn(gate)); tries++) {
    pid = pidIn(gate);
    await ask("ls", "first", "");
    await pause(LAST_WORDS_MS);
  }

  const commands = corpora();
  const asked: Asked[] = [];
  const times: number[] = [];
  let number = 0;
  const one = async (name: string) => {
    const [at, kind] = [Math.floor(number / 3), number++ % 3];
    const command = kind === 0 ? KNOWN : kind === 1 ? (commands[at % commands.length] as string) : `${FORCED}${at % BRANCHES}`;
    let answer = "";
    const session = performance.now() < until ? name : `${name}-${at}`;
    times.push(await milliseconds(async () => (answer = await ask(command, session, ""))));
    asked.push({ command, answer: answer.replace(AGAIN, "") });
  };
  const until = performance.now() + seconds * 1000;
  const agent = async (name: string) => {
    // At times of their own: ten that all begin at once, every 50 ms, would wait for each other and for this process.
    for (let next = performance.now(); performance.now() < until; next += (Math.random() * 2000) / rate) {
      await pause(Math.max(0, next - performance.now()));
      await one(name);
    }
  };
  const writer = async (name: string) => {
    while (performance.now() < until) {
      const args = ["plan", "--path", "MEMORY.md", "--heading", "Facts", "--op", "append", "--content", "- a fact", "--session", name];
      await new Promise((resolve) =>
        spawn(process.execPath, [program, ...args], { env, cwd: project, stdio: "ignore" }).on("close", resolve),
      );
      await pause(1000);
    }
  };
  const page = async () => {
    for (; performance.now() < until; await pause(2000))
      await Promise.all(["/api/status", "/api/activity", "/api/documents"].map(daemon.get));
  };
  const named = (length: number, name: string) => Array.from({ length }, (_, at) => `${name}${at}`);
  const before = deniedLines(state);
  const gatePid = pidIn(gate);
  const spent = () => ({ gate: processMs(gatePid), daemon: processMs(daemon.pid), children: childrenMs(), own: process.cpuUsage() });
  const start = spent();
  await Promise.all([...named(count, "agent").map(agent), ...named(WRITERS, "writer").map(writer), page()]);
  const end = spent();
  daemon.close();
  const timed = times.toSorted((a, b) => a - b);
  const each = async (name: string) => {
    while (asked.length < compared) await one(name);
  };
  await Promise.all(named(4, "more").map(each));
  const gates = pidIn(gate) === gatePid ? `one gate, ${residentMb(gatePid).toFixed(0)} MB` : "more than one gate";
  const denials = asked.filter(({ command }) => command.startsWith(FORCED)).length;
  const lost = denials - (deniedLines(state) - before);
  const sample = spread(asked, compared);
  const wrong = await differing(sample, (command, at) => ask(command, `node-${at}`, "off"));
  endGate(gate);
  rmSync(root, { recursive: true, force: true });
  const at = (share: number) => (timed[Math.floor(timed.length * share)] ?? Number.NaN) / median(empty);
  console.log(
    `${timed.length} calls (${(timed.length / seconds).toFixed(1)} a second of ${count * rate} wanted): p50 ${at(0.5).toFixed(2)}, p99 ${at(0.99).toFixed(2)} empty Nodes (${median(empty).toFixed(0)} ms)`,
  );
  // NaN where the gate that answered first did not answer all.
  const gateMs = (end.gate - start.gate) / timed.length;
  const cores = (ms: number) => (ms / 1000 / seconds).toFixed(2);
  const own = (end.own.user + end.own.system - start.own.user - start.own.system) / 1000;
  console.log(
    `processor time: the gate ${gateMs.toFixed(2)} ms a call (${cores(end.gate - start.gate)} of a processor), the daemon ${cores(end.daemon - start.daemon)}, launchers, clients and writers ${cores(end.children - start.children)}, the benchmark ${cores(own)}`,
  );
  console.log(
    `${gates} for all ${asked.length} calls; denials ${denials}, of them not logged ${lost}; ${sample.length} calls compared with the hook in Node: ${wrong.length} differ`,
  );
  for (const line of wrong.slice(0, 3)) console.log(line);
  return { calls: timed.length, p50: at(0.5), p99: at(0.99), gate_ms: gateMs, wrong: wrong.length, lost, compared: sample.length };
}

/** So many of them, at even distances. */
function spread<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, all.length / count);
  return Array.from({ length: Math.min(count, all.length) }, (_, at) => all[Math.floor(at * step)] as T);
}

/** It may have ended by itself, or may be just ending. */
function endGate(file: string): void {
  const pid = pidIn(file);
  if (pid > 0 && existsSync(`/proc/${pid}`)) process.kill(pid);
}

function pidIn(file: string): number {
  return existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[2]) : 0;
}

function optional(value: string | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}

/** The commands of the tests' corpora, in an order that mixes them. */
function corpora(): string[] {
  const rows = ["gate.jsonl", "gate-own.jsonl"].flatMap((name) =>
    readFileSync(new URL(`../test/corpora/${name}`, import.meta.url), "utf8")
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { cmd: string }).cmd),
  );
  const step = 1009;
  return rows.map((_, at) => rows[(at * step) % rows.length] as string);
}

interface Files {
  readonly asked: string;
  readonly said: string;
}

/** Not in use now. */
const idle: Files[] = [];

/** Exit code and both outputs. Through files: pipes of Node cost as much as the call. */
async function answerOf(
  launcher: string,
  { root, ...options }: { readonly root: string; readonly env: NodeJS.ProcessEnv; readonly cwd: string },
  { command, session }: { readonly command: string; readonly session: string },
): Promise<string> {
  const input = { session_id: session, cwd: options.cwd, hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command } };
  const files = idle.pop() ?? { asked: join(root, `asked-${++made}`), said: join(root, `said-${made}`) };
  writeFileSync(files.asked, JSON.stringify(input));
  const [asks, says] = [openSync(files.asked, "r"), openSync(files.said, "w")];
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      const child = spawn(launcher, ["claude", "PreToolUse"], { ...options, stdio: [asks, says, says] });
      child.on("error", reject).on("exit", resolve);
    });
    return `${code} ${readFileSync(files.said, "utf8")}`;
  } finally {
    for (const file of [asks, says]) closeSync(file);
    idle.push(files);
  }
}

let made = 0;

/** Node is asked once about each command, two at a time. */
async function differing(asked: readonly Asked[], node: (command: string, at: number) => Promise<string>): Promise<string[]> {
  const commands = [...new Set(asked.map(({ command }) => command))];
  const right = new Map<string, string>();
  let next = 0;
  const hand = async () => {
    for (let at = next++; at < commands.length; at = next++) right.set(commands[at] as string, await node(commands[at] as string, at));
  };
  await Promise.all([hand(), hand()]);
  return asked.flatMap(({ command, answer }) =>
    right.get(command) === answer ? [] : [`${command}\n  gate: ${answer}\n  Node: ${right.get(command)}`],
  );
}

function deniedLines(state: string): number {
  const file = join(state, "decisions/verdicts.jsonl");
  if (!existsSync(file)) return 0;
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.includes(FORCED)).length;
}
