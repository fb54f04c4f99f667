// write: the person replaces a document's whole text, from the page or an editor. It passes the same page and ledger as
// an entry does, so that it can be shown and undone like one.

import { AppError } from "../../base/index.ts";
import { writeWhole } from "../../deltas/index.ts";
import type { DocumentRef } from "../../knowledge/index.ts";
import type { Mind } from "../open.ts";

export interface Written {
  /** kept: the text was there already. */
  readonly kind: "written" | "kept";
  /** The change to give to `codicil undo`. */
  readonly undo?: string;
}

/** `expect` is the version that the person saw (null: they saw none); STALE if the document is another by now. */
export async function writeDocumentText(
  mind: Mind,
  document: DocumentRef,
  text: string,
  options: { readonly expect: string | null; readonly reason: string },
): Promise<Written> {
  if (!text.isWellFormed())
    throw new AppError("NOT_UTF8", "the text has half of a surrogate pair and cannot be stored as UTF-8", {
      hint: "Send whole characters; nothing was changed.",
    });
  return writeWhole(mind.deps, document, text, options);
}
