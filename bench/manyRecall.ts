// npm run bench -- manyRecall [UNITS]: recall in a database, beside the index file in the same run, on made-up text of a
// natural mix of words in English and Chinese. `npm run bench -- many` runs it too.

import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import {
  createSearcher,
  type Indexed,
  openCommonIndex,
  openIndexFile,
  type Searcher,
  type Source,
  type ToIndex,
} from "../src/recall/index.ts";
import { openShared } from "../src/store/index.ts";
import { systemRandom } from "../src/mind/machine.ts";
import { noPostgres, type Server, startPostgres } from "../test/server.ts";
import { median, milliseconds } from "./measure.ts";
import { wordOf } from "./words.ts";

const UNITS_A_DOCUMENT = 100;
const VOCABULARY = 60_000;
const CHARACTERS = 2500;
const QUERIES = 50;
const TODAY = "2026-11-15";

export default async function benchManyRecall(options: readonly string[]): Promise<Record<string, number>> {
  if (noPostgres !== null) throw new Error(noPostgres);
  // The tests leave out what only power loss would show; a comparison with files may not.
  const server = await startPostgres(["-c", "fsync=on"]);
  try {
    return await recallIn(server, Number(options[0] ?? 250_000));
  } finally {
    await server.remove();
  }
}

export async function recallIn(server: Server, units: number): Promise<Record<string, number>> {
  const mind = `recall_${units}`;
  const open = () => openShared({ address: server.address(mind), random: systemRandom, machine: "bench", mayMigrate: true });
  const folder = mkdtempSync(join(tmpdir(), "codicil-bench-"));
  const path = join(folder, "index.sqlite");
  const all = Array.from({ length: Math.ceil(units / UNITS_A_DOCUMENT) }, (_, number) => indexed(number));
  const order = all.map(({ id }) => ({ id, stands: id, name: id }));
  const shared = await open();
  const index = openIndexFile(path);
  try {
    console.log(
      `${units} units, load ${loadavg()
        .map((each) => each.toFixed(1))
        .join(" ")}`,
    );
    const common = openCommonIndex(shared.packed);
    const putting = await timed(() => common.put(all.map(toIndex)));
    const filing = await timed(() => index.sync(all, { owners: ["bench"] }));
    const [size] = await server.sql.unsafe(
      `select sum(pg_total_relation_size(oid)) as bytes from pg_class where relkind = 'r' and relname like 'recall%' and relnamespace = 'codicil_${mind}'::regnamespace`,
    );
    const update = await milliseconds(() => common.put([{ ...toIndex(indexed(3)), key: "2" }]));

    // A process that has just begun: it dials, and fetches the list and the facts of every document.
    const fresh = await open();
    let there: Searcher | undefined;
    const shelving = await milliseconds(async () => (there = createSearcher(await openCommonIndex(fresh.packed).shelf(order))));
    const first = shelving + (await milliseconds(() => there?.ask(queryOf(999), { today: TODAY })));
    const here = createSearcher(index.shelf(order.map(({ id }) => id)));
    const backends = await backendSeconds(server);
    const inDatabase = await timesOf((query) => (there as Searcher).ask(query, { today: TODAY }));
    const backendMs = (((await backendSeconds(server)) - backends) * 1000) / QUERIES;
    const inFile = await timesOf((query) => here.search(query, { today: TODAY }));
    await sameAnswers(there as Searcher, here);
    await fresh.close();
    const sizes = {
      database: Number(size?.["bytes"]) / 1e6,
      file: ["", "-wal"].reduce((sum, end) => sum + (statSync(`${path}${end}`, { throwIfNoEntry: false })?.size ?? 0), 0) / 1e6,
    };
    console.log(
      `PostgreSQL: ${inDatabase.p50.toFixed(1)} ms, p99 ${inDatabase.p99.toFixed(1)} ms, ${inDatabase.cpu.toFixed(1)} ms of this process' time and ${backendMs.toFixed(1)} ms of the database's each; first answer of a process ${first.toFixed(0)} ms; indexed in ${putting.s.toFixed(1)} s (${putting.cpu.toFixed(1)} s of this process' time), one document again in ${update.toFixed(0)} ms; ${sizes.database.toFixed(0)} MB`,
    );
    console.log(
      `index file: ${inFile.p50.toFixed(1)} ms, p99 ${inFile.p99.toFixed(1)} ms, ${inFile.cpu.toFixed(1)} ms of time; indexed in ${filing.s.toFixed(1)} s (${filing.cpu.toFixed(1)} s); ${sizes.file.toFixed(0)} MB`,
    );
    return {
      units,
      p50_ms: inDatabase.p50,
      p99_ms: inDatabase.p99,
      cpu_ms: inDatabase.cpu,
      database_cpu_ms: backendMs,
      first_ms: first,
      index_s: putting.s,
      index_cpu_s: putting.cpu,
      update_ms: update,
      size_mb: sizes.database,
      p50_to_file: inDatabase.p50 / inFile.p50,
      p99_to_file: inDatabase.p99 / inFile.p99,
      index_to_file: putting.s / filing.s,
      size_to_file: sizes.database / sizes.file,
      resident_mb: process.memoryUsage().rss / 1e6,
    };
  } finally {
    index.close();
    await shared.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Processor time of the sessions that serve this benchmark; what the system does not tell is not a number. */
async function backendSeconds(server: Server): Promise<number> {
  const rows = await server.sql.unsafe("select pid from pg_stat_activity where application_name like 'codicil bench%'");
  return rows.reduce((sum, { pid }) => {
    const path = `/proc/${String(pid)}/stat`;
    if (!existsSync(path)) return Number.NaN;
    const fields = readFileSync(path, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    // User and system time, in hundredths of a second.
    return sum + (Number(fields[11]) + Number(fields[12])) / 100;
  }, 0);
}

async function timed(run: () => Promise<unknown>): Promise<{ s: number; cpu: number }> {
  const before = process.cpuUsage();
  const s = (await milliseconds(run)) / 1000;
  const { user, system } = process.cpuUsage(before);
  return { s, cpu: (user + system) / 1e6 };
}

/** Every query once and never the same again: what is kept of an earlier one helps as little as it would a person. */
async function timesOf(ask: (query: string) => unknown): Promise<{ p50: number; p99: number; cpu: number }> {
  const times: number[] = [];
  const before = process.cpuUsage();
  for (let number = 0; number < QUERIES; number++) times.push(await milliseconds(() => ask(queryOf(number))));
  // Processor time beside the clock's: a busy machine stretches only one of them. The database's own is not in it.
  const { user, system } = process.cpuUsage(before);
  times.sort((a, b) => a - b);
  return { p50: median(times), p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN, cpu: (user + system) / 1000 / QUERIES };
}

/** Document 3 was indexed again in the database alone, with the same text. */
async function sameAnswers(there: Searcher, here: Searcher): Promise<void> {
  for (let number = 0; number < QUERIES; number += 7) {
    const [a, b] = [await there.ask(queryOf(number), { today: TODAY }), here.search(queryOf(number), { today: TODAY })];
    if (JSON.stringify(a) !== JSON.stringify(b)) throw new Error(`the database and the file disagree on ${queryOf(number)}`);
  }
}

function indexed(number: number): Indexed {
  return { id: `home/${number}.md`, owner: "bench", stamp: null, key: async () => "1", read: async () => source(number) };
}

function toIndex({ id, read }: Indexed): ToIndex {
  return { id, key: "1", read };
}

/** Two of three documents are in English, the third in Chinese. */
function source(number: number): Source {
  const words = wordsFrom(seeded(number + 1));
  const text = number % 3 === 2 ? words.chinese : words.english;
  return {
    id: `home/${number}.md`,
    units: Array.from({ length: UNITS_A_DOCUMENT }, (_, ordinal) => ({
      id: `${number}.${ordinal}`,
      text: text(),
      speaker: ordinal % 2 === 0 ? "Ada" : "Ben",
      day: `2026-0${1 + (number % 9)}-${11 + (number % 17)}`,
    })),
  };
}

/** Of two to seven words; every third in Chinese, every fourth asks for a person. */
function queryOf(number: number): string {
  const random = seeded(number + 77_777);
  const { word, characters } = wordsFrom(random);
  if (number % 3 === 2) return characters(2 + (number % 4));
  const words = Array.from({ length: 2 + (number % 6) }, word).join(" ");
  return number % 4 === 0 ? `When did Ada ${words}?` : words;
}

function wordsFrom(random: () => number): { word(): string; english(): string; chinese(): string; characters(count: number): string } {
  // Few words are common and most are rare, as in any language.
  const zipf = (count: number) => Math.floor(count ** random()) - 1;
  const word = () => wordOf(zipf(VOCABULARY));
  const characters = (count: number) =>
    Array.from({ length: count }, () => String.fromCodePoint(0x4e00 + ((zipf(CHARACTERS) * 7) % 20_000))).join("");
  const english = () => Array.from({ length: 12 + Math.floor(random() * 30) }, word).join(" ");
  const chinese = () => Array.from({ length: 2 + Math.floor(random() * 3) }, () => characters(6 + Math.floor(random() * 10))).join("，");
  return { word, english, chinese, characters };
}

function seeded(seed: number): () => number {
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
