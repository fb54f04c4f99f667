// What an entry costs behind a long history: the same entry, planned, flushed and applied to a document whose ledger is
// empty, or has so many lines. In a database and in files, in the same run.

import { randomBytes } from "node:crypto";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asOwner, apply, flush, openMind, plan } from "../src/index.ts";
import { ledgerPlace } from "../src/deltas/records/ledger.ts";
import { resolveTarget } from "../src/knowledge/index.ts";
import type { Mind } from "../src/mind/open.ts";
import { frameBatch, frameVerdict } from "../src/store/port/frames.ts";
import { openShared } from "../src/store/index.ts";
import { writerOf } from "../src/store/write.ts";
import { noPostgres, startPostgres } from "../test/server.ts";
import { median, milliseconds } from "./measure.ts";

const ENTRIES = 9;

export interface Behind {
  readonly lines: number;
  /** ms for one entry from plan to receipt. */
  readonly ms: number;
}

export default async function benchHistory(options: readonly string[]): Promise<Record<string, number>> {
  if (noPostgres !== null) throw new Error(noPostgres);
  const counts = options.length > 0 ? options.map(Number) : [20_000, 200_000];
  const server = await startPostgres(["-c", "fsync=on"]);
  try {
    const metrics: Record<string, number> = {};
    for (const [name, address] of [
      ["PostgreSQL", server.address("history")],
      ["files", null],
    ] as const) {
      const measured = await behindHistory(address, [0, ...counts]);
      const [empty] = measured as [Behind];
      for (const { lines, ms } of measured) {
        console.log(
          `${name}: an entry behind ${lines} lines of history takes ${ms.toFixed(1)} ms, ${(ms / empty.ms).toFixed(2)} of an empty one`,
        );
        metrics[`${address === null ? "files" : "database"}_${lines}_ms`] = ms;
        if (lines > 0) metrics[`${address === null ? "files" : "database"}_${lines}_ratio`] = ms / empty.ms;
      }
    }
    return metrics;
  } finally {
    await server.remove();
  }
}

/** One document for each history, in a mind in that database (null: in files). In turns, so that a busy moment meets all of them. */
export async function behindHistory(address: string | null, counts: readonly number[]): Promise<Behind[]> {
  const folder = mkdtempSync(join(tmpdir(), "codicil-bench-"));
  const [home, state] = [join(folder, "home"), join(folder, "state")];
  mkdirSync(join(home, "last-word"), { recursive: true });
  if (address !== null) {
    const random = { hex: (bytes: number) => randomBytes(bytes).toString("hex"), unit: () => Math.random() };
    const store = await openShared({ address, random, machine: "bench", mayMigrate: true });
    await store.list("home", "");
    await store.close();
    writeFileSync(join(home, "last-word/config.yaml"), `store: ${JSON.stringify(address)}\n`);
  }
  const mind = await openMind({ home, state, cwd: folder, env: { HOME: home } });
  try {
    const documents = counts.map((lines) => ({ lines, path: `~/.config/agents/H${lines}.md`, times: [] as number[] }));
    for (const { lines, path } of documents) {
      await addEntry(mind, path, 0);
      await lengthen(mind, path, lines);
      await addEntry(mind, path, 1);
    }
    for (let index = 2; index < ENTRIES + 2; index++) {
      for (const { path, times } of documents) times.push(await milliseconds(() => addEntry(mind, path, index)));
    }
    return documents.map(({ lines, times }) => ({ lines, ms: median(times) }));
  } finally {
    await mind.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function addEntry(mind: Mind, path: string, index: number): Promise<void> {
  const session = `s${index}`;
  await plan(mind, {
    path,
    heading: "Log",
    operation: "append",
    content: `- line ${index} of a history that is long enough to be real`,
    session,
    origin: "user",
    person: asOwner(),
  });
  await flush(mind, session);
  const { receipts, problems } = await apply(mind);
  if (receipts[0]?.status !== "applied") throw new Error(JSON.stringify([receipts, problems]));
}

/** Repeats the ledger's last line under other ids: as long as real ones, and of no effect. In files each in its frame, as a commit leaves it. */
async function lengthen(mind: Mind, path: string, count: number): Promise<void> {
  const target = resolveTarget(mind.environment, { path });
  if (target.kind !== "document") throw new Error(path);
  const store = mind.deps.storeFor(mind.where.project);
  const place = ledgerPlace(target.document);
  const last = JSON.parse((await store.readLog(place)).lines.at(-1) ?? "") as { id: string; entry: string };
  const lineOf = (number: number) =>
    JSON.stringify({ ...last, id: `c_20260101000000_${number}`, entry: `e_20260101000000_${number}`, splices: [], full: undefined });
  for (let done = 0; done < count; done += 5000) {
    const numbers = Array.from({ length: Math.min(5000, count - done) }, (_, index) => done + index);
    if (store.standing !== undefined) await writerOf(store).append(place, numbers.map(lineOf));
    else
      appendFileSync(join(mind.where.state, place.path), Buffer.concat(numbers.flatMap((number) => framed(number, lineOf(number), path))));
  }
}

function framed(number: number, line: string, path: string): Buffer[] {
  const batch = {
    id: `b${number}`,
    lines: 1,
    root: "home" as const,
    base: "/somewhere",
    path,
    temp: ".codicil-0.tmp",
    before: null,
    after: null,
  };
  return [frameBatch(batch, [line]), frameVerdict(batch.id, "done")];
}
