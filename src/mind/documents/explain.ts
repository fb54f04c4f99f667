// explain: where a line comes from. Also the document's log, its blame, and what it said at any time.

import { AppError, localDay, nearest } from "../../base/index.ts";
import {
  blame as blameDocument,
  type BlamedLine,
  documentsWithHistory,
  findChange,
  type Reach,
  showAt,
  signedChanges,
  type WrittenLine,
  writtenLines,
} from "../../deltas/index.ts";
import { type DocumentRef, documentOfRole, resolveDocument } from "../../knowledge/index.ts";
import type { Change } from "../../schema/index.ts";
import { readOne, visibleDocuments } from "./load.ts";
import { MEMORY_FILES, type MemoryFileName } from "./memory.ts";
import type { Mind } from "../open.ts";

/** A change as the history shows it. */
export interface LoggedChange extends Omit<Change, "splices" | "full" | "touched" | "v"> {
  readonly doc: string;
  /** Where texts were asked for: the beginnings of what went and of what came. */
  readonly removed?: string;
  readonly inserted?: string;
}

const SHOWN_CHARS = 400;

/** A document by key, or by its role's name. */
export function documentNamed(mind: Mind, name: string): DocumentRef {
  if ((MEMORY_FILES as readonly string[]).includes(name))
    return documentOfRole(mind.environment, name as MemoryFileName, localDay(mind.deps.clock));
  try {
    return resolveDocument(mind.environment, name);
  } catch (error) {
    const meant = /\.md$/i.test(name) ? undefined : meantBy(`${name}.md`, visibleDocuments(mind));
    if (meant === undefined || !(error instanceof AppError)) throw error;
    throw new AppError(error.code, error.message, { hint: `Did you mean ${meant}?` });
  }
}

/** By its name, however it is written. */
function nearestOf(name: string, keys: readonly string[]): string | undefined {
  const bare = (each: string) => each.replace(/^\.\//, "").toLowerCase();
  const [near] = nearest(bare(name), keys.map(bare));
  return keys.find((each) => bare(each) === near);
}

/** What of the history is told. */
export interface LogOptions extends Reach {
  /** The beginnings of what went and of what came, too. */
  readonly texts?: boolean;
}

/** Newest first. Without a document: of all that have a ledger. A named one that is not there and never was is an error. */
export async function log(mind: Mind, name?: string, { texts = false, ...reach }: LogOptions = {}): Promise<LoggedChange[]> {
  const documents = name === undefined ? await knownDocuments(mind) : [documentNamed(mind, name)];
  const all: LoggedChange[] = [];
  for (const document of documents) {
    // Changes of one commit share their time; the order of the ledger decides between them.
    for (const { splices, full: _, touched: __, v: ___, ...change } of await signedChanges(mind.deps, document, reach))
      all.push({
        ...change,
        doc: document.key,
        ...(texts
          ? { removed: joined(splices.map(({ removed }) => removed)), inserted: joined(splices.map(({ inserted }) => inserted)) }
          : {}),
      });
  }
  const [named] = documents;
  // None that were asked for is an answer, a document that was never there is not.
  if (name !== undefined && named !== undefined && all.length === 0 && !(await isKnown(mind, named))) throw await noDocument(mind, named);
  return all.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)).slice(0, reach.limit);
}

async function isKnown(mind: Mind, document: DocumentRef): Promise<boolean> {
  return (await readOne(mind, document)) !== null || (await signedChanges(mind.deps, document, { limit: 1 })).length > 0;
}

function joined(texts: readonly string[]): string {
  return texts.join("\n").trim().slice(0, SHOWN_CHARS);
}

/** Each line of a document with the change that wrote it. */
export async function blame(mind: Mind, name: string): Promise<BlamedLine[]> {
  return ofDocument(mind, name, blameDocument);
}

/** The same, but of the change only who and when: the history of a long document is not read again for that. */
export async function whoWrote(mind: Mind, name: string): Promise<WrittenLine[]> {
  return ofDocument(mind, name, writtenLines);
}

async function ofDocument<T>(mind: Mind, name: string, ask: (deps: Mind["deps"], document: DocumentRef) => Promise<T>): Promise<T> {
  const document = documentNamed(mind, name);
  try {
    return await ask(mind.deps, document);
  } catch (error) {
    throw error instanceof AppError && error.code === "NOT_FOUND" ? await noDocument(mind, document) : error;
  }
}

/** By a slip, or by the end of its path: `daily/2026-11-19.md` as in the mind's folder. */
function meantBy(given: string, documents: readonly DocumentRef[]): string | undefined {
  const keys = [...new Set(documents.map(({ key }) => key))];
  const ending = keys.filter((key) => key.endsWith(`/${given.replace("./", "")}`));
  return ending.length === 1 && !keys.includes(given) ? ending[0] : nearestOf(given, keys);
}

async function noDocument(mind: Mind, { key }: DocumentRef): Promise<AppError> {
  const meant = meantBy(key, [...visibleDocuments(mind), ...(await knownDocuments(mind))]);
  return new AppError("NOT_FOUND", `there is no document ${key} yet`, {
    hint: `${meant === undefined ? "" : `Did you mean ${meant}? `}codicil docs lists the documents, codicil status what is pending.`,
  });
}

/** The text of a document, by its name or key, as it is now or was at a time. */
export async function show(mind: Mind, name: string, at?: string): Promise<string> {
  const document = documentNamed(mind, name);
  if (at !== undefined) return showAt(mind.deps, document, at);
  const read = await readOne(mind, document);
  return read?.text ?? Promise.reject(await noDocument(mind, document));
}

/** Which entry, session and reason wrote a line (1-based). */
export async function explain(mind: Mind, name: string, line: number): Promise<BlamedLine> {
  const lines = await blame(mind, name);
  const found = lines.find((each) => each.line === line);
  if (found) return found;
  throw new AppError("NOT_FOUND", `${name} has no line ${line}`, { hint: `It has ${lines.length} lines.` });
}

export async function whereIsChange(mind: Mind, id: string): Promise<{ document: DocumentRef; change: Change }> {
  const found = await findChange(mind.deps, id);
  if (found) return found;
  throw new AppError("NOT_FOUND", `no document has a change ${id}`, { hint: "codicil log lists the changes." });
}

export async function knownDocuments(mind: Mind): Promise<DocumentRef[]> {
  return documentsWithHistory(mind.deps);
}
