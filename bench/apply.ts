// How fast entries become text: ten thousand to one document in one go, and many processes at once without loss.

import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { apply, flush, openMind, plan } from "../src/index.ts";
import { writeDelta, type Entry } from "../src/schema/index.ts";
import { medianOf, milliseconds } from "./measure.ts";

export default async function benchApply(options: readonly string[]): Promise<Record<string, number>> {
  if (options[0] === "child") return child(options[1] ?? "", options[2] ?? "", Number(options[3]));
  const folder = mkdtempSync(join(tmpdir(), "codicil-bench-"));
  try {
    const oneGo = await tenThousand(join(folder, "a"));
    const bare = await medianOf(5, () => writeFileSync(join(folder, "bare"), readFileSync(join(folder, "a/home/USER.md"))));
    console.log(`10,000 entries in one go: ${oneGo.toFixed(0)} ms (a bare write of the result: ${bare.toFixed(2)} ms)`);
    const [processes, sessions] = [Number(options[0] ?? 16), Number(options[1] ?? 25)];
    const many = await manyProcesses(join(folder, "b"), processes, sessions);
    console.log(
      `${processes} processes x ${sessions} sessions: ${many.seconds.toFixed(1)} s, ${many.rate.toFixed(0)} entries/s, ${many.lost} lost`,
    );
    return { one_go_ms: oneGo, entries_per_s: many.rate, lost: many.lost };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function tenThousand(folder: string): Promise<number> {
  mkdirSync(join(folder, "home/last-word"), { recursive: true });
  const entries = Array.from({ length: 10_000 }, (_, index): Entry => {
    const heading = `Topic ${index % 500}`;
    const key = { path: "~/.config/agents/USER.md", heading, level: 2 as const };
    const meta = {
      id: `e_bench_${index}`,
      origin: "agent" as const,
      session: `s${Math.floor(index / 100)}`,
      time: "2026-11-15T00:00:00.000Z",
      reason: "bench",
    };
    return index % 3 === 0
      ? { key, operation: "update", content: `fact ${index}\n\n- with a list\n- 记忆`, meta: { ...meta, session: `s${index}` } }
      : { key, operation: "append", content: `- fact ${index}`, meta };
  });
  writeFileSync(join(folder, "home/last-word/USER.md.yaml"), writeDelta({ version: "1.1.0", source: "bench", entries }));
  const mind = await openMind({ home: join(folder, "home"), state: join(folder, "state"), cwd: folder });
  let applied = 0;
  const time = await milliseconds(async () => {
    applied = (await apply(mind)).receipts.filter((receipt) => receipt.status === "applied").length;
  });
  if (applied !== 10_000) throw new Error(`only ${applied} of 10000 were applied`);
  await mind.close();
  return time;
}

async function manyProcesses(
  folder: string,
  processes: number,
  sessions: number,
): Promise<{ seconds: number; rate: number; lost: number }> {
  mkdirSync(join(folder, "home"), { recursive: true });
  const names = Array.from({ length: processes }, (_, index) => `p${index}`);
  const run = fileURLToPath(new URL("run.ts", import.meta.url));
  const time = await milliseconds(() =>
    Promise.all(
      names.map(
        (name) =>
          new Promise<void>((resolve, reject) => {
            const process_ = spawn(
              process.execPath,
              ["--disable-warning=ExperimentalWarning", run, "apply", "child", folder, name, String(sessions)],
              { stdio: ["ignore", "ignore", "inherit"] },
            );
            process_.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`${name} ended with ${code}`))));
          }),
      ),
    ),
  );
  const lines = readFileSync(join(folder, "home/USER.md"), "utf8").split("\n");
  const wanted = names.flatMap((name) => Array.from({ length: sessions }, (_, index) => `- ${name}-${index}`));
  const lost = wanted.filter((line) => lines.filter((each) => each === line).length !== 1).length;
  return { seconds: time / 1000, rate: wanted.length / (time / 1000), lost };
}

/** One process: `sessions` times plan, flush, apply. */
async function child(folder: string, name: string, sessions: number): Promise<Record<string, number>> {
  const mind = await openMind({
    home: join(folder, "home"),
    state: join(folder, "state"),
    cwd: folder,
    lock: { base: 1000, cap: 10_000, retries: 5 },
  });
  for (let index = 0; index < sessions; index++) {
    const session = `${name}-${index}`;
    await plan(mind, { path: "USER.md", heading: `Of ${name}`, operation: "append", content: `- ${session}`, session });
    await flush(mind, session);
    await apply(mind);
  }
  await flush(mind);
  await apply(mind);
  await mind.close();
  return { sessions };
}
