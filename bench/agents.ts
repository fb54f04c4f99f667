// Many agents at one resident gate: npm run bench -- agents [SECONDS] [AGENTS] [CALLS A SECOND] [COMPARED]. Each agent, a process of
// its own, calls the installed launcher, paced, one call at a time, in one session; four writers plan entries and a page is open
// meanwhile. A third of the calls passed before, a third are new (of the corpora of the tests), a third are denied. Every denial must
// be in the verdict log once. COMPARED answers, spread over the whole run, are compared with what the hook in Node says; where there
// were fewer, the calls go on until there are as many, without a pause and each in a session of its own.

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Done, Task } from "./agents/agent.ts";
import { answerOf, type Asked, commandAt, FORCED } from "./agents/calls.ts";
import { openDaemon } from "./aging/daemon.ts";
import { childrenMs, median, milliseconds, processMs, residentMb } from "./measure.ts";

const program = fileURLToPath(new URL("../dist/codicil.cjs", import.meta.url));
const agentFile = fileURLToPath(new URL("agents/agent.ts", import.meta.url));
const WRITERS = 4;
/** What an agent hears that does not stop trying; Node is asked in sessions of their own. */
const AGAIN = / This was refused \d+ times now: stop trying and ask the person\./;
/** So long one that ends keeps its port, and its file may be gone. */
const LAST_WORDS_MS = 600;
/** Until the agents' processes run. */
const STARTING_MS = 1000;

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
  const at = { launcher, root, env, cwd: project };
  const ask = (command: string, session: string, resident: "" | "off") => answerOf(at, { command, session, resident });
  // It makes the mind: a config.yaml that came later would end the gate.
  const daemon = await openDaemon(program, { env, project, state });
  daemon.listen();
  // The first calls start the gate that stays; they are not counted. One that install started ends: config.yaml is new to it.
  for (let tries = 0, pid = 0; tries < 50 && (pid === 0 || pid !== pidIn(gate)); tries++) {
    pid = pidIn(gate);
    await ask("ls", "first", "");
    await pause(LAST_WORDS_MS);
  }

  const until = Date.now() + STARTING_MS + seconds * 1000;
  const agent = async (name: string, first: number): Promise<Done> => {
    const task: Task = { at, name, first, step: count, rate, until, result: join(root, `${name}.json`) };
    await ended(spawn(process.execPath, [agentFile, JSON.stringify(task)], { stdio: ["ignore", "ignore", "inherit"] }));
    return JSON.parse(readFileSync(task.result, "utf8")) as Done;
  };
  const writer = async (name: string) => {
    while (Date.now() < until) {
      const args = ["plan", "--path", "MEMORY.md", "--heading", "Facts", "--op", "append", "--content", "- a fact", "--session", name];
      await ended(spawn(process.execPath, [program, ...args], { env, cwd: project, stdio: "ignore" }));
      await pause(1000);
    }
  };
  const page = async () => {
    for (; Date.now() < until; await pause(2000)) await Promise.all(["/api/status", "/api/activity", "/api/documents"].map(daemon.get));
  };
  const named = (length: number, name: string) => Array.from({ length }, (_, at) => `${name}${at}`);
  const before = deniedLines(state);
  const gatePid = pidIn(gate);
  const spent = () => ({ gate: processMs(gatePid), daemon: processMs(daemon.pid), children: childrenMs(), own: process.cpuUsage() });
  const start = spent();
  const [agents] = await Promise.all([
    Promise.all(named(count, "agent").map(agent)),
    Promise.all(named(WRITERS, "writer").map(writer)),
    page(),
  ]);
  const end = spent();
  daemon.close();
  const timed = agents.flatMap(({ times }) => times).toSorted((a, b) => a - b);
  const asked = agents.flatMap(({ asked }) => asked);
  let number = asked.length;
  const more = async (name: string) => {
    for (let command = commandAt(number); asked.length < compared; command = commandAt(number))
      asked.push({ command, answer: await ask(command, `${name}-${number++}`, "") });
  };
  await Promise.all(named(4, "more").map(more));
  const gates = pidIn(gate) === gatePid ? `one gate, ${residentMb(gatePid).toFixed(0)} MB` : "more than one gate";
  const denials = asked.filter(({ command }) => command.startsWith(FORCED)).length;
  const lost = denials - (deniedLines(state) - before);
  const sample = spread(asked, compared).map(({ command, answer }) => ({ command, answer: answer.replace(AGAIN, "") }));
  const wrong = await differing(sample, (command, at) => ask(command, `node-${at}`, "off"));
  endGate(gate);
  rmSync(root, { recursive: true, force: true });
  const of = (share: number) => (timed[Math.floor(timed.length * share)] ?? Number.NaN) / median(empty);
  console.log(
    `${timed.length} calls (${(timed.length / seconds).toFixed(1)} a second of ${count * rate} wanted): p50 ${of(0.5).toFixed(2)}, p99 ${of(0.99).toFixed(2)} empty Nodes (${median(empty).toFixed(0)} ms)`,
  );
  // NaN where the gate that answered first did not answer all.
  const gateMs = (end.gate - start.gate) / timed.length;
  const cores = (ms: number) => (ms / 1000 / seconds).toFixed(2);
  const own = (end.own.user + end.own.system - start.own.user - start.own.system) / 1000;
  console.log(
    `processor time: the gate ${gateMs.toFixed(2)} ms a call (${cores(end.gate - start.gate)} of a processor), the daemon ${cores(end.daemon - start.daemon)}, agents, launchers, clients and writers ${cores(end.children - start.children)}, the benchmark ${cores(own)}`,
  );
  console.log(
    `${gates} for all ${asked.length} calls; denials ${denials}, of them not logged ${lost}; ${sample.length} calls compared with the hook in Node: ${wrong.length} differ`,
  );
  for (const line of wrong.slice(0, 3)) console.log(line);
  return { calls: timed.length, p50: of(0.5), p99: of(0.99), gate_ms: gateMs, wrong: wrong.length, lost, compared: sample.length };
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

function ended(child: ChildProcess): Promise<unknown> {
  return once(child, "exit");
}

function optional(value: string | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}

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
