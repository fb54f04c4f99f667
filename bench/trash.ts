// npm run bench -- trash: what `trash put` costs beside rm, for many files named one by one and for one folder. Medians, by the
// clock and of the processor, in turn.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openTrash } from "../src/store/index.ts";
import { childrenMs, median, milliseconds } from "./measure.ts";

const ROUNDS = 3;
const BUNDLE = fileURLToPath(new URL("../dist/codicil.cjs", import.meta.url));

interface Bench {
  readonly root: string;
  readonly names: readonly string[];
}

function furnish({ root, names }: Bench): void {
  mkdirSync(join(root, "project/folder"), { recursive: true });
  for (const name of names) {
    writeFileSync(join(root, "project", name), "a line of text\n");
    writeFileSync(join(root, "project/folder", name), "a line of text\n");
  }
}

interface Spent {
  readonly clock: number;
  readonly processor: number;
}

async function timed(bench: Bench, command: readonly string[], words: readonly string[]): Promise<Spent> {
  const [program = "", ...first] = command;
  const env = { ...process.env, HOME: bench.root, CODICIL_HOME: join(bench.root, "home"), CODICIL_STATE: join(bench.root, "state") };
  const before = childrenMs();
  const clock = await milliseconds(() => {
    const done = spawnSync(program, [...first, ...words], { cwd: join(bench.root, "project"), env, encoding: "utf8" });
    if (done.status !== 0) throw new Error(done.stderr);
  });
  return { clock, processor: childrenMs() - before };
}

/** In this process: the command asks at a terminal. */
async function emptied({ root }: Bench): Promise<Spent> {
  const trash = openTrash(join(root, "state/trash"), { now: () => new Date(), timeZone: "UTC" }, { hex: () => "", unit: () => 0 });
  const before = process.cpuUsage();
  const clock = await milliseconds(() => trash.remove(trash.list().map(({ id }) => id)));
  const { user, system } = process.cpuUsage(before);
  return { clock, processor: (user + system) / 1000 };
}

export default async function trash(): Promise<Record<string, number>> {
  if (!existsSync(BUNDLE)) throw new Error("run npm run build first");
  const put = [process.execPath, BUNDLE, "trash", "put"];
  const metrics: Record<string, number> = {};
  for (const count of [2_000, 20_000]) {
    const root = mkdtempSync(join(tmpdir(), "codicil-bench-"));
    const bench: Bench = { root, names: Array.from({ length: count }, (_, at) => `f${at}`) };
    const times: Record<string, Spent[]> = { rm: [], put: [], rmFolder: [], putFolder: [], empty: [] };
    try {
      for (let round = 0; round < ROUNDS; round++) {
        furnish(bench);
        times["rm"]?.push(await timed(bench, ["rm"], bench.names));
        times["rmFolder"]?.push(await timed(bench, ["rm", "-r"], ["folder"]));
        furnish(bench);
        times["put"]?.push(await timed(bench, put, bench.names));
        times["putFolder"]?.push(await timed(bench, [...put, "-r"], ["folder"]));
        times["empty"]?.push(await emptied(bench));
      }
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
    const of = (name: string, by: keyof Spent = "clock") => median((times[name] ?? []).map((each) => each[by]));
    console.log(
      `${count} files: rm ${of("rm").toFixed(0)} ms, put ${of("put").toFixed(0)} ms; as one folder: rm ${of("rmFolder").toFixed(0)} ms, put ${of("putFolder").toFixed(0)} ms`,
    );
    console.log(`  of the processor: rm ${of("rm", "processor").toFixed(0)} ms, put ${of("put", "processor").toFixed(0)} ms`);
    metrics[`files_${count}_times_rm`] = of("put") / of("rm");
    metrics[`files_${count}_processor_times_rm`] = of("put", "processor") / of("rm", "processor");
    console.log(`  both emptied for good: rm ${(of("rm") + of("rmFolder")).toFixed(0)} ms, empty ${of("empty").toFixed(0)} ms`);
    metrics[`empty_${count}_times_rm`] = of("empty") / (of("rm") + of("rmFolder"));
    metrics[`folder_${count}_times_rm`] = of("putFolder") / of("rmFolder");
  }
  return metrics;
}
