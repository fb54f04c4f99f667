// What of a document's new text was not in the old one, in the runs that are to be judged. Pure.
//
// Headings give the document its structure and are judged as plain words; below each of them only the lines that are new
// count, so that what the person wrote there long ago holds up nobody.

import { readOutline } from "../../markdown/index.ts";
import { lineSplices } from "../page.ts";

export function addedText(before: string | null, after: string): string[] {
  const old = before === null ? [] : piecesOf(before);
  const added = piecesOf(after).flatMap((piece) => {
    const at = old.findIndex(({ name }) => name === piece.name);
    const [same] = at === -1 ? [] : old.splice(at, 1);
    return same === undefined ? [piece.heading, piece.text] : lineSplices(same.text, piece.text).map(({ inserted }) => inserted);
  });
  return added.filter((text) => text.trim() !== "");
}

interface Piece {
  readonly name: string;
  readonly heading: string;
  /** Everything up to the next heading, markers of blocks among it. */
  readonly text: string;
}

/** The text cut at its headings: what stands before the first one, then one piece for each. Nothing is left out. */
function piecesOf(text: string): Piece[] {
  const { sections } = readOutline(text);
  const first = { name: "", heading: "", text: text.slice(0, sections[0]?.start ?? text.length) };
  const rest = sections.map(({ heading, level, bodyStart }, index) => ({ name: `${level} ${heading}`, heading, text: text.slice(bodyStart, sections[index + 1]?.start ?? text.length) }));
  return [first, ...rest];
}
