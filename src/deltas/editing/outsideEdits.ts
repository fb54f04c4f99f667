// Which sections somebody changed outside Codicil, and whether that concerns an entry that was planned before. Pure.

import { sha256 } from "../../base/index.ts";
import { readOutline, type Section } from "../../markdown/index.ts";
import type { Change, Entry, TouchedSection } from "../../schema/index.ts";
import { BEYOND } from "../records/ledger.ts";

/** Every heading whose section differs between two texts, with what it became. Kept in the ledger with an edit outside Codicil. */
export function touchedSections(before: string | null, after: string | null): TouchedSection[] {
  const old = sectionHashes(before ?? "");
  const fresh = sectionHashes(after ?? "");
  const headings = new Set([...old.keys(), ...fresh.keys()]);
  return [...headings].flatMap((heading) => {
    const now = fresh.get(heading) ?? [];
    return (old.get(heading) ?? []).join() === now.join() ? [] : [{ heading, after: now }];
  });
}

function sectionHashes(text: string): Map<string, string[]> {
  const groups = Map.groupBy(readOutline(text).sections, ({ heading }) => heading);
  const hashes = (sections: readonly Section[]) => sections.map(({ start, end }) => sha256(text.slice(start, end)));
  return new Map([...groups].map(([heading, sections]) => [heading, hashes(sections)]));
}

/**
 * Did somebody change the entry's section after it was planned? Walks back from now: an edit outside Codicil that led to the very
 * text the entry was planned against was there before it; one that was entered into the ledger later and led to
 * another text was not seen by whoever planned it.
 */
export function changedOutside(newestFirst: Iterable<Change | typeof BEYOND>, entry: Entry): boolean | typeof BEYOND {
  const { base, time } = entry.meta;
  for (const change of newestFirst) {
    if (change === BEYOND) return BEYOND;
    if (time !== undefined && change.at < time) return false;
    if (change.kind === "entry" && change.heading === entry.key.heading && change.after === base) return false;
    const touched = change.touched?.find((section) => section.heading === entry.key.heading);
    if (touched) return base === null || base === undefined ? touched.after.length > 0 : !touched.after.includes(base);
  }
  return false;
}
