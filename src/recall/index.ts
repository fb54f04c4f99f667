// recall: finds where something was said, in English and Chinese, without a model and without a network.
//
// Invariants, each checked by a test that names it:
//
//   1. A document that is not on the shelf has no influence: it is neither returned nor quoted nor counted (X14).
//   2. Every text is a query. Punctuation, control characters and length never break one.
//   3. One tokeniser reads documents and queries.
//   4. The same shelf and query give the same hits in the same order.
//   5. The index is only a cache: it can be deleted at any time, and a document whose content changed is read again.
//   6. Recency only decides between nearly equal hits.
//   7. Vectors are optional and added with a weight; if they fail, the answer comes without them.

export {
  type CorpusQuery,
  type CorpusUnit,
  findUnits,
  QUERY_FIELDS,
  readRows,
  readRowsOrFaults,
  sourcesOf,
  UNIT_FIELDS,
  weightsFor,
} from "./corpus.ts";
export { type Days, readDays, shownDay } from "./days/days.ts";
export { type Indexed, type IndexFile, indexHealth, isDamaged, isOutOfReach, openIndexFile, removeIndexFile } from "./indexFile.ts";
export { joinShelves } from "./joinedShelf.ts";
export { type CommonIndex, openCommonIndex, type Standing, type ToIndex, type Wanted } from "./packed/commonIndex.ts";
export { wordFor } from "./reading/likeWords.ts";
export { lookedFor, type Query, readQuery } from "./reading/query.ts";
export { createSearcher, type Hit, type Meaning, newRows, type Rows, type Searcher, type SearchOptions } from "./search.ts";
export { type Shelf, shelfOf } from "./units/shelf.ts";
export { supersededIn } from "./ranking/updates.ts";
export { matchedWords, snippetOf } from "./ranking/snippet.ts";
export { bodyOf, type Source, splitText, type Unit, unitsOf } from "./units/units.ts";
export { type Embedder, type EmbedderOptions, openEmbedder } from "./vectors/embedder.ts";
export { type Learned, learnWeight } from "./learn.ts";
export { checkDimensions, type VectorFacts, type VectorTable } from "./packed/vectorTable.ts";
export { MEANING_WEIGHT } from "./ranking/fuse.ts";
export { type Weights, WEIGHTS } from "./ranking/weights.ts";
export { readQueryWords, readWords } from "./reading/tokeniser.ts";
