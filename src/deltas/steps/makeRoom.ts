// A memory that is full keeps learning: the new line goes in, and the least valuable of the agent's own lines go to the
// archive. What a person wrote or pinned never moves.

import { keptIn } from "../../base/index.ts";
import { readOutline } from "../../markdown/index.ts";
import type { Change, Entry } from "../../schema/index.ts";
import { blameLines } from "../history/history.ts";
import type { Item } from "../editing/edit.ts";

export interface Leaving {
  readonly heading: string;
  /** As it is in the document, with what belongs to it. */
  readonly text: string;
  /** The line that is taken out. */
  readonly item: Item;
}

const BULLET = /^[-*+] \S/;
/** A person, or an agent for them, marks what has to stay. */
const PINNED = /📌|\((?:pinned|置顶|固定)\)/i;

/** Lines that may go, the first to go first: what another line repeats, then the oldest. */
export function leavingOrder(text: string, changes: readonly Change[], room: { readonly path: string; readonly id: string }): Leaving[] {
  const lines = blameLines(changes, text);
  const seen = new Map<string, number>();
  for (const { text: line, line: number } of lines) seen.set(gist(line), number);
  const starts = lineStarts(text);
  const sectionWith = sectionsFrom(text);
  const candidates = lines.flatMap(({ line: number, text: line, change }, at) => {
    if (change.kind !== "entry" || change.by === "user" || !BULLET.test(line) || PINNED.test(line)) return [];
    // A line with something indented below it is a small text of its own.
    if (/^\s+\S/.test(lines[at + 1]?.text ?? "")) return [];
    // A last line without its line break cannot be taken out as a line.
    const section = starts[number] === undefined ? undefined : sectionWith(line, starts[number - 1] ?? 0);
    if (section === undefined) return [];
    const isRepeated = (seen.get(gist(line)) ?? number) > number;
    return [{ line, heading: section.heading, level: section.level, isRepeated, at: change.at, number }];
  });
  candidates.sort((a, b) => Number(b.isRepeated) - Number(a.isRepeated) || (a.at < b.at ? -1 : a.at > b.at ? 1 : a.number - b.number));
  return candidates.map(({ line, heading, level }, index): Leaving => {
    const key = { path: room.path, heading, level };
    const meta: Entry["meta"] = { origin: "agent", reason: "moved to the archive to make room" };
    const entry: Entry = { key, operation: "replace", old: `${line}\n`, content: "", meta };
    return { heading, text: line, item: { id: `${room.id}.room${index + 1}`, entry } };
  });
}

type Section = ReturnType<typeof readOutline>["sections"][number];

/** Of lines in their order: the section that a line is in, if no other of its lines ends with the same words. */
function sectionsFrom(text: string): (line: string, offset: number) => Section | undefined {
  const { sections } = readOutline(text);
  const counts = new Map<Section, (ending: string) => number>();
  let near = 0;
  return (line, offset) => {
    while ((sections[near + 1]?.bodyStart ?? Infinity) <= offset) near++;
    const section = sections[near];
    if (section === undefined || offset < section.bodyStart || offset >= section.ownEnd) return undefined;
    const count = keptIn(counts, section, () => endingCounts(text.slice(section.bodyStart, section.ownEnd)));
    return count(line) === 1 ? section : undefined;
  };
}

/** How many lines end with a list's line; those of one length are counted together, at the first question. */
function endingCounts(text: string): (ending: string) => number {
  const lines = text.split("\n");
  const byLength = new Map<number, Map<string, number>>();
  return (ending) => {
    const known = byLength.get(ending.length) ?? new Map<string, number>();
    if (!byLength.has(ending.length)) {
      byLength.set(ending.length, known);
      for (const line of lines) {
        if (line.length < ending.length) continue;
        const end = line.slice(line.length - ending.length);
        if (BULLET.test(end)) known.set(end, (known.get(end) ?? 0) + 1);
      }
    }
    return known.get(ending) ?? 0;
  };
}

/** What a line says, whatever its case, signs and spaces. */
function gist(line: string): string {
  const words = line.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ");
  return words.trim();
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
