// An edit is a splice: at an offset (UTF-16 units) some text goes and other text comes; the rest stays as it is.

import { AppError } from "../../base/index.ts";

/** A place in a text, what was there and what is there now. */
export interface Splice {
  readonly at: number;
  readonly removed: string;
  readonly inserted: string;
}

/** Throws STALE where the text is not the one that the splice was made for. `from`: where the text begins in a longer one. */
export function applySplice(text: string, splice: Splice, from = 0): string {
  const at = splice.at - from;
  const end = at + splice.removed.length;
  if (at < 0 || at > text.length || text.slice(at, end) !== splice.removed) {
    throw new AppError("STALE", `the text at offset ${splice.at} is not what the change was made for`, {
      hint: "The document changed in between; read it again.",
    });
  }
  return text.slice(0, at) + splice.inserted + text.slice(end);
}

/** The same splice without the whole lines that both sides have in common at their beginning and end. */
export function narrowSplice({ at, removed, inserted }: Splice): Splice {
  const shorter = Math.min(removed.length, inserted.length);
  let same = 0;
  let before = 0;
  while (same < shorter && removed.charCodeAt(same) === inserted.charCodeAt(same)) {
    same++;
    if (isBetweenLines(removed, same) && isBetweenLines(inserted, same)) before = same;
  }
  same = 0;
  let behind = 0;
  while (same < shorter - before && removed.charCodeAt(removed.length - 1 - same) === inserted.charCodeAt(inserted.length - 1 - same)) {
    same++;
    if (isBetweenLines(removed, removed.length - same) && isBetweenLines(inserted, inserted.length - same)) behind = same;
  }
  return {
    at: at + before,
    removed: removed.slice(before, removed.length - behind),
    inserted: inserted.slice(before, inserted.length - behind),
  };
}

/** Behind a line end, and not between the two halves of "\r\n". */
function isBetweenLines(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  return before === 10 || (before === 13 && text.charCodeAt(at) !== 10);
}
