// The pieces of a document in order, kept in chunks, so that one edit among ten thousand sections costs the length of
// a chunk and not of the document.

import { createSectionEnd } from "../reading/outline.ts";
import { addEols, type EolCount, NO_EOLS, sumEols } from "../reading/blockLines.ts";
import { type Piece, pieceLength, pieceText } from "../reading/topPieces.ts";

interface Chunk {
  pieces: Piece[];
  length: number;
  eols: EolCount;
  /** The highest heading (smallest level) in it; 7 where it has none. */
  highest: number;
  hasMarkers: boolean;
  /** The joined text, made when first asked for. */
  text: string | null;
}

const CHUNK = 128;

export interface Sequence {
  last(): Piece;
  previous(piece: Piece): Piece | null;
  next(piece: Piece): Piece | null;
  offset(piece: Piece): number;
  /** The line a piece begins at, counted from 1. */
  line(piece: Piece): number;
  eols(): EolCount;
  /** The text of the pieces from `from` up to `until`; null stands for the end of the document. */
  text(from: Piece, until: Piece | null): string;
  pieces(from: Piece, until: Piece | null): Piece[];
  all(): Piece[];
  /** The piece before which the section of a heading ends; null for the end of the document. */
  sectionEnd(piece: Piece): Piece | null;
  /** Puts `fresh` in the place of the pieces from `from` up to `until`. */
  replace(from: Piece | null, until: Piece | null, fresh: readonly Piece[]): void;
}

export function createSequence(initial: readonly Piece[]): Sequence {
  const home = new Map<Piece, Chunk>();
  const chunks = chunked(initial, home);

  const locate = (piece: Piece): { at: number; index: number } => {
    const chunk = home.get(piece) as Chunk;
    return { at: chunks.indexOf(chunk), index: chunk.pieces.indexOf(piece) };
  };
  const end = (): { at: number; index: number } => ({ at: chunks.length - 1, index: chunks.at(-1)?.pieces.length ?? 0 });
  const range = (from: Piece | null, until: Piece | null) => {
    const border = until === null ? end() : locate(until);
    const first = from === null ? border : locate(from);
    // The first place of a chunk is the last place of the one before; taking that, both chunks need not be joined.
    const isOnEdge = border.index === 0 && border.at > first.at;
    return { first, behind: isOnEdge ? { at: border.at - 1, index: (chunks[border.at - 1] as Chunk).pieces.length } : border };
  };
  const neighbour = (piece: Piece, step: 1 | -1): Piece | null => {
    const { at, index } = locate(piece);
    const inside = chunks[at]?.pieces[index + step];
    return inside ?? (step === 1 ? chunks[at + 1]?.pieces[0] : chunks[at - 1]?.pieces.at(-1)) ?? null;
  };
  const slices = function* (from: Piece, until: Piece | null): Generator<{ chunk: Chunk; start: number; stop: number }> {
    const { first, behind } = range(from, until);
    for (let at = first.at; at <= behind.at; at++) {
      const chunk = chunks[at] as Chunk;
      yield { chunk, start: at === first.at ? first.index : 0, stop: at === behind.at ? behind.index : chunk.pieces.length };
    }
  };

  return {
    last: () => chunks.at(-1)?.pieces.at(-1) as Piece,
    previous: (piece) => neighbour(piece, -1),
    next: (piece) => neighbour(piece, 1),
    offset(piece) {
      const { at, index } = locate(piece);
      const before = chunks.slice(0, at).reduce((sum, chunk) => sum + chunk.length, 0);
      return (chunks[at] as Chunk).pieces.slice(0, index).reduce((sum, other) => sum + pieceLength(other), before);
    },
    line(piece) {
      const { at, index } = locate(piece);
      const before = chunks.slice(0, at).reduce((sum, chunk) => sum + sumEols(chunk.eols), 1);
      return (chunks[at] as Chunk).pieces.slice(0, index).reduce((sum, other) => sum + sumEols(other.eols), before);
    },
    eols: () => chunks.reduce((sum, chunk) => addEols(sum, chunk.eols), NO_EOLS),
    text(from, until) {
      let text = "";
      for (const { chunk, start, stop } of slices(from, until)) {
        if (start === 0 && stop === chunk.pieces.length) text += chunk.text ??= chunk.pieces.map(pieceText).join("");
        else for (let index = start; index < stop; index++) text += pieceText(chunk.pieces[index] as Piece);
      }
      return text;
    },
    pieces: (from, until) => [...slices(from, until)].flatMap(({ chunk, start, stop }) => chunk.pieces.slice(start, stop)),
    all: () => chunks.flatMap((chunk) => chunk.pieces),
    sectionEnd(piece) {
      const endsBefore = createSectionEnd(piece.level);
      const { at, index } = locate(piece);
      for (let chunk = at; chunk < chunks.length; chunk++) {
        const { pieces, highest, hasMarkers } = chunks[chunk] as Chunk;
        if (chunk > at && highest > piece.level && !hasMarkers) continue;
        for (let other = chunk === at ? index + 1 : 0; other < pieces.length; other++) {
          const border = endsBefore(pieces[other] as Piece);
          if (border !== null) return border;
        }
      }
      return null;
    },
    replace(from, until, fresh) {
      const { first, behind } = range(from, until);
      const here = chunks[first.at] as Chunk;
      if (
        first.at === behind.at &&
        here.pieces.length + fresh.length <= 2 * CHUNK &&
        here.pieces.length + fresh.length > behind.index - first.index
      ) {
        for (const piece of here.pieces.splice(first.index, behind.index - first.index, ...fresh)) home.delete(piece);
        for (const piece of fresh) home.set(piece, here);
        measure(here);
        return;
      }
      const opening = (chunks[first.at] as Chunk).pieces.slice(0, first.index);
      const closing = (chunks[behind.at] as Chunk).pieces.slice(behind.index);
      for (const chunk of chunks.slice(first.at, behind.at + 1)) for (const piece of chunk.pieces) home.delete(piece);
      chunks.splice(first.at, behind.at - first.at + 1, ...chunked([...opening, ...fresh, ...closing], home));
    },
  };
}

function chunked(pieces: readonly Piece[], home: Map<Piece, Chunk>): Chunk[] {
  const chunks: Chunk[] = [];
  // A chunk may grow to twice its size before it is cut, so that cutting is rare.
  for (let start = 0; start < pieces.length;) {
    const left = pieces.length - start;
    const size = left <= 2 * CHUNK ? left : CHUNK;
    chunks.push(chunkOf(pieces.slice(start, start + size), home));
    start += size;
  }
  return chunks;
}

function chunkOf(pieces: Piece[], home: Map<Piece, Chunk>): Chunk {
  const chunk: Chunk = { pieces, length: 0, eols: NO_EOLS, highest: 7, hasMarkers: false, text: null };
  for (const piece of pieces) home.set(piece, chunk);
  measure(chunk);
  return chunk;
}

/** Brings everything that is known of a chunk into line with its pieces. */
function measure(chunk: Chunk): void {
  let length = 0;
  let lf = 0;
  let crlf = 0;
  let cr = 0;
  let highest = 7;
  let hasMarkers = false;
  for (const piece of chunk.pieces) {
    length += pieceLength(piece);
    lf += piece.eols.lf;
    crlf += piece.eols.crlf;
    cr += piece.eols.cr;
    if (piece.level !== 0 && piece.level < highest) highest = piece.level;
    if (piece.marker !== null) hasMarkers = true;
  }
  Object.assign(chunk, { length, eols: { lf, crlf, cr }, highest, hasMarkers, text: null });
}
