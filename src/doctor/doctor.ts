// doctor: what is wrong with a mind and its documents, and with what other tools remember, each with its place and, where
// there is one, the repair. No model, no network, and nothing is changed by looking; only `fixFinding` changes something,
// one finding at a time and never a file of another tool.

import { AppError } from "../base/index.ts";
import { readReleases, type Releases } from "../deltas/index.ts";
import { checkCarrier, checkCommon } from "./places/commonMind.ts";
import { findContradictions } from "./texts/contradictions.ts";
import { findDuplicates } from "./texts/duplicates.ts";
import { type Diagnosis, type Finding, findingsFrom } from "./texts/finding.ts";
import { readGround } from "./texts/ground.ts";
import { findHidden, findSecrets } from "./texts/hazards.ts";
import { findAgain, keepLooked, lookedBefore } from "./texts/lookedAt.ts";
import { gatherOthers } from "./otherStores.ts";
import { checkIndexes } from "./places/indexes.ts";
import { checkOwnFiles } from "./places/ownFiles.ts";
import { gatherOwn, OWN } from "./texts/ownSheets.ts";
import { checkPlaces } from "./places/mindPlaces.ts";
import { findDeadReferences } from "./texts/references.ts";
import { applyRepair, needsPerson, type Repaired } from "./repairs.ts";
import { readSheet, type Sheet, type SheetReading, withoutLines } from "./texts/sheet.ts";
import type { Mind } from "../mind/open.ts";
import { isPerson, type Person } from "../mind/person.ts";
import { type VerdictState, verdictState } from "../calls/retention.ts";
import { type TrashState, trashState } from "../calls/trash.ts";

export type { Finding, Repaired };

export interface DoctorOptions {
  /** False: the mind's own documents only. */
  readonly others?: boolean;
  /** Where other tools were told to keep their files. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Called before each step with what is looked at. */
  readonly tell?: ((what: string) => void) | undefined;
}

/** All findings of the doctor. */
export interface DoctorReport {
  /** Worst first. */
  readonly findings: readonly Finding[];
  /** What is in the trash and how long it is kept; absent: it is empty. */
  readonly trash?: TrashState;
  /** How much the log of verdicts has and how long they are kept; absent: there is no limit, and it is small. */
  readonly verdicts?: VerdictState;
  readonly checked: {
    readonly documents: number;
    readonly lines: number;
    /** Whose documents, and how many. */
    readonly stores: readonly { readonly store: string; readonly documents: number }[];
    /** What doctor will look at and does not yet. */
    readonly notYet: readonly string[];
  };
}

/** A log of verdicts that a person may want to hear of. */
const MANY_BYTES = 32 * 1024 * 1024;

/** Hosts are asked by the room that knows them; the command line does both. */
const NOT_YET = ["hosts"];

/** Checks home, permissions, indexes, budgets, duplicates, secrets and dead references. */
export async function doctor(mind: Mind, options: DoctorOptions = {}): Promise<DoctorReport> {
  const { diagnosed, checked } = await examine(mind, options);
  // Where its folder cannot be read, the check of the logs has said so.
  const [trash, verdicts] = [trashState(mind), await verdictState(mind).catch(orAbsent)];
  return {
    findings: diagnosed.map(({ finding }) => finding),
    checked,
    ...(trash.items === 0 ? {} : { trash }),
    ...(verdicts === null || (verdicts.days === null && verdicts.bytes < MANY_BYTES) ? {} : { verdicts }),
  };
}

/** Repairs one finding; what a person decides about, only for a person. */
export async function fixFinding(
  mind: Mind,
  id: string,
  options: DoctorOptions & { readonly person?: Person | undefined },
): Promise<Repaired & { readonly finding: Finding }> {
  const { diagnosed, own } = await examine(mind, options);
  const found = diagnosed.find(({ finding }) => finding.id === id);
  if (found === undefined)
    throw new AppError("NOT_FOUND", `there is no finding ${JSON.stringify(id)}, or no longer`, {
      hint: "codicil doctor lists the findings; an id stays the same while its finding does.",
    });
  const { finding, repair } = found;
  const { file, line } = finding;
  if (repair === undefined)
    throw new AppError("BAD_INPUT", "this finding has no automatic repair", { file, line, hint: "Open the file and decide." });
  const person = isPerson(options.person);
  if (!person && needsPerson(mind, repair)) {
    const hint = `Run ${finding.fix?.command ?? "codicil doctor"} at a terminal.`;
    throw new AppError("NEEDS_PERSON", `this repair needs your approval: ${repair.what}`, { file, line, hint });
  }
  return { finding, ...(await applyRepair(mind, repair, { own, person, reason: `codicil doctor: ${finding.code}` })) };
}

/** The steps of a check-up; each is alone, so that one that fails hides none of the others. */
async function examine(mind: Mind, { others = true, env = {}, tell = () => {} }: DoctorOptions) {
  tell("folders and Codicil's own files");
  // Step 1: the places and Codicil's own files.
  const own = await checkOwnFiles(mind);
  const places = [...checkPlaces(mind), ...own, ...checkIndexes(mind), ...checkCarrier(mind), ...(await checkCommon(mind))];
  tell("documents");
  // Step 2: the documents, ours and other tools'.
  const ours = await gatherOwn(mind);
  const theirs = others ? await gatherOthers(mind, env) : { sheets: [], diagnoses: [] };
  const sheets = [...ours.sheets, ...theirs.sheets];
  // Step 3: secrets first; no later step looks at a line that holds one.
  const secrets = findSecrets(sheets, await mind.deps.known());
  const documents = sheets.filter(({ kind }) => kind !== "data");
  const readings = documents.map((sheet) => withoutLines(readSheet(sheet), secrets.lines.get(sheet)));
  tell("each document by itself");
  // Step 4: each document by itself.
  const ground = await readGround(mind);
  const releases = await releasesOf(mind);
  const memory = lookedBefore(mind);
  const alone = readings.flatMap((reading) => {
    const { sheet, lines } = reading;
    const touched = secrets.lines.get(sheet);
    const released = (line: string) => sheet.document !== undefined && releases !== null && releases.isReleased(sheet.document, line);
    const hidden = findHidden(sheet, lines, { released, held: ours.held.get(sheet) ?? null, skip: (line) => touched?.has(line) === true });
    const contradictionsIn = (some: readonly SheetReading[]) => some.flatMap(findContradictions);
    return [...hidden, ...findDeadReferences(reading, ground), ...findAgain("contradictions", [reading], contradictionsIn, memory)];
  });
  tell("duplicates");
  // Step 5: documents of one store against each other.
  const stores = [...Map.groupBy(readings, ({ sheet }) => sheet.store).values()];
  const together = stores.flatMap((each) => findAgain("duplicates", each, findDuplicates, memory));
  keepLooked(mind, memory);

  const diagnoses = onlyOnce([...places, ...ours.diagnoses, ...theirs.diagnoses, ...secrets.diagnoses, ...alone, ...together]);
  return {
    diagnosed: findingsFrom(diagnoses, secrets.values),
    checked: countChecked(documents, readings),
    own: ours.sheets.flatMap(({ document }) => (document === undefined ? [] : [document])),
  };
}

/** null: they are damaged, which another check reports; then no line counts as released. */
async function releasesOf(mind: Mind): Promise<Releases | null> {
  return readReleases(mind.deps).catch(() => null);
}

function orAbsent(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}

/** Several documents can meet the same damaged file on their way. */
function onlyOnce(diagnoses: readonly Diagnosis[]): Diagnosis[] {
  const seen = new Set<string>();
  return diagnoses.filter((diagnosis) => {
    if (diagnosis.code !== "damaged" && diagnosis.code !== "unreadable") return true;
    const key = `${diagnosis.file} ${diagnosis.line ?? 0}`;
    return !seen.has(key) && seen.add(key);
  });
}

function countChecked(documents: readonly Sheet[], readings: readonly SheetReading[]): DoctorReport["checked"] {
  const names = [OWN, ...new Set(documents.map(({ store }) => store).filter((store) => store !== OWN))];
  return {
    documents: documents.length,
    lines: readings.reduce((sum, { lines, sheet }) => sum + lines.length - (/[\r\n]$/.test(sheet.text) || sheet.text === "" ? 1 : 0), 0),
    stores: names.map((store) => ({ store, documents: documents.filter((sheet) => sheet.store === store).length })),
    notYet: NOT_YET,
  };
}
