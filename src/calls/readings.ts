// readings: a person's decision on how a line was read (hold, ask, advice), its undo, and the team's lock file.

import { AppError } from "../base/index.ts";
import { foldDecisions, gatherEvidence, noteEnforced, settlementAt } from "../gate/compiling.ts";
import { forgetYes, LOCK_FILE, settlingTexts } from "../gate/index.ts";
import type { ClauseReport, CompiledFile, Rule } from "../policy/index.ts";
import { type LockedReading, type ReadingDecided, type ReadLine, writePolicyLock } from "../schema/index.ts";
import { writeNote } from "../store/index.ts";
import { policySource } from "../mind/session/decide.ts";
import { appendDecision, decisionLines, type MakeDecision } from "./decisionLog.ts";
import type { Mind } from "../mind/open.ts";
import { type ByPerson, needPerson } from "../mind/person.ts";
import { sessionDeps } from "../mind/session/sessionDeps.ts";

/** The file and line of a reading. */
export interface ReadingPlace {
  /** As a person names it: absolute, or relative to the working directory or the project. */
  readonly file: string;
  readonly line: number;
  /** Where several readings of the line are proposed: the rule that is meant. */
  readonly rule?: string | undefined;
}

/** A reading that a person decided on. */
export interface DecidedReading {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly as: ReadingDecided;
  readonly readings: readonly string[];
}

interface Found {
  readonly file: CompiledFile;
  readonly clause: ClauseReport;
  readonly rules: readonly Rule[];
}

/** From now on the line is enforced as it was read, asked about, or only advice. Kept by its text and headings. */
export async function decideReading(
  mind: Mind,
  place: ReadingPlace,
  { as, person }: ByPerson & { readonly as: ReadingDecided },
): Promise<DecidedReading> {
  needPerson(person, "a decision on a reading");
  const { file, clause, rules } = findReading(mind, place);
  const [first] = rules;
  const item = first?.item === undefined ? {} : { item: first.item };
  const readings = rules.map(({ reading }) => reading);
  return decideLine(
    mind,
    { clause: first?.clause ?? "", file: file.path, line: clause.line, text: clause.text, readings, ...item },
    { as, person },
  );
}

/** Throws where there is nothing to decide about, whoever asks. */
export function checkReadingPlace(mind: Mind, place: ReadingPlace): void {
  findReading(mind, place);
}

/** `decideReading` for a line that the caller showed, also one of another project. */
export async function decideLine(
  mind: Mind,
  about: ReadLine,
  { as, person }: ByPerson & { readonly as: ReadingDecided },
): Promise<DecidedReading> {
  needPerson(person, "a decision on a reading");
  const { clause, ...rest } = about;
  const id = await append(mind, (shared) => ({ ...shared, kind: "decided", clause, as, ...rest }));
  return { id, as, ...rest };
}

/** Takes a decision back: what was decided about the line before holds again. */
export async function undoReading(mind: Mind, id: string, by: ByPerson): Promise<DecidedReading> {
  needPerson(by?.person, "undo");
  const line = (await decisionLines(mind)).find((each) => each.id === id);
  if (line?.kind !== "decided")
    throw new AppError("NOT_FOUND", `there is no decision ${id}`, { hint: "codicil policy report names the decisions." });
  await append(mind, (shared) => ({ ...shared, kind: "undone", of: id }));
  // Or two yeses of the past would settle the line again.
  forgetYes(mind.where.state, line.clause);
  const { file, line: at, text, as, readings } = line;
  return { id, file, line: at, text, as, readings };
}

/** The readings of a line before any decision of this person on it: what can be decided about. */
function findReading(mind: Mind, place: ReadingPlace): Found {
  const { file, line, rule } = place;
  const { root, cwd } = { root: mind.where.project ?? mind.where.cwd, cwd: mind.where.cwd };
  const paths = new Set([file, `${cwd}/${file}`, `${root}/${file}`]);
  const files = policySource(mind)
    .capture()
    .files.filter(({ path }) => paths.has(path));
  if (files.length === 0)
    throw new AppError("NOT_FOUND", `${file} is not an instruction file that applies here`, { hint: "codicil policy report lists them." });
  for (const each of files) {
    const found = readingAt(mind, each, line);
    if (found !== null) return oneOf(found, rule);
  }
  if (!files.some(({ clauses }) => clauses.some((each) => each.line === line)))
    throw new AppError("NOT_FOUND", `there is no instruction at line ${line} of ${file}`, {
      hint: "codicil policy report shows the line numbers.",
    });
  throw new AppError("NOT_FOUND", `line ${line} of ${file} has no reading to decide about: it is advice`, {
    hint: "codicil policy report shows the lines that have one. A policy block can say what the line means.",
  });
}

/** A decision is about one clause: a model's item beside Codicil's own reading is another one. */
function oneOf(found: Found, rule: string | undefined): Found {
  const chosen = rule === undefined ? undefined : found.rules.find(({ id }) => id === rule);
  if (rule !== undefined && chosen === undefined)
    throw new AppError("NOT_FOUND", `${rule} is not a reading of this line`, {
      hint: "codicil policy report --json names the rules of each line.",
    });
  const clauses = new Set(found.rules.map(({ clause }) => clause));
  if (chosen === undefined && clauses.size > 1) {
    const ways = found.rules.map(({ id, reading }) => `--rule ${id}: ${reading}`);
    throw new AppError("BAD_INPUT", `line ${found.clause.line} has several readings`, {
      hint: `Say which one is meant. ${ways.join("; ")}`,
    });
  }
  return { ...found, rules: found.rules.filter(({ clause }) => clause === (chosen ?? found.rules[0])?.clause) };
}

function readingAt(mind: Mind, file: CompiledFile, line: number): Found | null {
  // A clause may have several lines; its rules have the line of their sentence.
  const all = policySource(mind).readings();
  const at = file.clauses
    .filter((clause) => clause.line <= line)
    .findLast((clause) => all.some((rule) => rule.file === file.path && belongsTo(rule, clause, file)));
  if (at === undefined) return null;
  const rules = all.filter((rule) => rule.file === file.path && belongsTo(rule, at, file));
  return at.line === line || rules.some((rule) => rule.line === line) ? { file, clause: at, rules } : null;
}

function belongsTo(rule: Rule, clause: ClauseReport, file: CompiledFile): boolean {
  if (rule.text !== clause.text || rule.line < clause.line) return false;
  const next = file.clauses.find((each) => each.line > clause.line && each.text === clause.text);
  return next === undefined || rule.line < next.line;
}

async function append(mind: Mind, make: MakeDecision): Promise<string> {
  return appendDecision(sessionDeps(mind), mind.where.state, make);
}

/** What this person confirmed about the project's own files, for everybody who works there. Dismissals stay the person's own. */
export function lockPolicy(mind: Mind, by: ByPerson): { readonly file: string; readonly locked: number } {
  needPerson(by?.person, "policy lock");
  const { project } = mind.where;
  if (project === null) throw new AppError("BAD_INPUT", "there is no project here to lock", { hint: "Run it in a repository." });
  const { log, own } = settlingTexts(mind.where);
  const person = foldDecisions(log, own);
  const { lock } = settlementAt(mind.where).decisions;
  const locked = new Map<string, LockedReading>();
  for (const rule of policySource(mind).readings()) {
    if (!rule.file.startsWith(`${project}/`)) continue;
    const decision = person.get(rule.clause) ?? lock.get(rule.clause);
    if (decision === undefined || decision.as === "advice" || rule.tier === "certain" || !decision.readings.includes(rule.reading))
      continue;
    const before = locked.get(rule.clause);
    const item = rule.item === undefined ? {} : { item: rule.item };
    locked.set(rule.clause, {
      clause: rule.clause,
      as: decision.as,
      readings: [...(before?.readings ?? []), rule.reading],
      file: rule.file.slice(project.length + 1),
      text: rule.text,
      ...item,
    });
  }
  if (mind.environment.disk.lstat(`${project}/.agents`) === "link")
    throw new AppError("BAD_PATH", ".agents is a link", {
      file: `${project}/.agents`,
      hint: "The lock file is only written into a real folder of the project.",
    });
  writeNote(project, LOCK_FILE, writePolicyLock([...locked.values()]));
  return { file: `${project}/${LOCK_FILE}`, locked: locked.size };
}

/** Looks at the repository again; cheap where nothing changed. Never while a call waits. */
export function refreshEvidence(mind: Mind): void {
  gatherEvidence(mind.where);
  noteEnforced(mind.where, policySource(mind).capture().rules);
}
