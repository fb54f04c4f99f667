// A document while it is being edited: its pieces, an index of its headings, and the one function that changes them.

import { AppError } from "../../base/index.ts";
import { isExposed, type Setting } from "./body.ts";
import { checkKey, type SectionKey } from "../reading/heading.ts";
import { dominantEol, endsInEol } from "../reading/blockLines.ts";
import { matches, writtenLength } from "../reading/outline.ts";
import { type Piece, pieceLength, pieceText } from "../reading/topPieces.ts";
import { scanDocument } from "../reading/scan.ts";
import { createSequence, type Sequence } from "./sequence.ts";
import { narrowSplice, type Splice } from "./splice.ts";

/** What one edit came to: the new text, or why there is none. */
export type Edit =
  | {
      readonly kind: "edited";
      readonly splice: Splice;
      /** The section's text, heading included, without the blank lines behind it; null where there was or is none. */
      readonly before: string | null;
      readonly after: string | null;
    }
  | { readonly kind: "unchanged" }
  | { readonly kind: "missing" }
  | { readonly kind: "ambiguous"; readonly lines: readonly number[] }
  | { readonly kind: "protected" }
  | { readonly kind: "text-not-found"; readonly count: number }
  | { readonly kind: "unsafe"; readonly why: string };

export type FoundPiece =
  | { readonly kind: "found"; readonly piece: Piece }
  | { readonly kind: "missing" }
  | { readonly kind: "ambiguous"; readonly lines: readonly number[] };

/** The pieces from `from` up to `until` become `fresh`; `from` null: `fresh` is put before `until`. */
export interface Replacement {
  readonly from: Piece | null;
  readonly until: Piece | null;
  readonly fresh: readonly Piece[];
  /** The section this is about, as it was and as it will be. */
  readonly before: Piece | null;
  readonly after: Piece | null;
  /** Where the caller knows it better than a comparison of the texts. */
  readonly splice?: Splice;
}

export interface Draft {
  readonly sequence: Sequence;
  readonly frontMatterOpen: boolean;
  readonly endProtected: boolean;
  find(key: SectionKey): FoundPiece;
  sectionText(piece: Piece): string;
  /** What the body of `piece` is written into; `piece` null for a section that is not there yet. */
  setting(piece: Piece | null, next: Piece | null): Setting;
  /** The closing marker of the last MACHINE_BLOCK; null where none is closed. */
  machineEnd(): Piece | null;
  commit(replacement: Replacement): Edit;
  text(): string;
}

export function openDraft(original: string): Draft {
  const scan = scanDocument(original);
  const sequence = createSequence(scan.pieces);
  const byHeading = new Map<string, Set<Piece>>();
  const machineEnds = new Set<Piece>();
  let whole: string | null = original;

  const enter = (piece: Piece): void => {
    if (piece.marker?.block === "machine" && piece.marker.edge === "end") machineEnds.add(piece);
    if (piece.level === 0) return;
    const same = byHeading.get(piece.heading);
    if (same) same.add(piece);
    else byHeading.set(piece.heading, new Set([piece]));
  };
  const leave = (piece: Piece): void => {
    machineEnds.delete(piece);
    const same = byHeading.get(piece.heading);
    if (same?.delete(piece) && same.size === 0) byHeading.delete(piece.heading);
  };
  for (const piece of scan.pieces) enter(piece);

  const sectionText = (piece: Piece): string => {
    const until = sequence.sectionEnd(piece);
    const last = until === null ? sequence.last() : (sequence.previous(until) as Piece);
    return sequence.text(piece, last) + last.head + last.lead + last.content;
  };

  return {
    sequence,
    frontMatterOpen: scan.frontMatterOpen,
    endProtected: scan.endProtected,
    sectionText,

    find(key) {
      checkKey(key);
      const pieces = [...(byHeading.get(key.heading) ?? [])].filter((piece) => matches(piece, key));
      const [piece] = pieces;
      if (piece === undefined) return { kind: "missing" };
      if (pieces.length === 1) return { kind: "found", piece };
      return { kind: "ambiguous", lines: pieces.map((one) => sequence.line(one)).sort((a, b) => a - b) };
    },

    setting(piece, next) {
      const last = sequence.last();
      const isEmpty = last.kind === "opening" && pieceLength(last) === (last.head === "\uFEFF" ? 1 : 0);
      return {
        eol: dominantEol(sequence.eols()),
        next,
        finalEol: isEmpty || endsInEol(last.tail),
        exposed: piece !== null && isExposed(piece, sequence.previous(piece)),
      };
    },

    machineEnd() {
      const [first, ...others] = machineEnds;
      return others.reduce((latest, end) => (sequence.offset(end) > sequence.offset(latest) ? end : latest), first as Piece) ?? null;
    },

    commit({ from, until, fresh, before, after, splice }) {
      const known = splice ?? wholeSplice(sequence, { from, until, fresh });
      if (known.removed === known.inserted) return { kind: "unchanged" };
      const textBefore = before === null ? null : sectionText(before);
      if (from !== null) for (const piece of sequence.pieces(from, until)) leave(piece);
      sequence.replace(from, until, fresh);
      for (const piece of fresh) enter(piece);
      whole = null;
      return { kind: "edited", splice: known, before: textBefore, after: after === null ? null : sectionText(after) };
    },

    text() {
      if (whole === null) {
        const pieces = sequence.all();
        const joined = sequence.text(pieces[0] as Piece, null);
        verify(pieces, joined);
        whole = joined;
      }
      return whole;
    },
  };
}

function wholeSplice(sequence: Sequence, { from, until, fresh }: Pick<Replacement, "from" | "until" | "fresh">): Splice {
  const inserted = fresh.map(pieceText).join("");
  if (from !== null) return narrowSplice({ at: sequence.offset(from), removed: sequence.text(from, until), inserted });
  const at = until === null ? sequence.offset(sequence.last()) + pieceLength(sequence.last()) : sequence.offset(until);
  return { at, removed: "", inserted };
}

/** Invariant 4, looked at once more with a fresh pair of eyes before the text leaves the room. */
function verify(pieces: readonly Piece[], text: string): void {
  const read = scanDocument(text).pieces;
  const at = pieces.findIndex((piece, index) => !isSamePiece(piece, read[index]));
  if (at === -1 && read.length === pieces.length) return;
  const heading = pieces[at === -1 ? pieces.length - 1 : at]?.heading ?? "";
  throw new AppError(
    "STRUCTURE",
    `after the edits the document would be read otherwise than intended, near the heading ${JSON.stringify(heading)}`,
    { hint: "Nothing was written. This is a defect in Codicil: please report the document and the entries." },
  );
}

function isSamePiece(piece: Piece, other: Piece | undefined): boolean {
  return (
    other !== undefined &&
    piece.kind === other.kind &&
    piece.head === other.head &&
    piece.level === other.level &&
    piece.heading === other.heading &&
    piece.protected === other.protected &&
    writtenLength(piece) === writtenLength(other) &&
    piece.tail === other.tail
  );
}
