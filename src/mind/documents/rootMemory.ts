// The home as a folder of memory by the Open Memory Protocol 0.1: every Markdown file directly in it belongs to every session
// (rule 1), what lies deeper is named and not loaded (rules 2 and 3), and is read one by one (rule 4, forAgent.ts).

import { AppError } from "../../base/index.ts";
import { documentAt, type DocumentRef, isOwnDocument } from "../../knowledge/index.ts";
import type { Role } from "../../schema/index.ts";
import type { DeferredFolder } from "../../snapshot/index.ts";
import { walkChosen } from "../../store/index.ts";
import type { Mind } from "../open.ts";

/** Of each further document, as much as of MEMORY.md; and of no more than so many. The rest is named. */
export const FURTHER_BUDGET = 2200;
const MOST_FURTHER = 12;
/** Names that are told of one folder, and folders that are told at all. */
const MOST_NAMES = 8;
const MOST_FOLDERS = 12;
const HOME_KEY = "~/.config/agents/";

/** A session begins with these by their role (load.ts). The document of any other role is one of the rest, with that role's budget. */
const BY_ROLE: ReadonlySet<Role | null> = new Set(["agents", "soul", "user", "memory", "daily", "project-memory"]);

/** Markdown at the top of the home that no role of a session's begin names, in the order of its names. */
function furtherAtTop(mind: Mind): DocumentRef[] {
  const { environment, config } = mind;
  if (config.memory.root === "named") return [];
  const shadowed = new Set(environment.layout.shadowed.map(({ ignored }) => ignored));
  // What config.yaml names as a base is loaded, or not, by its own word.
  const named = new Set(config.default_knowledge_bases.map(({ file }) => file.replace(HOME_KEY, "")));
  return topNames(mind)
    .filter((name) => /\.md$/i.test(name) && !name.startsWith(".") && !shadowed.has(name) && !named.has(name))
    .map((name) => documentAt(environment, "home", name))
    .filter(({ role }) => !BY_ROLE.has(role));
}

export function furtherDocuments(mind: Mind): DocumentRef[] {
  return furtherAtTop(mind).slice(0, MOST_FURTHER);
}

function topNames({ environment, where }: Mind): string[] {
  return environment.disk
    .list(where.home)
    .filter((name) => environment.disk.lstat(`${where.home}/${name}`) === "file")
    .sort();
}

/** What the agent can ask for and was not given: folders with the names of what lies directly in them. */
export function deferredFolders(mind: Mind, loaded: ReadonlySet<string>): DeferredFolder[] {
  const below = documentsBelow(mind, "").filter((document) => document.path.includes("/") && !loaded.has(document.key));
  const folders = [...Map.groupBy(below, ({ path }) => path.slice(0, path.indexOf("/") + 1))].map(([folder, documents]) =>
    folderOf(folder, documents),
  );
  const rest = furtherAtTop(mind)
    .slice(MOST_FURTHER)
    .map(({ path }) => path);
  const top = rest.length === 0 ? [] : [told(HOME_KEY, rest.length, rest)];
  return [...top, ...folders].slice(0, MOST_FOLDERS);
}

/** Folders first, then documents with the newest day before the others; its own MEMORY.md goes without saying. */
function folderOf(folder: string, documents: readonly DocumentRef[]): DeferredFolder {
  const rests = documents.map(({ path }) => path.slice(folder.length)).filter((rest) => rest !== "MEMORY.md");
  const folders = [...new Set(rests.filter((rest) => rest.includes("/")).map((rest) => rest.slice(0, rest.indexOf("/") + 1)))];
  const files = rests.filter((rest) => !rest.includes("/"));
  const isDays = files.every((name) => /^\d{4}-\d\d-\d\d\.md$/.test(name));
  const names = [...folders, ...(isDays ? files.reverse() : files)];
  return told(`${HOME_KEY}${folder}`, documents.length, names.length === 0 ? ["MEMORY.md"] : names);
}

function told(folder: string, count: number, names: readonly string[]): DeferredFolder {
  return { folder, count, names: names.slice(0, MOST_NAMES), more: names.length > MOST_NAMES };
}

/** For an agent that asks for a folder: what lies in it. */
export function namesIn(mind: Mind, key: string): readonly string[] {
  const path = key.startsWith(HOME_KEY) ? key.slice(HOME_KEY.length) : null;
  const documents = path === null || path.includes("..") ? [] : documentsBelow(mind, path);
  if (path === null || documents.length === 0)
    throw new AppError("NOT_FOUND", `there is no folder ${key} with documents`, { hint: `Folders of memory begin with ${HOME_KEY}` });
  return [...new Set(documents.map((document) => document.path.slice(path.length).replace(/\/.*/, "/")))];
}

/** Folders that are not memory: what is pending, what belongs to one person alone, and what is hidden. */
function documentsBelow(mind: Mind, folder: string): DocumentRef[] {
  return walkChosen(mind.where.home)
    .filter((path) => path.startsWith(folder) && /\.md$/i.test(path) && !/(?:^|\/)\.|^last-word\//.test(path))
    .map((path) => documentAt(mind.environment, "home", path))
    .filter((document) => document.role !== "agents" && !isOwnDocument(document));
}
