// Generated hostile projects (test/hosts/hostileTrees.ts), each with a session's start and `rm -rf ~` through the real hook: whether
// the person's memory came and the call was refused, and what of the processor it took. Options: how many, and the first seed.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hostileTree } from "../test/hosts/hostileTrees.ts";
import { childrenMs, median } from "./measure.ts";

const program = fileURLToPath(new URL("../dist/codicil.cjs", import.meta.url));
const MEMORY = "Ada, engineer.";
/** What install writes into the hosts' settings. */
const HOST_MS = 30_000;
const MOST_SHOWN = 12;

interface Row {
  readonly event: string;
  readonly seed: number;
  readonly ms: number;
  readonly ok: boolean;
  readonly parts: readonly string[];
}

export default async function hostile(options: readonly string[]): Promise<Record<string, number>> {
  const [count, first] = [Number(options[0] ?? 200), Number(options[1] ?? 1)];
  const rows = Array.from({ length: count }, (_, n) => tryTree(first + n)).flat();
  const times = rows.map(({ ms }) => ms).sort((a, b) => a - b);
  const bad = rows.filter(({ ok }) => !ok);
  const slow = rows.toSorted((a, b) => b.ms - a.ms);
  for (const { event, seed, ms, parts } of [...bad.slice(0, MOST_SHOWN), ...slow.slice(0, MOST_SHOWN / 2)])
    console.log(`${bad.some((row) => row.seed === seed) ? "BAD " : "slow"} ${event} ${seed}: ${ms} ms; ${parts.join("; ")}`);
  return {
    trees: count,
    bad: bad.length,
    p50_ms: median(times),
    p99_ms: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
    most_ms: times.at(-1) ?? Number.NaN,
  };
}

function tryTree(seed: number): Row[] {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "codicil-hostile-")));
  const [project, home] = [join(root, "project"), join(root, "home")];
  mkdirSync(join(project, ".git"), { recursive: true });
  mkdirSync(home);
  writeFileSync(join(home, "USER.md"), `# About me\n\n${MEMORY}\n`);
  const tree = hostileTree(seed);
  tree.make(project);
  const env = { PATH: process.env["PATH"], HOME: join(root, "person"), CODICIL_HOME: home, CODICIL_STATE: join(root, "state") };
  mkdirSync(env.HOME);
  const fire = (event: string, fields: object, isRight: (out: string, code: number | null) => boolean): Row => {
    const before = childrenMs();
    const input = JSON.stringify({ session_id: "s1", cwd: project, hook_event_name: event, ...fields });
    const { stdout, status } = spawnSync(process.execPath, [program, "hook", "claude", event], {
      env,
      cwd: root,
      input,
      encoding: "utf8",
      timeout: HOST_MS,
      killSignal: "SIGKILL",
    });
    return { event, seed, ms: childrenMs() - before, ok: isRight(stdout, status), parts: tree.parts };
  };
  const rows = [
    fire("SessionStart", { source: "startup" }, (out, code) => code === 0 && out.includes(MEMORY)),
    fire(
      "PreToolUse",
      { tool_name: "Bash", tool_input: { command: "rm -rf ~" } },
      (out, code) => code === 2 || /"permissionDecision":"deny"/.test(out),
    ),
  ];
  rmSync(root, { recursive: true, force: true });
  return rows;
}
