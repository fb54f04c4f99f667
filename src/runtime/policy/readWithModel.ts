// `policy read` with a model: one request for each part of a file, the answers tried, and what was refused sent back once.

import { AppError } from "../../base/index.ts";
import { proposeReadings, type ProposedReadings, type RefusedReading, type ReadingRequest, requestReadings } from "../../rules/index.ts";
import type { Mind } from "../../mind/open.ts";
import { type Answers, readAnswers } from "../../schema/index.ts";
import { askOnce, type Told } from "../models/askOnce.ts";
import { addUsage, type Model, NO_USAGE, type Usage } from "../ports/model.ts";

export interface ReadOptions {
  readonly model: Model;
  readonly paths: readonly string[];
  readonly signal: AbortSignal;
  /** Called before each request. */
  readonly notice?: (text: string) => void;
}

export interface ReadByModel extends ProposedReadings {
  readonly model: string;
  readonly cost: number | null;
  /** Answers that could not be read at all. */
  readonly failed: readonly string[];
}

/** A model answers so many lines in one go. */
const LINES_AT_ONCE = 60;
const PATIENCE_MS = 300_000;

export async function readWithModel(mind: Mind, { model, paths, signal, notice }: ReadOptions): Promise<ReadByModel> {
  if (!model.isLanguageModel)
    throw new AppError("MODEL_UNKNOWN", "no language model is configured", {
      hint: "Name one with --model, or use any model yourself: codicil policy read --prompt, then --answers FILE.",
    });
  const request = await requestReadings(mind, paths);
  const [results, failed]: [ProposedReadings[], string[]] = [[], []];
  let usage: Usage = NO_USAGE;
  const ask = async (messages: readonly string[]): Promise<string> => {
    const said = await hear(model, request.instructions, messages, signal);
    usage = addUsage(usage, said.usage);
    return said.text;
  };
  for (const part of partsOf(request)) {
    const name = part.files[0]?.file ?? "";
    notice?.(`reading ${name} from line ${part.files[0]?.read[0] ?? 1}`);
    const { instructions: _, ...data } = part;
    const question = JSON.stringify(data);
    const text = await ask([question]);
    try {
      results.push(await proposeTwice(mind, { question, text, ask, paths }));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // One part that went wrong takes nothing from the others.
      failed.push(`${name}: ${error.message}`);
    }
  }
  return {
    proposed: results.flatMap(({ proposed }) => proposed),
    refused: results.flatMap(({ refused }) => refused),
    leftOut: results.flatMap(({ leftOut }) => leftOut),
    failed,
    model: model.id,
    cost: model.cost(usage),
  };
}

interface Answered {
  readonly question: string;
  readonly text: string;
  readonly ask: (messages: readonly string[]) => Promise<string>;
  readonly paths: readonly string[];
}

/** What was refused is asked for once more, with the reasons. */
async function proposeTwice(mind: Mind, { question, text, ask, paths }: Answered): Promise<ProposedReadings> {
  const answers = readAnswers(text);
  const first = proposeReadings(mind, answers, paths);
  if (first.refused.length === 0) return first;
  const repaired = await ask([question, text, repairOf(first.refused)]);
  const second = proposeRepaired(mind, { answers, first, text: repaired, paths });
  if (second === null) return first;
  return { ...second, proposed: [...first.proposed, ...second.proposed], leftOut: [...first.leftOut, ...second.leftOut] };
}

interface Repair {
  readonly answers: Answers;
  readonly first: ProposedReadings;
  readonly text: string;
  readonly paths: readonly string[];
}

/** The good readings of the first answer go with the repaired ones: a line's readings are replaced as a whole. */
function proposeRepaired(mind: Mind, { answers, first, text, paths }: Repair): ProposedReadings | null {
  try {
    const repaired = readAnswers(text);
    const bad = new Set(first.refused.map(({ at }) => at));
    const good = answers.readings.filter((_, at) => !bad.has(at));
    const both = proposeReadings(mind, { readings: [...good, ...repaired.readings], leftOut: repaired.leftOut }, paths);
    const known = new Set(first.proposed.map(({ rule }) => rule));
    return { ...both, proposed: both.proposed.filter(({ rule }) => !known.has(rule)) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The first answer stays as it is.
    return null;
  }
}

export function repairOf(refused: readonly RefusedReading[]): string {
  const reasons = refused.map(({ at, file, line, why }) => `- readings[${at}] (${file}:${line}): ${why}`);
  return [
    'These readings were refused. Send {"readings":[…]} with corrected versions of them only; leave out what cannot be corrected.',
    ...reasons,
  ].join("\n");
}

function partsOf(request: ReadingRequest): ReadingRequest[] {
  return request.files.flatMap((file) => {
    const parts: ReadingRequest[] = [];
    for (let at = 0; at < file.read.length; at += LINES_AT_ONCE)
      parts.push({ ...request, files: [{ ...file, read: file.read.slice(at, at + LINES_AT_ONCE) }] });
    return parts;
  });
}

async function hear(model: Model, systemPrompt: string, said: readonly string[], signal: AbortSignal): Promise<Told> {
  const told = await askOnce(model, { systemPrompt, said, signal, patienceMs: PATIENCE_MS });
  if (signal.aborted) throw new AppError("MODEL_FAILED", "stopped", { hint: "What was proposed before is kept." });
  if (told.stopped) throw new AppError("MODEL_FAILED", "the model took longer than five minutes", { hint: "Name fewer files." });
  if (told.error !== null) throw told.error;
  return told;
}
