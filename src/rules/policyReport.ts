// policy for people: what each line of AGENTS.md became, the examples run again, one rule explained.

import { doubtsOf } from "./doubtText.ts";
import { AppError, sameRow, keptIn } from "../base/index.ts";
import { combineInTime, compileInTime, gatherEvidence, modelItemsAt, settlementAt } from "../gate/compiling.ts";
import { codicilPath, deadlineIn, gate, LOCK_FILE, rootOf, settlingTexts } from "../gate/index.ts";
import {
  asIfConfirmed,
  asItActs,
  type Call,
  type CompiledFile,
  givenWorld,
  type GuardMode,
  joinEvidence,
  type Policy,
  type Rule,
  type SessionType,
  type Verdict,
} from "../policy/index.ts";
import type { VerdictLine } from "../schema/index.ts";
import { INSTRUCTIONS_LIMIT, readSmallText, whyNoText } from "../store/index.ts";
import { policySource } from "../mind/session/decide.ts";
import type { Mind } from "../mind/open.ts";
import { instructionFiles } from "../mind/session/policySource.ts";
import { guardContext } from "../mind/overview/settings.ts";
import { callsOf, type ReportedFile, reportedFile } from "./reportedClause.ts";
import { findVerdict, newestVerdicts } from "../calls/verdictLog.ts";

export type { ReportedClause, ReportedFile } from "./reportedClause.ts";

export interface Report {
  readonly files: readonly ReportedFile[];
  /** Instructions by state; `prose` counts the lines that ask for nothing. */
  readonly totals: Readonly<Record<string, number>>;
  /** Lines of which something needs a person's approval, also where another sentence of theirs is enforced. */
  readonly proposed: number;
}

/** Of the given files, or of those that apply here. */
export function policyReport(mind: Mind, paths: readonly string[]): Report {
  const evidence = gatherEvidence(mind.where);
  const { decisions, models, problem } = settlementAt(mind.where);
  const root = rootOf(mind.where);
  const { files: read } =
    paths.length === 0
      ? policySource(mind).capture()
      : combineInTime(
          paths.map((path) => compilePath(mind, path)),
          { evidence, decisions, models, root },
        );
  const { home, state: own, userHome } = mind.where;
  const files = read.map((file) => asItActs(file, { minds: [home, own], userHome }));
  const totals: Record<string, number> = sameRow("gated asked rewritten ordered limited checked proposed advice prose", 0);
  for (const file of files) {
    for (const { state, directive } of file.clauses) {
      const counted = directive ? state : "prose";
      totals[counted] = (totals[counted] ?? 0) + 1;
    }
  }
  const lock =
    problem === undefined
      ? []
      : [{ path: `${root}/${LOCK_FILE}`, clauses: [], problems: [{ line: 1, message: `The lock file is not used: ${problem}` }] }];
  const unread =
    paths.length > 0
      ? []
      : instructionFiles(mind).flatMap(({ path }) => {
          const why = whyNoText(path, INSTRUCTIONS_LIMIT);
          return why === null ? [] : [{ path, clauses: [], problems: [{ line: 1, message: `None of its rules is enforced: ${why}` }] }];
        });
  const reported = files.map((file) => reportedFile(file, { evidence, root }));
  const beside = reported.flatMap(({ clauses }) => clauses).filter(({ alsoProposed }) => alsoProposed !== undefined).length;
  return { files: [...reported, ...unread, ...lock], totals, proposed: (totals["proposed"] ?? 0) + beside };
}

function compilePath(mind: Mind, path: string): CompiledFile {
  const full = path.startsWith("/") ? path : `${mind.where.cwd}/${path}`;
  const text = readSmallText(full);
  if (text === null)
    throw new AppError("NOT_FOUND", "there is no such text file, or it is larger than 8 MB", {
      file: full,
      hint: "Give the path of an AGENTS.md.",
    });
  return compileInTime(full, text);
}

/** A policy of one file, for `policy check --agents`. */
export function compileText(mind: Mind, path: string): Policy {
  return combineInTime([compilePath(mind, path)], { models: modelItemsAt(mind.where) });
}

/** A list of calls: JSON lines {"call","cwd"?}. */
export function readCallsFile(mind: Mind, path: string): { call: Call; cwd?: string }[] {
  const full = path.startsWith("/") ? path : `${mind.where.cwd}/${path}`;
  const text = readSmallText(full, 64 * 1024 * 1024);
  if (text === null) throw new AppError("NOT_FOUND", "there is no such list of calls", { file: full });
  return text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    try {
      return [JSON.parse(line) as { call: Call; cwd?: string }];
    } catch (cause) {
      throw new AppError("BAD_JSON", "a line of the list is not JSON", { file: full, line: index + 1, cause });
    }
  });
}

export interface CheckRow {
  readonly id?: unknown;
  readonly call: Call;
  readonly agents?: string;
  readonly session?: SessionType;
  readonly history?: readonly Call[];
  readonly project?: string;
  readonly cwd?: string;
  readonly files?: readonly string[];
  readonly mode?: GuardMode;
  readonly builtins?: boolean;
  /** `all`: as if every proposed reading had been confirmed. */
  readonly readings?: "held" | "all";
}

const FIELDS: Readonly<Record<string, readonly [what: string, isIt: (value: unknown) => boolean]>> = {
  agents: ["a text", isText],
  project: ["a text", isText],
  cwd: ["a text", isText],
  session: ["main or shared", (value) => value === "main" || value === "shared"],
  mode: ["off, warn or block", (value) => value === "off" || value === "warn" || value === "block"],
  builtins: ["true or false", (value) => typeof value === "boolean"],
  readings: ["held or all", (value) => value === "held" || value === "all"],
  files: ["a list of paths", (value) => Array.isArray(value) && value.every(isText)],
  history: ["a list of calls", (value) => Array.isArray(value) && value.every((each) => typeof each === "object" && each !== null)],
};

/** A row as it came from outside; null counts as absent. That its call is malformed is for the gate to say. */
export function readCheckRow(row: object): CheckRow {
  const read: Record<string, unknown> = { ...row };
  if (read["call"] === undefined || read["call"] === null)
    throw new AppError("BAD_INPUT", "there is no call to judge", { hint: 'Give "call":{"tool":…}.' });
  for (const [name, [what, isIt]] of Object.entries(FIELDS)) {
    if (read[name] === null) delete read[name];
    if (read[name] !== undefined && !isIt(read[name]))
      throw new AppError("BAD_INPUT", `${name} is not ${what}`, { hint: `Leave ${name} out, or give ${what}.` });
  }
  return read as unknown as CheckRow;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

export interface CheckOptions {
  /** Instead of the policy that applies here. */
  readonly policy?: Policy | undefined;
  /** For a program that has other things to do meanwhile: less than the gate's own limit. */
  readonly limitMs?: number;
}

/** One line of `policy check --jsonl`. Nothing is logged: it asks about calls that nobody makes. */
export async function checkRow(mind: Mind, row: CheckRow, options: CheckOptions = {}): Promise<Verdict> {
  const held = row.agents === undefined ? (options.policy ?? policySource(mind).capture()) : policyOf(mind, row.agents, options.limitMs);
  const policy = row.readings === "all" ? allOf(held) : held;
  const guard = await guardContext(mind);
  const isHere = row.files === undefined && row.project === undefined;
  const { verdict } = await gate({
    call: row.call,
    where: mind.where,
    policy: { policy, ...guard, ...(row.mode === undefined ? {} : { mode: row.mode }) },
    past: { history: row.history ?? [] },
    session: row.session,
    builtins: row.builtins,
    ...(options.limitMs === undefined ? {} : { limitMs: options.limitMs }),
    ...(isHere
      ? { callCwd: folderOf(mind, row.cwd) }
      : { world: givenWorld({ project: row.project ?? "/home/u/proj", cwd: row.cwd, files: row.files ?? [], codicil: codicilPath() }) }),
  });
  return verdict;
}

function folderOf({ where }: Mind, cwd: string | undefined): string | undefined {
  return cwd === undefined || cwd.startsWith("/") ? cwd : `${where.project ?? where.cwd}/${cwd}`;
}

const confirmedAll = new WeakMap<Policy, Policy>();

/** Made once for each policy: a row of calls asks for the same one again and again. */
function allOf(policy: Policy): Policy {
  return keptIn(confirmedAll, policy, () => asIfConfirmed(policy));
}

/** The same text is asked about many times in a row. */
const texts = new Map<string, Policy>();

function policyOf(mind: Mind, text: string, limitMs: number | undefined): Policy {
  const { models } = settlingTexts(mind.where);
  const key = `${models}\n${text}`;
  const known =
    texts.get(key) ??
    combineInTime(
      text === "" ? [] : [compileInTime("AGENTS.md", text, limitMs === undefined ? {} : { deadline: deadlineIn(limitMs) })],
      models === "" ? {} : { models: modelItemsAt(mind.where) },
    );
  if (texts.size > 200) texts.clear();
  if (known.unread === undefined) texts.set(key, known);
  return known;
}

export interface Explained {
  readonly rule?: Rule;
  /** Of a rule: calls that it stops and lets pass. */
  readonly calls?: { readonly stops: readonly Call[]; readonly passes: readonly Call[] };
  readonly verdict?: VerdictLine;
}

export async function policyExplain(mind: Mind, id: string): Promise<Explained> {
  const { rules, proposed, files } = policySource(mind).capture();
  const rule = [...rules, ...proposed].find((each) => each.id === id || each.id.startsWith(id) || isAt(mind, each, id));
  if (rule !== undefined) {
    const evidence = joinEvidence([...files.map(({ shows }) => ({ commands: shows })), gatherEvidence(mind.where)]);
    return { rule: { ...rule, doubts: doubtsOf([rule]) }, calls: callsOf(rule, { evidence, root: rootOf(mind.where) }) };
  }
  const verdict = id === "last" ? await lastOfNote(mind) : await findVerdict(mind, id);
  if (verdict) return { verdict };
  throw new AppError("NOT_FOUND", `there is no rule and no verdict ${id}`, {
    hint: "codicil policy report lists the rules, by FILE:LINE; codicil policy log the verdicts.",
  });
}

/** What was last stopped, changed or asked about; where nothing was, the newest. */
async function lastOfNote(mind: Mind): Promise<VerdictLine | undefined> {
  let newest: VerdictLine | undefined;
  for await (const verdict of newestVerdicts(mind)) {
    newest ??= verdict;
    if (verdict.verdict !== "allow") return verdict;
  }
  return newest;
}

/** `AGENTS.md:12`: the file as it is written there, or from the folder of the project or the one where somebody is. */
function isAt({ where }: Mind, { file, line }: Rule, id: string): boolean {
  const [, path, at] = /^(.+):(\d{1,7})$/.exec(id) ?? [];
  return Number(at) === line && [path, `${where.cwd}/${path}`, `${where.project ?? where.cwd}/${path}`].includes(file);
}
