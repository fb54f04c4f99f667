// What each operation does to a draft. Every one answers with a tagged value and either changes the section it names
// (and blank lines next to it) or nothing.

import { type Addition, extendBody, gapAfter, keepsNext, withTail, writeBody } from "./body.ts";
import type { Draft, Edit } from "./draft.ts";
import { type Shielded, shield, unescapeContent } from "../reading/escape.ts";
import { headingLine, type Level, type SectionKey } from "../reading/heading.ts";
import { plainContent, toLf } from "../reading/blockLines.ts";
import { writtenLength } from "../reading/outline.ts";
import { fillPiece, indentOf, type Piece, pieceLength, pieceText } from "../reading/topPieces.ts";
import { FRONT_MATTER_END } from "../reading/scan.ts";
import { narrowSplice } from "./splice.ts";

/** A section with what is below it, or only its own text. */
export type Scope = "section" | "body";

/** Own text has no headings, not even deeper ones: or else applying the same entry again would not find its own work. */
const DEEPEST = 6;

const SWALLOWED = "the list at the end of the content would swallow the indented heading or marker behind it";

/** Everything under the heading becomes `content`; with scope "body" only the text before the first sub-heading. */
export function overwrite(draft: Draft, piece: Piece, content: string, { scope }: { scope: Scope }): Edit {
  const { sequence } = draft;
  const until = scope === "body" ? sequence.next(piece) : sequence.sectionEnd(piece);
  if (holdsUserBlock(draft, piece, until)) return { kind: "protected" };
  const plain = plainContent(content);
  const present = scope === "body" ? piece.content : draft.sectionText(piece).slice(piece.head.length);
  if (unescapeContent(present) === plain) return { kind: "unchanged" };
  const written = admit(draft, shield(plain, { level: scope === "body" ? DEEPEST : piece.level }), until);
  if (written.kind === "unsafe") return written;
  const fresh = writeBody(piece, written.content, draft.setting(piece, until));
  return draft.commit({ from: piece, until, fresh, before: piece, after: fresh[0] as Piece });
}

/** Where a section was that is created again: the sections that held it, from the nearest. */
export interface Home {
  readonly level: Level;
  readonly above: readonly SectionKey[];
}

/** A new section at the end of the one that held it, of the document's MACHINE_BLOCK, or of the document. */
export function create(draft: Draft, key: SectionKey, content: string, { scope, home }: { scope: Scope; home?: Home | undefined }): Edit {
  const { sequence } = draft;
  const level = key.level ?? home?.level ?? 2;
  const next = endOf(draft, home, level);
  if (next === null && draft.endProtected) return { kind: "protected" };
  const previous = next === null ? sequence.last() : (sequence.previous(next) as Piece);
  if (previous.open !== null)
    return unsafe(`the document ends in a ${previous.open} that is never closed, and would swallow a new section`);
  const head = headingLine(key.heading, level);
  if (head === null) return unsafe(`no Markdown heading reads as ${JSON.stringify(key.heading)}`);
  const written = admit(draft, shield(plainContent(content), { level: scope === "body" ? DEEPEST : level }), next);
  if (written.kind === "unsafe") return written;

  const setting = draft.setting(null, next);
  const gap = gapAfter(previous, setting.eol);
  const bare = fillPiece({ kind: "heading", head, heading: key.heading, level, setext: false, marker: null, protected: false }, "", null);
  const fresh = writeBody(bare, written.content, setting);
  const splice = { at: sequence.offset(previous) + pieceLength(previous), removed: "", inserted: gap + fresh.map(pieceText).join("") };
  const place = gap === "" ? { from: null, fresh } : { from: previous, fresh: [withTail(previous, previous.tail + gap), ...fresh] };
  return draft.commit({ ...place, until: next, before: null, after: fresh[0] as Piece, splice });
}

function endOf(draft: Draft, home: Home | undefined, level: number): Piece | null {
  for (const key of home?.above ?? []) {
    const found = draft.find(key);
    if (found.kind === "found" && !found.piece.protected && found.piece.level < level) return draft.sequence.sectionEnd(found.piece);
  }
  return draft.machineEnd();
}

/** More text at the end of the section's own text, before its first sub-heading. */
export function append(draft: Draft, piece: Piece, content: string, { once }: { once: boolean }): Edit {
  const { sequence } = draft;
  const plain = plainContent(content);
  if (plain === "" || (once && `\n${unescapeContent(piece.content)}\n`.includes(`\n${plain}\n`))) return { kind: "unchanged" };
  if (piece.open !== null) return unsafe(`the section ends in a ${piece.open} that is never closed, and would swallow what is added`);
  const next = sequence.next(piece);
  const written = admit(draft, shieldBelow(piece, plain), next);
  if (written.kind === "unsafe") return written;
  if (written.content.joint && !keepsNext(`${piece.content}\n\n${written.content.text}`, next)) return unsafe(SWALLOWED);

  const setting = draft.setting(piece, next);
  if (piece.content === "") {
    const fresh = writeBody(piece, written.content, setting);
    return draft.commit({ from: piece, until: next, fresh, before: piece, after: fresh[0] as Piece });
  }
  const { pieces, behind } = extendBody(piece, written.content, setting);
  const splice = narrowSplice({ at: sequence.offset(piece) + writtenLength(piece), removed: piece.tail, inserted: behind });
  return draft.commit({ from: piece, until: next, fresh: pieces, before: piece, after: pieces[0] as Piece, splice });
}

/** Only a first line that is indented can become part of the list or code above it; then both are read together. */
function shieldBelow(piece: Piece, plain: string): Addition | null {
  if (piece.content === "" || !/^(?: {2}| ?\t)/.test(plain)) {
    const alone = shield(plain, { level: piece.level });
    return alone === null ? null : { ...alone, joint: false };
  }
  const above = `${toLf(piece.content)}\n\n`;
  const both = shield(above + plain, { level: piece.level, from: above.split("\n").length - 1 });
  return both === null ? null : { text: both.text.slice(above.length), tokens: both.tokens, joint: true };
}

/** Heading and everything under it go. Of what is around only the blank lines in between may change. */
export function remove(draft: Draft, piece: Piece): Edit {
  const { sequence } = draft;
  const until = sequence.sectionEnd(piece);
  if (holdsUserBlock(draft, piece, until)) return { kind: "protected" };
  const previous = sequence.previous(piece) as Piece;
  const { eol, finalEol } = draft.setting(null, until);
  const removed = sequence.text(piece, until);
  if (until === null) {
    const kept = finalEol ? previous.tail : "";
    const splice = {
      at: sequence.offset(piece) - (previous.tail.length - kept.length),
      removed: previous.tail.slice(kept.length) + removed,
      inserted: "",
    };
    return draft.commit({ from: previous, until, fresh: [withTail(previous, kept)], before: piece, after: null, splice });
  }
  if (!keepsNext(previous.content, until))
    return unsafe(`without this section the heading or marker at line ${sequence.line(until)} would become part of the list above it`);
  if (pieceLength(previous) === 0 && until.head.startsWith("\uFEFF"))
    return unsafe("without this section the next heading's first character would become a byte order mark");
  // An underlined heading draws in a paragraph right above it, an indented one may be drawn into a list right above.
  const needsGap = previous.content !== "" && (until.setext || indentOf(until) > 0);
  const gap = needsGap ? gapAfter(previous, eol) : "";
  const splice = { at: sequence.offset(piece), removed, inserted: gap };
  return draft.commit({ from: previous, until, fresh: [withTail(previous, previous.tail + gap)], before: piece, after: null, splice });
}

function holdsUserBlock(draft: Draft, piece: Piece, until: Piece | null): boolean {
  return draft.sequence.pieces(piece, until).some((one) => one.protected);
}

type Admitted<Content> = { readonly kind: "admitted"; readonly content: Content } | Extract<Edit, { kind: "unsafe" }>;

/** Content that may be before `next`, or why it may not. */
export function admit<Content extends Shielded>(draft: Draft, content: Content | null, next: Piece | null): Admitted<Content> {
  if (content === null) return unsafe("the content cannot be written so that everything around it stays as it is");
  if (draft.frontMatterOpen && content.text.split("\n").some((line) => FRONT_MATTER_END.test(line))) {
    return unsafe('the document begins with "---", and a line "---" or "..." in the content would turn all above it into front matter');
  }
  if (!keepsNext(content.text, next)) return unsafe(SWALLOWED);
  return { kind: "admitted", content };
}

function unsafe(why: string): Extract<Edit, { kind: "unsafe" }> {
  return { kind: "unsafe", why };
}
