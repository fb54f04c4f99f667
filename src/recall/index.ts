// recall: finds the place where something was said, in English and Chinese, without a model and without a network.
//
// Invariants, each held by a test that names it:
//
//   1. What is not on the shelf has no influence: it is neither returned nor quoted nor counted (X14).
//   2. Every text is a query. Punctuation, control characters and length never break one.
//   3. Documents and queries are read by one tokeniser.
//   4. The same shelf and query give the same hits in the same order.
//   5. The index is never the truth: it can be deleted at any time, and a document whose content changed is read again.
//   6. Recency parts only what is as good as equal.
//   7. Vectors are optional, join by a weight, and whatever is wrong with them costs them and not the answer.

export {
  type CorpusQuery,
  type CorpusUnit,
  findUnits,
  QUERY_FIELDS,
  readRows,
  readRowsOrFaults,
  sourcesOf,
  UNIT_FIELDS,
} from "./corpus.ts";
export { type Days, readDays, shownDay } from "./reading/days.ts";
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
export { readQueryWords, readWords } from "./reading/words.ts";
