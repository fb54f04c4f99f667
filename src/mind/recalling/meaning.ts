// Vectors for a recall: the embedder that config.yaml names, the vectors that are missing, the query's own. Whatever is
// wrong with the embedder, the answer comes by words alone and says so once.

import { AppError } from "../../base/index.ts";
import { checkDimensions, type Embedder, type IndexFile, type Meaning, MEANING_WEIGHT, openEmbedder } from "../../recall/index.ts";
import type { Mind } from "../open.ts";

/** How long one recall may spend on vectors that are missing; the next one goes on. `rebuild` makes them all. */
const PATIENCE_MS = 3000;

// A model is large: one mind opens it once.
const opened = new WeakMap<Mind, Promise<Embedder>>();

/** Null where the person has named none. */
export async function embedderOf(mind: Mind): Promise<Embedder | null> {
  const { embedder } = mind.config.recall;
  if (embedder === undefined) return null;
  const opening = opened.get(mind) ?? openEmbedder(embedder, { env: process.env, userHome: mind.where.userHome });
  opened.set(mind, opening);
  try {
    return await opening;
  } catch (error) {
    // What was not there a moment ago may be there next time.
    opened.delete(mind);
    throw error;
  }
}

export interface Meant {
  readonly meaning: Meaning | null;
  readonly notices: readonly string[];
}

export async function meaningOf(mind: Mind, index: IndexFile, { query, ids }: { readonly query: string; readonly ids: readonly string[] }): Promise<Meant> {
  try {
    const embedder = await embedderOf(mind);
    if (embedder === null) return { meaning: null, notices: [] };
    // The query first: an embedder that is down is found out before anything else is tried.
    const vectors = await embedder.embed([query.slice(0, LONGEST_QUERY)]);
    const end = performance.now() + PATIENCE_MS;
    const { missing } = await index.vectors.complete(ids, embedder, { isLate: () => performance.now() > end });
    const { dimensions } = index.vectors.facts();
    checkDimensions(vectors, dimensions);
    const notices = missing === 0 ? [] : [`${missing} units have no vector yet and were found by their words alone; codicil recall --rebuild makes them all`];
    return { meaning: { vector: vectors[0] as Float32Array, weight: weightOf(mind, index).weight }, notices };
  } catch (error) {
    return { meaning: null, notices: [embedderProblem(error)] };
  }
}

const LONGEST_QUERY = 2000;

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
