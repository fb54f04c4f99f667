// A section changes its audience: it is written where it shall are, and then removed from where it was. What is meant
// is in a journal of its own before anything is written, both halves at once. So a crash leaves the section in one place
// or in both, never in none, and the next run finishes what was begun (`finishMoves`).

import { AppError, newId } from "../../base/index.ts";
import { redact } from "../../content/index.ts";
import { audienceOf, type DocumentRef, fullKey, isOwnDocument, targetOf, targetRef } from "../../knowledge/index.ts";
import { createEditor, type Level, readOutline, type Section, sectionContent } from "../../markdown/index.ts";
import type { Entry, Origin, Receipt } from "../../schema/index.ts";
import { leastTrustedOf } from "../history/ancestors.ts";
import { type Deps, hashOf } from "../records/deps.ts";
import { blameLines, changesFor } from "../history/history.ts";
import { journalSessions, type Planned, readJournal, writeJournal, writeSettled } from "../records/journal.ts";
import { type Page, peekPage } from "../editing/page.ts";
import { readReleases, releaseLines } from "../records/releases.ts";
import { writeDocument } from "../editing/writeDocument.ts";

/** How a journal of a move is called: nothing else of it is ever flushed as a session's. */
const PREFIX = "audience_";

export function isMove(session: string): boolean {
  return session.startsWith(PREFIX);
}

export interface Moved {
  readonly id: string;
  readonly from: DocumentRef;
  readonly to: DocumentRef;
  /** Of the section that was written, and of the one that was removed. */
  readonly receipts: readonly Receipt[];
}

interface Wanted {
  readonly page: Page;
  readonly section: Section;
  readonly content: string;
  readonly to: DocumentRef;
}

export async function moveSection(
  deps: Deps,
  from: DocumentRef,
  to: DocumentRef,
  name: { readonly heading: string; readonly level: Level | null },
): Promise<Moved> {
  const page = await peekPage(deps, from);
  const section = sectionOf(page, name);
  const content = sectionContent(readOutline(page.text ?? ""), section);
  await refuse(deps, { page, section, content, to });
  const session = `${PREFIX}${newId("e", deps.clock.now(), deps.random).slice(2)}`;
  const [written, removed] = await entriesOf(deps, { page, section, content, to }, session);
  await writeJournal(deps, session, [
    { v: 1, kind: "planned", entry: written, target: targetRef({ kind: "document", document: to }) },
    { v: 1, kind: "planned", entry: removed, target: targetRef({ kind: "document", document: from }) },
  ]);
  return { id: session, from, to, receipts: await finish(deps, session) };
}

/** What a crash left half done. */
export async function finishMoves(deps: Deps): Promise<void> {
  for (const session of (await journalSessions(deps)).filter(isMove)) {
    if ((await readJournal(deps, session)).open.length > 0) await finish(deps, session);
  }
}

export async function finish(deps: Deps, session: string): Promise<Receipt[]> {
  const { known } = await readJournal(deps, session);
  const [written, removed] = [...known.values()] as [Planned, Planned];
  const first = await write(deps, written);
  // Only when it is there for sure. What could not be written is in staging, and the section where it was.
  const receipts = first.status === "applied" || first.status === "unchanged" ? [first, await write(deps, removed)] : [first];
  if (first.status !== "staged") await letThrough(deps, written, removed);
  await writeSettled(deps, session, [written.id, removed.id], first.status === "staged" ? "staged" : "applied");
  return receipts;
}

async function write(deps: Deps, { id, entry, target }: Planned): Promise<Receipt> {
  const document = documentIn(deps, target);
  const [receipt] = (await writeDocument(deps, document, [{ id, entry }])).receipts;
  if (receipt === undefined) throw new AppError("INTERNAL", "an entry had no receipt");
  const hint = "The next command finishes what was begun; nothing is lost.";
  if (receipt.status === "pending") throw new AppError("LOCKED", `another process holds ${document.key}`, { hint });
  return receipt;
}

function documentIn(deps: Deps, target: Planned["target"]): DocumentRef {
  const found = targetOf(deps.environment, target);
  if (found.kind === "remote") throw new AppError("INTERNAL", "a section was to be moved to another server");
  return found.document;
}

function sectionOf(page: Page, { heading, level }: { readonly heading: string; readonly level: Level | null }): Section {
  const isMeant = (section: Section) => section.heading === heading && (level === null || section.level === level);
  const found = readOutline(page.text ?? "").sections.filter(isMeant);
  const [section, second] = found;
  const { file } = page;
  const name = JSON.stringify(heading);
  if (section === undefined) throw new AppError("HEADING_NOT_FOUND", `${page.document.key} has no section ${name}`, { file });
  const lines = found.map(({ line }) => line).join(", ");
  const hint = "Give its level with --level, or rename one of them.";
  if (second !== undefined) throw new AppError("AMBIGUOUS_HEADING", `the heading ${name} occurs at lines ${lines}`, { file, hint });
  if (!section.protected) return section;
  const why = `the section ${name} is in a USER_BLOCK, which only you write`;
  throw new AppError("USER_BLOCK_PROTECTED", why, { file, line: section.line, hint: "Move it yourself." });
}

/** Nothing is begun that could not be finished. */
async function refuse(deps: Deps, { page, section, content, to }: Wanted): Promise<void> {
  const there = await peekPage(deps, to);
  const twin = createEditor(there.text ?? "").section({ heading: section.heading, level: null });
  const isSame = twin.kind === "found" && !twin.protected && contentUnder(there, section.heading) === content;
  const name = JSON.stringify(section.heading);
  if (twin.kind !== "missing" && !isSame)
    throw new AppError("CONFLICT", `${to.key} has a section ${name} that says something else`, {
      file: there.file,
      hint: "Rename one of the two, or merge their text yourself.",
    });
  const at = { file: page.file, line: section.line };
  if (content.trim() === "") throw new AppError("BAD_INPUT", `the section ${name} is empty`, { ...at, hint: "There is nothing to move." });
  const isRead = deps.environment.config.store !== undefined || !isOwnDocument(to);
  if (isRead && redact(content, await deps.known()).found.length > 0)
    throw new AppError("SECRET", "the section contains a secret", { ...at, hint: "Take it out first; nothing was changed." });
}

function contentUnder(page: Page, heading: string): string | null {
  const outline = readOutline(page.text ?? "");
  const section = outline.sections.find((each) => each.heading === heading);
  return section === undefined ? null : sectionContent(outline, section);
}

async function entriesOf(deps: Deps, { page, section, content, to }: Wanted, session: string): Promise<[Entry, Entry]> {
  const from = page.document;
  const now = deps.clock.now();
  const time = now.toISOString();
  const meta = (origin: Origin, why: string) => {
    const id = newId("e", now, deps.random);
    return { id, origin, session, time, reason: `audience ${audienceOf(to)}: ${why}` };
  };
  // A sub-section is on its own where it goes: below somebody else's heading it would be part of that.
  const level = Math.min(section.level, 2) as Level;
  const { heading } = section;
  const text = page.text ?? "";
  const origin = await originOf(deps, from, section, text);
  const written: Entry = {
    key: { path: fullKey(to), heading, level },
    operation: "update",
    content,
    meta: meta(origin, `from ${from.key}`),
  };
  const gone = { ...meta("user", `to ${to.key}`), base: hashOf(text.slice(section.start, section.end)) };
  const key = { path: fullKey(from), heading, level: section.level };
  return [written, { key, operation: "delete", content: null, meta: gone }];
}

/** Moving makes nothing more trusted than it was: the section is as the least trusted of its lines. */
async function originOf(deps: Deps, document: DocumentRef, section: Section, text: string): Promise<Origin> {
  const { changes } = await changesFor(deps, document);
  // As it is loaded: what is there without an entry may be anybody's, except in the soul.
  const byHand: Origin = document.role === "soul" ? "user" : "agent";
  const first = section.line;
  const last = first + text.slice(section.start, section.end).split("\n").length - 1;
  const own = blameLines(changes, text).filter(({ line }) => line >= first && line <= last);
  return leastTrustedOf(own.map(({ change }) => (change.kind === "entry" ? change.by : byHand)));
}

/** Lines that the person let through before are let through where they are now. */
async function letThrough(deps: Deps, written: Planned, removed: Planned): Promise<void> {
  const [to, from] = [documentIn(deps, written.target), documentIn(deps, removed.target)];
  const releases = await readReleases(deps);
  const lines = (written.entry.content ?? "").split(/\r\n|\n|\r/);
  const released = lines.filter((line) => releases.isReleased(from, line) && !releases.isReleased(to, line));
  await releaseLines(deps, to, released);
}
