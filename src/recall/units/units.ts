// What is looked for and found: units (a paragraph or list item with the headings above it, or a turn), in the order of
// their document.

import type { Section } from "../../markdown/index.ts";
import { blocksOf, piecesOf, type Range } from "./cutting.ts";

/** A piece of a document that is found as one. */
export interface Unit {
  /** Unique in its document. */
  readonly id: string;
  /** Where it is a piece of something that has an id: that id. */
  readonly of?: string;
  readonly text: string;
  /** The headings above it, outermost first. */
  readonly heading?: string;
  readonly speaker?: string;
  readonly day?: string;
  /** First and last line in the document, counted from 1. */
  readonly lines?: readonly [number, number];
}

/** Days of units are kept apart from them. */
export function withDay(unit: Unit, day: string | null | undefined): Unit {
  return day === null || day === undefined ? unit : { ...unit, day };
}

/** A document in units. */
export interface Source {
  /** Unique; what a hit cites. */
  readonly id: string;
  readonly session?: string;
  readonly units: readonly Unit[];
}

/** A Markdown document as units. `text` keeps the lines of the file: what may not be found is blank in it. */
export async function unitsOf(text: string, { day }: { readonly day?: string } = {}): Promise<Unit[]> {
  // Loaded late: most recalls find their index up to date and need no parser.
  const { readOutline } = await import("../../markdown/index.ts");
  const outline = readOutline(text);
  const lineAt = lineCounter(text);
  const path: Section[] = [];
  const pieces: { heading: string; start: number; end: number }[] = [];
  const first = outline.sections[0]?.start ?? text.length;
  if (text.slice(outline.bodyStart, first).trim() !== "") pieces.push({ heading: "", start: outline.bodyStart, end: first });
  for (const section of outline.sections) {
    while (path.length > 0 && (path.at(-1) as Section).level >= section.level) path.pop();
    path.push(section);
    // A heading with nothing but sub-sections below is found through their paths.
    if (section.end > section.ownEnd && !/[\r\n]/.test(text.slice(section.start, section.ownEnd).trim())) continue;
    pieces.push({ heading: path.map(({ heading }) => heading).join(" › "), start: section.start, end: section.ownEnd });
  }
  const taken = new Map<number, number>();
  return pieces.flatMap(({ heading, start, end }) =>
    withHeading(text, blocksOf(text, start, end), heading).map(([from, to]): Unit => {
      const lines = [lineAt(from), lineAt(Math.max(from, to - 1))] as const;
      const before = taken.get(lines[0]) ?? 0;
      taken.set(lines[0], before + 1);
      return {
        id: before === 0 ? String(lines[0]) : `${lines[0]}.${before + 1}`,
        text: text.slice(from, to),
        ...(heading === "" ? {} : { heading }),
        ...(day === undefined ? {} : { day }),
        lines,
      };
    }),
  );
}

/** The line of the heading is no answer by itself: it stands with what comes first below it. */
function withHeading(text: string, blocks: readonly Range[], heading: string): readonly Range[] {
  const [first, second, ...rest] = blocks;
  if (heading === "" || first === undefined || second === undefined || /[\r\n]/.test(text.slice(...first).replace(SETEXT, "")))
    return blocks;
  return [[first[0], second[1]], ...rest];
}

const SETEXT = /\r?\n(?:=+|-+)[ \t]*$/;

/** What a unit says, without the heading that it is shown with. */
export function bodyOf({ text, heading }: Pick<Unit, "text" | "heading">): string {
  return heading === undefined ? text : text.replace(HEADING_LINE, "");
}

/** With something below it. */
const HEADING_LINE = /^#{1,6}[ \t][^\r\n]*[\r\n]+(?=[\s\S])/;

/** A text without headings, such as a turn: itself, or its parts where it is long. */
export function splitText(text: string): string[] {
  return piecesOf(text).map(([from, to]) => text.slice(from, to));
}

function lineCounter(text: string): (offset: number) => number {
  const ends = [...text.matchAll(/\r\n|\n|\r/g)].map((match) => match.index + match[0].length);
  return (offset) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}
