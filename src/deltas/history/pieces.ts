// A text in pieces: after a change only the pieces that it touches are made anew. A history of twenty thousand versions of a megabyte
// would otherwise leave each of them behind.

import type { Splice } from "../../markdown/index.ts";

export type Pieces = readonly string[];

const PIECE = 16 * 1024;

export function piecesOf(text: string): Pieces {
  return Array.from({ length: Math.ceil(text.length / PIECE) }, (_, at) => text.slice(at * PIECE, (at + 1) * PIECE));
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

export function splicePieces(pieces: Pieces, { at, removed, inserted }: Splice): Pieces {
  const [first, start] = pieceAt(pieces, at);
  const [last] = pieceAt(pieces, at + removed.length, [first, start]);
  const text = pieces.slice(first, last + 1).join("");
  return pieces.toSpliced(
    first,
    last + 1 - first,
    ...piecesOf(text.slice(0, at - start) + inserted + text.slice(at - start + removed.length)),
  );
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
