// recall: where something was said, in every document and session that the asker may see. Scopes are a matter of what is
// put on the shelf, before anything is scored: what is private is not found, quoted or counted in a shared session (X14).

import { AppError, localDay } from "../base/index.ts";
import { type Known, redact } from "../content/index.ts";
import { createSearcher, type Hit, type Indexed, type IndexFile, isDamaged, isOutOfReach, type Learned, learnWeight, lookedFor, openIndexFile, readQuery, removeIndexFile, snippetOf } from "../recall/index.ts";
import { diskFacts } from "../store/index.ts";
import type { Mind } from "./open.ts";
import { HOME, listDocuments, type RecallScope, SCOPES } from "./recalling/documents.ts";
import { embedderOf, embedderProblem, meaningOf, weightOf } from "./recalling/meaning.ts";
import { listSessionSources, SESSIONS } from "./recalling/sessions.ts";

export { readCorpusFiles, recallCorpus } from "./recalling/corpus.ts";
export { seenText } from "./recalling/documents.ts";
export { type RecallScope, SCOPES };

export interface RecallHit {
  /** A document's key, or `session:ID`. */
  readonly document: string;
  readonly heading: string;
  /** Of a document; of a session, the number of the event. */
  readonly lines: readonly [number, number];
  readonly day?: string;
  readonly speaker?: string;
  readonly score: number;
  /** At most 200 characters around the match. */
  readonly text: string;
  readonly why: string;
}

export interface Recalled {
  readonly hits: readonly RecallHit[];
  /** What a person should know: the index was made anew, a document could not be read, vectors are off. */
  readonly notices: readonly string[];
}

export interface RecallOptions {
  readonly scope?: RecallScope;
  readonly limit?: number;
  /** A session that is not searched: the one that asks has itself before its eyes, and grows with every word. */
  readonly without?: string | undefined;
}

export async function recall(mind: Mind, query: string, options: RecallOptions = {}): Promise<Recalled> {
  return withIndex(mind, async (index) => {
    const { scope = "main", limit = 10 } = options;
    const today = localDay(mind.desk.clock);
    const { ids, problems } = await upToDate(mind, index, scope, options.without);
    const { meaning, notices } = await meaningOf(mind, index, { query, ids });
    const hits = createSearcher(index.shelf(ids)).search(query, { limit, today, meaning });
    const known = await mind.desk.known();
    const terms = lookedFor(readQuery(query, today));
    return { hits: hits.map((hit) => cite(hit, { terms, known })), notices: [...index.notices, ...problems, ...notices] };
  });
}

/** Nothing of any document stays in the index: for `forget`. The next recall fills it again. */
export function clearRecall(mind: Mind): void {
  const path = recallIndexPath(mind);
  if (diskFacts.lstat(path) === null) return;
  const index = openIndexFile(path);
  try {
    index.clear();
  } finally {
    closeQuietly(index);
  }
}

export interface RecallStatus {
  readonly index: string;
  readonly documents: number;
  readonly units: number;
  readonly vectors: {
    /** The embedder was asked just now, and answered. */
    readonly on: boolean;
    readonly embedder: string | null;
    /** How many of the units have one. */
    readonly units: number;
    readonly dimensions: number | null;
    readonly weight: number;
    readonly weightFrom: "config.yaml" | "learned" | "default";
    readonly problem?: string;
  };
  readonly notices: readonly string[];
}

/** What is searched, and plainly whether vectors are on. Changes nothing but brings the index up to date. */
export async function recallStatus(mind: Mind): Promise<RecallStatus> {
  return withIndex(mind, async (index) => {
    const { ids, problems } = await upToDate(mind, index, "main");
    const { name, problem } = await probe(mind, index);
    const { vectors, units, dimensions } = index.vectors.facts();
    const { weight, from } = weightOf(mind, index);
    return {
      index: recallIndexPath(mind),
      documents: ids.length,
      units,
      vectors: { on: name !== null && problem === undefined, embedder: name, units: name === null ? 0 : vectors, dimensions: name === null ? null : dimensions, weight, weightFrom: from, ...(problem === undefined ? {} : { problem }) },
      notices: [...index.notices, ...problems],
    };
  });
}

/** Throws the index away and makes it anew, with every vector. */
export async function rebuildRecall(mind: Mind): Promise<RecallStatus> {
  removeIndexFile(recallIndexPath(mind));
  await withIndex(mind, async (index) => {
    const { ids } = await upToDate(mind, index, "main");
    const embedder = await embedderOf(mind);
    if (embedder !== null) await index.vectors.complete(ids, embedder);
  });
  return recallStatus(mind);
}

/** Learns on the person's own documents how much meaning should count, and keeps it beside the vectors. */
export async function learnRecall(mind: Mind): Promise<Learned> {
  return withIndex(mind, async (index) => {
    const { ids } = await upToDate(mind, index, "main");
    const embedder = await embedderOf(mind);
    if (embedder === null) throw new AppError("BAD_INPUT", "there is no embedder whose weight could be learned", { hint: "Name one under recall.embedder in config.yaml; docs/recall.md says how." });
    await index.vectors.complete(ids, embedder);
    const learned = await learnWeight(index.shelf(ids), embedder);
    if (learned.tried.length > 0) index.vectors.learn(learned.weight);
    return learned;
  });
}

async function probe(mind: Mind, index: IndexFile): Promise<{ name: string | null; problem?: string }> {
  const { embedder: named } = mind.config.recall;
  if (named === undefined) return { name: null };
  const described = named.kind === "endpoint" ? `${named.kind} ${named.url} ${named.model}` : `${named.kind} ${named.directory}`;
  try {
    const embedder = await embedderOf(mind);
    const [vector] = (await embedder?.embed(["status"])) ?? [];
    const { embedder: before, dimensions } = index.vectors.facts();
    if (embedder?.name === before && dimensions !== null && vector?.length !== dimensions) return { name: described, problem: `it answers with ${vector?.length ?? 0} numbers, the index has ${dimensions}; codicil recall --rebuild makes them anew` };
    return { name: described };
  } catch (error) {
    return { name: described, problem: embedderProblem(error).replace("found by words alone: ", "") };
  }
}

export function recallIndexPath(mind: Mind): string {
  return `${mind.where.state}/recall/index.sqlite`;
}

/** Whatever is wrong with the file, the answer comes from a new one or from memory, and says so. */
async function withIndex<T>(mind: Mind, use: (index: IndexFile) => Promise<T>): Promise<T> {
  const path = recallIndexPath(mind);
  try {
    return await using(openIndexFile(path), use);
  } catch (error) {
    // It opened and is broken further in: a new one. Or it cannot be written just now: this answer needs no file.
    if (isDamaged(error)) {
      removeIndexFile(path);
      return using(openIndexFile(path, ["the recall index was damaged and is made anew"]), use);
    }
    if (!isOutOfReach(error)) throw error;
    return using(openIndexFile(null, [`the recall index is kept in memory this time: ${(error as Error).message}`]), use);
  }
}

async function using<T>(index: IndexFile, use: (index: IndexFile) => Promise<T>): Promise<T> {
  try {
    return await use(index);
  } finally {
    closeQuietly(index);
  }
}

function closeQuietly(index: IndexFile): void {
  try {
    index.close();
  } catch (error) {
    // A damaged file may refuse even this; what matters was thrown before.
    if (!isDamaged(error)) throw error;
  }
}

async function upToDate(mind: Mind, index: IndexFile, scope: RecallScope, without?: string): Promise<{ ids: string[]; problems: string[] }> {
  const problems: string[] = [];
  const documents = await listDocuments(mind, { scope, today: localDay(mind.desk.clock), problems });
  const wanted: Indexed[] = scope === "main" ? [...documents, ...(await listSessionSources(mind, problems)).filter(({ id }) => id !== `session:${without ?? ""}`)] : documents;
  // Only the main scope lists everything, so only there does "not listed" mean "gone".
  await index.sync(wanted, { owners: scope === "main" ? [HOME, SESSIONS, ...(mind.where.project === null ? [] : [mind.where.project])] : [] });
  return { ids: wanted.map(({ id }) => id), problems };
}

function cite({ document, unit, score, snippet, why }: Hit, { terms, known }: { readonly terms: ReadonlySet<string>; readonly known: Known }): RecallHit {
  // Secrets may have become known since the document was indexed.
  const shown = redact(unit.text, known);
  const text = shown.found.length === 0 ? snippet : snippetOf(shown.text, terms);
  const { heading = "", lines = [1, 1], day, speaker } = unit;
  return { document, heading, lines, ...(day === undefined ? {} : { day }), ...(speaker === undefined ? {} : { speaker }), score, text, why };
}
