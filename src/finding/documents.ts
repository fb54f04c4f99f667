// What is on the shelf: every document that the asker may see, as the model may see it. A scope is a choice of documents,
// made before anything is scored (X14).

import { AppError, keptIn } from "../base/index.ts";
import { judgeLoaded, type Known, redact } from "../content/index.ts";
import { documentAt, type DocumentRef, documentOfRole, isVisible, resolveDocument, type Environment } from "../knowledge/index.ts";
import { type Indexed, type Source, unitsOf } from "../recall/index.ts";
import { diskFacts, type FileTimes, timesIn, upkeepFacts, walkChosen, walkFiles } from "../store/index.ts";
import type { Mind } from "../mind/open.ts";

export const SCOPES = ["main", "shared", "project"] as const;
export type RecallScope = (typeof SCOPES)[number];

export const HOME = "home";

export interface Listing {
  readonly scope: RecallScope;
  readonly today: string;
  /** What could not be read is said here, once. */
  readonly problems: string[];
}

export interface ListedDocument extends Indexed {
  readonly document: DocumentRef;
}

export async function listDocuments(mind: Mind, { scope, today, problems }: Listing): Promise<ListedDocument[]> {
  const visible = searchedDocuments(mind, today).filter((document) =>
    scope === "project" ? document.root === "project" && isVisible(document, "shared") : isVisible(document, scope),
  );
  const released = await versionOf(mind, { root: "state", path: "decisions/releases.jsonl" });
  const now = mind.deps.clock.now().getTime();
  return visible.flatMap((document): ListedDocument[] => {
    const file = `${document.root === "home" ? mind.where.home : (document.project ?? "")}/${document.path}`;
    const facts = upkeepFacts(file);
    if (facts === null) return [];
    const settings = `${released ?? ""} ${document.key}`;
    const stamp = stampOf(timesIn(facts), now, settings);
    return [
      {
        document,
        id: document.id,
        owner: document.project ?? HOME,
        stamp,
        // One unreadable document does not silence the others: it has a key of its own, and no units.
        key: async () => `${await orProblem(problems, document.key, () => versionOf(mind, document), "unreadable")} ${settings}`,
        read: () => orProblem(problems, document.key, () => sourceOf(mind, document), { id: document.key, units: [] }),
      },
    ];
  });
}

const SETTLED = 2000;

/**
 * What was written a moment ago may be written again within the same tick; a link's own time says nothing. The time of the last
 * write can be set back (copies that keep times, `touch -r`), so it is not asked alone.
 */
export function stampOf(times: FileTimes | null, now: number, settings: string): string | null {
  if (times === null || now - Math.max(times.modified, times.changed) <= SETTLED) return null;
  return `${times.modified} ${times.changed} ${times.size} ${settings}`;
}

export async function orProblem<T>(problems: string[], name: string, run: () => Promise<T>, otherwise: T): Promise<T> {
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
export function searchedDocuments(mind: Mind, today: string): DocumentRef[] {
  const environment = withOneLook(mind.environment);
  const ignored = new Set(environment.layout.shadowed.map((each) => each.ignored));
  const isOurs = (path: string) => path.toLowerCase().endsWith(".md") && !/(?:^|\/)\.|^last-word\//.test(path) && !ignored.has(path);
  const home = walkChosen(environment.home)
    .filter(isOurs)
    .map((path) => documentAt(environment, "home", path));
  const roles = (["agents", "soul", "user", "memory"] as const).map((role) => documentOfRole(environment, role, today));
  return [...new Map([...home, ...roles, ...projectDocuments(mind, environment)].map((document) => [document.id, document])).values()];
}

/** Which file plays a role is looked up on the disk: once for a listing, and not once for each of its documents. */
function withOneLook(environment: Environment): Environment {
  const { path } = environment.layout;
  const known = new Map<string, string>();
  return {
    ...environment,
    layout: {
      ...environment.layout,
      path: (role, day) => {
        const name = `${role} ${day ?? ""}`;
        return keptIn(known, name, () => path(role, day));
      },
    },
  };
}

function projectDocuments({ config }: Mind, environment: Environment): DocumentRef[] {
  if (environment.project === null || !config.project_knowledge.enabled) return [];
  const found = config.project_knowledge.auto_detect
    .map((path) => path.replace(/^\.\//, ""))
    .filter((path) => diskFacts.lstat(`${environment.project}/${path}`) === "file");
  const bank = walkFiles(`${environment.project}/memory-bank`)
    .filter((path) => path.toLowerCase().endsWith(".md"))
    .map((path) => `memory-bank/${path}`);
  // What config.yaml names in the home is among the home's own files.
  const configured = config.default_knowledge_bases
    .filter(({ file }) => file.startsWith("./"))
    .map(({ file }) => resolveDocument(environment, file, { file: "config.yaml" }));
  return [...[...found, ...bank].map((path) => documentAt(environment, "project", path)), ...configured];
}

export async function versionOf(
  mind: Mind,
  place: Pick<DocumentRef, "path"> & { readonly root: "home" | "project" | "state"; readonly project?: string | null },
): Promise<string | null> {
  const stored = await mind.deps.storeFor(place.project ?? mind.where.project).read({ root: place.root, path: place.path });
  return stored?.version ?? null;
}

export async function sourceOf(mind: Mind, document: DocumentRef): Promise<Source> {
  // Loaded late, with the parser behind it: only what changed is read.
  const { loadOne } = await import("../mind/documents/load.ts");
  const loaded = await loadOne(mind, document);
  const day = /(?:^|\/)(\d{4}-\d{2}-\d{2})\.md$/.exec(document.path)?.[1];
  if (loaded === null) return { id: document.key, units: [] };
  const text = seenText(loaded.text, { held: loaded.held, known: await mind.deps.known() });
  return { id: document.key, units: await unitsOf(text, day === undefined ? {} : { day }) };
}

/** The document as the model may see it, each line where it was: what is held is blank, what could leave its envelope is marked. */
export function seenText(
  text: string,
  { held, known }: { readonly held: readonly { readonly line: number }[]; readonly known: Known },
): string {
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
