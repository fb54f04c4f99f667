// How a mind in common grows: agents that write at random moments of a working day, documents that take one entry at a
// time, and a database that ends one commit after the other (a notice takes a lock for all). What the agents wait.
// Each entry also reads its document's whole ledger, so that a document slows down with its history.
// Service times come from `npm run bench -- many` on the machine at hand: `-- grow DOCUMENT_MS COMMIT_MS LINE_US`.

interface Load {
  readonly agents: number;
  readonly entriesPerDay: number;
  readonly documents: number;
}

const DAY_S = 8 * 3600;
/** An entry in the ledger and its share of the document and of full copies, in bytes: assumed, not measured. */
const LEDGER_BYTES = 600;

export default async function benchGrow(options: readonly string[]): Promise<Record<string, number>> {
  const [documentMs, commitMs, lineUs] = [Number(options[0] ?? 6), Number(options[1] ?? 1.2), Number(options[2] ?? 4)];
  const metrics: Record<string, number> = {};
  console.log("agents  documents  entries/day  busiest document  database  p50 wait  p99 wait  p99, 30 days on  ledger/year");
  for (const agents of [10, 100, 1000, 10_000]) {
    // A team's mind has a few documents that everybody writes to and some for each project of ten.
    for (const documents of [8, 8 + Math.ceil(agents / 10)]) {
      const load = { agents, entriesPerDay: 40, documents };
      const { busiest, database, p50, p99 } = simulate(load, documentMs, commitMs);
      const lines = (agents * load.entriesPerDay * 22 * (documents === 8 ? 1 : 0.5)) / 8;
      const later = simulate(load, documentMs + (lines * lineUs) / 1000, commitMs);
      const year = agents * load.entriesPerDay * 230 * LEDGER_BYTES;
      console.log([agents, documents, agents * load.entriesPerDay, percent(busiest), percent(database), `${p50.toFixed(1)} ms`, `${p99.toFixed(1)} ms`, `${later.p99.toFixed(0)} ms`, `${(year / 1e9).toFixed(2)} GB`].map((cell, index) => String(cell).padStart([6, 11, 13, 18, 10, 10, 10, 17, 13][index] ?? 0)).join(""));
      const name = `${agents}_${documents === 8 ? "few" : "many"}`;
      metrics[`p99_ms_${name}`] = p99;
      metrics[`later_p99_ms_${name}`] = later.p99;
    }
  }
  return metrics;
}

/** One hour of the day, entry by entry: each waits for its document, then for the database. */
function simulate(load: Load, documentMs: number, commitMs: number): { busiest: number; database: number; p50: number; p99: number } {
  const unit = generator(42);
  const perMs = (load.agents * load.entriesPerDay) / (DAY_S * 1000);
  const free = Array.from({ length: load.documents }, () => 0);
  const used = Array.from({ length: load.documents }, () => 0);
  let [databaseFree, databaseUsed, now] = [0, 0, 0];
  const waits: number[] = [];
  while (now < 3_600_000) {
    now += -Math.log(1 - unit()) / perMs;
    // Half of all entries go to the first eight documents, which everybody has.
    const document = load.documents === 8 || unit() < 0.5 ? Math.floor(unit() * 8) : 8 + Math.floor(unit() * (load.documents - 8));
    const begin = Math.max(now, free[document] ?? 0);
    const commit = Math.max(begin + documentMs - commitMs, databaseFree);
    databaseFree = commit + commitMs;
    free[document] = databaseFree;
    used[document] = (used[document] ?? 0) + databaseFree - begin;
    databaseUsed += commitMs;
    waits.push(databaseFree - now);
  }
  waits.sort((a, b) => a - b);
  return { busiest: Math.max(...used) / now, database: databaseUsed / now, p50: waits[Math.floor(waits.length / 2)] ?? 0, p99: waits[Math.floor(waits.length * 0.99)] ?? 0 };
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
