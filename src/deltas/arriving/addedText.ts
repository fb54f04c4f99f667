// What of a document's new text was not in the old one, in the runs that are to be judged. Pure.
//
// Headings give the document its structure and are judged as plain words; below each of them only the lines that are new
// count, so that what the person wrote there long ago holds up nobody.

import { readOutline } from "../../markdown/index.ts";
import { lineSplices } from "../editing/page.ts";

export function addedText(before: string | null, after: string): string[] {
  const old = before === null ? [] : piecesOf(before);
  const added = piecesOf(after).flatMap((piece) => {
    const at = old.findIndex(({ head }) => head === piece.head);
    const [same] = at === -1 ? [] : old.splice(at, 1);
    return same === undefined ? [wordsOf(piece.head), piece.text] : lineSplices(same.text, piece.text).map(({ inserted }) => inserted);
  });
  return added.filter((text) => text.trim() !== "");
}

interface Piece {
  /** The heading as it is written, with whatever a reader would not see of it. */
  readonly head: string;
  /** Everything up to the next heading, markers of blocks among it. */
  readonly text: string;
}

/** The text cut at its headings: what is before the first one, then one piece for each. Nothing is left out. */
function piecesOf(text: string): Piece[] {
  const { sections } = readOutline(text);
  const first = { head: "", text: text.slice(0, sections[0]?.start ?? text.length) };
  const rest = sections.map(({ start, bodyStart }, index) => ({
    head: text.slice(start, bodyStart).trimEnd(),
    text: text.slice(bodyStart, sections[index + 1]?.start ?? text.length),
  }));
  return [first, ...rest];
}

/** Without what makes a heading of it. */
function wordsOf(head: string): string {
  return head.replace(/^ {0,3}#{1,6}(?:[ \t]+|$)/, "").replace(/\r?\n {0,3}(?:=+|-+)[ \t]*$/, "");
}
