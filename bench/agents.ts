// Many agents at one resident gate: npm run bench -- agents [SECONDS] [AGENTS] [CALLS A SECOND]. Each agent calls the installed
// launcher, paced, one call at a time; four writers plan entries meanwhile. Every call has an answer that is known beforehand, and
// every denial must be in the verdict log once.

import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { median, milliseconds } from "./measure.ts";

const program = fileURLToPath(new URL("../dist/codicil.cjs", import.meta.url));
const WRITERS = 4;
/** By the number of the call: known, new and allowed, denied. */
const KINDS = ["ls -la src", "head -n NUMBER a.txt", "git push --force origin bNUMBER"] as const;

export default async function agents(options: readonly string[]): Promise<Record<string, number>> {
  const [seconds, count, rate] = [Number(options[0] ?? 60), Number(options[1] ?? 10), Number(options[2] ?? 20)];
  const root = realpathSync(mkdtempSync(join(tmpdir(), "codicil-bench-agents-")));
  const [project, state] = [join(root, "project"), join(root, "state")];
  mkdirSync(join(project, ".git"), { recursive: true });
  writeFileSync(join(project, "AGENTS.md"), "- Never run `git push --force`.\n- Use pnpm, not npm.\n");
  const env = { PATH: process.env["PATH"], HOME: root, CODICIL_HOME: join(root, "home"), CODICIL_STATE: state };
  const node = (args: readonly string[]) => spawnSync(process.execPath, [program, ...args], { env, cwd: project, encoding: "utf8" });
  if (node(["install", "claude", "--yes"]).status !== 0) throw new Error("install failed");
  const empty: number[] = [];
  for (let i = 0; i < 9; i++) empty.push(await milliseconds(() => spawnSync(process.execPath, ["-e", "0"])));

  const times: number[] = [];
  let [wrong, denied, number] = [0, 0, 0];
  let until = performance.now();
  const agent = async (name: string) => {
    for (let next = performance.now(); performance.now() < until; next += 1000 / rate) {
      await pause(Math.max(0, next - performance.now()));
      const kind = ++number % KINDS.length;
      const command = (KINDS[kind] as string).replace("NUMBER", String(number));
      const input = { session_id: name, cwd: project, hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command } };
      let answer = "";
      times.push(await milliseconds(async () => (answer = await run(join(state, "bin/codicil-hook"), JSON.stringify(input)))));
      if (answer.includes('"deny"') !== (kind === 2)) wrong++;
      if (kind === 2) denied++;
    }
  };
  const run = (command: string, input: string) =>
    new Promise<string>((resolve, reject) => {
      const child = spawn(command, ["claude", "PreToolUse"], { env, cwd: project, stdio: ["pipe", "pipe", "ignore"] });
      let out = "";
      child.stdout.on("data", (chunk) => (out += String(chunk)));
      child.on("error", reject).on("close", (code) => resolve(code === 0 ? out : `"deny" by exit ${code}`));
      child.stdin.end(input);
    });
  const writer = async (name: string) => {
    while (performance.now() < until) {
      const args = ["plan", "--path", "MEMORY.md", "--heading", "Facts", "--op", "append", "--content", "- a fact", "--session", name];
      await new Promise((resolve) =>
        spawn(process.execPath, [program, ...args], { env, cwd: project, stdio: "ignore" }).on("close", resolve),
      );
      await pause(1000);
    }
  };
  // The first calls start the gate that stays; they are not counted.
  const gate = join(state, "resident/gate");
  for (let tries = 0; tries < 50 && !existsSync(gate); tries++) {
    await run(
      join(state, "bin/codicil-hook"),
      JSON.stringify({
        session_id: "first",
        cwd: project,
        hook_event_name: "PreToolUse",
        tool_name: "Bash",
        tool_input: { command: "ls" },
      }),
    );
    await pause(100);
  }
  const before = verdictLines(state);
  until = performance.now() + seconds * 1000;
  const named = (count: number, name: string) => Array.from({ length: count }, (_, at) => `${name}${at}`);
  await Promise.all([...named(count, "agent").map(agent), ...named(WRITERS, "writer").map(writer)]);
  const lost = denied - (verdictLines(state) - before);
  if (existsSync(gate)) process.kill(Number(readFileSync(gate, "utf8").split("\n")[2]));
  rmSync(root, { recursive: true, force: true });
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? Number.NaN) / median(empty);
  console.log(
    `${times.length} calls (${(times.length / seconds).toFixed(1)} a second of ${count * rate} wanted): p50 ${at(0.5).toFixed(2)}, p99 ${at(0.99).toFixed(2)} empty Nodes (${median(empty).toFixed(0)} ms); wrong ${wrong}, denials ${denied}, of them not logged ${lost}`,
  );
  return { calls: times.length, p50: at(0.5), p99: at(0.99), wrong, lost };
}

function verdictLines(state: string): number {
  const file = join(state, "decisions/verdicts.jsonl");
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").length - 1 : 0;
}
