// Vectors for a recall: the embedder that config.yaml names, the vectors that are missing, the query's own. Whatever is
// wrong with the embedder, the answer comes by words alone and says so once.

import { AppError, keptIn, orNull } from "../base/index.ts";
import { checkDimensions, type Embedder, type IndexFile, type Meaning, MEANING_WEIGHT, openEmbedder } from "../recall/index.ts";
import type { Mind } from "../mind/open.ts";
import { commonIndexOf } from "./commonIndex.ts";
import type { Shelved } from "./shelving.ts";

/** How long one recall may spend on vectors that are missing; the next one goes on. `rebuild` makes them all. */
const PATIENCE_MS = 3000;

// A model is large: one mind opens it once.
const opened = new WeakMap<Mind, Promise<Embedder>>();

/** Null where the person has named none. */
export async function embedderOf(mind: Mind): Promise<Embedder | null> {
  const { embedder } = mind.config.recall;
  if (embedder === undefined) return null;
  const opening = keptIn(opened, mind, () => openEmbedder(embedder, { env: process.env, userHome: mind.where.userHome }));
  try {
    return await opening;
  } catch (error) {
    // What was not there a moment ago may be there next time.
    opened.delete(mind);
    throw error;
  }
}

/** Undefined where there is none, or none that opens: whoever asks it for vectors says so. */
export async function embedderName(mind: Mind): Promise<string | undefined> {
  return (await orNull(embedderOf(mind), "EMBEDDER"))?.name;
}

export interface Meant {
  readonly meaning: Meaning | null;
  readonly notices: readonly string[];
}

export async function meaningOf(
  mind: Mind,
  index: IndexFile,
  { query, shelved }: { readonly query: string; readonly shelved: Pick<Shelved, "ownIds" | "commonIds"> },
): Promise<Meant> {
  try {
    const embedder = await embedderOf(mind);
    if (embedder === null) return { meaning: null, notices: [] };
    // The query first: an embedder that is down is found out before anything else is tried.
    const vectors = await embedder.embed([query.slice(0, LONGEST_QUERY)]);
    const end = performance.now() + PATIENCE_MS;
    const missing = await completeAll(mind, index, { shelved, embedder, isLate: () => performance.now() > end });
    const { dimensions } = index.vectors.facts();
    checkDimensions(vectors, dimensions);
    const notices =
      missing === 0
        ? []
        : [`${missing} units have no vector yet and were found by their words alone; codicil recall --rebuild makes them all`];
    return { meaning: { vector: vectors[0] as Float32Array, weight: weightOf(mind, index).weight }, notices };
  } catch (error) {
    return { meaning: null, notices: [embedderProblem(error)] };
  }
}

const LONGEST_QUERY = 2000;

/** In this machine's index, and in the database where that keeps vectors. Answers how many units are still without. */
export async function completeAll(
  mind: Mind,
  index: IndexFile,
  {
    shelved: { ownIds, commonIds },
    embedder,
    isLate = () => false,
  }: { readonly shelved: Pick<Shelved, "ownIds" | "commonIds">; readonly embedder: Embedder; isLate?(): boolean },
): Promise<number> {
  const { missing } = await index.vectors.complete(ownIds, embedder, { isLate });
  if (mind.common === null || commonIds === null || commonIds.length === 0) return missing;
  const common = commonIndexOf(mind.common);
  try {
    await common.completeVectors(commonIds, embedder, { isLate });
  } catch (error) {
    // Who may only read finds by the vectors that others made.
    if (!(error instanceof AppError) || (error.code !== "STORE_DENIED" && error.code !== "READ_ONLY")) throw error;
  }
  const { units, vectors } = await common.vectorFacts(commonIds, embedder.name);
  return missing + units - vectors;
}

export function embedderProblem(error: unknown): string {
  if (!(error instanceof AppError) || error.code !== "EMBEDDER") throw error;
  return `found by words alone: ${error.message}${error.hint === undefined ? "" : `. ${error.hint}`}`;
}

/** What the person set, else what was learned on their documents, else the default. */
export function weightOf(mind: Mind, index: IndexFile): { readonly weight: number; readonly from: "config.yaml" | "learned" | "default" } {
  const { weight } = mind.config.recall;
  if (weight !== undefined) return { weight, from: "config.yaml" };
  const { learned } = index.vectors.facts();
  return learned === null ? { weight: MEANING_WEIGHT, from: "default" } : { weight: learned, from: "learned" };
}
