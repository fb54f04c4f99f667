// recall: where something was said, in every document and session that the asker may see. Scopes are a matter of what is
// put on the shelf, before anything is scored: what is private is not found, quoted or counted in a shared session (X14).

import { AppError, localDay } from "../base/index.ts";
import { type Known, redact } from "../content/index.ts";
import {
  bodyOf,
  type Hit,
  type IndexFile,
  isDamaged,
  isOutOfReach,
  type Learned,
  learnWeight,
  lookedFor,
  matchedWords,
  openIndexFile,
  readQuery,
  removeIndexFile,
  shownDay,
  snippetOf,
  wordFor,
} from "../recall/index.ts";
import { instructs } from "../knowledge/index.ts";
import { diskFacts, type SharedStore } from "../store/index.ts";
import { checkArguments } from "../mind/checkArguments.ts";
import type { Mind } from "../mind/open.ts";
import { commonIndexOf } from "./commonIndex.ts";
import { type RecallScope, SCOPES } from "./documents.ts";
import { completeAll, embedderName, embedderOf, embedderProblem, meaningOf, weightOf } from "./meaning.ts";
import { indexAllSent, lookAgain } from "./sentSessions.ts";
import { searcherOf, withShelf } from "./shelving.ts";

export { readCorpusFiles, recallCorpus } from "./corpus.ts";
export { dropFromCommon, indexCommon } from "./commonRecall.ts";
export { seenText } from "./documents.ts";
export { type OpenedHit, openHit } from "./opening.ts";
export { type RecallScope, SCOPES };

/** One passage that was found. */
export interface RecallHit {
  /** A document's key, or `session:ID`. */
  readonly document: string;
  readonly heading: string;
  /** Of a document; of a session, the number of the event. */
  readonly lines: readonly [number, number];
  readonly day?: string;
  readonly speaker?: string;
  /** Something newer says otherwise, since this day; null: since a day that nobody wrote down. */
  readonly until?: string | null;
  /** Something newer, of this day, is about the same and may say otherwise. */
  readonly newer?: string;
  readonly score: number;
  /** At most 200 characters around the match; behind "until 2 April 2026: " or "may be out of date …: " where there is something newer. */
  readonly text: string;
  /** The words of the text that were looked for, as they are there. */
  readonly matched: readonly string[];
  readonly why: string;
}

/** The answer of a search. */
export interface Recalled {
  readonly hits: readonly RecallHit[];
  /** What a person should know: the index was made anew, a document could not be read, vectors are off. */
  readonly notices: readonly string[];
}

/** How many hits, and in which scope. */
export interface RecallOptions {
  readonly scope?: RecallScope;
  readonly limit?: number;
  /** A session that is not searched: the one that asks has itself before its eyes, and grows with every word. */
  readonly without?: string | undefined;
  /** The hits are put before a model: then without the files that instruct it, which are rules and no data (OR-01, OR-24). */
  readonly forModel?: boolean;
  /** Called while documents are indexed, with how many of those that changed are done. */
  readonly indexing?: ((done: number, of: number) => void) | undefined;
}

/** So many hits more are asked for where some may be left out. */
const SPARE_HITS = 40;

/** Searches documents and sessions: the best passages first, each with its place. */
export async function recall(mind: Mind, query: string, options: RecallOptions = {}): Promise<Recalled> {
  checkArguments("recall", { mind: [mind, "mind"], query: [query, "text"], options: [options, "object"] });
  const { scope = "main", limit = 10, without, forModel = false, indexing } = options;
  const today = localDay(mind.deps.clock);
  const once = () =>
    withIndex(mind, (index) =>
      withShelf(mind, index, { scope, without, indexing }, async (shelved) => {
        const { meaning, notices } = await meaningOf(mind, index, { query, shelved });
        const changed: [typed: string, term: string][] = [];
        const absent: string[] = [];
        const hits = await searcherOf(mind, shelved.shelf).ask(query, {
          limit: limit + SPARE_HITS,
          today,
          meaning,
          told: (typed, term) => changed.push([typed, term]),
          // What was found by its meaning need not have the word.
          absent: (typed) => meaning ?? absent.push(typed),
        });
        return { hits, changed, absent, notices: [...index.notices, ...shelved.notices, ...notices] };
      }),
    );
  const found = await once();
  // A text that went away between finding and citing it: another machine indexed its document anew in this moment.
  const { hits, changed, absent, notices } = found.hits.some(({ unit }) => unit.id === "") ? await once() : found;
  const known = await mind.deps.known();
  const asked = readQuery(query, today);
  const terms = new Set([...lookedFor(asked), ...changed.map(([, term]) => term)]);
  const shown = withoutNeighbours(hits).filter(({ document }) => !forModel || !instructs(document));
  // Where as many of the words are nowhere as are somewhere, what was found is only the nearest.
  const texts = hits.map(({ unit }) => unit.text);
  const read = [...new Set(changed.map(([typed, term]) => `nothing contains ${typed}; searched for ${wordFor(term, texts)}`))];
  const missing = [...new Set(absent)].slice(0, MOST_NAMED);
  const nearest = missing.length === 0 ? [] : [`nothing contains ${missing.join(", ")}; this is the nearest`];
  const isNearest = 2 * absent.length >= asked.terms.length || absent.length + changed.length >= asked.terms.length;
  const most = absent.length + changed.length > 0 && isNearest ? Math.min(limit, NEAREST) : limit;
  return {
    hits: shown.slice(0, most).map((hit) => cite(hit, { terms, known })),
    // A message to a model is no query that somebody would correct.
    notices: forModel || shown.length === 0 ? notices : [...notices, ...read.slice(0, MOST_NAMED), ...nearest],
  };
}

const NEAREST = 3;
/** Of words that are nowhere: a pasted text has hundreds. */
const MOST_NAMED = 5;

/** In a talk the answer may be beside the words that were looked for; of a document, `openHit` shows what is around a hit. */
function withoutNeighbours(hits: readonly Hit[]): readonly Hit[] {
  const answering = hits.filter(({ isBeside }) => isBeside === undefined);
  const talks = new Set(answering.flatMap(({ document, unit }) => (unit.speaker === undefined ? [] : document)));
  return answering.length === 0 ? hits : hits.filter(({ isBeside, document }) => isBeside === undefined || talks.has(document));
}

/** Nothing of any document stays in the indexes, here or in the database: for `forget`. The next recall fills them again. */
export async function clearRecall(mind: Mind): Promise<void> {
  if (mind.common !== null) await clearCommon(mind.common);
  const path = recallIndexPath(mind);
  if (diskFacts.lstat(path) === null) return;
  const index = openIndexFile(path);
  try {
    index.clear();
  } finally {
    closeQuietly(index);
  }
}

/** How large the index is, and what it is missing. */
export interface RecallStatus {
  readonly index: string;
  readonly documents: number;
  readonly units: number;
  /** Of a mind that several machines have in common: how many of the documents are indexed in the database; null: it does not answer. */
  readonly common?: {
    readonly index: string;
    readonly documents: number | null;
    /** Whether vectors of what is in common are kept there. */
    readonly pgvector: boolean | null;
  };
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
  return withIndex(mind, (index) =>
    withShelf(mind, index, { scope: "main" }, async ({ shelf, commonIds, notices }) => {
      const { name, problem } = await probe(mind, index);
      const common = await commonStatus(mind, commonIds);
      const { vectors, dimensions } = index.vectors.facts();
      const { weight, from } = weightOf(mind, index);
      return {
        index: recallIndexPath(mind),
        documents: shelf.documents.length,
        units: shelf.documents.reduce((sum, { facts }) => sum + facts.lengths.length, 0),
        ...(common === null ? {} : { common: common.status }),
        vectors: {
          on: name !== null && problem === undefined,
          embedder: name,
          units: name === null ? 0 : vectors + (common?.vectors ?? 0),
          dimensions: name === null ? null : (dimensions ?? common?.dimensions ?? null),
          weight,
          weightFrom: from,
          ...(problem === undefined ? {} : { problem }),
        },
        notices: [...index.notices, ...notices],
      };
    }),
  );
}

async function commonStatus(
  mind: Mind,
  ids: readonly string[] | null,
): Promise<{ readonly status: NonNullable<RecallStatus["common"]>; readonly vectors: number; readonly dimensions: number | null } | null> {
  if (mind.common === null) return null;
  const index = mind.common.describe({ root: "state", path: "recall" });
  if (ids === null) return { status: { index, documents: null, pgvector: null }, vectors: 0, dimensions: null };
  const common = commonIndexOf(mind.common);
  const embedder = await embedderName(mind);
  const { vectors, dimensions } = embedder === undefined ? { vectors: 0, dimensions: null } : await common.vectorFacts(ids, embedder);
  return { status: { index, documents: ids.length, pgvector: await common.keepsVectors() }, vectors, dimensions };
}

/** Throws the index away and makes it anew, with every vector. */
export async function rebuildRecall(mind: Mind): Promise<RecallStatus> {
  removeIndexFile(recallIndexPath(mind));
  await rebuildCommon(mind);
  await withIndex(mind, (index) =>
    withShelf(mind, index, { scope: "main" }, async (shelved) => {
      const embedder = await embedderOf(mind);
      if (embedder !== null) await completeAll(mind, index, { shelved, embedder });
    }),
  );
  return recallStatus(mind);
}

async function clearCommon(shared: SharedStore): Promise<void> {
  await commonIndexOf(shared).clear();
  lookAgain(shared);
}

/** Documents come back with the next shelf, sessions here. */
async function rebuildCommon(mind: Mind): Promise<void> {
  if (mind.common === null) return;
  await clearCommon(mind.common);
  await indexAllSent(mind, mind.common);
}

/** Learns on the person's own documents how much meaning should count, and keeps it beside the vectors. */
export async function learnRecall(mind: Mind): Promise<Learned> {
  return withIndex(mind, (index) =>
    withShelf(mind, index, { scope: "main" }, async (shelved) => {
      const embedder = await embedderOf(mind);
      if (embedder === null)
        throw new AppError("BAD_INPUT", "no embedder is configured", {
          hint: "Name one under recall.embedder in config.yaml; docs/recall.md says how.",
        });
      await completeAll(mind, index, { shelved, embedder });
      const learned = await learnWeight(shelved.shelf, embedder);
      if (learned.tried.length > 0) index.vectors.learn(learned.weight);
      return learned;
    }),
  );
}

async function probe(mind: Mind, index: IndexFile): Promise<{ name: string | null; problem?: string }> {
  const { embedder: named } = mind.config.recall;
  if (named === undefined) return { name: null };
  const described = named.kind === "endpoint" ? `${named.kind} ${named.url} ${named.model}` : `${named.kind} ${named.directory}`;
  try {
    const embedder = await embedderOf(mind);
    const [vector] = (await embedder?.embed(["status"])) ?? [];
    const { embedder: before, dimensions } = index.vectors.facts();
    if (embedder?.name === before && dimensions !== null && vector?.length !== dimensions)
      return {
        name: described,
        problem: `it answers with ${vector?.length ?? 0} numbers, the index has ${dimensions}; codicil recall --rebuild makes them anew`,
      };
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
      return using(openIndexFile(path, ["the recall index was damaged; rebuilding it"]), use);
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

function cite(
  { document, unit, score, snippet, why, until, newer }: Hit,
  { terms, known }: { readonly terms: ReadonlySet<string>; readonly known: Known },
): RecallHit {
  // Secrets may have become known since the document was indexed.
  const shown = redact(unit.text, known);
  const around = shown.found.length === 0 ? snippet : snippetOf(bodyOf({ ...unit, text: shown.text }), terms);
  const text = `${outdated(unit.text, { until, newer })}${around}`;
  const { heading = "", lines = [1, 1], day, speaker } = unit;
  return {
    document,
    heading,
    lines,
    ...(day === undefined ? {} : { day }),
    ...(speaker === undefined ? {} : { speaker }),
    ...(until === undefined ? {} : { until }),
    ...(newer === undefined ? {} : { newer }),
    score,
    text,
    matched: matchedWords(text, terms),
    why,
  };
}

/** So that no door can show it unmarked. */
function outdated(
  text: string,
  { until, newer }: { readonly until: string | null | undefined; readonly newer: string | undefined },
): string {
  const isChinese = /\p{Script=Han}/u.test(text);
  if (newer !== undefined)
    return isChinese
      ? `可能已过时（${shownDay(newer, { isChinese })}有更新的记录说同一件事）：`
      : `may be out of date (a newer note of ${shownDay(newer)} is about the same): `;
  if (until === undefined) return "";
  if (until === null) return isChinese ? "旧：" : "out of date: ";
  return isChinese ? `至${shownDay(until, { isChinese })}：` : `until ${shownDay(until)}: `;
}
