// A mind after a month, a year, five or ten years of use, and what commands cost there: processor time of each beside an empty
// Node, and beside the same command in a new mind. Then the daemon on the old one. `CODICIL_BENCH_MINDS` names a folder with minds
// that were grown before (`new`, `year`, …): they are used, or put there for the next time.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { daemonRows } from "./aging/daemon.ts";
import { bytesBelow, NOTES, SIZES, withGrown, type World } from "./aging/grow.ts";
import { childrenMs, mean } from "./measure.ts";

const program = fileURLToPath(new URL("../dist/codicil.cjs", import.meta.url));

export default async function years(options: readonly string[]): Promise<Record<string, number>> {
  const [name = "year", rounds = "5"] = options;
  const size = SIZES[name];
  if (size === undefined) throw new Error(`one of ${Object.keys(SIZES).join(", ")}`);
  return withGrown("new", (fresh) =>
    withGrown(name, async (old) => {
      console.log(
        `${name}: ${size.sessions} sessions, ${size.verdicts} verdicts, ${size.entries} entries, ${(bytesBelow(old.root) / 2 ** 20).toFixed(0)} MiB`,
      );
      return { ...measure(name, fresh, old, Number(rounds)), ...(await daemonRows(program, old)) };
    }),
  );
}

function measure(name: string, fresh: World, old: World, rounds: number): Record<string, number> {
  const metrics: Record<string, number> = {};
  const empty = spent(rounds * 3, () => void spawnSync(process.execPath, ["-e", "0"]));
  let number = 0;
  const call = (world: World, command: string, more: object = { hook_event_name: "PreToolUse" }) =>
    JSON.stringify({ session_id: "bench", cwd: world.project, tool_name: "Bash", tool_input: { command }, ...more });
  const commands: Readonly<Record<string, (world: World) => readonly [readonly string[], string?]>> = {
    "hook allowed": (world) => [["hook", "claude", "PreToolUse"], call(world, `head -n ${++number} a.txt`)],
    "hook denied": (world) => [["hook", "claude", "PreToolUse"], call(world, `git push --force origin b${++number}`)],
    "hook message": (world) => [
      ["hook", "claude", "UserPromptSubmit"],
      call(world, "", { hook_event_name: "UserPromptSubmit", prompt: "what is note 17 about?" }),
    ],
    status: () => [["status"]],
    flush: () => [["flush"]],
    "memory add": () => [["memory", "add", "--section", "Facts", "--content", `- one more fact, number ${++number}`]],
    "session list": () => [["session", "list"]],
    "policy log": () => [["policy", "log"]],
    log: () => [["log", NOTES]],
    blame: () => [["blame", NOTES]],
    explain: () => [["explain", `${NOTES}:5`]],
    show: () => [["show", NOTES]],
    docs: () => [["docs"]],
    prompt: () => [["prompt"]],
    recall: () => [["recall", "note"]],
    "policy report": () => [["policy", "report"]],
    // An id that nobody gave: the whole log is searched.
    "policy explain": () => [["policy", "explain", "0badc0de12345678"]],
    backtest: () => [["policy", "backtest"]],
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
      if (done.status !== 0 && done.status !== 1 && done.status !== 3) throw new Error(`${args.join(" ")}: ${done.status} ${done.stderr}`);
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
