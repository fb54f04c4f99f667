// An entry keeps to its section's audience: what is in a person's own document alone is changed there, and an agent's
// entry never brings it to others.

import { AppError } from "../../base/index.ts";
import { documentFor, type DocumentRef, isOwnDocument, ownTwin, type Target } from "../../knowledge/index.ts";
import { findSection, type Level, readOutline } from "../../markdown/index.ts";
import type { Audience } from "../../schema/index.ts";
import { OWN_FOLDER, readSmallText, walkFiles } from "../../store/index.ts";
import { type Deps, home, textOf } from "../records/deps.ts";
import { readJournal } from "../records/journal.ts";
import { overlay } from "../editing/overlay.ts";
import { pendingPlaceFor } from "../records/pending.ts";

export interface SectionName {
  readonly heading: string;
  readonly level?: Level | null | undefined;
}

/** The document in which an entry for `document` finds its section: the person's own where only that one has it. */
export async function holderOf(deps: Deps, document: DocumentRef, section: SectionName, session?: string): Promise<DocumentRef> {
  if (document.root !== "home" || isOwnDocument(document) || document.role === "agents") return document;
  const own = ownTwin(deps.environment, document);
  if (!(await isBegun(deps, own, session))) return document;
  const isThere = (text: string) => findSection(readOutline(text), section.heading, section.level ?? null).kind !== "missing";
  // What only waits counts where it makes the section the person's own, and not where it would make it everybody's.
  return isThere((await overlay(deps, own, session)).text) && !isThere((await textOf(deps, document)) ?? "") ? own : document;
}

/** Most people have nothing of their own there, and that is quickly seen. */
async function isBegun(deps: Deps, own: DocumentRef, session: string | undefined): Promise<boolean> {
  if (deps.environment.disk.lstat(`${deps.environment.home}/${own.path}`) !== null) return true;
  const planned = session === undefined ? [] : (await readJournal(deps, session)).open;
  if (planned.some(({ target }) => target.kind === "document" && target.root === own.root && target.path === own.path)) return true;
  return (await home(deps).read(pendingPlaceFor(own))) !== null;
}

/** Where an entry goes: where its caller says, else where its section is. */
export async function targetFor(
  deps: Deps,
  named: Target,
  wish: SectionName & { readonly audience?: Audience | undefined; readonly narrow?: boolean | undefined; readonly session: string },
): Promise<Target> {
  if (named.kind === "remote") return named;
  if (wish.audience === undefined)
    return wish.narrow === false ? named : { kind: "document", document: await holderOf(deps, named.document, wish, wish.session) };
  const document = documentFor(deps.environment, named.document, wish.audience);
  if (document !== null) return { kind: "document", document };
  throw new AppError("AUDIENCE", `${named.document.key} has no counterpart for ${wish.audience}`, {
    hint: "me and team are for documents of the home other than AGENTS.md; project is for notes (MEMORY.md), inside a project.",
  });
}

/** The same for an entry that was planned before: its section may have become the person's own since. By the documents alone. */
export async function movedSince(deps: Deps, target: Target, section: SectionName): Promise<Target> {
  if (target.kind === "remote" || target.document.root !== "home" || isOwnDocument(target.document) || target.document.role === "agents")
    return target;
  const own = ownTwin(deps.environment, target.document);
  if (deps.environment.disk.lstat(`${deps.environment.home}/${own.path}`) === null) return target;
  const has = async (each: DocumentRef) => {
    const outline = readOutline((await textOf(deps, each)) ?? "");
    return findSection(outline, section.heading, section.level ?? null).kind !== "missing";
  };
  return (await has(own)) && !(await has(target.document)) ? { kind: "document", document: own } : target;
}

/** Shorter lines say nothing of anybody. */
const SHORTEST = 12;

/** The own document that a text for others repeats a line of; null: it repeats none that the others do not have. */
export async function repeatsOwn(deps: Deps, target: Target, content: string): Promise<DocumentRef["path"] | null> {
  if (target.kind === "document" && isOwnDocument(target.document)) return null;
  const said = content.split(/\r\n|\n|\r/).map(bare);
  const lines = said.filter(({ length }) => length >= SHORTEST);
  const own = lines.length === 0 ? [] : ownLines(deps);
  if (own.length === 0) return null;
  const there = target.kind === "document" ? await textOf(deps, target.document) : null;
  const known = new Set((there ?? "").split(/\r\n|\n|\r/).map(bare));
  return own.find(({ line }) => !known.has(line) && lines.some((each) => each.includes(line)))?.path ?? null;
}

/** What is below `me/` on this machine, line by line, without headings. */
function ownLines(deps: Deps): { readonly path: string; readonly line: string }[] {
  const folder = `${deps.environment.home}/${OWN_FOLDER}`;
  const paths = walkFiles(folder).filter((path) => path.toLowerCase().endsWith(".md"));
  return paths.flatMap((path) => {
    const lines = (readSmallText(`${folder}/${path}`) ?? "").split(/\r\n|\n|\r/).filter((line) => !/^#{1,6}\s/.test(line));
    const said = lines.map(bare).filter(({ length }) => length >= SHORTEST);
    return said.map((line) => ({ path: `${OWN_FOLDER}/${path}`, line }));
  });
}

/** Whether a text, of any making, holds a line of the person's own. */
export function holdsOwn(deps: Deps): (text: string) => boolean {
  const own = ownLines(deps);
  return (text) => {
    const said = own.length === 0 ? "" : bare(text);
    return own.some(({ line }) => said.includes(line));
  };
}

/** A line without what only lays it out. */
function bare(line: string): string {
  return line
    .normalize("NFC")
    .replace(/^[\s>*+-]*(?:\d+[.)]\s)?/, "")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
}
