// The database that machines have in common: whether its logs are what was entered, what was rewritten on purpose, and whether
// the roles and the row security are whole.

import { AppError } from "../../base/index.ts";
import { commonOf, type Inspection, type Place, type SharedStore } from "../../store/index.ts";
import type { Mind } from "../../mind/open.ts";
import type { Diagnosis } from "../finding.ts";

export async function checkCommon(mind: Mind): Promise<Diagnosis[]> {
  const common = commonOf(mind.desk.storeFor(null));
  if (common === null || common.contact.away !== null) return [];
  const { shared } = common;
  const address = shared.describe({ root: "home", path: "" }).split(" ")[0] ?? "";
  let found: Inspection;
  try {
    found = await shared.inspect();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [{ code: "common", severity: "warn", file: address, message: `the database cannot be checked: ${error.code} ${error.message}` }];
  }
  const diagnoses: Diagnosis[] = [];
  for (const { log, line, what, login } of found.broken)
    diagnoses.push({
      code: "common",
      severity: "error",
      file: address,
      message: `${await nameOf(shared, log)}: ${FAULTS[what](line)} outside Codicil${login === null ? "" : `; it was entered by ${login}`}. Compare it with a backup`,
      key: `${log.path} ${line} ${what}`,
    });
  for (const { log, what, by, at } of found.marks)
    diagnoses.push({
      code: "common",
      severity: "info",
      file: address,
      message: `${await nameOf(shared, log)}: ${what} by ${by} on ${at.toISOString().slice(0, 16)}, as codicil forget and move do`,
      key: `${log.path} ${at.toISOString()}`,
    });
  if (found.missing !== null)
    diagnoses.push({
      code: "common",
      severity: "error",
      file: address,
      message: `the database lacks ${found.missing}: it was restored without them. codicil move --to the same address, with the owner's login, makes them again`,
      key: "rights",
    });
  return diagnoses;
}

const FAULTS: Readonly<Record<Inspection["broken"][number]["what"], (line: number) => string>> = {
  changed: (line) => `line ${line} of its history was changed`,
  gone: (line) => `lines of its history before line ${line} were deleted`,
  "ends early": (line) => `lines at the end of its history were deleted (it had ${line})`,
};

/** The document to which a ledger belongs, by the ledger's first line; else the log's path. */
async function nameOf(shared: SharedStore, log: Place): Promise<string> {
  try {
    const [header = ""] = (await shared.readLog(log)).lines;
    const { kind, path } = JSON.parse(header) as { kind?: unknown; path?: unknown };
    if (kind === "ledger" && typeof path === "string") return path;
  } catch {
    // Its first line is what was changed: the log's own name has to do.
  }
  return log.path;
}
