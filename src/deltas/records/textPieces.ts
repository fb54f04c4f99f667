// A text in pieces: after a change only the pieces that it touches are made anew. A history of twenty thousand versions of a megabyte
// would otherwise leave each of them behind.

import { applySplice, type Splice } from "../../markdown/index.ts";

export type Pieces = readonly string[];

const LARGEST = 8 * 1024;

/** Of one length: a piece that grew too large leaves no crumbs. */
export function piecesOf(text: string): Pieces {
  const count = Math.ceil(text.length / LARGEST);
  const size = Math.ceil(text.length / count);
  return Array.from({ length: count }, (_, at) => text.slice(at * size, (at + 1) * size));
}

/** Whole lines of a text, and where they are: the last one without its end. */
export interface Window {
  readonly from: number;
  readonly text: string;
}

/** The lines from that of one place to that of another. */
export function linesAround(pieces: Pieces, from: number, to: number): Window {
  let [first, start] = pieceAt(pieces, from);
  let [last] = pieceAt(pieces, to, [first, start]);
  let text = pieces.slice(first, last + 1).join("");
  while (first > 0 && startOfLine(text, from - start) === 0) {
    const before = pieces[--first] ?? "";
    text = before + text;
    start -= before.length;
  }
  while (last < pieces.length - 1 && text.indexOf("\n", Math.max(0, to - start)) === -1) text += pieces[++last] ?? "";
  const begin = startOfLine(text, from - start);
  return { from: start + begin, text: text.slice(begin, endOfLine(text, Math.max(0, to - start))) };
}

/** As `applySplice` does it. */
export function splicePieces(pieces: Pieces, splice: Splice): Pieces {
  const [first, start] = pieceAt(pieces, splice.at);
  const [last] = pieceAt(pieces, splice.at + splice.removed.length, [first, start]);
  const text = pieces.slice(first, last + 1).join("");
  return pieces.toSpliced(first, last + 1 - first, ...piecesOf(applySplice(text, splice, start)));
}

export function applySplices(text: string, splices: readonly Splice[]): string {
  return splices.reduce((pieces, splice) => splicePieces(pieces, splice), piecesOf(text)).join("");
}

/** The piece that a place is in, or behind which the text ends, and where it begins. */
function pieceAt(pieces: Pieces, at: number, [from, begins]: readonly [number, number] = [0, 0]): [piece: number, start: number] {
  let [piece, start] = [from, begins];
  while (piece < pieces.length - 1 && start + (pieces[piece] ?? "").length <= at) start += (pieces[piece++] ?? "").length;
  return [piece, start];
}

export function startOfLine(text: string, at: number): number {
  return at <= 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}

export function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}
