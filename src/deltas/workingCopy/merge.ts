// Two texts that grew out of one, brought together line by line. No markers, no lost line: what both sides changed in
// different places is all there; where both changed the same lines, the text keeps theirs and mine comes out as a card,
// for a person to choose between the two. Pure.

import { diffArrays } from "diff";
import { type Level, readOutline, type Section, sectionContent } from "../../markdown/index.ts";
import { type Change, readChange, writeChange } from "../../schema/index.ts";

export interface Card {
  readonly heading: string;
  readonly level: Level;
  /** The section's own text as it is on my side. */
  readonly mine: string;
}

export interface Merged {
  readonly text: string;
  /** Sections that both sides changed, each in its own way. */
  readonly cards: readonly Card[];
}

/** A heading without text of its own says nothing that an entry could bring back. */
export function saysSomething(card: Card): boolean {
  return card.mine.trim() !== "";
}

interface Hunk {
  readonly base: readonly string[];
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
  /** Line of `mine` at which it begins, from 0. */
  readonly at: number;
}

/** `base` null: the two have no past in common. */
export function mergeTexts(base: string | null, mine: string, theirs: string): Merged {
  if (mine === theirs || mine === base) return { text: theirs, cards: [] };
  if (theirs === base) return { text: mine, cards: [] };
  const kept: string[] = [];
  const cards = new Map<string, Card>();
  // Without a past, what both have is taken for it; but then two texts at one place are two versions, not two additions.
  const past = base === null ? shared(linesOf(mine), linesOf(theirs)) : linesOf(base);
  for (const hunk of hunksOf(past, linesOf(mine), linesOf(theirs))) {
    const { lines, isLost } = settle(hunk, base !== null);
    if (!isLost) {
      kept.push(...lines);
      continue;
    }
    const { above, sections } = partsOf(mine, hunk);
    // Above the first heading there is no section to put on a card: both stay.
    kept.push(...above.filter((line) => !lines.includes(line)).map(closed), ...lines);
    for (const card of sections) cards.set(JSON.stringify(card), card);
  }
  return { text: kept.map((line, index) => (index === kept.length - 1 ? line : closed(line))).join(""), cards: [...cards.values()] };
}

function settle({ base, mine, theirs }: Hunk, hasPast: boolean): { lines: readonly string[]; isLost: boolean } {
  const same = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((line, index) => line === b[index]);
  if (same(mine, theirs) || same(mine, base)) return { lines: theirs, isLost: false };
  if (same(theirs, base)) return { lines: mine, isLost: false };
  // Both only added: theirs first, then mine, unless it is among theirs already (a sync that died half way).
  if (hasPast && startsWith(mine, base) && startsWith(theirs, base)) {
    const [myLines, theirLines] = [mine.slice(base.length), theirs.slice(base.length)];
    if (holdsRun(theirLines, myLines)) return { lines: theirs, isLost: false };
    return { lines: holdsRun(myLines, theirLines) ? mine : [...theirs.map(closed), ...myLines], isLost: false };
  }
  return { lines: theirs, isLost: true };
}

function shared(mine: readonly string[], theirs: readonly string[]): string[] {
  return partners(mine, theirs).flatMap((at, index) => (at === undefined ? [] : [mine[index] as string]));
}

function startsWith(lines: readonly string[], head: readonly string[]): boolean {
  return head.every((line, index) => closed(lines[index] ?? "\0") === closed(line));
}

function holdsRun(lines: readonly string[], run: readonly string[]): boolean {
  return lines.some((_, start) => run.every((line, index) => closed(lines[start + index] ?? "\0") === closed(line)));
}

/** Lines with their ends. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]+\n?|\n/g) ?? [];
}

/** A last line without an end gets one where something follows. */
function closed(line: string): string {
  return line.endsWith("\n") ? line : `${line}\n`;
}

/** Runs in which all three agree, and between them runs in which they do not. */
function hunksOf(base: readonly string[], mine: readonly string[], theirs: readonly string[]): Hunk[] {
  const [inMine, inTheirs] = [partners(base, mine), partners(base, theirs)];
  const hunks: Hunk[] = [];
  let [b, m, t] = [0, 0, 0];
  const until = (nextBase: number, nextMine: number, nextTheirs: number) => {
    if (nextBase > b || nextMine > m || nextTheirs > t)
      hunks.push({ base: base.slice(b, nextBase), mine: mine.slice(m, nextMine), theirs: theirs.slice(t, nextTheirs), at: m });
    [b, m, t] = [nextBase, nextMine, nextTheirs];
  };
  for (let line = 0; line < base.length; line++) {
    const [atMine, atTheirs] = [inMine[line], inTheirs[line]];
    if (atMine === undefined || atTheirs === undefined) continue;
    until(line, atMine, atTheirs);
    until(line + 1, atMine + 1, atTheirs + 1);
  }
  until(base.length, mine.length, theirs.length);
  return hunks;
}

/** For each line of `base` the line of `other` that it became; a hole where it is gone. */
function partners(base: readonly string[], other: readonly string[]): (number | undefined)[] {
  const found: (number | undefined)[] = Array.from({ length: base.length });
  let [b, o] = [0, 0];
  for (const part of diffArrays([...base], [...other])) {
    const count = part.value.length;
    if (part.removed === true) b += count;
    else if (part.added === true) o += count;
    else for (let index = 0; index < count; index++) found[b++] = o++;
  }
  return found;
}

/** Every section of `text` that a hunk touches, and those of its lines that are above the first heading. */
function partsOf(text: string, hunk: Hunk): { above: readonly string[]; sections: readonly Card[] } {
  const outline = readOutline(text);
  const [first, last] = [hunk.at, hunk.at + Math.max(hunk.mine.length, 1)];
  const touched = outline.sections.filter(
    ({ line }, index) => line - 1 < last && (outline.sections[index + 1]?.line ?? Infinity) - 1 > first,
  );
  const firstHeading = (outline.sections[0]?.line ?? Infinity) - 1;
  return {
    above: hunk.mine.slice(0, Math.max(0, Math.min(hunk.mine.length, firstHeading - first))),
    sections: touched.map((section) => ({
      heading: section.heading,
      level: section.level,
      mine: sectionContent(outline, section, { scope: "body" }),
    })),
  };
}

/**
 * No list item is in its section more often than in the side that has it most often; the later ones go. Everything else may
 * repeat for good reasons: headings, fences, rules of tables, lines under an item, the same item of another section.
 */
export function withoutRepeats(text: string, sides: readonly string[]): string {
  const allowed = new Map<string, number>();
  for (const side of sides) {
    for (const [item, count] of countItems(itemsOf(side))) allowed.set(item, Math.max(count, allowed.get(item) ?? 0));
  }
  const seen = new Map<string, number>();
  const items = itemsOf(text);
  return linesOf(text)
    .filter((_, at) => {
      const item = items[at];
      if (item === undefined) return true;
      const count = (seen.get(item) ?? 0) + 1;
      seen.set(item, count);
      return count <= (allowed.get(item) ?? 1);
    })
    .join("");
}

/** By line: an item of one line at the top level, with the headings above it; nothing for every other line. */
function itemsOf(text: string): (string | undefined)[] {
  const lines = linesOf(text);
  const { sections } = readOutline(text);
  let path: readonly Section[] = [];
  let [next, isCode] = [0, false];
  return lines.map((line, at) => {
    for (let section = sections[next]; section !== undefined && section.line <= at + 1; section = sections[++next]) {
      const { level } = section;
      path = [...path.filter((above) => above.level < level), section];
    }
    if (FENCE.test(line)) isCode = !isCode;
    const isAlone = !INDENTED.test(lines[at + 1] ?? "");
    return !isCode && isAlone && ITEM.test(line) ? JSON.stringify([...path.map(({ heading }) => heading), line.trimEnd()]) : undefined;
  });
}

const FENCE = /^(?:```|~~~)/;
const ITEM = /^[-*+] \S/;
const INDENTED = /^[ \t]+\S/;

function countItems(items: readonly (string | undefined)[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) if (item !== undefined) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/**
 * Two ledgers that grew apart, as one. Ours continues as it is; what only they have is entered behind it with everything but its splices,
 * which fit their text and not ours: so every entry's id is there once, with who and when, and the difference that the merged document
 * makes is found as an outside edit by the next write.
 */
export function mergeLedgers(ours: readonly string[], theirs: readonly string[], file: string): string[] {
  const [header = theirs[0]] = ours;
  if (header === undefined) return [];
  const known = new Set(ours.slice(1).map((line, index) => readChange(line, file, index + 2).id));
  const foreign = theirs
    .slice(1)
    .map((line, index) => readChange(line, file, index + 2))
    .filter(({ id }) => !known.has(id));
  // Nothing of ours is new: theirs is the longer one of the same.
  if (theirs.length >= ours.length && ours.every((line, index) => theirs[index] === line)) return [...theirs];
  return [header, ...ours.slice(1), ...foreign.map((change) => writeChange(withoutText(change)))];
}

export function withoutText(change: Change): Change {
  const { document: _, full: __, ...rest } = change;
  return { ...rest, kind: change.kind === "removed" ? "hand" : change.kind, splices: [] };
}
