// npm run bench -- recall-speed [UNITS]: how long indexing and asking take, on made-up text of a natural mix of words.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createSearcher, type Indexed, openIndexFile, type Source } from "../src/recall/index.ts";
import { median, milliseconds } from "./measure.ts";
import { wordOf } from "./words.ts";

const UNITS_A_DOCUMENT = 100;
const VOCABULARY = 30_000;

export default async function recallSpeed(options: readonly string[]): Promise<Record<string, number>> {
  if (options[0] === "ask") return askOnly(options[1] ?? "", Number(options[2]));
  const units = Number(options[0] ?? 100_000);
  const folder = mkdtempSync(join(tmpdir(), "codicil-bench-"));
  const path = join(folder, "index.sqlite");
  let random = seeded(7);
  // Few words are common and most are rare, as in any language.
  const word = () => wordOf(Math.floor(VOCABULARY * random() ** 3));
  const sentence = (length: number) => Array.from({ length }, word).join(" ");
  const source = (number: number, mark = ""): Source => ({
    id: `document ${number}`,
    units: Array.from({ length: UNITS_A_DOCUMENT }, (_, ordinal) => ({
      id: `${number}.${ordinal}`,
      text: `${sentence(12 + Math.floor(random() * 30))}${ordinal === 50 ? mark : ""}`,
      speaker: ordinal % 2 === 0 ? "Ada" : "Ben",
      day: `2026-0${1 + (number % 9)}-11`,
    })),
  });
  const indexed = (number: number, key = "1", mark = ""): Indexed => ({
    id: String(number),
    owner: "bench",
    stamp: null,
    key: async () => key,
    read: async () => ((random = seeded(number + 1)), source(number, mark)),
  });
  try {
    const all = Array.from({ length: Math.ceil(units / UNITS_A_DOCUMENT) }, (_, number) => indexed(number));
    let index = openIndexFile(path);
    // Processor time beside the clock's: a busy machine stretches only one of them.
    const before = process.cpuUsage();
    const indexing = await milliseconds(() => index.sync(all, { owners: ["bench"] }));
    const indexingCpu = cpuMs(before);
    const updating = await milliseconds(() => index.sync([indexed(3, "2", " and a line was changed by hand")], { owners: [] }));
    index.close();
    index = openIndexFile(path);
    let searcher = createSearcher(index.shelf([]));
    const opening = await milliseconds(() => {
      searcher = createSearcher(index.shelf(all.map(({ id }) => id)));
      searcher.search(sentence(3), { today: "2026-11-15" });
    });
    const times: number[] = [];
    const beforeAsking = process.cpuUsage();
    for (let round = 0; round < 300; round++)
      times.push(
        await milliseconds(() => searcher.search(`When did Ada ${sentence(2 + (round % 6))}?`, { limit: 10, today: "2026-11-15" })),
      );
    const askingCpu = cpuMs(beforeAsking) / times.length;
    times.sort((a, b) => a - b);
    index.close();
    const asking = spawnSync(
      process.execPath,
      [
        "--disable-warning=ExperimentalWarning",
        fileURLToPath(new URL("run.ts", import.meta.url)),
        "recall-speed",
        "ask",
        path,
        String(all.length),
      ],
      { encoding: "utf8" },
    );
    const resident = Number(/resident_mb=([\d.]+)/.exec(asking.stdout)?.[1]);
    const cold = await coldStart(folder, sentence);
    return {
      index_s: indexing / 1000,
      index_cpu_s: indexingCpu / 1000,
      ask_cpu_ms: askingCpu,
      update_ms: updating,
      open_ms: opening,
      p50_ms: times[150] ?? Number.NaN,
      p99_ms: times[297] ?? Number.NaN,
      file_mb: statSync(path).size / 1e6,
      resident_mb: resident,
      ...cold,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const COLD_DOCUMENTS = 1000;
const COLD_ROUNDS = 9;

/** The command line on a thousand documents, its index made before, beside an empty Node in the same run. */
async function coldStart(folder: string, sentence: (length: number) => string): Promise<Record<string, number>> {
  const home = join(folder, "home");
  mkdirSync(join(home, "notes"), { recursive: true });
  for (let number = 0; number < COLD_DOCUMENTS; number++)
    writeFileSync(join(home, `notes/${number}.md`), `# Note ${number}\n\n## One\n\n${sentence(60)}\n\n## Two\n\n${sentence(60)}\n`);
  const env = { ...process.env, CODICIL_HOME: home, CODICIL_STATE: join(folder, "state"), NODE_EXTRA_CA_CERTS: undefined };
  const run = (command: string, args: readonly string[]) => () => {
    const done = spawnSync(command, args, { env, cwd: folder });
    if (done.status !== 0) throw new Error(`${command} ${args.join(" ")}: ${String(done.stderr)}`);
  };
  const ask = run(fileURLToPath(new URL("../codicil", import.meta.url)), ["recall", sentence(4), "--json"]);
  const first = await milliseconds(ask);
  // Files of the last two seconds are read again, in case they change within the same tick of the clock.
  await new Promise((resolve) => setTimeout(resolve, 2100));
  ask();
  const [asked, empty]: [number[], number[]] = [[], []];
  for (let round = 0; round < COLD_ROUNDS; round++) {
    asked.push(await milliseconds(ask));
    empty.push(await milliseconds(run(process.execPath, ["-e", "0"])));
  }
  return { cold_first_ms: first, cold_ms: median(asked), cold_goal_ms: 3 * median(empty) + 150 };
}

/** What asking takes in a process that did not index. */
function askOnly(path: string, documents: number): Record<string, number> {
  const index = openIndexFile(path);
  const searcher = createSearcher(index.shelf(Array.from({ length: documents }, (_, number) => String(number))));
  for (let round = 0; round < 100; round++)
    searcher.search(`When did Ada ${wordOf(round)} ${wordOf(round * 17)} ${wordOf(round * 131)}?`, { today: "2026-11-15" });
  index.close();
  return { resident_mb: process.memoryUsage().rss / 1e6 };
}

function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
