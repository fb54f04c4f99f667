// modelReadings: what a model is asked about instruction files, and its answers as proposals. Nothing here enforces
// anything: a proposal stops no call until a person, or the team's lock file, confirms it.

import { doubtText } from "./doubtText.ts";
import { AppError, sha256, seenFrom } from "../base/index.ts";
import { redact } from "../content/index.ts";
import { combineInTime, compileInTime, gatherEvidence, settlementAt } from "../gate/compiling.ts";
import { MODEL_READINGS, rootOf } from "../gate/index.ts";
import { leavesProject } from "../knowledge/index.ts";
import {
  type CompiledFile,
  joinEvidence,
  lineToRead,
  MODEL_DOUBT,
  type ModelItem,
  MOST_OF_CLAUSE,
  type ReadingRequest,
  readingRequest,
  type ReadLine,
  tryReading,
} from "../policy/index.ts";
import {
  type AnsweredReading,
  type Answers,
  type KeptReadings,
  LONGEST_ANSWERS,
  readAnswers,
  readingFault,
  readKeptReadings,
  writeKeptReadings,
} from "../schema/index.ts";
import { diskFacts, INSTRUCTIONS_LIMIT, readNote, readSmallText, writeNote } from "../store/index.ts";
import { policySource } from "../mind/session/decide.ts";
import type { Mind } from "../mind/open.ts";

export { MODEL_DOUBT, type ReadingRequest };

interface Source {
  readonly name: string;
  readonly text: string;
  readonly compiled: CompiledFile;
}

/** The given files, or those that apply here, as they are settled now. */
function sourcesOf(mind: Mind, paths: readonly string[]): readonly Source[] {
  const { cwd } = mind.where;
  const settlement = settlementAt(mind.where);
  const given = paths.map((path) => (path.startsWith("/") ? path : `${cwd}/${path}`));
  const files =
    given.length === 0
      ? filesHere(mind)
      : combineInTime(
          given.map((path) => compileInTime(path, textOf(path))),
          settlement,
        ).files;
  return files.flatMap((compiled) => {
    const text = readSmallText(compiled.path, INSTRUCTIONS_LIMIT);
    return text === null ? [] : [{ name: nameOf(mind, compiled.path), text, compiled }];
  });
}

/** Those that a model may see. */
function filesHere(mind: Mind): readonly CompiledFile[] {
  const below = `${rootOf(mind.where)}/`;
  return policySource(mind)
    .capture()
    .files.filter(({ path }) => !path.startsWith(below) || !leavesProject(path, mind.where.cwd, diskFacts));
}

/** For an agent: only files that apply here are read, whatever path it names. */
export function instructionFile(mind: Mind, name: string): string {
  const found = filesHere(mind).find(({ path }) => path === name || nameOf(mind, path) === name);
  if (found === undefined)
    throw new AppError("NOT_FOUND", `${name} is not an instruction file that applies here`, { hint: "Leave it out for all of them." });
  return found.path;
}

function textOf(path: string): string {
  const text = readSmallText(path, INSTRUCTIONS_LIMIT);
  if (text === null)
    throw new AppError("NOT_FOUND", "there is no such text file, or it is too large", {
      file: path,
      hint: "Give the path of an instruction file.",
    });
  return text;
}

function nameOf({ where }: Mind, path: string): string {
  return seenFrom(rootOf(where), path);
}

/** The request: lines that are not certain, with what a model must know to read them. Known secrets are marked. */
export async function requestReadings(mind: Mind, paths: readonly string[]): Promise<ReadingRequest> {
  const known = await mind.deps.known();
  const sources = sourcesOf(mind, paths).map((source) => ({ ...source, text: redact(source.text, known).text }));
  const { commands } = joinEvidence([...sources.map(({ compiled }) => ({ commands: compiled.shows })), gatherEvidence(mind.where)]);
  return readingRequest(
    sources,
    commands.map(({ command }) => redact(command, known).text),
  );
}

export interface ProposedReading {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
  /** In plain words. */
  readonly reading: string;
  readonly doubts: readonly string[];
}

export interface RefusedReading {
  /** Its place in the list. */
  readonly at: number;
  readonly file: string;
  readonly line: number;
  readonly why: string;
}

export interface ProposedReadings {
  readonly proposed: readonly ProposedReading[];
  /** Each alone, with its reason: they change nothing. */
  readonly refused: readonly RefusedReading[];
  /** Lines that the model took for advice, or could not state. */
  readonly leftOut: Answers["leftOut"];
}

/** A file with answers. What it holds is not shown where it is something else. */
export function readAnswersFile({ where }: Mind, path: string): Answers {
  const file = path.startsWith("/") ? path : `${where.cwd}/${path}`;
  const text = readSmallText(file, LONGEST_ANSWERS);
  if (text !== null) return readAnswers(text, file);
  throw new AppError("NOT_FOUND", "there is no such text file, or it is larger than 4 MB", {
    file,
    hint: "Give the file with the model's answers.",
  });
}

/** The answers of a model, or of anybody who plays one. They become proposals, whoever gives them. */
export function proposeReadings(mind: Mind, answers: Answers, paths: readonly string[] = []): ProposedReadings {
  const sources = sourcesOf(mind, paths);
  const refused: RefusedReading[] = [];
  const read = new Map<string, ModelItem[]>();
  const rules = new Map<string, Omit<ProposedReading, "doubts">>();
  answers.readings.forEach((given, at) => {
    const fault = readingFault(given);
    if (fault !== null) return void refused.push({ at, file: "", line: 0, why: fault });
    const reading = given as AnsweredReading;
    const { file, line } = reading;
    const found = lineAt(mind, sources, reading);
    const tried = "why" in found ? ({ kind: "refused", why: found.why } as const) : tryReading(reading, found);
    if (tried.kind === "refused") return void refused.push({ at, file: file.slice(0, 500), line, why: tried.why });
    const items = read.get(tried.item.of) ?? [];
    if (items.length === MOST_OF_CLAUSE)
      return void refused.push({ at, file, line, why: `A line has at most ${MOST_OF_CLAUSE} readings.` });
    read.set(tried.item.of, [...items, tried.item]);
    rules.set(tried.rule.id, {
      file: nameOf(mind, tried.rule.file),
      line: tried.rule.line,
      rule: tried.rule.id,
      reading: tried.rule.reading,
    });
  });
  const leftOut = answers.leftOut.filter((left) => {
    const found = lineAt(mind, sources, left);
    if ("why" in found) return false;
    if (!read.has(found.clause)) read.set(found.clause, []);
    return true;
  });
  if (read.size > 0) keep(mind, read);
  const doubts = doubtsOf(mind, paths);
  return {
    proposed: [...rules.values()].map((each) => ({ ...each, doubts: doubts.get(each.rule) ?? ["Codicil reads the line the same way"] })),
    refused,
    leftOut,
  };
}

/** What the repository's evidence says about the new proposals. */
function doubtsOf(mind: Mind, paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    sourcesOf(mind, paths).flatMap(({ compiled }) => compiled.rules.map((rule) => [rule.id, rule.doubts.map(doubtText)] as const)),
  );
}

function lineAt(
  { where }: Mind,
  sources: readonly Source[],
  { file, line }: Pick<AnsweredReading, "file" | "line">,
): ReadLine | { readonly why: string } {
  const source = sources.find(({ name, compiled }) => name === file || compiled.path === file || compiled.path === `${where.cwd}/${file}`);
  return source === undefined ? { why: "This file was not asked about." } : lineToRead(source.compiled, source.text, line);
}

/** By the hash of the clause: a line that changes drops what was read in it. Where two write at once, one has to be asked again. */
function keep(mind: Mind, read: ReadonlyMap<string, readonly ModelItem[]>): void {
  const { state } = mind.where;
  const at = mind.deps.clock.now().toISOString();
  const kept = new Map<string, KeptReadings>(readKeptReadings(readNote(state, `${MODEL_READINGS}.json`)));
  for (const [clause, items] of read) kept.set(clause, { at, blocks: items.map(({ block }) => block) });
  const text = writeKeptReadings(kept);
  writeNote(state, `${MODEL_READINGS}.json`, text);
  writeNote(state, `${MODEL_READINGS}.id`, sha256(text));
}
