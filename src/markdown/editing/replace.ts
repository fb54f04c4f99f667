// replace: one piece of text in a section's own text becomes another. It works on the text as it is in the
// document (escapes included), compares line ends as equal and leaves those of all other lines as they are.

import { cutAt, type Setting } from "./body.ts";
import type { Draft, Edit } from "./draft.ts";
import { admit, overwrite } from "./edits.ts";
import { shield } from "../reading/escape.ts";
import { contentRange, countEols, type Eol, endsInEol, eolAfter, sumEols, toLf } from "../reading/blockLines.ts";
import { headEol, type Piece } from "../reading/topPieces.ts";

const MOST_COUNTED = 100;

export function replace(draft: Draft, piece: Piece, old: string, fresh: string): Edit {
  const own = headEol(piece);
  const raw = (piece.lead + piece.content + piece.tail).slice(own.length);
  const before = toLf(raw);
  const needle = toLf(old);
  const count = occurrences(before, needle);
  if (count !== 1) return { kind: "text-not-found", count };

  // Step 1: the new text with "\n" for line ends, and beside it the line ends it will have.
  const next = draft.sequence.next(piece);
  const setting = draft.setting(piece, next);
  const at = before.indexOf(needle);
  const replacement = toLf(fresh);
  const after = before.slice(0, at) + replacement + before.slice(at + needle.length);
  const eols = mergedEols(raw, { above: lineOf(before, at), gone: lineOf(needle), come: lineOf(replacement), eol: setting.eol });
  const { start, end } = contentRange(after);
  const content = after.slice(start, end);
  if (content === "") return overwrite(draft, piece, "", { scope: "body" });

  // Step 2: only lines that the replacement touches may be escaped.
  const touched = {
    from: lineOf(after.slice(start), Math.max(0, at - start)),
    to: lineOf(after.slice(start), Math.max(0, at + replacement.length - start)) + 1,
  };
  const written = admit(draft, shield(content, { level: piece.level, ...touched, verbatim: true }), next);
  if (written.kind === "unsafe") return written;

  // Step 3: back to the document's own line ends.
  const { text } = written.content;
  const first = lineOf(after, start);
  const last = first + lineOf(text);
  const lead = own + withEols(after.slice(0, start), eols, own);
  const body = {
    before: setting.exposed && lead === own ? own + eolAfter(own, setting.eol) : lead,
    content: withEols(text, eols.slice(first), ""),
    tail: tailAfter(withEols(after.slice(end), eols.slice(last), ""), setting),
  };
  const pieces = cutAt(piece, body, written.content);
  return draft.commit({ from: piece, until: next, fresh: pieces, before: piece, after: pieces[0] as Piece });
}

/** How often `needle` is in the text, overlapping ones counted, up to a hundred. */
function occurrences(text: string, needle: string): number {
  // Half of a character is not text, and must not be found in a whole one.
  if (needle === "" || !needle.isWellFormed()) return 0;
  let count = 0;
  for (let at = text.indexOf(needle); at !== -1 && count < MOST_COUNTED; at = text.indexOf(needle, at + 1)) count++;
  return count;
}

/** The number of line ends before an offset. */
function lineOf(text: string, at: number = text.length): number {
  let count = 0;
  for (let end = text.indexOf("\n"); end !== -1 && end < at; end = text.indexOf("\n", end + 1)) count++;
  return count;
}

function mergedEols(raw: string, { above, gone, come, eol }: { above: number; gone: number; come: number; eol: Eol }): Eol[] {
  const eols = (raw.match(/\r\n|\n|\r/g) ?? []) as Eol[];
  return [...eols.slice(0, above), ...Array.from({ length: come }, () => eol), ...eols.slice(above + gone)];
}

/** The text with its line ends replaced one by one; an empty line keeps an end of its own even behind a lone "\r". */
function withEols(text: string, eols: readonly Eol[], before: string): string {
  let out = "";
  let last = before;
  let start = 0;
  for (let index = 0, end = text.indexOf("\n"); end !== -1; index++, end = text.indexOf("\n", start)) {
    const line = text.slice(start, end);
    // What is behind so far is not asked: that would join all of it again for each line.
    last = eolAfter(line === "" ? last : line, eols[index] ?? "\n");
    out += line + last;
    start = end + 1;
  }
  return out + text.slice(start);
}

/** The blank lines behind the content stay as they are where they do what tailOf asks for. */
function tailAfter(tail: string, { eol, next, finalEol }: Setting): string {
  if (next !== null) return endsInEol(tail) && sumEols(countEols(tail)) >= 2 ? tail : eol + eol;
  if (finalEol) return endsInEol(tail) ? tail : eol;
  return endsInEol(tail) ? "" : tail;
}
