// How much of the gold is among the first five, ten and fifty, and how high the first of it stands.

import { createSearcher, findUnits, shelfOf, sourcesOf, type CorpusUnit, type Weights } from "../../src/recall/index.ts";
import type { Question, QuestionSet } from "./sets.ts";

/** The ids of what was found, best first. */
export type Finder = (question: Question, limit: number) => readonly string[];

export interface Figures {
  readonly r5: number;
  readonly r10: number;
  readonly r50: number;
  readonly mrr: number;
}

/** Of data without days: "yesterday" has to mean something. */
const SOME_DAY = "2026-11-15";

export function measure({ collections }: QuestionSet, finderOf: (units: readonly CorpusUnit[]) => Finder): Figures {
  const sums = { r5: 0, r10: 0, r50: 0, mrr: 0 };
  let count = 0;
  for (const { units, questions } of collections) {
    const find = finderOf(units);
    for (const question of questions) {
      const { gold, asked } = question;
      const hits = find(question, asked === undefined ? 50 : 51).filter((id) => id !== asked);
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

/** Ours, as `recall --corpus` runs it. */
export function ours(weights: Weights): (units: readonly CorpusUnit[]) => Finder {
  return (units) => {
    const searcher = createSearcher(shelfOf(sourcesOf(units)));
    return ({ query, day }, limit) => findUnits(searcher, query, { limit, today: day ?? SOME_DAY, weights });
  };
}

export function questionsIn({ collections }: QuestionSet): number {
  return collections.reduce((sum, { questions }) => sum + questions.length, 0);
}

export function line({ r5, r10, r50, mrr }: Figures): string {
  return [r5, r10, r50, mrr].map((each) => each.toFixed(1).padStart(5)).join("  ");
}
