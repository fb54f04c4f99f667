// Transcripts as the hosts themselves wrote them (Codex, Copilot CLI, Gemini CLI, Kimi Code, OpenCode, pi and Qwen Code ran against a
// scripted model; two turns, a call that failed, a resume), and of Claude Code and Cursor as it is publicly known. Machine paths and the
// hosts' own prompts are scrubbed.

import { cpSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { turnsOf } from "../../src/activity/sessions.ts";
import * as sessions from "../../src/activity/sessions.ts";
import { type ImportReport, importTranscripts } from "../../src/hosts/index.ts";
import type { Ran, World } from "../kit.ts";

export const FIXTURES = new URL("./fixtures", import.meta.url).pathname;
export const HOSTS = ["claude", "codex", "copilot", "cursor", "gemini", "kimi", "opencode", "pi", "qwen"] as const;

export const IDS = {
  claude: "claude_5f0c1f6e-3b0a-4d0e-9a51-7f2f6a1b2c3d",
  codex: "codex_01a1ddd3-60f2-7eb0-b891-daa0bd9ef24a",
  copilot: "copilot_4002d0c6-902b-440e-9c92-9da6d97098f1",
  cursor: "cursor_0b6f3c9e-2c1d-4f58-9a35-6c0d5d7a1e42",
  gemini: "gemini_session-2026-11-15T06-10-5dd8c013",
  kimi: "kimi_session_7c3d3b50-92b0-4719-92d2-0ac8f4cf8acb",
  opencode: "opencode_ses_e222c90f1ffesimZbZ6IrKdbTE",
  pi: "pi_01a1ddd3-3f69-7021-be26-a811b33b99c3",
  qwen: "qwen_f6846d1e-54d7-4f04-a8e6-7e08de7064c9",
} as const;

/** A copy of a host's fixture in the world, as its host would have it; OpenCode's as the database it is. */
export function placed(world: World, host: (typeof HOSTS)[number]): string {
  const folder = join(world.root, "hosts", host);
  mkdirSync(dirname(folder), { recursive: true });
  if (host === "opencode") makeDatabase(folder, rowsOf());
  else cpSync(join(FIXTURES, host), folder, { recursive: true });
  return folder;
}

export interface Row {
  readonly table: string;
  readonly row: Record<string, string | number | null>;
}

export function rowsOf(): Row[] {
  return readFileSync(join(FIXTURES, "opencode/rows.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Row);
}

/** With a write-ahead log that was never moved into the database: as it lies while its host runs. */
export function makeDatabase(folder: string, rows: readonly Row[]): void {
  const work = `${folder}-work`;
  mkdirSync(work, { recursive: true });
  mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(join(work, "opencode.db"));
  database.exec("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0");
  for (const table of ["session", "message", "part"]) {
    const columns = Object.keys(rows.find((each) => each.table === table)?.row ?? {});
    database.exec(`CREATE TABLE ${table} (${columns.map((name) => (name === "id" ? "id text PRIMARY KEY" : `"${name}"`)).join(", ")})`);
    for (const { row } of rows.filter((each) => each.table === table))
      database
        .prepare(`INSERT INTO ${table} VALUES (${columns.map(() => "?").join(", ")})`)
        .run(...columns.map((name) => row[name] ?? null));
  }
  for (const name of readdirSync(work).filter((each) => !each.endsWith("-shm"))) cpSync(join(work, name), join(folder, name));
  database.close();
}

/** By the room's front door, in this process. */
export async function importing(world: World, host: string, path: string): Promise<{ report: ImportReport }> {
  const mind = await world.open();
  const [report] = await importTranscripts(mind, host, { path, env: { HOME: world.env["HOME"] } });
  return { report: report as ImportReport };
}

export function byCommand(
  world: World,
  host: string,
  path: string,
  options: { env?: Record<string, string> } = {},
): { ran: Ran; report: ImportReport } {
  const ran = world.run(["session", "import", host, path, "--json"], options);
  return { ran, report: ran.json<ImportReport>() };
}

export async function turns(world: World, id: string): Promise<ReturnType<typeof turnsOf>> {
  return turnsOf(await sessions.openSession(await world.open(), id));
}

export function transcriptOf(folder: string): string {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name.endsWith(".jsonl") && !entry.name.startsWith("agent-"),
  );
  return join(found[0]?.parentPath ?? "", found[0]?.name ?? "");
}
