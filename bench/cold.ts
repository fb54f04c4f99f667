// How long a person waits for the program to start, beside an empty Node in the same run.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { childrenMs, mean, median, milliseconds } from "./measure.ts";

const program = fileURLToPath(new URL("../codicil", import.meta.url));

export default async function cold(options: readonly string[]): Promise<Record<string, number>> {
  const rounds = Number(options[0] ?? 30);
  const folder = mkdtempSync(join(tmpdir(), "codicil-bench-"));
  const env = { ...process.env, CODICIL_HOME: join(folder, "home"), CODICIL_STATE: join(folder, "state"), NODE_EXTRA_CA_CERTS: undefined };
  const run = (command: string, args: readonly string[]) => () => {
    const done = spawnSync(command, args, { env, cwd: folder });
    if (done.status !== 0) throw new Error(`${command} ${args.join(" ")}: ${String(done.stderr)}`);
  };
  const cases = {
    empty: run(process.execPath, ["-e", "0"]),
    version: run(program, ["--version"]),
    status: run(program, ["status"]),
    plan: run(program, ["plan", "--path", "USER.md", "--heading", "H", "--content", "x", "--session", "bench"]),
  };
  run(program, ["init", "--yes"])();
  const times: Record<string, number[]> = {};
  const work: Record<string, number[]> = {};
  for (const each of Object.values(cases)) each();
  // Turn about, so that a busy moment of the machine falls on all of them.
  for (let round = 0; round < rounds; round++) {
    for (const [name, each] of Object.entries(cases)) {
      const before = childrenMs();
      (times[name] ??= []).push(await milliseconds(each));
      (work[name] ??= []).push(childrenMs() - before);
    }
  }
  rmSync(folder, { recursive: true, force: true });
  const of = (name: string) => median(times[name] ?? []);
  const spent = (name: string) => mean(work[name] ?? []);
  for (const name of Object.keys(cases))
    console.log(
      `${name.padEnd(8)} ${of(name).toFixed(1)} ms  (${(of(name) / of("empty")).toFixed(2)} of an empty Node); of the processor ${spent(name).toFixed(1)} ms (${(spent(name) / spent("empty")).toFixed(2)})`,
    );
  return {
    empty_ms: of("empty"),
    version_ratio: of("version") / of("empty"),
    status_ratio: of("status") / of("empty"),
    plan_ratio: of("plan") / of("empty"),
    version_work: spent("version") / spent("empty"),
    status_work: spent("status") / spent("empty"),
    plan_work: spent("plan") / spent("empty"),
  };
}
