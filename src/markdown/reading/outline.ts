// What a reader may know about a document: its sections and blocks, by offsets into the text as it is.

import { unescapeContent } from "./escape.ts";
import type { Level, SectionKey } from "./heading.ts";
import { addEols, dominantEol, type Eol, type EolCount, NO_EOLS, sumEols } from "./blockLines.ts";
import { type Piece, pieceLength } from "./topPieces.ts";
import { scanDocument } from "./scan.ts";

/** One heading and where its text begins and ends. */
export interface Section {
  readonly heading: string;
  readonly level: Level;
  /** The heading's first line, counted from 1. */
  readonly line: number;
  readonly start: number;
  /** Where the content begins: behind the heading and the blank lines below it; `end` where the section is empty. */
  readonly bodyStart: number;
  /** Behind the last line that is not blank, sub-sections included. Blank lines between sections belong to none. */
  readonly end: number;
  /** The same, up to the next heading of any level or the next block marker. */
  readonly ownEnd: number;
  /** The heading is in a USER_BLOCK. */
  readonly protected: boolean;
}

/** A part of a text between markers: the machine's, or the person's. */
export interface Block {
  readonly kind: "machine" | "user";
  readonly start: number;
  /** Behind the closing marker; the end of the text where there is none. */
  readonly end: number;
  readonly line: number;
}

/** The sections of a text, in their order. */
export interface Outline {
  readonly text: string;
  readonly eol: Eol;
  /** Behind BOM and front matter. */
  readonly bodyStart: number;
  readonly sections: readonly Section[];
  readonly blocks: readonly Block[];
}

/** A section that was looked for: found, absent, or there more than once. */
export type Found =
  | { readonly kind: "found"; readonly section: Section }
  | { readonly kind: "missing" }
  | { readonly kind: "ambiguous"; readonly sections: readonly Section[] };

/** The sections of a text with their places. */
export function readOutline(text: string): Outline {
  const { pieces } = scanDocument(text);
  const places = placesOf(pieces);
  const sections = pieces.flatMap((piece, index) => (piece.level === 0 ? [] : [sectionAt(pieces, places, index)]));
  const last = places.at(-1) as Place;
  return {
    text,
    eol: dominantEol(addEols(last.eols, (pieces.at(-1) as Piece).eols)),
    bodyStart: (pieces[0] as Piece).head.length,
    sections,
    blocks: blocksOf(pieces, places, text.length),
  };
}

/** `level` null: found where one section of any level has the heading. Case and every sign count. */
export function findSection(outline: Outline, heading: string, level: Level | null): Found {
  const sections = outline.sections.filter((section) => matches(section, { heading, level }));
  const [section] = sections;
  if (section === undefined) return { kind: "missing" };
  return sections.length === 1 ? { kind: "found", section } : { kind: "ambiguous", sections };
}

export function matches(section: { readonly heading: string; readonly level: number }, key: SectionKey): boolean {
  return section.heading === key.heading && (key.level === null || section.level === key.level);
}

/** What was put under the heading: unescaped, lines ending in "\n", no blank lines around. `body`: without sub-sections. */
export function sectionContent(outline: Outline, section: Section, options: { readonly scope?: "section" | "body" } = {}): string {
  return unescapeContent(outline.text.slice(section.bodyStart, options.scope === "body" ? section.ownEnd : section.end));
}

/**
 * Feeds on the pieces behind a heading and answers, once, before which of them its section ends: the next heading of
 * the same or a higher level, or the marker of a block that the section does not hold as a whole. So the last section
 * in a MACHINE_BLOCK ends with the block, and one before a USER_BLOCK ends before it if the block outlasts it.
 */
export function createSectionEnd(level: number): (piece: Piece) => Piece | null {
  const open: Piece[] = [];
  return (piece) => {
    if (piece.level !== 0 && piece.level <= level) return open[0] ?? piece;
    if (piece.marker?.edge === "start") open.push(piece);
    if (piece.marker?.edge === "end" && open.pop() === undefined) return piece;
    return null;
  };
}

interface Place {
  readonly start: number;
  readonly eols: EolCount;
}

function placesOf(pieces: readonly Piece[]): Place[] {
  let start = 0;
  let eols = NO_EOLS;
  return pieces.map((piece) => {
    const place = { start, eols };
    start += pieceLength(piece);
    eols = addEols(eols, piece.eols);
    return place;
  });
}

function sectionAt(pieces: readonly Piece[], places: readonly Place[], index: number): Section {
  const piece = pieces[index] as Piece;
  const { start, eols } = places[index] as Place;
  const endsBefore = createSectionEnd(piece.level);
  let behind = index + 1;
  let border: Piece | null = null;
  for (; behind < pieces.length && border === null; behind++) border = endsBefore(pieces[behind] as Piece);
  const last = border === null ? pieces.length - 1 : pieces.lastIndexOf(border, behind - 1) - 1;
  const end = (places[last] as Place).start + writtenLength(pieces[last] as Piece);
  return {
    heading: piece.heading,
    level: piece.level as Level,
    line: 1 + sumEols(eols),
    start,
    bodyStart:
      piece.content !== "" ? start + piece.head.length + piece.lead.length : last > index ? (places[index + 1] as Place).start : end,
    end,
    ownEnd: start + writtenLength(piece),
    protected: piece.protected,
  };
}

/** The length of a piece without the blank lines behind it. */
export function writtenLength(piece: Piece): number {
  return piece.head.length + piece.lead.length + piece.content.length;
}

function blocksOf(pieces: readonly Piece[], places: readonly Place[], textEnd: number): Block[] {
  return pieces.flatMap((piece, index) => {
    if (piece.marker?.edge !== "start") return [];
    const { block } = piece.marker;
    const closing = pieces.findIndex((other, at) => at > index && other.marker?.block === block && other.marker.edge === "end");
    const end = closing === -1 ? textEnd : (places[closing] as Place).start + (pieces[closing] as Piece).head.length;
    return [{ kind: block, start: (places[index] as Place).start, end, line: 1 + sumEols((places[index] as Place).eols) }];
  });
}
