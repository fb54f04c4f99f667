// npm run bench -- soak [SECONDS [CLIENTS]]: six processes on three machines write to one mind in a database, while the server
// and the processes are stopped and killed at random and CLIENTS connections write documents of their own. Afterwards every
// acknowledged line is looked for: in the documents once, and in the history once.

import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { AppError, type Random } from "../src/base/index.ts";
import { apply, flush, openMind } from "../src/index.ts";
import { openShared, type SharedStore } from "../src/store/index.ts";
import { writerOf } from "../src/store/write.ts";
import { type Acknowledged, faults } from "../test/many/crowdKit.ts";
import { noPostgres, type Server, startPostgres } from "../test/server.ts";

const MACHINES = 3;
const PROCESSES = 6;
const WRITER = fileURLToPath(new URL("../test/many/children/writer.ts", import.meta.url));
const random: Random = { hex: (bytes) => randomBytes(bytes).toString("hex"), unit: () => Math.random() };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Machine {
  readonly home: string;
  readonly state: string;
  readonly project: string;
}

interface Tally {
  readonly acknowledged: Acknowledged[];
  readonly sessions: Map<string, Machine>;
  kills: number;
  stops: number;
  commits: number;
}

export default async function benchSoak(options: readonly string[]): Promise<Record<string, number>> {
  if (noPostgres !== null) throw new Error(noPostgres);
  const [seconds, clients] = [Number(options[0] ?? 600), Number(options[1] ?? 200)];
  const folder = mkdtempSync(join(tmpdir(), "codicil-soak-"));
  const server = await startPostgres(["-c", "fsync=on", "-c", "max_connections=400"]);
  const address = server.address("soak");
  try {
    await (await openShared({ address, random, machine: "first", mayMigrate: true })).now();
    const machines = Array.from({ length: MACHINES }, (_, index) => makeMachine(join(folder, `m${index}`), address));
    const tally: Tally = { acknowledged: [], sessions: new Map(), kills: 0, stops: 0, commits: 0 };
    const until = Date.now() + seconds * 1000;
    await Promise.all([
      ...Array.from({ length: PROCESSES }, (_, index) => writeAndDie(machines[index % MACHINES] as Machine, index, { until, tally })),
      stopNowAndThen(server, { until, tally }),
      ...Array.from({ length: clients }, (_, index) => client(address, index, { until, tally })),
    ]);
    // Right after an outage entries stay pending until the database is asked again.
    for (let again = 0; again < 3; again++) {
      await settle(tally);
      await pause(3000);
    }
    return await count(server, tally);
  } finally {
    await server.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

function makeMachine(root: string, address: string): Machine {
  const machine = { home: join(root, "home"), state: join(root, "state"), project: join(root, "project") };
  for (const path of [join(machine.home, "last-word"), machine.state, machine.project]) mkdirSync(path, { recursive: true });
  writeFileSync(join(machine.home, "last-word/config.yaml"), `store: "${address}"\n`);
  return machine;
}

interface Life {
  readonly until: number;
  readonly tally: Tally;
}

/** One process after the other, each killed after some seconds. */
async function writeAndDie(machine: Machine, index: number, { until, tally }: Life): Promise<void> {
  for (let round = 0; Date.now() < until; round++) {
    const name = `p${index}r${round}`;
    tally.sessions.set(name, machine);
    const args = ["--disable-warning=ExperimentalWarning", WRITER, machine.home, machine.state, machine.project, name];
    const child: ChildProcess = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "ignore"] });
    let out = "";
    child.stdout?.on("data", (chunk: Buffer) => (out += String(chunk)));
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(String(until));
    const ended = new Promise((resolve) => child.on("close", resolve));
    await Promise.race([ended, pause(Math.min(15_000 + Math.random() * 30_000, Math.max(0, until - Date.now())))]);
    if (child.exitCode === null && child.kill("SIGKILL")) tally.kills++;
    await ended;
    // A line that was cut off by the kill was not heard by anybody.
    for (const line of out.split("\n").slice(0, -1)) if (line.startsWith("{")) tally.acknowledged.push(JSON.parse(line) as Acknowledged);
  }
}

async function stopNowAndThen(server: Server, { until, tally }: Life): Promise<void> {
  while (Date.now() < until - 30_000) {
    await pause(15_000 + Math.random() * 10_000);
    await server.stop();
    tally.stops++;
    await pause(Math.random() * 3000);
    await server.start();
  }
}

/** A connection of its own that writes a document of its own; what the outage refuses is tried again. */
async function client(address: string, index: number, { until, tally }: Life): Promise<void> {
  const store: SharedStore = await openShared({ address: `${address}&pool=1`, random, machine: `c${index}` });
  const place = { root: "home", path: `clients/${index}.md` } as const;
  while (Date.now() < until) {
    await pause(1000 + Math.random() * 4000);
    try {
      await store.lock(`clients ${index % 20}`, async () => {
        const version = (await store.read(place))?.version ?? null;
        await writerOf(store).write(place, new TextEncoder().encode(`# ${Date.now()}\n`), version);
        tally.commits++;
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  await store.close();
}

/** What killed processes left in their journals is brought to the documents. */
async function settle({ sessions }: Tally): Promise<void> {
  for (const machine of new Set(sessions.values())) {
    const mind = await openMind({ home: machine.home, state: machine.state, cwd: machine.project, env: { HOME: machine.home } });
    for (const [name, at] of sessions) if (at === machine) await flush(mind, name);
    await apply(mind);
    await mind.close();
  }
}

async function count(server: Server, tally: Tally): Promise<Record<string, number>> {
  const documents =
    await server.sql`select convert_from(bytes, 'UTF8') as text from codicil_soak.places where path in ('USER.md', 'TEAM.md')`;
  const lines = await server.sql`select line from codicil_soak.lines where path like 'ledger/%' order by path, n`;
  const broken = await server.sql`select count(*) as count from codicil_soak.broken_links()`;
  const found = faults(
    tally.acknowledged,
    documents.map(({ text }) => text as string),
    lines.map(({ line }) => line as string),
  );
  return {
    acknowledged: tally.acknowledged.length,
    missing: found.missing.length,
    twice: found.twice.length,
    unledgered: found.unledgered.length,
    ledgered_twice: found.ledgeredTwice.length,
    broken_links: Number(broken[0]?.["count"]),
    kills: tally.kills,
    stops: tally.stops,
    client_commits: tally.commits,
  };
}
