// What the simulation of growth goes by, measured on the machine at hand: times and sizes of a mind in a database, through
// the library's own verbs.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asOwner, appendToSession, apply, flush, type Mind, openMind, plan, startSession } from "../../src/index.ts";
import { systemRandom } from "../../src/mind/machine.ts";
import { sendLogs } from "../../src/sharing/sending.ts";
import { openShared, type Store } from "../../src/store/index.ts";
import { writerOf } from "../../src/store/write.ts";
import type { Server } from "../../test/server.ts";
import { recallIn } from "../manyRecall.ts";
import { median, medianOf, milliseconds } from "../measure.ts";

export interface Inputs {
  /** ms for which an entry holds its document's lock. */
  readonly lockMs: number;
  /** ms for a commit of document and ledger, asked for from beside the database. */
  readonly commitMs: number;
  /** Bytes that an entry adds to the database for good. */
  readonly entryBytes: number;
  /** ms that the database is busy with an event that is sent. */
  readonly eventMs: number;
  readonly eventBytes: number;
  /** Bytes of the recall index for a unit. */
  readonly unitBytes: number;
  /** µs for which a word on a proposal is read by each flush and apply. */
  readonly wordUs: number;
}

/** A multiple of what is between two full copies in a ledger. */
const ENTRIES = 192;
const EVENTS = 2000;
const UNITS = 10_000;
const WORDS = 5000;
const SENTENCE = "The harbour was quiet and the ferry came late, so we went home by the long road past the mill. ";
/** A document as large as the ones that agents are given: about 8,000 characters. */
const DOCUMENT = `# Team\n\n${Array.from({ length: 20 }, (_, index) => `## Topic ${index}\n\n${SENTENCE.repeat(4)}\n\n`).join("")}`;

export async function measureInputs(server: Server): Promise<Inputs> {
  const folder = mkdtempSync(join(tmpdir(), "codicil-bench-"));
  const address = server.address("grow");
  const shared = await openShared({ address, random: systemRandom, machine: "bench", mayMigrate: true });
  await shared.now();
  const home = join(folder, "home");
  mkdirSync(join(home, "last-word"), { recursive: true });
  mkdirSync(join(folder, "project", ".git"), { recursive: true });
  writeFileSync(join(home, "last-word/config.yaml"), `store: ${JSON.stringify(address)}\n`);
  const mind = await openMind({ home, state: join(folder, "state"), cwd: join(folder, "project"), env: { HOME: folder } });
  const sizeOf = async (...tables: readonly string[]) => {
    const [row] = await server.sql.unsafe(
      `select sum(pg_total_relation_size(('codicil_grow.' || name)::regclass)) as bytes from unnest(array['${tables.join("','")}']) as name`,
    );
    return Number(row?.["bytes"]);
  };
  try {
    writeFileSync(join(home, "TEAM.md"), DOCUMENT);
    const before = await sizeOf("lines");
    const lockMs = await entries(mind);
    const entryBytes = ((await sizeOf("lines")) - before) / ENTRIES;
    const commitMs = await commits(shared);
    const wordUs = await words(shared);
    const eventsBefore = await sizeOf("events", "sent");
    const eventMs = await events(mind);
    const eventBytes = ((await sizeOf("events", "sent")) - eventsBefore) / EVENTS;
    const recalled = await recallIn(server, UNITS);
    return { lockMs, commitMs, entryBytes, eventMs, eventBytes, unitBytes: ((recalled["size_mb"] ?? Number.NaN) * 1e6) / UNITS, wordUs };
  } finally {
    await mind.close();
    await shared.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Real entries, one by one; the median of how long the document's lock was held. */
async function entries(mind: Mind): Promise<number> {
  const store = mind.deps.storeFor(null) as { -readonly [Name in keyof Store]: Store[Name] };
  const held: number[] = [];
  const { lock } = store;
  store.lock = (name, run, options) => {
    const isDocument = name.endsWith("home:TEAM.md");
    return lock(
      name,
      async () => {
        const began = performance.now();
        const value = await run();
        if (isDocument) held.push(performance.now() - began);
        return value;
      },
      options,
    );
  };
  for (let index = 0; index < ENTRIES; index++) {
    const [session, heading] = [`s${index}`, `Topic ${index % 20}`];
    await plan(mind, {
      path: "~/.config/agents/TEAM.md",
      heading,
      operation: "update",
      content: `${SENTENCE.repeat(3)}Written for the ${index}th time.`,
      session,
      origin: "user",
      person: asOwner(),
    });
    await flush(mind, session);
    const { receipts } = await apply(mind);
    if (receipts[0]?.status !== "applied") throw new Error(JSON.stringify(receipts));
  }
  store.lock = lock;
  return median(held);
}

async function commits(shared: Store): Promise<number> {
  const times: number[] = [];
  let version: string | null = null;
  for (let index = 0; index < 100; index++) {
    const bytes = new TextEncoder().encode(`${DOCUMENT}${index}`);
    times.push(
      await milliseconds(
        async () =>
          (version = (
            await writerOf(shared).commit({
              place: { root: "home", path: "C.md" },
              expect: version,
              bytes,
              log: { root: "state", path: "ledger/c.jsonl" },
              lines: [SENTENCE.repeat(5)],
            })
          ).version),
      ),
    );
  }
  return median(times);
}

async function words(shared: Store): Promise<number> {
  const place = { root: "state", path: "decisions/proposals.jsonl" } as const;
  const line = (index: number) =>
    JSON.stringify({ v: 1, kind: "used", entry: `e_20260101000000_${index}`, hash: "0".repeat(64), at: "2026-11-15T00:00:00.000Z" });
  await writerOf(shared).append(
    place,
    Array.from({ length: WORDS }, (_, index) => line(index)),
  );
  return ((await medianOf(7, async () => (await shared.readLog(place)).lines.map((text) => JSON.parse(text) as unknown))) * 1000) / WORDS;
}

/** Events of a working session, of some 200 characters each, sent in one go. */
async function events(mind: Mind): Promise<number> {
  const { header } = await startSession(mind);
  const said = Array.from({ length: EVENTS }, (_, index) => ({
    type: "user_message",
    message: { role: "user", content: [{ type: "text", text: `${index} ${SENTENCE.repeat(2)}` }] },
  }));
  for (let from = 0; from < EVENTS; from += 500) await appendToSession(mind, header.sessionId, said.slice(from, from + 500));
  return (await milliseconds(() => sendLogs(mind))) / EVENTS;
}
