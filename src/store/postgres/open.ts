// The driver that keeps a mind in PostgreSQL. Opening dials nothing: the first question does, and looks at the schema.

import { AppError, type Random, sha256 } from "../../base/index.ts";
import type { Contact } from "../common/contact.ts";
import { entriesAmong } from "../port/entryLines.ts";
import { checkLines, joinLines } from "../port/frames.ts";
import { DOCUMENT_LIMIT, tooLarge } from "../port/limits.ts";
import { checkGrammar, hasUnseen } from "../port/placeNames.ts";
import type { CommitOutcome, LogEnd, LogRead, Place, SharedStore, Writer } from "../port/port.ts";
import { registerWriter } from "../port/pen.ts";
import { type Address, readAddress } from "../connection/address.ts";
import type { Ask } from "../connection/asking.ts";
import { asAppError, isLost, lockLost, unknownOutcome } from "../connection/faults.ts";
import { Locks } from "./holding.ts";
import { jobsOf } from "./jobs.ts";
import { type Line, Lines, type Parameter, type Row } from "../connection/connections.ts";
import { inspect, signed } from "./inspect.ts";
import { listenTo } from "./notices.ts";
import { type OwnRows, ownRows } from "./own.ts";
import { packedOver } from "./packed.ts";
import { refuseSharedSessions, reach } from "../connection/firstContact.ts";
import { postgresSent, postgresSentPen } from "./sent.ts";
import { checkSchema, migrate } from "./upkeep.ts";

export interface SharedOptions {
  /** postgres://… (docs/many-machines.md) */
  readonly address: string;
  readonly random: Random;
  /** By this name other machines know who made a change. */
  readonly machine: string;
  readonly mayMigrate?: boolean;
  /** While it says that the store is away, no connection is opened or used. */
  readonly contact?: Contact;
  /** Where the address has none. */
  readonly password?: string | undefined;
}

interface Rig {
  readonly address: Address;
  readonly lines: Lines;
  readonly locks: Locks;
  readonly random: Random;
  readonly own: OwnRows;
  /** Resolves once the schema was found good; asked again after a failure. */
  ready(): Promise<void>;
}

export function openPostgres(options: SharedOptions): SharedStore {
  const given = readAddress(options.address);
  const address: Address = { ...given, password: given.password ?? options.password };
  const lines = new Lines(address, { name: `codicil ${options.machine}`.slice(0, 60), random: options.random, contact: options.contact });
  let found: Promise<void> | undefined;
  const rig: Rig = {
    address,
    lines,
    locks: new Locks(lines, address, options.random),
    random: options.random,
    own: ownRows(async () => (await ask(rig, "select mine() as token", []))[0]?.["token"] as string),
    ready: () =>
      (found ??= lines
        .steadily(async (line) => {
          await refuseSharedSessions(line, address);
          await (options.mayMigrate === true ? migrate(line, address) : checkSchema(line, address));
        })
        .catch((error: unknown) => {
          found = undefined;
          throw error;
        })),
  };
  const store = postgresStore(rig, options);
  registerWriter(store, postgresWriter(rig));
  return store;
}

function postgresStore(rig: Rig, options: SharedOptions): SharedStore {
  const key = keyIn(rig);
  const asked: Ask = (text, parameters) => ask(rig, text, parameters);
  return {
    describe: (place) => `${rig.address.shown} ${place.root}/${place.path}`,
    async canonical(place) {
      checkGrammar(place);
      return place;
    },
    async lockName(place) {
      return (await key(place)).join(":");
    },
    async read(place) {
      const [row] = await ask(rig, "select kind, bytes, version, modified from places where root = $1 and path = $2", await key(place));
      if (!row) return null;
      if (row["kind"] === "document")
        return { bytes: new Uint8Array(row["bytes"] as Buffer), version: row["version"] as string, modified: row["modified"] as Date };
      const bytes = joinLines(await readLines(rig, place));
      return { bytes, version: sha256(bytes), modified: row["modified"] as Date };
    },
    async list(root, folder) {
      const own = (await rig.own.folderOf(root, folder)) ?? folder;
      const rows = await asked("select path from places where root = $1 and folder in ($2, $3)", [root, folder, own]);
      return (await visible(rig, root, rows)).map(([path]) => path.slice(folder === "" ? 0 : folder.length + 1)).sort();
    },
    async paths(root) {
      return (await visible(rig, root, await ask(rig, "select path from places where root = $1", [root]))).map(([path]) => path);
    },
    readLog: (place) => readLog(rig, place),
    readLogEnd: (place, count) => readLogEnd(rig, place, count),
    entriesIn: (place, entries) => entriesIn(rig, place, entries),
    packed: packedOver(asked),
    holds: () => rig.locks.current() !== null,
    reach: (ms) => reach(rig.address, ms),
    async now() {
      const [row] = await asked("select clock_timestamp() as now");
      return row?.["now"] as Date;
    },
    async signature(place) {
      const [row] = await ask(rig, "select proposed, changed_by, program from places where root = $1 and path = $2", await key(place));
      return { isProposed: row?.["proposed"] === true, by: row === undefined ? null : signed(row["changed_by"], row["program"]) };
    },
    async signers(log) {
      const rows = await ask(rig, SIGNERS, await key(log));
      return new Map(rows.map((row) => [String(row["id"]), signed(row["login"], row["program"])]));
    },
    inspect: (seen = []) => inspect({ address: rig.address, own: rig.own, ask: asked }, seen),
    async versions(root) {
      const rows = await ask(rig, "select path, version from places where root = $1 and kind = 'document'", [root]);
      return new Map((await visible(rig, root, rows)).map(([path, row]) => [path, row["version"] as string]));
    },
    async lock(lockName, run, lockOptions = {}) {
      await rig.ready();
      return rig.locks.run(lockName, run, lockOptions);
    },
    sent: postgresSent(asked),
    listen: (heard) => listenTo(rig.address, { machine: options.machine, channel: () => rig.own.channel(), heard }),
    jobs: jobsOf(rig.address, { onLockLine: (work) => onLockLine(rig, work), ask: asked }),
    close: () => rig.lines.close(),
  };
}

/** Of a line that says by itself who made it (`"from":"ada@laptop"`), only where another login entered it. */
const SIGNERS = `select substring(line from '^\\{"v":1,"id":"([^"]*)"') as id, login, program from lines
  where root = $1 and path = $2 and n > 1 and login is distinct from substring(line from '"from":"([^"@]*)@') and login is not null`;

/** Root and path of the row that has a place. */
function keyIn(rig: Rig): (place: Place) => Promise<[Place["root"], string]> {
  return async (place) => {
    checkGrammar(place);
    return [place.root, await rig.own.pathOf(place)];
  };
}

/** The rows that have a place here, by its path: whoever is above row security gets other people's own as well. */
async function visible(rig: Rig, root: Place["root"], rows: readonly Row[]): Promise<[string, Row][]> {
  const found: [string, Row][] = [];
  for (const row of rows) {
    // From before the schema refused them; no terminal and no disk is to get such a name.
    if (hasUnseen(row["path"] as string)) continue;
    const path = await rig.own.placeOf(root, row["path"] as string);
    if (path !== null) found.push([path, row]);
  }
  return found;
}

async function readLog(rig: Rig, place: Place): Promise<LogRead> {
  const lines = await readLines(rig, place);
  if (lines.length > 0) return { lines, torn: null };
  const [row] = await ask(rig, "select bytes from places where root = $1 and path = $2 and kind = 'document'", await keyIn(rig)(place));
  return { lines: row ? (row["bytes"] as Buffer).toString("utf8").split("\n").slice(0, -1) : [], torn: null };
}

async function readLines(rig: Rig, place: Place): Promise<string[]> {
  const rows = await ask(rig, "select line from lines where root = $1 and path = $2 order by n", await keyIn(rig)(place));
  return rows.map((row) => row["line"] as string);
}

async function readLogEnd(rig: Rig, place: Place, count: number): Promise<LogEnd> {
  // One more than asked for tells whether these are all.
  const key = await keyIn(rig)(place);
  const rows = await ask(rig, "select line from lines where root = $1 and path = $2 order by n desc limit $3", [...key, count + 1]);
  const isWhole = rows.length <= count;
  const lines = rows.length > 0 ? rows.map((row) => row["line"] as string).reverse() : (await readLog(rig, place)).lines;
  return { lines: lines.slice(Math.max(0, lines.length - count)), isWhole: isWhole && lines.length <= count };
}

const ENTRIES = `select kind, (
    select json_agg(entry) from lines l
    where l.root = p.root and l.path = p.path and l.entry = any(array(select json_array_elements_text($3::text::json)))
  ) as found from places p where root = $1 and path = $2`;

async function entriesIn(rig: Rig, place: Place, entries: readonly string[]): Promise<ReadonlySet<string>> {
  const [row] = await ask(rig, ENTRIES, [...(await keyIn(rig)(place)), JSON.stringify(entries)]);
  // A log that was brought as a whole has no rows of its own yet.
  if (row?.["kind"] === "document") return entriesAmong((await readLog(rig, place)).lines, entries);
  return new Set((row?.["found"] as string[] | null | undefined) ?? []);
}

async function onLockLine<T>(rig: Rig, work: (line: Line) => Promise<T>): Promise<T> {
  const holding = rig.locks.current();
  if (holding === null || holding.line.isBroken) throw lockLost(rig.address);
  try {
    return await work(holding.line);
  } catch (error) {
    throw isLost(error) ? lockLost(rig.address, error) : asAppError(error, rig.address);
  }
}

/** Reading may be done twice, so a lost connection only costs time; but under a lock a lost line is a lost lock. */
async function ask(rig: Rig, text: string, parameters: readonly Parameter[] = []): Promise<readonly Row[]> {
  await rig.ready();
  const work = (line: Line) => line.ask(text, parameters);
  return rig.locks.current() === null ? rig.lines.steadily(work) : onLockLine(rig, work);
}

function postgresWriter(rig: Rig): Writer {
  const key = keyIn(rig);
  const sized = (place: Place, bytes: Uint8Array | null) => {
    if (bytes !== null && bytes.length > DOCUMENT_LIMIT) throw tooLarge(`${place.root}/${place.path}`, bytes.length, DOCUMENT_LIMIT);
    return [bytes, bytes === null ? null : sha256(bytes)] as const;
  };
  const checked = (place: Place, lines: readonly string[]) => {
    checkLines(lines, `${place.root}/${place.path}`);
    return JSON.stringify(lines);
  };
  return {
    async write(place, bytes, expect) {
      const done = await change(rig, "write", [...(await key(place)), expect, ...sized(place, bytes)]);
      return done.kind === "stale" ? { kind: "stale", actual: done.version } : { kind: "written", version: done.version as string };
    },
    async remove(place, expect) {
      const done = await change(rig, "write", [...(await key(place)), expect, null, null]);
      return done.kind === "stale" && done.version !== null ? { kind: "stale", actual: done.version } : { kind: "removed" };
    },
    async append(place, lines) {
      const at = await key(place);
      const added = checked(place, lines);
      if (lines.length > 0) await change(rig, "append", [...at, added]);
    },
    async commit({ place, expect, bytes, log, lines }) {
      const after = [expect, ...sized(place, bytes), ...(await key(log)), checked(log, lines)];
      const done = await change(rig, "commit", [...(await key(place)), ...after]);
      return { kind: done.kind === "stale" ? "stale" : "committed", version: done.version } satisfies CommitOutcome;
    },
    async recover(log, document) {
      checkGrammar(log); // a transaction leaves nothing undecided, but a bad place is a bad place
      if (document) checkGrammar(document);
    },
    async rewriteLog(place, lines) {
      await change(rig, "rewrite", [...(await key(place)), checked(place, [...lines])]);
    },
    sent: postgresSentPen((text, parameters) => ask(rig, text, parameters)),
  };
}

/** Parameters behind token and holder, as the function of that name in schema.ts takes them. */
const CALLS = {
  write: "select write($1::uuid, $2, $3, $4, $5, $6::bytea, $7) as done",
  append: "select append($1::uuid, $2, $3, $4, $5::text::json) as done",
  rewrite: "select rewrite($1::uuid, $2, $3, $4, $5::text::json) as done",
  commit: "select commit($1::uuid, $2, $3, $4, $5, $6::bytea, $7, $8, $9, $10::text::json) as done",
} as const;

interface Done {
  readonly kind: "written" | "committed" | "stale";
  readonly version: string | null;
}

/** One write. If its answer is lost, the database is asked what became of it; only what surely never happened is tried again. */
async function change(rig: Rig, call: keyof typeof CALLS, parameters: readonly Parameter[]): Promise<Done> {
  await rig.ready();
  for (let attempt = 0; ; attempt++) {
    const token = rig.random.hex(16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
    const holding = rig.locks.current();
    if (holding?.line.isBroken === true) throw lockLost(rig.address);
    const line: Line = holding?.line ?? (await rig.lines.take());
    try {
      const [row] = await line.ask(CALLS[call], [token, holding?.token ?? null, ...parameters]);
      return readDone(row);
    } catch (error) {
      if (!isLost(error)) throw asAppError(error, rig.address);
      const outcome = await outcomeOf(rig, token, error);
      if (outcome !== null) return outcome;
      if (holding !== null) throw lockLost(rig.address, error);
      if (attempt === 4) throw asAppError(error, rig.address);
    } finally {
      if (holding === null) rig.lines.give(line);
    }
  }
}

async function outcomeOf(rig: Rig, token: string, lost: unknown): Promise<Done | null> {
  try {
    const [row] = await rig.lines.steadily((line) => line.ask("select outcome_of($1::uuid) as done", [token]));
    return row?.["done"] === null ? null : readDone(row);
  } catch (error) {
    if (error instanceof AppError && error.code === "STORE_DOWN") throw unknownOutcome(rig.address, lost);
    throw error;
  }
}

function readDone(row: Row | undefined): Done {
  const done = row?.["done"] as { kind: Done["kind"]; version?: string | null };
  return { kind: done.kind, version: done.version ?? null };
}
