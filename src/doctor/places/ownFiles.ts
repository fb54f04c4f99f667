// Codicil's own files beside the documents: pending files, the journals, the ledgers, decisions, the vault's originals, and what
// a crash left.

import { AppError } from "../../base/index.ts";
import { documentAt, type DocumentRef } from "../../knowledge/index.ts";
import { journalSessions, listPending, listStaged, readJournal } from "../../deltas/waiting.ts";
import { readChange } from "../../schema/index.ts";
import { isTempName, linesFromEnd, type Place, type Store, upkeepFacts } from "../../store/index.ts";
import type { Mind } from "../../mind/open.ts";
import { closing, type Diagnosis } from "../texts/finding.ts";
import { unreadable } from "../texts/ownSheets.ts";
import { originalsOf, readAdoptions } from "../../activity/originals.ts";

const HOUR = 3_600_000;
/** A session may pause for a night; after a day nobody comes back to it. */
const FLUSHED_WITHIN = 24 * HOUR;
/** No write takes so long. */
const WRITTEN_WITHIN = HOUR / 6;
/** Files that there are thousands of: none is a folder. */
const OWN_FILE = /\.(?:jsonl|lock)$/;
/** Thousands of files, and never a document or a commit. */
const LOCKS = "locks";

export async function checkOwnFiles(mind: Mind): Promise<Diagnosis[]> {
  const checks = [checkPending, checkJournals, checkLedgers, checkDecisions, checkAside, checkTemps, checkVault];
  const found: Diagnosis[] = [];
  for (const check of checks) {
    try {
      found.push(...(await check(mind)));
    } catch (error) {
      // A folder that cannot be listed stops its own check and no other.
      found.push(unreadable(mind.where.state, error));
    }
  }
  return found;
}

async function checkPending(mind: Mind): Promise<Diagnosis[]> {
  const [pending, staged] = [await listPending(mind.deps), await listStaged(mind.deps)];
  return [...pending.damaged, ...staged.damaged].map(({ file, error }) => ({
    code: "damaged",
    severity: "error",
    file,
    ...(error.line === undefined ? {} : { line: error.line }),
    message: `${error.code}: ${error.message}; it is left as it is until you correct it`,
  }));
}

async function checkJournals(mind: Mind): Promise<Diagnosis[]> {
  const found: Diagnosis[] = [];
  const now = mind.deps.clock.now().getTime();
  for (const session of await journalSessions(mind.deps)) {
    const file = `${mind.where.state}/journal/${session}.jsonl`;
    try {
      const { open } = await readJournal(mind.deps, session);
      const isLate = now - (upkeepFacts(file)?.modified.getTime() ?? now) > FLUSHED_WITHIN;
      if (open.length === 0) continue;
      const entries = `${open.length} ${open.length === 1 ? "entry" : "entries"}`;
      found.push({
        code: "unflushed",
        severity: isLate ? "warn" : "info",
        file,
        message: `session ${session} planned ${entries} and has not ended${isLate ? "" : " yet"}`,
        key: session,
        repair: { kind: "flush", what: "end the session; what it planned becomes pending", session },
      });
    } catch (error) {
      found.push(unreadable(file, error));
    }
  }
  return found;
}

/** A ledger's first line says what it is; the rest are changes. Of a long one the end is looked at, which is what writers read. */
async function checkLedgers(mind: Mind): Promise<Diagnosis[]> {
  const store = mind.deps.storeFor(mind.where.project);
  const found: Diagnosis[] = [];
  for (const name of await store.list("state", "ledger")) {
    if (!name.endsWith(".jsonl")) continue;
    const place = { root: "state", path: `ledger/${name}` } as const;
    const file = store.describe(place);
    // Only of a ledger that is looked at as a whole is it known which line is which.
    let number: number | undefined;
    try {
      if (endsTorn(store, place)) found.push(unfinished(file));
      const { lines, isWhole } = await store.readLogEnd(place, LOOKED_AT);
      for (const [index, line] of lines.entries()) {
        number = isWhole ? index + 1 : undefined;
        if (index > 0 || !isWhole) readChange(line, file, index + 1);
        else if ((JSON.parse(line) as { kind?: unknown } | null)?.kind !== "ledger") throw new Error("its first line is not a ledger's");
      }
    } catch (error) {
      const isNewer = error instanceof AppError && error.code === "UNKNOWN_VERSION";
      const repair = {
        kind: "ledger",
        what: "move the damaged line to a file of its own and keep the rest of the history",
        place,
      } as const;
      // Without its first line nobody knows whose history it is.
      found.push({ ...damagedAt(number, unreadable(file, error)), ...(isNewer || number === 1 ? {} : { repair }) });
    }
  }
  return found;
}

/** Logs that grow with every call: so many lines from their end are looked at. A damaged line further back harms nobody. */
const LOOKED_AT = 1000;

async function checkDecisions(mind: Mind): Promise<Diagnosis[]> {
  const store = mind.deps.storeFor(mind.where.project);
  const found: Diagnosis[] = [];
  for (const name of withoutOldSegments(await store.list("state", "decisions"))) {
    if (!name.endsWith(".jsonl")) continue;
    const place = { root: "state", path: `decisions/${name}` } as const;
    const file = store.describe(place);
    if (endsTorn(store, place)) found.push(unfinished(file));
    try {
      await checkEnd(store, place);
    } catch (error) {
      found.push(damagedAt(undefined, unreadable(file, error)));
    }
  }
  return found;
}

function damagedAt(number: number | undefined, { line: _, ...rest }: Diagnosis): Diagnosis {
  return { ...rest, code: "damaged", ...(number === undefined ? {} : { line: number }) };
}

/** Of a log in several files: the numbered ones before the last are never written again, and were looked at when they were. */
function withoutOldSegments(names: readonly string[]): readonly string[] {
  const logOf = (name: string) => /^(.*)\.\d{6}\.jsonl$/.exec(name)?.[1];
  return names.filter((name, at) => logOf(name) === undefined || logOf(name) !== logOf(names[at + 1] ?? ""));
}

async function checkEnd(store: Store, place: Place): Promise<void> {
  let looked = 0;
  for await (const part of linesFromEnd(store, place)) {
    for (const line of part)
      if ((JSON.parse(line) as { v?: unknown } | null)?.v !== 1) throw new Error("a line has no version that is known");
    looked += part.length;
    if (looked >= LOOKED_AT) return;
  }
}

function endsTorn(store: Store, place: Place): boolean {
  const log = store.openLog?.(place) ?? null;
  if (log === null) return false;
  try {
    const last = new Uint8Array(1);
    return log.size > 0 && log.read(last, log.size - 1) === 1 && last[0] !== 0x0a;
  } finally {
    log.close();
  }
}

function unfinished(file: string): Diagnosis {
  return { code: "kept-aside", severity: "info", file, message: "ends in a write that never finished; the next write keeps it aside" };
}

async function checkAside(mind: Mind): Promise<Diagnosis[]> {
  const store = mind.deps.storeFor(mind.where.project);
  const names = await store.list("state", "damaged");
  return names.map((name) => ({
    code: "kept-aside",
    severity: "info",
    file: store.describe({ root: "state", path: `damaged/${name}` }),
    message: "a write that never finished was kept here; remove it when you have looked at it",
  }));
}

/** Commits leave their temp file as the evidence of how far they came, so only the document's own recovery removes it. */
async function checkTemps(mind: Mind): Promise<Diagnosis[]> {
  const { home, state, project } = mind.where;
  const { disk } = mind.environment;
  const now = mind.deps.clock.now().getTime();
  const isStale = (path: string) => now - (upkeepFacts(path)?.modified.getTime() ?? now) > WRITTEN_WITHIN;
  const found: Diagnosis[] = [];
  const look = (root: "home" | "project" | "state", base: string, folder: string): readonly string[] => {
    const at = folder === "" ? base : `${base}/${folder}`;
    const names = disk.list(at);
    const { length } = names.filter((name) => isTempName(name) && isStale(`${at}/${name}`));
    if (length === 0) return names;
    const documents = root === "state" ? [] : documentsIn(mind, root, folder, names);
    const repair = { kind: "recover", what: "finish or undo what the crash interrupted", documents } as const;
    const message = `${length} temp file${length === 1 ? "" : "s"} that a crash left; the next write there removes them`;
    found.push({ code: "stale-temp", severity: "info", file: at, message, key: "temps", ...(documents.length === 0 ? {} : { repair }) });
    return names;
  };
  const walk = (root: "home" | "state", base: string, folder = "", depth = 4): void => {
    const names = look(root, base, folder);
    for (const name of depth === 0 ? [] : names) {
      const next = folder === "" ? name : `${folder}/${name}`;
      if (!OWN_FILE.test(name) && next !== LOCKS && disk.lstat(`${base}/${next}`) === "dir") walk(root, base, next, depth - 1);
    }
  };
  walk("home", home);
  walk("state", state);
  if (project !== null) for (const folder of ["", ".agents", "memory-bank", "memory-bank/details"]) look("project", project, folder);
  return found;
}

function documentsIn(mind: Mind, root: "home" | "project", folder: string, names: readonly string[]): DocumentRef[] {
  if (root === "home" && folder.startsWith("last-word")) return [];
  return names
    .filter((name) => /\.md$/i.test(name))
    .map((name) => documentAt(mind.environment, root, folder === "" ? name : `${folder}/${name}`));
}

/**
 * Whether each original is still there, who may read it, and which of them hold what looks like a secret: that was counted when they were
 * adopted, and nothing of theirs is read here.
 */
export async function checkVault(mind: Mind): Promise<Diagnosis[]> {
  const originals = originalsOf(mind);
  const found: Diagnosis[] = [];
  for (const { host, sha256, session, secrets, source } of (await readAdoptions(mind)).values()) {
    const file = originals.file(host, sha256);
    const facts = upkeepFacts(file);
    if (facts === null) {
      const message =
        `the original of session ${session} is gone; its events are here, ` +
        `and an import from ${source} brings it back if its host still has it`;
      found.push({ code: "damaged", severity: "warn", file, message, key: session });
      continue;
    }
    if ((facts.mode & 0o077) !== 0) {
      const message = "other users can read this original transcript, which is stored unredacted";
      found.push({ code: "permissions", severity: "error", file, message, key: "permissions", repair: closing(file) });
    }
    if (secrets === undefined) continue;
    const message =
      `${secrets} ${secrets === 1 ? "event" : "events"} of session ${session} contained what looks like a secret: marked in the session, ` +
      "verbatim in this original and at its host; codicil forget TEXT --everywhere takes it out here";
    found.push({ code: "secret", severity: "info", file, message, key: session });
  }
  return found;
}
