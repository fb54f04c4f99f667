// An entry that replaces a whole section may not take away a change below it that is newer than what the entry was planned
// against: nothing that was acknowledged disappears. Pure.

import { type Editor, findSection, type Level, readOutline, sectionContent } from "../../markdown/index.ts";
import type { Change, Entry } from "../../schema/index.ts";
import { hashOf } from "../records/deps.ts";
import { BEYOND } from "../records/ledger.ts";

export interface SubSection {
  readonly heading: string;
  readonly level: Level;
}

/** A section below the entry's own that was changed since, with the hash of what it was before: what the entry's author saw. */
export interface Newer extends SubSection {
  readonly before: string | null;
}

/** Does the entry replace everything under its heading, sub-sections included? */
export function claimsBelow(entry: Entry): boolean {
  return (entry.operation === "update" && entry.scope !== "body") || entry.operation === "clear" || entry.operation === "delete";
}

/** Which of the sections below were changed by entries of the ledger after `since`. */
export function newerBelow(
  newestFirst: Iterable<Change | typeof BEYOND>,
  entry: Entry,
  { since, below }: { readonly since: string; readonly below: readonly SubSection[] },
): Newer[] | typeof BEYOND {
  const newer = new Map<SubSection, Newer>();
  for (const change of newestFirst) {
    if (change === BEYOND) return BEYOND;
    if (
      change.at < since ||
      (change.kind === "entry" && change.heading === entry.key.heading && change.after === entry.meta.base && entry.meta.base != null)
    )
      break;
    if (change.kind !== "entry" || change.operation === "delete") continue;
    for (const each of below)
      if (isSame(each, { heading: change.heading ?? "", level: change.level ?? null }))
        newer.set(each, { ...each, before: change.before ?? null });
  }
  return [...newer.values()];
}

export function isSame(section: SubSection, key: { readonly heading: string; readonly level: Level | null }): boolean {
  return section.heading === key.heading && (key.level === null || key.level === section.level);
}

/**
 * The entry's content has the newer sections exactly as they were before: it leaves them alone, so they can be put back. Not where
 * another section of the document has the same name: then nobody can tell which one that would be.
 */
export function leftAlone(editor: Editor, entry: Entry, newer: readonly Newer[]): boolean {
  if (entry.operation !== "update") return false;
  const outline = readOutline(entry.content ?? "");
  return newer.every(({ heading, level, before }) => {
    const found = findSection(outline, heading, level);
    const isAsBefore = found.kind === "found" && hashOf(outline.text.slice(found.section.start, found.section.end)) === before;
    return isAsBefore && editor.section({ heading, level }).kind === "found";
  });
}

/** What is under each of them now, to be put back. */
export function contentsOf(editor: Editor, newer: readonly Newer[]): { readonly key: SubSection; readonly content: string }[] {
  return newer.flatMap(({ heading, level }) => {
    const found = editor.section({ heading, level });
    if (found.kind !== "found") return [];
    const outline = readOutline(found.text);
    const [section] = outline.sections;
    return section === undefined ? [] : [{ key: { heading, level }, content: sectionContent(outline, section) }];
  });
}
