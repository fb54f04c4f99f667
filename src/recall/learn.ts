// Learning how much meaning should count on a person's own documents, from what they say about themselves: a heading is
// a question, and the section below it, without the heading, is the answer. Deterministic: the same documents and the
// same embedder give the same weight.

import { openIndexFile } from "./indexFile.ts";
import { MEANING_WEIGHT } from "./ranking/fuse.ts";
import { createSearcher } from "./search.ts";
import type { Shelf } from "./units/shelf.ts";
import type { Source } from "./units/units.ts";
import type { Embedder } from "./vectors/embedder.ts";

const WEIGHTS = [0, 0.1, 0.2, 0.3, 0.5, 0.8];
/** Fewer sections teach nothing but chance. */
const FEWEST = 30;
const MOST = 200;

/** How much vectors count beside words, and how that was measured. */
export interface Learned {
  readonly weight: number;
  readonly sections: number;
  /** Mean reciprocal rank of the right section, by weight. Empty where there were too few sections. */
  readonly tried: readonly { readonly weight: number; readonly mrr: number }[];
}

/** Measures on the documents themselves how much vectors should count. */
export async function learnWeight(shelf: Shelf, embedder: Embedder): Promise<Learned> {
  const all = await lessonsOf(shelf);
  const step = Math.max(1, all.length / MOST);
  const lessons = Array.from({ length: Math.min(MOST, all.length) }, (_, index) => all[Math.floor(index * step)] as Lesson);
  if (lessons.length < FEWEST) return { weight: MEANING_WEIGHT, sections: lessons.length, tried: [] };
  const index = openIndexFile(null);
  try {
    const sources = lessons.map((lesson, number): Source => ({ id: String(number), units: [{ id: String(number), text: lesson.answer }] }));
    const ids = sources.map(({ id }) => id);
    await index.sync(
      sources.map((source) => ({ id: source.id, owner: "lessons", stamp: null, key: async () => "1", read: async () => source })),
      { owners: [] },
    );
    await index.vectors.complete(ids, embedder);
    const vectors = await embedder.embed(lessons.map(({ question }) => question));
    const searcher = createSearcher(index.shelf(ids));
    const tried = WEIGHTS.map((weight) => {
      const ranks = lessons.map(({ question }, number) =>
        searcher
          .search(question, { limit: 10, today: "", meaning: { vector: vectors[number] as Float32Array, weight } })
          .findIndex(({ unit }) => unit.id === String(number)),
      );
      return { weight, mrr: ranks.reduce((sum, rank) => sum + (rank === -1 ? 0 : 1 / (rank + 1)), 0) / lessons.length };
    });
    // Of equals, the one nearest to the default: nothing was learned between them.
    const best = [...tried].sort((a, b) => b.mrr - a.mrr || Math.abs(a.weight - MEANING_WEIGHT) - Math.abs(b.weight - MEANING_WEIGHT))[0];
    return { weight: best?.weight ?? MEANING_WEIGHT, sections: lessons.length, tried };
  } finally {
    index.close();
  }
}

interface Lesson {
  readonly question: string;
  readonly answer: string;
}

async function lessonsOf(shelf: Shelf): Promise<Lesson[]> {
  const seen = new Set<string>();
  const lessons: Lesson[] = [];
  for (const [document, { facts, session }] of shelf.documents.entries()) {
    // A session's title is no heading of its turns.
    if (session !== undefined) continue;
    const places = Array.from(facts.lengths, (_, ordinal) => ({ document, ordinal }));
    await shelf.fetch?.({ kind: "units", places });
    for (const { ordinal } of places) {
      const { heading, text } = shelf.unit(document, ordinal);
      const question = heading?.split(" › ").at(-1) ?? "";
      const answer = text.replace(/^#{1,6} .*(?:\r?\n|$)/, "").trim();
      if (question.trim() === "" || answer.length < 20 || seen.has(question)) continue;
      seen.add(question);
      lessons.push({ question, answer });
    }
  }
  return lessons;
}
