// session import: find a host's transcripts, hand each to the vault, say what came of it. The host's files are only
// ever read; one that cannot be used is reported and stops no other.

import { join, resolve } from "node:path";
import { AppError } from "../../base/index.ts";
import type { Mind } from "../../mind/open.ts";
import { adopt, type Adoption, type Transcript } from "../../activity/originals.ts";
import { openDatabase, readExport, readStorage, type StoredSession } from "./database.ts";
import { bytesOf, type Environment, factsOf, filesBelow, type FoundFile, kindOf, realFolder } from "./transcriptPlaces.ts";
import { TRANSCRIPT_HOSTS, type TranscriptHost, transcriptHost } from "./transcriptHosts.ts";
import { SOURCES } from "./sources.ts";

export interface ImportReport {
  readonly host: string;
  readonly folder: string;
  readonly transcripts: readonly (Adoption & { /** The day on which its host may delete it. */ readonly deletedOn?: string })[];
  readonly problems: readonly {
    readonly file: string;
    readonly line?: number | undefined;
    readonly code: string;
    readonly message: string;
  }[];
  /** Links and other things that are no files of the folder. */
  readonly passed: readonly { readonly path: string; readonly why: string }[];
  readonly totals: {
    readonly found: number;
    readonly new: number;
    readonly grown: number;
    readonly same: number;
    readonly left: number;
    readonly events: number;
    /** Their host may delete them within a week. */ readonly leaving: number;
  };
  readonly keepsDays: number | null;
}

export interface ImportOptions {
  /** A folder or a file; otherwise the host's own. */
  readonly path?: string | undefined;
  readonly env: Environment;
  /** How many of the transcripts are done. */
  readonly tell?: (done: number, of: number) => void;
  /** Ends it after the transcript at hand; what was imported stays. */
  readonly signal?: AbortSignal;
}

const DAY = 24 * 3600 * 1000;
const SOON = 7 * DAY;

/** `all`: every host that has a folder here. */
export async function importTranscripts(mind: Mind, name: string, options: ImportOptions): Promise<ImportReport[]> {
  if (name !== "all") return [await importFrom(mind, transcriptHost(name), options)];
  if (options.path !== undefined)
    throw new AppError("BAD_USAGE", "all takes no folder", { hint: "Name the host that wrote these transcripts." });
  const reports: ImportReport[] = [];
  for (const host of TRANSCRIPT_HOSTS)
    if (kindOf(SOURCES[host].folder(options.env)) === "folder") reports.push(await importFrom(mind, host, options));
  return reports;
}

async function importFrom(mind: Mind, host: TranscriptHost, options: ImportOptions): Promise<ImportReport> {
  const { path, env } = options;
  const source = SOURCES[host];
  const given = resolve(mind.where.cwd, path ?? source.folder(env));
  if (path === undefined && kindOf(given) === null)
    throw new AppError("NOT_FOUND", `${host} has no transcripts here`, { file: given, hint: "Give the folder that contains them." });
  const folder = realFolder(given);
  const keepsDays = source.keepsDays(env);
  const found = host === "opencode" ? await opencodeTranscripts(folder) : fileTranscripts(host, folder);
  try {
    const { transcripts, problems, counted } = await adoptAll(mind, found, { ...options, keepsDays });
    const of = (status: Adoption["status"]) => transcripts.filter((each) => each.status === status).length;
    return {
      host,
      folder,
      transcripts,
      problems: [...found.problems, ...problems],
      passed: found.passed,
      totals: { ...counted, new: of("new"), grown: of("grown"), same: of("same"), left: of("left") },
      keepsDays,
    };
  } finally {
    found.close();
  }
}

async function adoptAll(
  mind: Mind,
  { transcripts: all }: Found,
  { keepsDays, tell, signal }: Pick<ImportOptions, "tell" | "signal"> & { readonly keepsDays: number | null },
) {
  const transcripts: (Adoption & { deletedOn?: string })[] = [];
  const problems: { file: string; line?: number | undefined; code: string; message: string }[] = [];
  const counted = { found: 0, events: 0, leaving: 0 };
  const now = mind.deps.clock.now().getTime();
  for (const transcript of all) {
    if (signal?.aborted === true) break;
    tell?.(counted.found, all.length);
    counted.found++;
    try {
      const adoption = await adopt(mind, transcript);
      const leaves = keepsDays === null ? null : transcript.modified + keepsDays * DAY;
      counted.events += adoption.added;
      if (leaves !== null && leaves - now < SOON) counted.leaving++;
      transcripts.push({ ...adoption, ...(leaves === null ? {} : { deletedOn: new Date(leaves).toISOString().slice(0, 10) }) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problems.push({ file: error.file ?? transcript.source, line: error.line, code: error.code, message: error.message });
    }
  }
  return { transcripts, problems, counted };
}

interface Found {
  readonly transcripts: readonly Transcript[];
  readonly problems: readonly { readonly file: string; readonly code: string; readonly message: string }[];
  readonly passed: ImportReport["passed"];
  close(): void;
}

function fileTranscripts(host: TranscriptHost, folder: string): Found {
  const source = SOURCES[host];
  const listing =
    kindOf(folder) === "folder" ? filesBelow(folder, (path) => source.fits(path)) : { files: [factsOf(folder)], passed: [], closed: [] };
  const transcripts = listing.files
    .filter(({ size }) => size > 0)
    .map(({ path, size, modified }: FoundFile): Transcript => ({
      host,
      nativeId: source.nativeId(path),
      source: path,
      size,
      modified,
      bytes: () => bytesOf(path),
      translator: () => source.translator(path),
    }));
  return {
    transcripts,
    problems: listing.closed.map(({ path, why }) => ({ file: path, code: "IO", message: why })),
    passed: listing.passed,
    close: () => undefined,
  };
}

/** The folder of the host, its database, or a document of `opencode export`. */
async function opencodeTranscripts(given: string): Promise<Found> {
  const fromStored =
    (file: string) =>
    (stored: StoredSession): Transcript => ({
      host: "opencode",
      nativeId: stored.id,
      source: `${file}#${stored.id}`,
      modified: stored.modified,
      bytes: () => bytesOfLines(stored),
      translator: () => SOURCES.opencode.translator(file),
    });
  const isFolder = kindOf(given) === "folder";
  const database = isFolder ? join(given, "opencode.db") : given;
  if (given.endsWith(".json")) {
    const exported = readExport(given);
    if (exported === null)
      throw new AppError("BAD_INPUT", "the file is not a document of `opencode export`", { file: given, hint: "Nothing was adopted." });
    return { transcripts: [fromStored(given)(exported)], problems: [], passed: [], close: () => undefined };
  }
  const older = isFolder ? readStorage(join(given, "storage")) : [];
  if (kindOf(database) !== "file") return { transcripts: older.map(fromStored(given)), problems: [], passed: [], close: () => undefined };
  const rows = await openDatabase(database);
  const inDatabase = new Set(rows.sessions.map(({ id }) => id));
  return {
    transcripts: [...rows.sessions.map(fromStored(database)), ...older.filter(({ id }) => !inDatabase.has(id)).map(fromStored(given))],
    problems: [],
    passed: [],
    close: () => rows.close(),
  };
}

async function* bytesOfLines(stored: StoredSession): AsyncIterable<Uint8Array> {
  for await (const line of stored.lines()) yield Buffer.from(`${line}\n`);
}
