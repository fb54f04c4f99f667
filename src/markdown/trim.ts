// The rendered view of a document within a budget of characters. Only the view: nothing of the document is lost.

import { countChars } from "../base/index.ts";
import { countEols, dominantEol, lineStarts } from "./reading/blockLines.ts";
import { pieceLength } from "./reading/topPieces.ts";
import { scanDocument } from "./reading/scan.ts";

/** The line at the end of a text that was cut. */
export const TRUNCATED = "[TRUNCATED]";

/**
 * Earlier sections stay. What does not fit goes, from the end, by whole sections; where that would leave less than half
 * of the budget used, the first section that does not fit stays as far as its whole lines fit; where these leave as little
 * (a profile that is one long paragraph), the first line that does not fit is cut between words. A line "[TRUNCATED]" says so if the budget has room for it. `cut` is how many
 * characters of the text are not shown.
 */
export function trimToBudget(text: string, chars: number): { text: string; cut: number } {
  const all = countChars(text);
  if (all <= chars) return { text, cut: 0 };
  const eol = dominantEol(countEols(text));
  const notice = `${eol}${eol}${TRUNCATED}${eol}`;
  const room = chars - countChars(notice);
  if (room <= 0) {
    // A notice that says nothing of the text but that there is some; below its own length, the beginning of the text.
    return chars >= TRUNCATED.length ? { text: TRUNCATED, cut: all } : shown(text, firstChars(text, chars), { all, notice: "" });
  }
  const bySections = lastFitting(text, sectionEnds(text, room), room);
  if (countChars(text.slice(0, bySections)) * 2 >= room) return shown(text, bySections, { all, notice });
  const byLines = Math.max(bySections, lastFitting(text, lineStarts(text), room));
  const isHalf = countChars(text.slice(0, byLines)) * 2 >= room;
  return shown(text, isHalf ? byLines : wordEnd(text, firstChars(text, room)), { all, notice });
}

/** How far back a border between words is looked for; a text without any is cut between characters. */
const LONGEST_WORD = 40;
const BORDER = /[\s。！？；，、]/;

function wordEnd(text: string, end: number): number {
  for (let at = end; at > Math.max(0, end - LONGEST_WORD); at--) if (BORDER.test(text[at] ?? "")) return Math.min(end, at + 1);
  return end;
}

function shown(text: string, end: number, { all, notice }: { all: number; notice: string }): { text: string; cut: number } {
  const kept = notice === "" ? text.slice(0, end) : text.slice(0, end).trimEnd();
  return { text: kept + notice, cut: all - countChars(kept) };
}

/** Those that may fit; behind them there may be others, or the end of what was read. */
function sectionEnds(text: string, room: number): number[] {
  let end = 0;
  return scanDocument(readFor(text, room)).pieces.map((piece) => (end += pieceLength(piece)));
}

/**
 * As much of the text as decides about its first `room` characters: with the first one that no longer fits, and to the empty line
 * behind it, because a heading's underline may be at the end of its paragraph. Front matter may end anywhere.
 */
function readFor(text: string, room: number): string {
  if (/^\uFEFF?---/.test(text)) return text;
  const from = firstChars(text, room);
  const ink = text.slice(from).search(/\S/);
  if (ink < 0) return text;
  EMPTY_LINE.lastIndex = from + ink;
  return EMPTY_LINE.test(text) ? text.slice(0, EMPTY_LINE.lastIndex) : text;
}

const EMPTY_LINE = /(?:\r\n|\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r)/g;

/** The last of the offsets up to which the text, without the white space at its end, has at most `room` characters. */
function lastFitting(text: string, offsets: readonly number[], room: number): number {
  let fits = 0;
  let before = 0;
  let count = 0;
  let white = 0;
  for (const offset of offsets) {
    const stretch = text.slice(before, offset);
    const ink = stretch.trimEnd();
    white = ink === "" ? white + stretch.length : stretch.length - ink.length;
    count += countChars(stretch);
    if (count - white > room) break;
    fits = offset;
    before = offset;
  }
  return fits;
}

function firstChars(text: string, count: number): number {
  let at = 0;
  for (let left = Math.max(0, count); left > 0 && at < text.length; left--) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return at;
}
