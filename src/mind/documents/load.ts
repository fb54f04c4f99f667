// load: the documents that a session of a kind may see, with the view that would be injected (AK-01…04, X14, X34).

import { AppError, countChars, daysBefore, localDay } from "../../base/index.ts";
import {
  budgetOf,
  documentAt,
  type DocumentRef,
  documentOfRole,
  isVisible,
  ownTwin,
  resolveDocument,
  type SessionType,
} from "../../knowledge/index.ts";
import { judgeLoaded, redact } from "../../content/index.ts";
import { decodeText, originsOfLines, readReleases, type Releases, withoutExchanges } from "../../deltas/index.ts";
import { trimToBudget } from "../../markdown/index.ts";
import type { Origin } from "../../schema/index.ts";
import { beginsWith, beginsWithProject } from "./bootstrap.ts";
import { checkKind } from "../checkArguments.ts";
import type { Mind } from "../open.ts";
import { FURTHER_BUDGET, furtherDocuments } from "./rootMemory.ts";

/** A document with its text, for its person: nothing in it is judged. */
export interface ReadDocument {
  readonly document: DocumentRef;
  readonly text: string;
  readonly chars: number;
  readonly budget: number | null;
  readonly modified: Date;
  readonly version: string;
  /** Why it could not be read (not UTF-8, not a regular file); its text is empty then. */
  readonly problem?: AppError;
}

/** A document with its text. */
export interface LoadedDocument extends ReadDocument {
  /** What may reach the model: held lines left out, secrets marked, cut to the budget at a section's border. */
  readonly view: string;
  /** Lines for the person's eyes only, with the reason. */
  readonly held: readonly { readonly line: number; readonly text: string; readonly why: string }[];
}

/** How many days of daily documents are injected (X10). */
const DAYS = 2;

/** The documents that a session may see, with their text. */
export async function load(mind: Mind, session: SessionType = "main"): Promise<LoadedDocument[]> {
  checkKind("load: session", session);
  const all = await eachVisible(mind, session, (document, most) => loadOne(mind, document, most));
  return all.map((each) => ("view" in each ? each : { ...each, view: "", held: [] }));
}

/** The same for the person's own eyes. */
export async function readVisible(mind: Mind): Promise<ReadDocument[]> {
  return eachVisible(mind, "main", (document, most) => readOne(mind, document, most));
}

/** The documents that a session may see, by name. */
export function visibleDocuments(mind: Mind, session: SessionType = "main"): DocumentRef[] {
  return bases(mind).filter((document) => isVisible(document, session));
}

async function eachVisible<T extends ReadDocument>(
  mind: Mind,
  session: SessionType,
  read: (document: DocumentRef, most: number | undefined) => Promise<T | null>,
): Promise<(T | ReadDocument)[]> {
  const further = new Set(furtherDocuments(mind).map(({ id }) => id));
  const found: (T | ReadDocument)[] = [];
  for (const document of visibleDocuments(mind, session)) {
    try {
      const one = await read(document, further.has(document.id) ? FURTHER_BUDGET : undefined);
      if (one) found.push(one);
    } catch (error) {
      // One unreadable document does not hide the others; whoever shows the list shows its problem.
      if (!(error instanceof AppError)) throw error;
      const budget = budgetOf(document.role, mind.config);
      found.push({ document, text: "", chars: 0, budget, modified: new Date(0), version: "", problem: error });
    }
  }
  return found;
}

/** `most`: characters of the view, for a document whose role has no budget. */
export async function loadOne(mind: Mind, document: DocumentRef, most?: number): Promise<LoadedDocument | null> {
  const one = await readOne(mind, document, most);
  if (one === null) return null;
  const judged = await judge(mind, document, one.text);
  const whole = injected(document, judged.view);
  return { ...one, view: one.budget === null ? whole : trimToBudget(whole, one.budget).text, held: judged.held };
}

/** The same for the person's own eyes. */
export async function readOne(mind: Mind, document: DocumentRef, most?: number): Promise<ReadDocument | null> {
  const store = mind.deps.storeFor(document.project);
  const place = { root: document.root, path: document.path };
  const stored = await store.read(place);
  if (stored === null) return null;
  const text = decodeText(stored.bytes, store.describe(place));
  const budget = budgetOf(document.role, mind.config) ?? most ?? null;
  return { document, text, chars: countChars(injected(document, text)), budget, modified: stored.modified, version: stored.version };
}

/** Of a day, what happened word by word stays out of prompts (X9). */
function injected({ role }: DocumentRef, whole: string): string {
  return role === "daily" ? withoutExchanges(whole) : whole;
}

/** What a session begins with, lowest priority first (LW-42, AK-11). Memory and days belong to every session (AK-03, AK-04). */
function bases(mind: Mind): DocumentRef[] {
  const { environment } = mind;
  const today = localDay(mind.deps.clock);
  const days = Array.from({ length: DAYS }, (_, back) => daysBefore(today, DAYS - 1 - back));
  const withOwn = (document: DocumentRef) => [document, ...ownPart(mind, document)];
  const named = (id: string, documents: readonly DocumentRef[]) => (beginsWith(mind.config, id) ? documents : []);
  const all = [
    ...named("global-agents", [documentOfRole(environment, "agents", today)]),
    ...named("soul", withOwn(documentOfRole(environment, "soul", today))),
    ...named("user", withOwn(documentOfRole(environment, "user", today))),
    ...withOwn(documentOfRole(environment, "memory", today)),
    ...days.flatMap((day) => withOwn(documentOfRole(environment, "daily", day))),
    ...configured(mind),
    ...furtherDocuments(mind),
    ...projectBases(mind),
  ];
  return [...new Map(all.map((document) => [document.id, document])).values()];
}

/** What the person keeps to themselves of a role, where there is anything. Found by the disk: most have none. */
export function ownPart(mind: Mind, document: DocumentRef): DocumentRef[] {
  const own = ownTwin(mind.environment, document);
  return mind.environment.disk.lstat(`${mind.where.home}/${own.path}`) === null ? [] : [own];
}

function configured(mind: Mind): DocumentRef[] {
  return mind.config.default_knowledge_bases
    .filter(({ id }) => beginsWith(mind.config, id))
    .map(({ file }) => {
      const name = file.startsWith("~/.config/agents/") ? file.slice("~/.config/agents/".length) : null;
      const core = name === null ? null : mind.environment.layout.byName(name);
      return core === null ? resolveDocument(mind.environment, file, { file: "config.yaml" }) : documentAt(mind.environment, "home", core);
    });
}

/** LW-41: the first of auto_detect that exists, and the memory bank. */
function projectBases(mind: Mind): DocumentRef[] {
  const { environment, config } = mind;
  if (environment.project === null || !beginsWithProject(config)) return [];
  const found = config.project_knowledge.auto_detect
    .map((path) => path.replace(/^\.\//, ""))
    .find((path) => environment.disk.lstat(`${environment.project}/${path}`) === "file");
  const paths = [...(found === undefined ? [] : [found]), "memory-bank/MEMORY.md"];
  return paths.map((path) => documentAt(environment, "project", path));
}

/** Scanned again at every load: somebody, a program or a clone may have written since (X35). */
export async function judge(mind: Mind, document: DocumentRef, text: string): Promise<{ view: string; held: LoadedDocument["held"] }> {
  const { rest, held } = await heldIn(mind, document, text);
  return { view: redact(rest, await mind.deps.known()).text, held };
}

/** The lines that are held back, and the text without them. */
export async function heldIn(mind: Mind, document: DocumentRef, text: string): Promise<{ rest: string; held: LoadedDocument["held"] }> {
  const releases = await readReleases(mind.deps);
  const judged = judgeLoaded(text, {
    ...(await originsOf(mind, document, text, releases)),
    released: (line) => releases.isReleased(document, line),
  });
  const lines = text.split(/\r\n|\n|\r/);
  return { rest: judged.text, held: judged.lines.map(({ line, why }) => ({ line, text: lines[line - 1] ?? "", why })) };
}

/**
 * Who wrote what. The ledger knows the entries; what is there without one was written by an edit from outside, or by whatever
 * acted in its place, and is read like an agent's text unless the document is one that only the person writes. A
 * project's own memory is a foreign file until the person trusts the project.
 */
async function originsOf(
  mind: Mind,
  document: DocumentRef,
  text: string,
  releases: Releases,
): Promise<{ origin: Origin; originOf?: (line: number) => Origin | undefined }> {
  if (document.role === "project-memory" && !releases.isTrusted(document.project ?? "")) return { origin: "file" };
  const byHand: Origin = document.role === "soul" ? "user" : "agent";
  const entered = await originsOfLines(mind.deps, document, text);
  return entered.hasOthers ? { origin: byHand, originOf: entered.of } : { origin: byHand };
}
