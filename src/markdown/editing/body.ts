// How a section's body is written: what is between heading and content, between content and what follows, and
// which pieces come of it.

import type { Shielded } from "../reading/escape.ts";
import { parseBlocks } from "../grammar/grammar.ts";
import { addEols, countEols, type Eol, endsInEol, eolAfter, fromLf, lineStarts, sumEols, toLf } from "../reading/blockLines.ts";
import { bulletOf, cutPieces, fillPiece, findBorders, type Head, headEol, indentOf, type Piece } from "../reading/topPieces.ts";

/** What a body is written into. */
export interface Setting {
  readonly eol: Eol;
  /** The piece behind the body; null at the end of the document. */
  readonly next: Piece | null;
  /** Whether the document ends in a line end; it keeps that habit. */
  readonly finalEol: boolean;
  /** The heading stays one only if a blank line is below it: see isExposed. */
  readonly exposed: boolean;
}

/** The pieces of a heading with new content under it. */
export function writeBody(piece: Piece, shielded: Shielded, setting: Setting): Piece[] {
  const lead = leadOf(piece, setting);
  if (shielded.text === "") return [fillPiece(piece, emptyBody(piece, setting), null)];
  return cutAt(piece, { before: lead, content: fromLf(shielded.text, setting.eol), tail: tailOf(setting) }, shielded);
}

/** Content to be put below the content a piece has. */
export interface Addition extends Shielded {
  /** The tokens count their lines from the beginning of the piece's content, not from that of the addition. */
  readonly joint: boolean;
}

/** The pieces of a heading with more content below the content it has, and the text behind the old content. */
export function extendBody(piece: Piece, addition: Addition, setting: Setting): { pieces: Piece[]; behind: string } {
  const { eol } = setting;
  const added = (joinsList(piece, addition.text) ? eol : eol + eol) + fromLf(addition.text, eol);
  const tail = tailOf(setting);
  const behind = added + tail;
  if (addition.joint) return { pieces: cutAt(piece, { before: piece.lead, content: piece.content + added, tail }, addition), behind };
  if (hasHeadings(addition)) {
    const joint = added.slice(0, added.length - fromLf(addition.text, eol).length);
    const [own, ...subs] = cutAt(
      piece,
      { before: piece.lead + piece.content + joint, content: added.slice(joint.length), tail },
      addition,
    ) as [Piece, ...Piece[]];
    // Where the addition begins with a heading, the piece's own content ends as it did.
    return { pieces: [own.content === piece.content ? { ...own, bullet: piece.bullet } : own, ...subs], behind };
  }
  // Not by cutting the whole body anew: a section that grows by ten thousand notes must not be read ten thousand times.
  const grown = { ...withTail(piece, tail), content: piece.content + added, bullet: endBullet(addition) };
  return { pieces: [{ ...grown, eols: addEols(grown.eols, countEols(added)) }], behind };
}

/** The same piece with other blank lines behind it. */
export function withTail(piece: Piece, tail: string): Piece {
  const { lf, crlf, cr } = countEols(piece.tail);
  const kept = { lf: piece.eols.lf - lf, crlf: piece.eols.crlf - crlf, cr: piece.eols.cr - cr };
  return { ...piece, tail, eols: addEols(kept, countEols(tail)) };
}

/** The pieces of a head and what is to be behind it. `before` is all between head and content. */
export function cutAt(head: Head, body: { before: string; content: string; tail: string }, shielded: Shielded): Piece[] {
  const { before, content, tail } = body;
  const whole = before + content + tail;
  if (!hasHeadings(shielded)) {
    return [{ ...fillPiece(head, whole, null), bullet: endBullet(shielded) }];
  }
  const { borders, lastTypes } = findBorders(content, shielded.tokens ?? [], lineStarts(content));
  const moved = borders.map((border) => ({ ...border, start: border.start + before.length, headEnd: border.headEnd + before.length }));
  return cutPieces(head, whole, { borders: moved, lastTypes });
}

function hasHeadings({ tokens }: Shielded): boolean {
  return tokens !== null && tokens.some((token) => token.type === "heading_open" && token.level === 0);
}

function endBullet({ text, tokens }: Shielded): string | null {
  const last = tokens?.findLast((token) => token.level === 0 && token.nesting >= 0);
  return tokens === null || last?.type === "bullet_list_open" ? bulletOf(text) : null;
}

function joinsList(piece: Piece, added: string): boolean {
  return piece.bullet !== null && added.startsWith(`${piece.bullet} `) && /^. +[^ \t\n]/.test(added);
}

/** The way heading and content are set apart stays as it is; where there was no content, one blank line. */
function leadOf(piece: Piece, { eol, exposed }: Setting): string {
  const own = headEol(piece);
  if (piece.content !== "" && !(exposed && piece.lead === own)) return piece.lead;
  const first = own === "" ? eol : own;
  return first + eolAfter(first, eol);
}

/**
 * A setext heading can be taken for part of a link reference that begins with it, or right above it, and runs on
 * through its underline into the lines right below: `[a]: b`, then `"T`, then `===`, then `end"`. What decides is the
 * text below the heading, so a blank line must keep new text apart.
 */
export function isExposed(piece: Piece, previous: Piece | null): boolean {
  if (!piece.setext) return false;
  const isApart = previous === null || sumEols(countEols(previous.tail)) > 1 || (previous.content === "" && !previous.setext);
  return !isApart || /^ {0,3}["'([]/.test(piece.head);
}

/** Behind the content: one blank line before what follows; at the end of the document, what its habit is. */
function tailOf({ eol, next, finalEol }: Setting): string {
  if (next !== null) return eol + eol;
  return finalEol ? eol : "";
}

function emptyBody(piece: Piece, { eol, next, finalEol }: Setting): string {
  if (next === null && !finalEol) return "";
  const own = headEol(piece);
  const first = own === "" ? eol : own;
  return next === null ? first : first + eolAfter(first, eol);
}

/** Line ends to add behind a piece so that a blank line ends it. */
export function gapAfter(piece: Piece, eol: Eol): string {
  const isBare = piece.content === "" && (piece.head === "" || piece.head === "\uFEFF");
  const behind = piece.tail;
  if (isBare && behind === "") return "";
  let gap = endsInEol(behind) ? "" : eolAfter(behind, eol);
  const wanted = isBare ? 1 : 2;
  while (sumEols(countEols(behind + gap)) < wanted) gap += eolAfter(behind + gap, eol);
  return gap;
}

/**
 * Does the next piece still begin at the top level behind this content and a blank line? Only a heading or marker that
 * is indented like the content of a list item can be drawn into a list.
 */
export function keepsNext(content: string, next: Piece | null): boolean {
  if (next === null || content === "" || indentOf(next) < 2) return true;
  const before = `${toLf(content)}\n\n`;
  const line = before.split("\n").length - 1;
  return parseBlocks(before + toLf(next.head)).some((token) => token.level === 0 && token.nesting >= 0 && token.map?.[0] === line);
}
