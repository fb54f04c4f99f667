// npm run bench -- many [LINES [UNITS]]: a mind in a database. 64 writers at once, what a commit costs them, how soon another
// machine hears of it, and recall over so many units (0 leaves it out); beside files in the same run.

import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Random } from "../src/base/index.ts";
import { openFiles, openShared, type Place, type Store } from "../src/store/index.ts";
import { writerOf } from "../src/store/write.ts";
import { noPostgres, startPostgres } from "../test/server.ts";
import { type Behind, behindHistory } from "./history.ts";
import { recallIn } from "./manyRecall.ts";
import { median } from "./measure.ts";

const WRITERS = 64;
const DOCUMENTS = 16;
const HISTORY = 20_000;
const random: Random = { hex: (bytes) => randomBytes(bytes).toString("hex"), unit: () => Math.random() };

interface Run {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly lost: number;
  readonly twice: number;
}

export default async function benchMany(options: readonly string[]): Promise<Record<string, number>> {
  if (noPostgres !== null) throw new Error(noPostgres);
  const [each, units] = [Number(options[0] ?? 20), Number(options[1] ?? 250_000)];
  const folder = mkdtempSync(join(tmpdir(), "codicil-bench-"));
  // The tests leave out what only power loss would show; a comparison with files may not.
  const server = await startPostgres(["-c", "fsync=on"]);
  const shared = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      openShared({ address: `${server.address("bench")}&pool=8`, random, machine: `m${index}`, mayMigrate: true }),
    ),
  );
  const files = Array.from({ length: 8 }, () =>
    openFiles({ home: join(folder, "home"), state: join(folder, "state"), project: null, random }),
  );
  try {
    const inDatabase = await crowd(shared, each);
    const inFiles = await crowd(files, each);
    const notices = await listening(shared, 200);
    const [empty, long] = (await behindHistory(server.address("history"), [0, HISTORY])) as [Behind, Behind];
    const show = (name: string, run: Run) =>
      console.log(
        `${name}: ${run.perSecond.toFixed(0)} entries/s, p50 ${run.p50.toFixed(1)} ms, p99 ${run.p99.toFixed(1)} ms, ${run.lost} lost, ${run.twice} twice`,
      );
    show(`PostgreSQL, ${WRITERS} writers on ${DOCUMENTS} documents`, inDatabase);
    show(`files, the same`, inFiles);
    console.log(`notice at another machine: p50 ${notices.p50.toFixed(2)} ms, p99 ${notices.p99.toFixed(2)} ms`);
    console.log(
      `an entry behind ${HISTORY} lines of history: ${long.ms.toFixed(1)} ms, ${(long.ms / empty.ms).toFixed(2)} of an empty one`,
    );
    const recalled =
      units === 0
        ? {}
        : Object.fromEntries(Object.entries(await recallIn(server, units)).map(([name, value]) => [`recall_${name}`, value]));
    return {
      ...recalled,
      entries_per_s: inDatabase.perSecond,
      p99_ms: inDatabase.p99,
      lost: inDatabase.lost,
      duplicates: inDatabase.twice,
      notice_p50_ms: notices.p50,
      notice_p99_ms: notices.p99,
      rate_to_files: inDatabase.perSecond / inFiles.perSecond,
      p99_to_files: inDatabase.p99 / inFiles.p99,
      history_ms: long.ms,
      history_ratio: long.ms / empty.ms,
    };
  } finally {
    for (const store of [...shared, ...files]) await store.close();
    await server.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Each writer adds its lines one by one: lock, read, commit document and ledger. */
async function crowd(stores: readonly Store[], each: number): Promise<Run> {
  const times: number[] = [];
  const wanted: string[] = [];
  const start = performance.now();
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      const store = stores[writer % stores.length] as Store;
      const number = writer % DOCUMENTS;
      const [place, log]: [Place, Place] = [
        { root: "home", path: `doc${number}.md` },
        { root: "state", path: `ledger/doc${number}.jsonl` },
      ];
      for (let count = 0; count < each; count++) {
        const line = `${writer}-${count}`;
        wanted.push(line);
        const began = performance.now();
        const done = await store.lock(await store.lockName(place), () => addLine(store, place, log, line), {
          retries: 8,
          base: 2000,
          cap: 10_000,
        });
        if (done.kind === "busy") throw new Error("a lock was never free");
        times.push(performance.now() - began);
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  const found: string[] = [];
  for (let number = 0; number < DOCUMENTS; number++)
    found.push(
      ...new TextDecoder()
        .decode((await (stores[0] as Store).read({ root: "home", path: `doc${number}.md` }))?.bytes)
        .split("\n")
        .filter(Boolean),
    );
  const there = new Set(found);
  return {
    perSecond: wanted.length / seconds,
    p50: median(times),
    p99: percentile(times, 0.99),
    lost: wanted.filter((line) => !there.has(line)).length,
    twice: found.length - there.size,
  };
}

async function addLine(store: Store, place: Place, log: Place, line: string): Promise<void> {
  const stored = await store.read(place);
  const text = stored === null ? "" : new TextDecoder().decode(stored.bytes);
  const outcome = await writerOf(store).commit({
    place,
    expect: stored?.version ?? null,
    bytes: new TextEncoder().encode(`${text}${line}\n`),
    log,
    lines: [JSON.stringify({ line })],
  });
  if (outcome.kind === "stale") throw new Error("stale under the lock");
}

/** From the moment a write is asked for until another machine hears of it. */
async function listening(stores: Awaited<ReturnType<typeof openShared>>[], count: number): Promise<{ p50: number; p99: number }> {
  const [here, there] = stores as [(typeof stores)[0], (typeof stores)[0]];
  const began = new Map<string, number>();
  const times: number[] = [];
  const listener = await there.listen(({ place }) => {
    const at = place === null ? undefined : began.get(place.path);
    if (at !== undefined) times.push(performance.now() - at);
  });
  for (let number = 0; number < count; number++) {
    const path = `notice${number}.md`;
    began.set(path, performance.now());
    await writerOf(here).write({ root: "home", path }, new TextEncoder().encode("x"), null);
  }
  for (let tries = 0; times.length < count && tries < 200; tries++) await new Promise((resolve) => setTimeout(resolve, 10));
  await listener.close();
  return { p50: median(times), p99: percentile(times, 0.99) };
}

function percentile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
}
