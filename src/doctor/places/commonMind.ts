// The database that machines have in common: whether its logs are what was entered, what was rewritten on purpose, and whether
// the roles and the row security are whole. Who owns the schema can write lines and link them again; so the machine remembers
// how far it saw each history, and says where that is no longer there.

import { AppError, objectIn } from "../../base/index.ts";
import { commonOf, type Head, type Inspection, type Place, readNote, type SharedStore, writeNote } from "../../store/index.ts";
import type { Mind } from "../../mind/open.ts";
import type { Diagnosis } from "../texts/finding.ts";
import { lastSync } from "../../mind/overview/lastSync.ts";

export async function checkCommon(mind: Mind): Promise<Diagnosis[]> {
  const common = commonOf(mind.deps.storeFor(null));
  if (common === null || common.contact.away !== null) return [];
  const { shared } = common;
  const file = shared.describe({ root: "home", path: "" }).split(" ")[0] ?? "";
  const { generation } = common.contact;
  let found: Inspection;
  try {
    found = await shared.inspect(readHeads(mind.where.state, generation));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [{ code: "common", severity: "warn", file, message: `the database cannot be checked: ${error.code} ${error.message}` }];
  }
  const diagnoses: Diagnosis[] = [];
  const report = (severity: Diagnosis["severity"], key: string, message: string) =>
    diagnoses.push({ code: "common", severity, file, message, key });
  for (const { log, line, what, login } of found.broken) {
    const enteredBy = login === null ? "" : `; it was entered by ${login}`;
    const fault = `${await nameOf(shared, log)}: ${FAULTS[what](line)} outside Codicil${enteredBy}. Compare it with a backup`;
    report("error", `${log.path} ${line} ${what}`, fault);
  }
  if (found.replaced.length > 0)
    report(
      "warn",
      found.replaced.map(({ head }) => head.link).join(" "),
      `${await namesOf(shared, found.replaced)}: the history up to there is not the one that this machine saw: the database was restored ` +
        `from an older copy, or its owner rewrote it. Compare it with a backup; removing ${HEADS} from the state accepts it`,
    );
  // While something is broken, nothing new counts as seen.
  if (generation !== null && found.broken.length === 0) writeHeads(mind.where.state, generation, found);
  for (const { log, what, by, at } of found.marks) {
    const rewritten = `${what} by ${by} on ${at.toISOString().slice(0, 16)}, as codicil forget and move do`;
    report("info", `${log.path} ${at.toISOString()}`, `${await nameOf(shared, log)}: ${rewritten}`);
  }
  if (found.missing !== null)
    report(
      "error",
      "rights",
      `the database lacks ${found.missing}: it was restored without them. ` +
        "codicil move --to the same address, with the owner's login, makes them again",
    );
  return diagnoses;
}

const HEADS = "heads.json";

/** Of this very store: a mind that was put into another one begins its histories anew. */
function readHeads(state: string, generation: string | null): readonly Head[] {
  const note = objectIn(readNote(state, HEADS));
  // Damaged: this machine begins to look today.
  return note?.["v"] === 1 && note["generation"] === generation && Array.isArray(note["heads"]) ? (note["heads"] as Head[]) : [];
}

/** What is no longer there stays noted, so that it is told until a person has looked. */
function writeHeads(state: string, generation: string, { heads, replaced }: Inspection): void {
  const missed = replaced.map(({ head }) => head);
  const kept = heads.filter(({ root, path }) => !missed.some((head) => head.root === root && head.path === path));
  try {
    writeNote(state, HEADS, `${JSON.stringify({ v: 1, generation, heads: [...kept, ...missed] })}\n`);
  } catch (error) {
    // A check-up of a disk that takes no writes still says what it found.
    if (!(error instanceof AppError)) throw error;
  }
}

const FAULTS: Readonly<Record<Inspection["broken"][number]["what"], (line: number) => string>> = {
  changed: (line) => `line ${line} of its history was changed`,
  gone: (line) => `lines of its history before line ${line} were deleted`,
  "ends early": (line) => `lines at the end of its history were deleted (it had ${line})`,
};

const MOST_NAMES = 5;

async function namesOf(shared: SharedStore, replaced: Inspection["replaced"]): Promise<string> {
  const names: string[] = [];
  for (const { log, head } of replaced.slice(0, MOST_NAMES)) names.push(`${await nameOf(shared, log)} (line ${head.line})`);
  return `${names.join(", ")}${replaced.length > MOST_NAMES ? ` and ${replaced.length - MOST_NAMES} more` : ""}`;
}

/** The document to which a ledger belongs, by the ledger's first line; else, or where that line is what was changed, the log's path. */
async function nameOf(shared: SharedStore, log: Place): Promise<string> {
  const [header] = await shared.readLog(log).then(
    ({ lines }) => lines,
    () => [],
  );
  const { kind, path } = objectIn(header) ?? {};
  return kind === "ledger" && typeof path === "string" ? path : log.path;
}

// The Git remote that carries the mind: whether it was ever met, and whether the last time went well. The network is not asked.
const LONG_MS = 14 * 24 * 3_600_000;

export function checkCarrier(mind: Mind): Diagnosis[] {
  const problem = problemOf(mind);
  return problem === null ? [] : [{ code: "carrier", file: `${mind.where.home}/last-word/config.yaml`, ...problem }];
}

function problemOf(mind: Mind): Pick<Diagnosis, "severity" | "message" | "key"> | null {
  const { carrier, store } = mind.config;
  if (carrier === undefined) return null;
  if (store !== undefined)
    return { severity: "error", message: "store: and carrier: are both named; a mind has one of the two", key: "both" };
  const last = lastSync(mind, carrier);
  if (last === null) return { severity: "info", message: `this machine never synced with ${carrier}; codicil sync does`, key: "never" };
  const { at, error } = last;
  if (error !== undefined)
    return {
      severity: "warn",
      message: `the last sync with ${carrier}, ${at}, met a problem: ${error.code} ${error.message}`,
      key: "problem",
    };
  if (mind.deps.clock.now().getTime() - Date.parse(at) <= LONG_MS) return null;
  return { severity: "warn", message: `the last sync with ${carrier} was ${at}; codicil sync brings what changed since`, key: "long" };
}
