// The editor: one document, many edits. Each edit is answered with a splice of the text as it was before that edit;
// text() gives what all of them came to. The document is parsed when it is opened and when text() is asked for; in
// between, an edit reads only the content it brings.

import { type Draft, type Edit, openDraft } from "./editing/draft.ts";
import { append, create, type Home, overwrite, remove, type Scope } from "./editing/edits.ts";
import type { Level, SectionKey } from "./reading/heading.ts";
import type { Piece } from "./reading/topPieces.ts";
import { replace } from "./editing/replace.ts";

/** The text of a section, or why there is none. */
export type SectionText =
  | {
      readonly kind: "found";
      /** From the heading to the last line that is not blank, as it is in the document. */
      readonly text: string;
      readonly level: Level;
      readonly protected: boolean;
    }
  | { readonly kind: "missing" }
  | { readonly kind: "ambiguous"; readonly lines: readonly number[] };

/** A text that is edited by headings. */
export interface Editor {
  /** Overwrites everything under the heading, or creates the section. `scope: "body"` keeps the sub-sections. */
  update(key: SectionKey, content: string, options?: { readonly scope?: Scope; readonly home?: Home | undefined }): Edit;
  /** Keeps the heading and empties what is under it. */
  clear(key: SectionKey): Edit;
  /** Removes the heading and everything under it. */
  remove(key: SectionKey): Edit;
  /** Adds to the end of the section's own text, or creates the section. `once`: not where that text has these lines already. */
  append(key: SectionKey, content: string, options?: { readonly home?: Home | undefined; readonly once?: boolean | undefined }): Edit;
  /** Replaces text that is exactly once in the section's own text, given as it is in the document. */
  replace(key: SectionKey, old: string, fresh: string): Edit;
  section(key: SectionKey): SectionText;
  /** The sections below it, in their order; none where it is missing or ambiguous. */
  below(key: SectionKey): readonly { readonly heading: string; readonly level: Level }[];
  /** Throws STRUCTURE rather than give out a text in which anything else than the edited sections changed. */
  text(): string;
}

/** Edits a text section by section; whatever is not touched keeps its bytes. */
export function createEditor(text: string): Editor {
  const draft = openDraft(text);
  return {
    update(key, content, { scope = "section", home } = {}) {
      return edit(draft, key, {
        found: (piece) => overwrite(draft, piece, content, { scope }),
        missing: () => create(draft, key, content, { scope, home }),
      });
    },
    clear: (key) => edit(draft, key, { found: (piece) => overwrite(draft, piece, "", { scope: "section" }) }),
    remove: (key) => edit(draft, key, { found: (piece) => remove(draft, piece) }),
    append(key, content, { home, once = false } = {}) {
      return edit(draft, key, {
        found: (piece) => append(draft, piece, content, { once }),
        missing: () => create(draft, key, content, { scope: "section", home }),
      });
    },
    replace: (key, old, fresh) => edit(draft, key, { found: (piece) => replace(draft, piece, old, fresh) }),
    section(key) {
      const found = draft.find(key);
      if (found.kind !== "found") return found;
      return { kind: "found", text: draft.sectionText(found.piece), level: found.piece.level as Level, protected: found.piece.protected };
    },
    below(key) {
      const found = draft.find(key);
      if (found.kind !== "found") return [];
      const pieces = draft.sequence.pieces(found.piece, draft.sequence.sectionEnd(found.piece)).slice(1);
      return pieces.flatMap(({ heading, level }) => (level === 0 ? [] : [{ heading, level: level as Level }]));
    },
    text: () => draft.text(),
  };
}

interface Ways {
  readonly found: (piece: Piece) => Edit;
  readonly missing?: () => Edit;
}

/** Finds the section, keeps hands off a person's own block, and goes one of the ways. */
function edit(draft: Draft, key: SectionKey, { found, missing }: Ways): Edit {
  const place = draft.find(key);
  if (place.kind === "missing") return missing?.() ?? { kind: "missing" };
  if (place.kind === "ambiguous") return place;
  return place.piece.protected ? { kind: "protected" } : found(place.piece);
}
