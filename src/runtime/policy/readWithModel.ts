// `policy read` with a model: one request for each part of a file, the answers tried, and what was refused sent back once.

import { AppError } from "../../base/index.ts";
import { proposeReadings, type ProposedReadings, type RefusedReading, type ReadingRequest, requestReadings } from "../../rules/index.ts";
import type { Mind } from "../../mind/open.ts";
import { type Answers, readAnswers } from "../../schema/index.ts";
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
const LONGEST_ANSWER = 1024 * 1024;
const PATIENCE_MS = 300_000;

export async function readWithModel(mind: Mind, { model, paths, signal, notice }: ReadOptions): Promise<ReadByModel> {
  if (!model.isLanguageModel)
    throw new AppError("MODEL_UNKNOWN", "no language model is configured", {
      hint: "Name one with --model, or use any model yourself: codicil policy read --prompt, then --answers FILE.",
    });
  const request = await requestReadings(mind, paths);
  const [proposed, refused, leftOut, failed]: [
    ProposedReadings["proposed"][number][],
    RefusedReading[],
    Answers["leftOut"][number][],
    string[],
  ] = [[], [], [], []];
  let usage: Usage = NO_USAGE;
  const ask = async (messages: readonly string[]): Promise<string> => {
    const said = await hear(model, request.instructions, messages, signal);
    usage = addUsage(usage, said.usage);
    return said.text;
  };
  for (const part of partsOf(request)) {
    const [file] = part.files;
    notice?.(`reading ${file?.file ?? ""} from line ${file?.read[0] ?? 1}`);
    const { instructions: _, ...data } = part;
    const question = JSON.stringify(data);
    const text = await ask([question]);
    try {
      const answers = readAnswers(text);
      const first = proposeReadings(mind, answers, paths);
      const second =
        first.refused.length === 0
          ? null
          : proposeRepaired(mind, { answers, first, text: await ask([question, text, repairOf(first.refused)]), paths });
      proposed.push(...first.proposed, ...(second?.proposed ?? []));
      refused.push(...(second?.refused ?? first.refused));
      leftOut.push(...first.leftOut, ...(second?.leftOut ?? []));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // One part that went wrong takes nothing from the others.
      failed.push(`${file?.file ?? ""}: ${error.message}`);
    }
  }
  return { proposed, refused, leftOut, failed, model: model.id, cost: model.cost(usage) };
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

/** Turns by turns: the request, the answer, what was wrong with it. */
async function hear(
  model: Model,
  systemPrompt: string,
  said: readonly string[],
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly usage: Usage }> {
  const stop = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
  const messages = said.map((text, at) => ({
    role: at % 2 === 0 ? ("user" as const) : ("assistant" as const),
    content: [{ type: "text" as const, text }],
  }));
  let text = "";
  let usage = NO_USAGE;
  for await (const event of model.stream({ systemPrompt, messages, tools: [], toolChoice: "none", signal: stop })) {
    if (event.type === "text" && text.length < LONGEST_ANSWER) text += event.text;
    if (event.type === "usage") usage = event.usage;
    if (event.type === "error") throw event.error;
  }
  if (signal.aborted) throw new AppError("MODEL_FAILED", "stopped", { hint: "What was proposed before is kept." });
  if (stop.aborted) throw new AppError("MODEL_FAILED", "the model took longer than five minutes", { hint: "Name fewer files." });
  return { text, usage };
}
