// recall: where something was said, in every document and session that the asker may see. Scopes are a matter of what is
// put on the shelf, before anything is scored: what is private is not found, quoted or counted in a shared session (X14).

import { AppError, localDay } from "../base/index.ts";
import { judgeLoaded, type Known, redact } from "../content/index.ts";
import { documentAt, type DocumentRef, documentOfRole, isVisible, resolveDocument } from "../knowledge/index.ts";
import { type CorpusQuery, type CorpusUnit, createSearcher, type Hit, type Indexed, type IndexFile, isDamaged, isOutOfReach, openIndexFile, QUERY_FIELDS, readQueryWords, readRows, removeIndexFile, shelfOf, snippetOf, type Source, sourcesOf, type Unit, UNIT_FIELDS, unitsOf } from "../recall/index.ts";
import { diskFacts, readSmallText, upkeepFacts, walkFiles } from "../store/index.ts";
import { loadOne } from "./load.ts";
import type { Mind } from "./open.ts";

export const SCOPES = ["main", "shared", "project"] as const;
export type RecallScope = (typeof SCOPES)[number];

export interface RecallHit {
  readonly document: string;
  readonly heading: string;
  readonly lines: readonly [number, number];
  readonly day?: string;
  readonly score: number;
  /** At most 200 characters around the match. */
  readonly text: string;
  readonly why: string;
}

export interface Recalled {
  readonly hits: readonly RecallHit[];
  /** What a person should know: the index was made anew, a document could not be read. */
  readonly notices: readonly string[];
}

export interface RecallOptions {
  readonly scope?: RecallScope;
  readonly limit?: number;
}

export async function recall(mind: Mind, query: string, options: RecallOptions = {}): Promise<Recalled> {
  const path = `${mind.where.state}/recall/index.sqlite`;
  try {
    return await recallFrom(mind, path, { query, ...options });
  } catch (error) {
    if (!isOutOfReach(error) && !isDamaged(error)) throw error;
    // It opened and is broken further in: a new one. Or it cannot be written just now: this answer needs no file.
    if (isDamaged(error)) removeIndexFile(path);
    const { hits, notices } = await recallFrom(mind, isDamaged(error) ? path : null, { query, ...options });
    return { hits, notices: [...notices, isDamaged(error) ? "the recall index was damaged and is made anew" : `the recall index is kept in memory this time: ${(error as Error).message}`] };
  }
}

/** Nothing of any document stays in the index: for `forget`. The next recall fills it again. */
export function clearRecall(mind: Mind): void {
  const path = `${mind.where.state}/recall/index.sqlite`;
  if (diskFacts.lstat(path) === null) return;
  const index = openIndexFile(path);
  try {
    index.clear();
  } finally {
    closeQuietly(index);
  }
}

async function recallFrom(mind: Mind, path: string | null, { query, scope = "main", limit = 10 }: RecallOptions & { readonly query: string }): Promise<Recalled> {
  const index = openIndexFile(path);
  try {
    const problems: string[] = [];
    const today = localDay(mind.desk.clock);
    const wanted = await listSources(mind, { scope, today, problems });
    // Only the main scope lists everything, so only there does "not listed" mean "gone".
    await index.sync(wanted, { owners: scope === "main" ? [HOME, SESSIONS, ...(mind.where.project === null ? [] : [mind.where.project])] : [] });
    const hits = createSearcher(index.shelf(wanted.map(({ id }) => id))).search(query, { limit, today });
    const known = await mind.desk.known();
    return {
      hits: hits.map((hit) => cite(hit, query, known)),
      notices: [...index.notices, ...problems],
    };
  } finally {
    closeQuietly(index);
  }
}

function cite({ document, unit, score, snippet, why }: Hit, query: string, known: Known): RecallHit {
  // Secrets may have become known since the document was indexed.
  const shown = redact(unit.text, known);
  const text = shown.found.length === 0 ? snippet : snippetOf(shown.text, new Set(readQueryWords(query)));
  return { document, heading: unit.heading ?? "", lines: unit.lines ?? [1, 1], ...(unit.day === undefined ? {} : { day: unit.day }), score, text, why };
}

function closeQuietly(index: IndexFile): void {
  try {
    index.close();
  } catch (error) {
    // A damaged file may refuse even this; what matters was thrown before.
    if (!isDamaged(error)) throw error;
  }
}

const HOME = "home";
const SESSIONS = "sessions";

async function listSources(mind: Mind, { scope, today, problems }: { readonly scope: RecallScope; readonly today: string; readonly problems: string[] }): Promise<Indexed[]> {
  const visible = documentsOf(mind, today).filter((document) => (scope === "project" ? document.root === "project" && isVisible(document, "shared") : isVisible(document, scope)));
  const released = await versionOf(mind, { root: "state", path: "decisions/releases.jsonl" });
  const now = mind.desk.clock.now().getTime();
  const wanted = visible.flatMap((document): Indexed[] => {
    const facts = upkeepFacts(`${document.root === "home" ? mind.where.home : (document.project ?? "")}/${document.path}`);
    if (facts === null) return [];
    const settings = `${released ?? ""} ${document.key}`;
    // What was written a moment ago may be written again within the same tick; a link's own time says nothing.
    const stamp = facts.kind === "file" && now - facts.modified.getTime() > SETTLED ? `${facts.modified.getTime()} ${settings}` : null;
    return [
      {
        id: document.id,
        owner: document.project ?? HOME,
        stamp,
        // One unreadable document does not silence the others: it has a key of its own, and no units.
        key: async () => `${await orProblem(problems, document.key, () => versionOf(mind, document), "unreadable")} ${settings}`,
        read: () => orProblem(problems, document.key, () => sourceOf(mind, document), { id: document.key, units: [] }),
      },
    ];
  });
  return scope === "main" ? [...wanted, ...(await sessionSources(mind, problems))] : wanted;
}

const SETTLED = 2000;

async function orProblem<T>(problems: string[], name: string, run: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const problem = `${name} is not searched: ${error.message}`;
    if (!problems.includes(problem)) problems.push(problem);
    return otherwise;
  }
}

/** Every document of the mind and of this project, whether or not it is injected; each once. */
function documentsOf(mind: Mind, today: string): DocumentRef[] {
  const { around } = mind;
  const ignored = new Set(around.layout.shadowed.map((each) => each.ignored));
  const isOurs = (path: string) => path.toLowerCase().endsWith(".md") && !/(?:^|\/)\.|^last-word\//.test(path) && !ignored.has(path);
  const home = walkFiles(around.home).filter(isOurs).map((path) => documentAt(around, "home", path));
  const roles = (["agents", "soul", "user", "memory"] as const).map((role) => documentOfRole(around, role, today));
  return [...new Map([...home, ...roles, ...projectDocuments(mind)].map((document) => [document.id, document])).values()];
}

function projectDocuments(mind: Mind): DocumentRef[] {
  const { around, config } = mind;
  if (around.project === null || !config.project_knowledge.enabled) return [];
  const found = config.project_knowledge.auto_detect.map((path) => path.replace(/^\.\//, "")).filter((path) => diskFacts.lstat(`${around.project}/${path}`) === "file");
  const bank = walkFiles(`${around.project}/memory-bank`).filter((path) => path.toLowerCase().endsWith(".md")).map((path) => `memory-bank/${path}`);
  // What config.yaml names in the home is among the home's own files.
  const configured = config.default_knowledge_bases.filter(({ file }) => file.startsWith("./")).map(({ file }) => resolveDocument(around, file, { file: "config.yaml" }));
  return [...[...found, ...bank].map((path) => documentAt(around, "project", path)), ...configured];
}

async function versionOf(mind: Mind, place: Pick<DocumentRef, "path"> & { readonly root: "home" | "project" | "state"; readonly project?: string | null }): Promise<string | null> {
  const stored = await mind.desk.storeFor(place.project ?? mind.where.project).read({ root: place.root, path: place.path });
  return stored?.version ?? null;
}

async function sourceOf(mind: Mind, document: DocumentRef): Promise<Source> {
  const loaded = await loadOne(mind, document);
  const day = /(?:^|\/)(\d{4}-\d{2}-\d{2})\.md$/.exec(document.path)?.[1];
  if (loaded === null) return { id: document.key, units: [] };
  const text = seenText(loaded.text, { held: loaded.held, known: await mind.desk.known() });
  return { id: document.key, units: unitsOf(text, day === undefined ? {} : { day }) };
}

/** The document as the model may see it, each line where it was: what is held is blank, what could leave its envelope is marked. */
export function seenText(text: string, { held, known }: { readonly held: readonly { readonly line: number }[]; readonly known: Known }): string {
  const hidden = new Set(held.map(({ line }) => line));
  let line = 1;
  const open = text
    .split(/(\r\n|\n|\r)/)
    .map((part, index) => (index % 2 === 1 ? (line++, part) : hidden.has(line) ? "" : part))
    .join("");
  return redactLines(judgeLoaded(open, { origin: "user", released: () => true }).text, known);
}

/** A secret of several lines leaves its line breaks behind, so that citations stay right. */
function redactLines(text: string, known: Known): string {
  const { text: plain, found } = redact(text, known);
  const breaks = (each: string) => each.split("\n").length;
  if (found.length === 0 || breaks(plain) === breaks(text)) return plain;
  let made = "";
  let at = 0;
  for (const { type, start, end } of found) {
    if (start < at) continue;
    made += `${text.slice(at, start)}[redacted:${type}]${"\n".repeat(breaks(text.slice(start, end)) - 1)}`;
    at = end;
  }
  return redact(made + text.slice(at), known).text;
}

/** Sessions are the person's own: they are on no shelf but the main one. What tools and pages said is left out. */
async function sessionSources(mind: Mind, problems: string[]): Promise<Indexed[]> {
  const store = mind.desk.storeFor(mind.where.project);
  // Loaded late: a mind without sessions need not pay for them.
  if ((await store.list("state", "sessions")).length === 0) return [];
  const { listSessionIds } = await import("../session/index.ts");
  return (await listSessionIds(store)).map((id) => ({
    id: `session:${id}`,
    owner: SESSIONS,
    stamp: null,
    key: async () => (await orProblem(problems, `session ${id}`, () => versionOf(mind, { root: "state", path: `sessions/${id}.jsonl` }), null)) ?? "unreadable",
    read: () => orProblem(problems, `session ${id}`, () => sessionSource(mind, id), { id: `session:${id}`, session: id, units: [] }),
  }));
}

async function sessionSource(mind: Mind, id: string): Promise<Source> {
  const { loadSession, showSession } = await import("../session/index.ts");
  const units: Unit[] = [];
  const session = await loadSession(mind.desk.storeFor(mind.where.project), id);
  showSession(session).forEach((shown, index) => {
    if ((shown.as !== "user" && shown.as !== "assistant") || shown.text.trim() === "") return;
    const text = judgeLoaded(shown.text, { origin: shown.as === "user" ? "user" : "agent" }).text;
    units.push({ id: shown.id, text, speaker: shown.label, day: localDay(mind.desk.clock, new Date(shown.ts)), lines: [index + 1, index + 1] });
  });
  return { id: `session:${id}`, session: id, units };
}

/** Evaluation on any data: the same pipeline, on a shelf of its own. */
export function* recallCorpus(units: readonly CorpusUnit[], queries: readonly CorpusQuery[], { limit, today }: { readonly limit: number; readonly today: string }): Iterable<{ id: string; hits: string[] }> {
  const searcher = createSearcher(shelfOf(sourcesOf(units)));
  for (const { id, query, day } of queries) yield { id, hits: searcher.search(query, { limit, today: day ?? today }).map(({ unit }) => unit.id) };
}

const LARGEST_CORPUS = 1024 * 1024 * 1024;

export function readCorpusFiles(mind: Mind, { corpus, queries }: { readonly corpus: string; readonly queries: string }): { units: CorpusUnit[]; queries: CorpusQuery[] } {
  const read = (path: string) => {
    const file = path.startsWith("/") ? path : `${mind.where.cwd}/${path}`;
    const text = readSmallText(file, LARGEST_CORPUS);
    if (text === null) throw new AppError("NOT_FOUND", "there is no such file of UTF-8 text", { file, hint: "It holds one JSON object a line." });
    return { text, file };
  };
  return { units: readRows<CorpusUnit>(read(corpus), UNIT_FIELDS), queries: readRows<CorpusQuery>(read(queries), QUERY_FIELDS) };
}
