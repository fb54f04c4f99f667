// A mind of some age. Documents and their ledger are written by `apply` from deltas of 500 entries. Sessions, settled journals and
// verdicts are copies of real ones under other names and times, in the shape in which they are stored: verdicts in segments, a
// journal and four locks for each session.

import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { appendToSession, apply, asOwner, decide, flush, openMind, plan, startSession } from "../../src/index.ts";

export interface Size {
  readonly days: number;
  readonly sessions: number;
  readonly verdicts: number;
  readonly entries: number;
}

export const SIZES: Readonly<Record<string, Size>> = {
  new: { days: 0, sessions: 0, verdicts: 0, entries: 1 },
  month: { days: 30, sessions: 200, verdicts: 25_000, entries: 400 },
  year: { days: 365, sessions: 2500, verdicts: 300_000, entries: 5000 },
  five: { days: 1825, sessions: 12_500, verdicts: 1_500_000, entries: 25_000 },
  ten: { days: 3650, sessions: 25_000, verdicts: 3_000_000, entries: 50_000 },
};

export const NOTES = "~/.config/agents/NOTES.md";

export interface World {
  readonly root: string;
  readonly home: string;
  readonly project: string;
  readonly state: string;
  readonly env: NodeJS.ProcessEnv;
}

const ENTRIES_OF_DELTA = 500;
/** As the store's: a log goes on in a new file from this size on. */
const SEGMENT_BYTES = 32 * 1024 * 1024;
const DAY = 86_400_000;

function worldAt(root: string): World {
  const [home, state, project] = [join(root, "home"), join(root, "state"), join(root, "project")];
  const env = { PATH: process.env["PATH"], HOME: root, CODICIL_HOME: home, CODICIL_STATE: state, CODICIL_RESIDENT: "off" };
  return { root, home, state, project, env };
}

/** In `$CODICIL_BENCH_MINDS`, where it stays for the next time, or in a temporary folder. */
export async function withGrown<T>(name: string, work: (world: World) => Promise<T>): Promise<T> {
  const kept = process.env["CODICIL_BENCH_MINDS"];
  const root = kept === undefined ? undefined : join(kept, name);
  const world = root !== undefined && existsSync(root) ? worldAt(root) : await grow(SIZES[name] as Size, root);
  try {
    return await work(world);
  } finally {
    if (kept === undefined) rmSync(world.root, { recursive: true, force: true });
  }
}

async function grow({ days, sessions, verdicts, entries }: Size, given?: string): Promise<World> {
  const root = given ?? realpathSync(mkdtempSync(join(tmpdir(), "codicil-bench-years-")));
  const world = worldAt(root);
  const { home, state, project } = world;
  mkdirSync(join(project, ".git"), { recursive: true });
  writeFileSync(join(project, "AGENTS.md"), "- Never run `git push --force`.\n- Use pnpm, not npm.\n");
  const mind = await openMind({ home, state, cwd: project, env: { HOME: root } });
  for (let done = 0; done < entries; done += ENTRIES_OF_DELTA) {
    mkdirSync(join(home, "last-word"), { recursive: true });
    writeFileSync(join(home, `last-word/notes-${done}.yaml`), deltaOf(done, Math.min(entries, done + ENTRIES_OF_DELTA)));
    const { problems } = await apply(mind);
    if (problems.length > 0) throw new Error(problems[0]?.error.message);
  }
  await plan(mind, {
    path: NOTES,
    heading: "Part 0",
    operation: "append",
    content: "- one more",
    session: "s0",
    origin: "user",
    person: asOwner(),
  });
  await flush(mind, "s0");
  await apply(mind);
  const { header } = await startSession(mind);
  await appendToSession(
    mind,
    header.sessionId,
    Array.from({ length: 20 }, (_, number) => ({
      type: "user_message" as const,
      message: { role: "user" as const, content: [{ type: "text" as const, text: `question ${number} ${"about the work ".repeat(20)}` }] },
    })),
  );
  await decide(mind, { call: { tool: "shell", command: "git push --force" }, sessionId: "host_1" });
  await mind.close();
  copySessions(state, header.sessionId, sessions, days);
  copyJournals(state, sessions);
  copyVerdicts(state, verdicts, days);
  return world;
}

function deltaOf(from: number, to: number): string {
  const entries = Array.from({ length: to - from }, (_, at) => {
    const number = from + at;
    const key = `{ path: "${NOTES}", heading: "Part ${number % 40}" }`;
    return `  - key: ${key}\n    operation: append\n    content: "- note ${number} of many, as long as notes are"\n`;
  });
  return `version: "1.1.0"\nsource: "notes"\nentries:\n${entries.join("")}`;
}

function copySessions(state: string, id: string, count: number, days: number): void {
  const text = readFileSync(join(state, "sessions", `${id}.jsonl`), "utf8");
  const created = /"createdAt":(\d+)/.exec(text)?.[1] ?? "0";
  for (let number = 0; number < count; number++) {
    const other = `session_20200101-000000-${number.toString(16).padStart(8, "0")}`;
    const at = Number(created) - Math.round((days * DAY * (count - number)) / count);
    const file = join(state, "sessions", `${other}.jsonl`);
    writeFileSync(file, text.replaceAll(id, other).replaceAll(created, String(at)), { mode: 0o600 });
    utimesSync(file, at / 1000, at / 1000);
  }
}

function copyJournals(state: string, count: number): void {
  const folder = join(state, "journal/settled");
  const [name] = readdirSync(folder);
  if (name === undefined) throw new Error("no journal was settled");
  for (let number = 0; number < count; number++) cpSync(join(folder, name), join(folder, `session_20200101-000000-${number}.jsonl`));
  for (let number = 0; number < count * 4; number++)
    writeFileSync(join(state, "locks", `${createHash("sha256").update(`${number}`).digest("hex")}.lock`), "", { mode: 0o600 });
}

function copyVerdicts(state: string, count: number, days: number): void {
  const file = join(state, "decisions/verdicts.jsonl");
  const line = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  const now = Date.now();
  let [lines, segments]: [string[], number] = [[], 0];
  for (let number = 0; number < count; number++) {
    const at = new Date(now - Math.round((days * DAY * (count - number)) / count)).toISOString();
    lines.push(
      JSON.stringify({
        ...line,
        id: `v_${at.slice(0, 19).replace(/\D/g, "")}_${number.toString(16).padStart(12, "0")}`,
        at,
        session: `host_${number % 997}`,
      }),
    );
    if (lines.length < 10_000 && number < count - 1) continue;
    writeFileSync(file, `${lines.join("\n")}\n`, { flag: "a", mode: 0o600 });
    lines = [];
    if (statSync(file).size >= SEGMENT_BYTES)
      renameSync(file, join(state, `decisions/verdicts.${String(++segments).padStart(6, "0")}.jsonl`));
  }
}

export function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).reduce(
    (sum, entry) => sum + (entry.isFile() ? statSync(join(entry.parentPath, entry.name)).size : 0),
    0,
  );
}
