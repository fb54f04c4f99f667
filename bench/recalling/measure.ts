// How much of the gold is among the first five, ten and fifty, and how high the first of it is.

import {
  type CorpusUnit,
  createSearcher,
  type Embedder,
  findUnits,
  type Shelf,
  shelfOf,
  sourcesOf,
  type Weights,
  weightsFor,
} from "../../src/recall/index.ts";
import type { Question, QuestionSet } from "./sets.ts";

/** The ids of what was found, best first. */
export type Finder = (question: Question, limit: number) => readonly string[] | Promise<readonly string[]>;
type FinderOf = (units: readonly CorpusUnit[]) => Finder | Promise<Finder>;

export interface Figures {
  readonly r5: number;
  readonly r10: number;
  readonly r50: number;
  readonly mrr: number;
}

/** Of data without days: "yesterday" has to mean something. */
const SOME_DAY = "2026-11-15";

export async function measure({ collections }: QuestionSet, finderOf: FinderOf): Promise<Figures> {
  const sums = { r5: 0, r10: 0, r50: 0, mrr: 0 };
  let count = 0;
  for (const { units, questions } of collections) {
    const find = await finderOf(units);
    const same = sameTexts(units);
    for (const question of questions) {
      const { asked } = question;
      const gold = [...new Set(question.gold.map(same))];
      const hits = (await find(question, asked === undefined ? 50 : 51)).filter((id) => id !== asked).map(same);
      const within = (k: number) => gold.filter((id) => hits.slice(0, k).includes(id)).length / gold.length;
      sums.r5 += within(5);
      sums.r10 += within(10);
      sums.r50 += within(50);
      const first = hits.findIndex((id) => gold.includes(id));
      sums.mrr += first === -1 ? 0 : 1 / (first + 1);
      count++;
    }
  }
  const share = (sum: number) => (100 * sum) / Math.max(1, count);
  return { r5: share(sums.r5), r10: share(sums.r10), r50: share(sums.r50), mrr: share(sums.mrr) };
}

/** A paragraph that a set has twice is one: which of the two comes first is chance, and nobody wants to read both. Turns are not. */
function sameTexts(units: readonly CorpusUnit[]): (id: string) => string {
  const first = new Map<string, string>();
  const names = new Map<string, string>();
  for (const { id, text, speaker } of units) {
    if (speaker !== undefined) continue;
    const said = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
    const name = first.get(said) ?? id;
    first.set(said, name);
    names.set(id, name);
  }
  return (id) => names.get(id) ?? id;
}

/** Ours, as `recall --corpus` runs it. */
export function ours(weights: Weights): (units: readonly CorpusUnit[]) => Finder {
  return (units) => {
    const sources = sourcesOf(units);
    const searcher = createSearcher(shelfOf(sources));
    return ({ query, day }, limit) => findUnits(searcher, query, { limit, today: day ?? SOME_DAY, weights: weightsFor(sources, weights) });
  };
}

/** The same with the vectors of an embedder beside the words. */
export function oursWith(embedder: Embedder, weight: number): FinderOf {
  return async (units) => {
    const sources = sourcesOf(units);
    const shelf: Shelf = { ...shelfOf(sources), meaning: await vectorsOf(sources, embedder) };
    const searcher = createSearcher(shelf);
    return async ({ query, day }, limit) => {
      const [vector = new Float32Array()] = await embedder.embed([query]);
      return findUnits(searcher, query, { limit, today: day ?? SOME_DAY, weights: weightsFor(sources), meaning: { vector, weight } });
    };
  };
}

async function vectorsOf(sources: ReturnType<typeof sourcesOf>, embedder: Embedder): Promise<NonNullable<Shelf["meaning"]>> {
  const vectors = await Promise.all(sources.map(({ units }) => embedder.embed(units.map(({ text }) => text))));
  const similarity = (vector: Float32Array, document: number, ordinal: number) =>
    vectors[document]?.[ordinal]?.reduce((sum, value, at) => sum + value * (vector[at] ?? 0), 0) ?? null;
  return {
    similarity,
    nearest: (vector, count) =>
      vectors
        .flatMap((each, document) => each.map((_, ordinal) => ({ document, ordinal, near: similarity(vector, document, ordinal) ?? -1 })))
        .toSorted((a, b) => b.near - a.near)
        .slice(0, count),
  };
}

export function questionsIn({ collections }: QuestionSet): number {
  return collections.reduce((sum, { questions }) => sum + questions.length, 0);
}

export function line({ r5, r10, r50, mrr }: Figures): string {
  return [r5, r10, r50, mrr].map((each) => each.toFixed(1).padStart(5)).join("  ");
}
