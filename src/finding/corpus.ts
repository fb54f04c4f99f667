// Evaluation on any data: the same tokeniser, scoring and, where an embedder is configured, vectors; on a shelf of its own.

import { AppError } from "../base/index.ts";
import {
  type CorpusQuery,
  type CorpusUnit,
  createSearcher,
  findUnits,
  type Meaning,
  openIndexFile,
  QUERY_FIELDS,
  readRows,
  readRowsOrFaults,
  type Searcher,
  shelfOf,
  type Source,
  sourcesOf,
  UNIT_FIELDS,
  weightsFor,
} from "../recall/index.ts";
import { readSmallText } from "../store/index.ts";
import type { Mind } from "../mind/open.ts";
import { embedderOf, weightOf } from "./meaning.ts";

/** Every query gets one answer; one that cannot be read gets its error. */
export async function* recallCorpus(
  mind: Mind,
  { units, queries }: { readonly units: readonly CorpusUnit[]; readonly queries: readonly (CorpusQuery | AppError)[] },
  { limit, today }: { readonly limit: number; readonly today: string },
): AsyncIterable<CorpusAnswer> {
  const sources = sourcesOf(units);
  const weights = weightsFor(sources);
  const { searcher, meaningFor } = await prepare(mind, sources);
  for (const row of queries) {
    if (row instanceof AppError) yield { id: row.data?.["id"] ?? null, ...row.toJSON() };
    else {
      const meaning = await meaningFor(row.query);
      yield { id: row.id, hits: findUnits(searcher, row.query, { limit, today: row.day ?? today, weights, meaning }) };
    }
  }
}

export type CorpusAnswer = { readonly id: string; readonly hits: string[] } | ({ readonly id: unknown } & ReturnType<AppError["toJSON"]>);

async function prepare(
  mind: Mind,
  sources: readonly Source[],
): Promise<{ searcher: Searcher; meaningFor(query: string): Promise<Meaning | null> }> {
  const embedder = await embedderOf(mind);
  if (embedder === null) return { searcher: createSearcher(shelfOf(sources)), meaningFor: async () => null };
  const index = openIndexFile(null);
  const ids = sources.map((_, number) => String(number));
  await index.sync(
    sources.map((source, number) => ({ id: String(number), owner: "corpus", stamp: null, key: async () => "1", read: async () => source })),
    { owners: [] },
  );
  await index.vectors.complete(ids, embedder);
  const { weight } = weightOf(mind, index);
  return {
    searcher: createSearcher(index.shelf(ids)),
    async meaningFor(query) {
      const [vector] = await embedder.embed([query]);
      return vector === undefined ? null : { vector, weight };
    },
  };
}

const LARGEST_CORPUS = 1024 * 1024 * 1024;

export function readCorpusFiles(
  mind: Mind,
  { corpus, queries }: { readonly corpus: string; readonly queries: string },
): { units: CorpusUnit[]; queries: (CorpusQuery | AppError)[] } {
  const read = (path: string) => {
    const file = path.startsWith("/") ? path : `${mind.where.cwd}/${path}`;
    const text = readSmallText(file, LARGEST_CORPUS);
    if (text === null)
      throw new AppError("NOT_FOUND", "there is no such file of UTF-8 text", { file, hint: "It holds one JSON object a line." });
    return { text, file };
  };
  return { units: readRows<CorpusUnit>(read(corpus), UNIT_FIELDS), queries: readRowsOrFaults<CorpusQuery>(read(queries), QUERY_FIELDS) };
}
