// What is looked for and found: units (a section, a paragraph of a long one, or a turn), in the order of their document.

import type { Section } from "../markdown/index.ts";

export interface Unit {
  /** Unique in its document. */
  readonly id: string;
  readonly text: string;
  /** The headings above it, outermost first. */
  readonly heading?: string;
  readonly speaker?: string;
  readonly day?: string;
  /** First and last line in the document, counted from 1. */
  readonly lines?: readonly [number, number];
}

export interface Source {
  /** Unique; what a hit cites. */
  readonly id: string;
  readonly session?: string;
  readonly units: readonly Unit[];
}

/** A longer section is cut at its blank lines and list items, so that a hit points to lines and not to a page. */
const LONGEST_UNIT = 700;

/** A Markdown document as units. `text` keeps the lines of the file: what may not be found is blank in it. */
export async function unitsOf(text: string, { day }: { readonly day?: string } = {}): Promise<Unit[]> {
  // Loaded late: most recalls find their index up to date and need no parser.
  const { readOutline } = await import("../markdown/index.ts");
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
  return pieces.flatMap(({ heading, start, end }) =>
    cut(text, start, end).map(([from, to]): Unit => {
      const lines = [lineAt(from), lineAt(Math.max(from, to - 1))] as const;
      return { id: String(lines[0]), text: text.slice(from, to), ...(heading === "" ? {} : { heading }), ...(day === undefined ? {} : { day }), lines };
    }),
  );
}

/** A text without headings, such as a turn: itself, or its parts where it is long. */
export function splitText(text: string): string[] {
  return cut(text, 0, text.length).map(([from, to]) => text.slice(from, to));
}

function cut(text: string, start: number, end: number): [number, number][] {
  const ranges: [number, number][] = [];
  const take = (from: number, to: number) => {
    const written = text.slice(from, to);
    const lead = written.length - written.trimStart().length;
    if (lead < written.length) ranges.push([from + lead, from + written.trimEnd().length]);
  };
  if (end - start <= LONGEST_UNIT) take(start, end);
  else {
    let from = start;
    const borders = [...text.slice(start, end).matchAll(/\r?\n(?:[ \t]*\r?\n)+|\r?\n(?=(?:[-*+]|\d{1,9}[.)]) )|\r?\n/g)].map((match) => start + match.index + match[0].length);
    let last = start;
    for (const border of [...borders, end]) {
      if (border - from > LONGEST_UNIT && last > from) {
        take(from, last);
        from = last;
      }
      last = border;
    }
    take(from, end);
  }
  return ranges;
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
