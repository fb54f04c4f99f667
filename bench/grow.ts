// How a mind in common grows: agents that write at random moments of a working day, documents that take one entry at a
// time, and a database that ends one commit after the other (a notice takes a lock for all). What the agents wait, and what
// is stored. Times and sizes are measured first, on the machine at hand (grow/inputs.ts).
// npm run bench -- grow [ENTRIES EVENTS]: of one agent a day.

import { noPostgres, startPostgres } from "../test/server.ts";
import { type Inputs, measureInputs } from "./grow/inputs.ts";

interface Load {
  readonly agents: number;
  readonly entriesPerDay: number;
  readonly documents: number;
}

const DAY_S = 8 * 3600;
const YEAR_DAYS = 230;
/** Of the events, what a person or an agent said: that is what recall indexes. The rest are calls and their results. */
const SAID = 0.2;
/** Each machine has a connection that listens; a line stays open this long behind the entry that used it. */
const AGENTS_A_MACHINE = 10;
const OPEN_S = 30;
/** Documents that everybody writes to. */
const EVERYBODYS = 8;

export default async function benchGrow(options: readonly string[]): Promise<Record<string, number>> {
  if (noPostgres !== null) throw new Error(noPostgres);
  const [entriesPerDay, eventsPerDay] = [Number(options[0] ?? 40), Number(options[1] ?? 500)];
  const server = await startPostgres(["-c", "fsync=on"]);
  const inputs = await measureInputs(server).finally(() => server.remove());
  console.log(
    `measured: an entry holds its document for ${inputs.lockMs.toFixed(1)} ms, ${inputs.commitMs.toFixed(2)} ms of it the commit, and adds ${inputs.entryBytes.toFixed(0)} bytes; an event takes ${inputs.eventMs.toFixed(3)} ms to send and ${inputs.eventBytes.toFixed(0)} bytes; a unit of recall ${inputs.unitBytes.toFixed(0)} bytes; a word on a proposal is read in ${inputs.wordUs.toFixed(1)} µs`,
  );
  console.log(
    `assumed: ${entriesPerDay} entries and ${eventsPerDay} events of an agent a day, a fifth of them said by somebody; ${AGENTS_A_MACHINE} agents to a machine; a day of ${DAY_S / 3600} hours, a year of ${YEAR_DAYS} days`,
  );
  const metrics: Record<string, number> = {
    lock_ms: inputs.lockMs,
    commit_ms: inputs.commitMs,
    entry_bytes: inputs.entryBytes,
    event_ms: inputs.eventMs,
    event_bytes: inputs.eventBytes,
    unit_bytes: inputs.unitBytes,
    word_us: inputs.wordUs,
  };
  console.log(
    "| agents | documents | entries a day | busiest document | database | p50 | p99 | connections | events a day | ledger a year | sessions a year | recall a year |\n|---|---|---|---|---|---|---|---|---|---|---|---|",
  );
  for (const agents of [10, 100, 1000, 10_000]) {
    // A team's mind has a few documents that everybody writes to and some for each project of ten.
    for (const documents of [EVERYBODYS, EVERYBODYS + Math.ceil(agents / 10)]) {
      const { busiest, database, p50, p99 } = simulate({ agents, entriesPerDay, documents }, inputs);
      const events = agents * eventsPerDay;
      const sending = (events * inputs.eventMs) / (DAY_S * 1000);
      const connections = Math.round(agents / AGENTS_A_MACHINE + (agents * entriesPerDay * OPEN_S) / DAY_S);
      const year = [agents * entriesPerDay * inputs.entryBytes, events * inputs.eventBytes, events * SAID * inputs.unitBytes].map(
        (bytes) => `${((bytes * YEAR_DAYS) / 1e9).toFixed(1)} GB`,
      );
      console.log(
        `| ${[agents, documents, agents * entriesPerDay, percent(busiest), percent(database + sending), `${p50.toFixed(1)} ms`, `${p99.toFixed(1)} ms`, connections, events, ...year].join(" | ")} |`,
      );
      const name = `${agents}_${documents === EVERYBODYS ? "few" : "many"}`;
      metrics[`p99_ms_${name}`] = p99;
      metrics[`database_${name}`] = database + sending;
    }
  }
  return metrics;
}

/** One hour of the day, entry by entry: each waits for its document, then for the database. */
function simulate(load: Load, { lockMs, commitMs }: Inputs): { busiest: number; database: number; p50: number; p99: number } {
  const unit = generator(42);
  const perMs = (load.agents * load.entriesPerDay) / (DAY_S * 1000);
  const free = Array.from({ length: load.documents }, () => 0);
  const used = Array.from({ length: load.documents }, () => 0);
  let [databaseFree, databaseUsed, now] = [0, 0, 0];
  const waits: number[] = [];
  while (now < 3_600_000) {
    now += -Math.log(1 - unit()) / perMs;
    // Half of all entries go to the documents that everybody has.
    const document =
      load.documents === EVERYBODYS || unit() < 0.5
        ? Math.floor(unit() * EVERYBODYS)
        : EVERYBODYS + Math.floor(unit() * (load.documents - EVERYBODYS));
    const begin = Math.max(now, free[document] ?? 0);
    const commit = Math.max(begin + lockMs - commitMs, databaseFree);
    databaseFree = commit + commitMs;
    free[document] = databaseFree;
    used[document] = (used[document] ?? 0) + databaseFree - begin;
    databaseUsed += commitMs;
    waits.push(databaseFree - now);
  }
  waits.sort((a, b) => a - b);
  return {
    busiest: Math.max(...used) / now,
    database: databaseUsed / now,
    p50: waits[Math.floor(waits.length / 2)] ?? 0,
    p99: waits[Math.floor(waits.length * 0.99)] ?? 0,
  };
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** The same day every time. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
