// The mind's own documents as sheets: home, daily and archive, the project's rules and its memory bank. Whatever cannot
// be read is a finding of its own and keeps nothing else from being looked at.

import { AppError, countChars, daysBefore, localDay } from "../../base/index.ts";
import { documentAt, type DocumentRef } from "../../knowledge/index.ts";
import type { Root } from "../../store/index.ts";
import { heldIn, readOne } from "../../mind/documents/load.ts";
import type { Mind } from "../../mind/open.ts";
import type { Diagnosis } from "./finding.ts";
import type { HeldLines } from "./hazards.ts";
import type { Sheet } from "./sheet.ts";
import { readOutline, trimToBudget, TRUNCATED } from "../../markdown/index.ts";

export interface Gathered {
  readonly sheets: readonly Sheet[];
  readonly diagnoses: readonly Diagnosis[];
}

export interface OwnGathered extends Gathered {
  /** What `load` holds back of each document. */
  readonly held: ReadonlyMap<Sheet, HeldLines>;
}

export const OWN = "Codicil";
/** Beyond this, a folder is somebody's library and no memory. */
const MOST_DOCUMENTS = 5000;
const DEEPEST = 12;

export async function gatherOwn(mind: Mind): Promise<OwnGathered> {
  const diagnoses: Diagnosis[] = [];
  const sheets: Sheet[] = [];
  const held = new Map<Sheet, HeldLines>();
  for (const document of await ownDocuments(mind, diagnoses)) {
    const file = mind.deps.storeFor(document.project).describe({ root: document.root, path: document.path });
    const about = { file, store: OWN, kind: kindOf(mind, document), bases: basesOf(mind, document), document };
    try {
      const read = await readOne(mind, document);
      if (read === null) continue;
      const judged = await heldIn(mind, document, read.text);
      const sheet = { ...about, text: read.text };
      sheets.push(sheet);
      held.set(sheet, { held: judged.held, release: true });
      if (read.budget !== null && isInjected(mind, document)) diagnoses.push(...findOverBudget(file, read.text, read.budget));
    } catch (error) {
      diagnoses.push(unreadable(file, error));
      // Its history may be damaged while its text is whole: a secret in it is found all the same.
      const text = await readPlainly(mind, document);
      if (text !== null) sheets.push({ ...about, text });
    }
  }
  return { sheets: [...sheets, ...(await looseFiles(mind, diagnoses))], diagnoses, held };
}

/** A document that could not be looked at, whatever the reason: a doctor does not die of the illness. */
export function unreadable(file: string, error: unknown, severity: "error" | "warn" | "info" = "error"): Diagnosis {
  if (!(error instanceof AppError)) return { code: "damaged", severity, file, message: `cannot be read: ${(error as Error).message}` };
  const hint = error.hint === undefined || error.code === "DAMAGED" ? "" : ` (${error.hint.replace(/\.$/, "")})`;
  return {
    code: error.code === "DAMAGED" || error.code === "UNKNOWN_VERSION" ? "damaged" : "unreadable",
    severity,
    file: error.file ?? file,
    ...(error.line === undefined ? {} : { line: error.line }),
    message: `${error.message}${hint}`,
  };
}

async function readPlainly(mind: Mind, document: DocumentRef): Promise<string | null> {
  try {
    const stored = await mind.deps.storeFor(document.project).read({ root: document.root, path: document.path });
    return stored === null ? null : new TextDecoder("utf-8", { ignoreBOM: true }).decode(stored.bytes);
  } catch {
    // The caller has reported already that it cannot be read.
    return null;
  }
}

/** Whether a session begins with it: the core documents, the last two days, the index of the memory bank. */
function isInjected(mind: Mind, { role, path }: DocumentRef): boolean {
  if (role === "project-memory") return path === "memory-bank/MEMORY.md";
  return role !== "daily" || path.slice(-13, -3) >= daysBefore(localDay(mind.deps.clock), 1);
}

async function ownDocuments(mind: Mind, diagnoses: Diagnosis[]): Promise<DocumentRef[]> {
  const { environment, where } = mind;
  const paths: [Root & ("home" | "project"), string][] = [];
  for (const path of await markdownBelow(mind, { root: "home", folder: "", diagnoses })) paths.push(["home", path]);
  if (where.project !== null) {
    for (const path of ruleFiles(mind)) paths.push(["project", path]);
    for (const path of await markdownBelow(mind, { root: "project", folder: "memory-bank", diagnoses })) paths.push(["project", path]);
  }
  const documents = paths.map(([root, path]) => documentAt(environment, root, path));
  return [...new Map(documents.map((document) => [document.id, document])).values()];
}

/** AGENTS.md of the project, and of every folder from there down to where the command runs. */
function ruleFiles(mind: Mind): string[] {
  const { project, cwd } = mind.where;
  const isBelow = project !== null && `${cwd}/`.startsWith(`${project}/`);
  const below = (isBelow ? cwd.slice(project.length + 1) : "").split("/").filter((part) => part !== "");
  const nested = below.map((_, index) => `${below.slice(0, index + 1).join("/")}/AGENTS.md`);
  const isThere = (path: string) => mind.environment.disk.lstat(`${project ?? ""}/${path}`) !== null;
  return ["AGENTS.md", ".agents/AGENTS.md", ...nested].filter(isThere);
}

/** Every .md file below a folder of a root; our own folders and what begins with a dot left out, links not followed. */
async function markdownBelow(mind: Mind, start: { root: "home" | "project"; folder: string; diagnoses: Diagnosis[] }): Promise<string[]> {
  const { disk } = mind.environment;
  const store = mind.deps.storeFor(mind.where.project);
  const base = start.root === "home" ? mind.where.home : (mind.where.project ?? "");
  const found: string[] = [];
  const walk = async (folder: string, depth: number): Promise<void> => {
    const at = folder === "" ? base : `${base}/${folder}`;
    try {
      const names = await store.list(start.root, folder);
      for (const name of names)
        if (/\.md$/i.test(name) && found.length < MOST_DOCUMENTS) found.push(folder === "" ? name : `${folder}/${name}`);
    } catch (error) {
      start.diagnoses.push(unreadable(at, error));
      return;
    }
    for (const name of disk.list(at)) {
      if (name.startsWith(".") || (folder === "" && start.root === "home" && name === "last-word") || depth >= DEEPEST) continue;
      const next = folder === "" ? name : `${folder}/${name}`;
      if (disk.lstat(`${base}/${next}`) === "dir") await walk(next, depth + 1);
    }
  };
  if (disk.lstat(start.folder === "" ? base : `${base}/${start.folder}`) !== null) await walk(start.folder, 0);
  const message = `only the first ${MOST_DOCUMENTS} documents were looked at`;
  if (found.length >= MOST_DOCUMENTS) start.diagnoses.push({ code: "more", severity: "info", file: base, message });
  return found;
}

/** Deltas that wait, and what was kept aside: a secret may be there too. */
async function looseFiles(mind: Mind, diagnoses: Diagnosis[]): Promise<Sheet[]> {
  const store = mind.deps.storeFor(mind.where.project);
  const folders: [Root, string, RegExp][] = [
    ["home", "last-word", /\.yaml$/],
    ["home", "last-word/staging", /\.yaml$/],
    ["state", "damaged", /./],
    ...(mind.where.project === null ? [] : ([["project", ".agents", /\.yaml$/]] as [Root, string, RegExp][])),
  ];
  const sheets: Sheet[] = [];
  for (const [root, folder, isOurs] of folders) {
    try {
      for (const name of await store.list(root, folder)) {
        if (!isOurs.test(name) || name === "schema.yaml") continue;
        const place = { root, path: `${folder}/${name}` };
        const stored = await store.read(place);
        if (stored)
          sheets.push({ file: store.describe(place), store: OWN, kind: "data", text: new TextDecoder().decode(stored.bytes), bases: [] });
      }
    } catch (error) {
      diagnoses.push(unreadable(store.describe({ root, path: folder }), error));
    }
  }
  return sheets;
}

function kindOf(mind: Mind, document: DocumentRef): Sheet["kind"] {
  if (document.role === "soul" || document.role === "agents") return "instructions";
  const { dailyFolder } = mind.environment.layout;
  return document.root === "home" && document.path.startsWith(`${dailyFolder}/`) ? "diary" : "memory";
}

/** A document of the home could speak of any project; only the project's own have a place that paths begin in. */
function basesOf(mind: Mind, document: DocumentRef): readonly string[] {
  const { project } = mind.where;
  if (document.root !== "project" || project === null) return [];
  const at = document.path.lastIndexOf("/");
  return at === -1 ? [project] : [project, `${project}/${document.path.slice(0, at)}`];
}

/** Which part of a document the injected view would leave out (AK-07, X34). */
export function findOverBudget(file: string, text: string, budget: number): Diagnosis[] {
  const chars = countChars(text);
  if (chars <= budget) return [];
  const view = trimToBudget(text, budget).text;
  const notice = view.lastIndexOf(TRUNCATED);
  const shown = (notice === -1 ? view : view.slice(0, notice)).trimEnd().length;
  const sections = readOutline(text).sections;
  const first = sections.find((section) => text.slice(0, section.ownEnd).trimEnd().length > shown);
  const line = first?.line ?? text.slice(0, shown).split(/\r\n|\n|\r/).length;
  const part = first === undefined ? "its end" : `${first.start < shown ? "a part of " : ""}the section ${JSON.stringify(first.heading)}`;
  const rest = sections.filter((section) => section.start >= shown && section !== first).length;
  const more = rest === 0 ? "" : ` and ${rest} more section${rest === 1 ? "" : "s"}`;
  const message = `${chars} of ${budget} characters: ${part}${more} would be left out of the prompt`;
  return [{ code: "over-budget", severity: "warn", file, line, message, key: "over budget" }];
}
