// What leads from one text of a document to another: the entries, and the text that was added. Pure.
//
// Whoever sends a whole text changed some of its sections. Told section by section it can be reviewed, and still be applied when
// the rest of the document has changed meanwhile.

import { unlessRefused } from "../../base/index.ts";
import { checkKey, type Outline, readOutline, type Section, sectionContent } from "../../markdown/index.ts";
import type { Entry, Level } from "../../schema/index.ts";
import { editText, NO_PAST } from "../editing/edit.ts";
import { lineSplices } from "../editing/page.ts";

export interface Sketch {
  readonly heading: string;
  readonly level: Level;
  readonly operation: "update" | "append" | "clear" | "delete";
  readonly content: string | null;
  readonly scope?: "body";
}

/** null: it cannot be told in sections (text before the first heading, another order, one heading twice). */
export function entriesBetween(before: string, after: string): Sketch[] | null {
  const [old, fresh] = [partsOf(readOutline(before)), partsOf(readOutline(after))];
  if (old === null || fresh === null) return null;
  const sketches = [...removed(old, fresh), ...[...fresh].flatMap(([name, part]) => changed(part, old.get(name)))];
  return sketches.every(isNamed) && leadsTo(before, after, sketches) ? sketches : null;
}

/** Some headings that a text may have no key can name. */
function isNamed({ heading, level }: Sketch): boolean {
  return unlessRefused(() => (checkKey({ heading, level }), true)) === true;
}

interface Part {
  readonly section: Section;
  /** Its own text, without that of sub-sections. */
  readonly own: string;
}

/** By level and heading; null where two have the same. */
function partsOf(outline: Outline): Map<string, Part> | null {
  const parts = new Map<string, Part>();
  for (const section of outline.sections) {
    const name = `${section.level} ${section.heading}`;
    if (parts.has(name)) return null;
    parts.set(name, { section, own: sectionContent(outline, section, { scope: "body" }) });
  }
  return parts;
}

/** A section goes with everything below it. */
function removed(old: ReadonlyMap<string, Part>, fresh: ReadonlyMap<string, Part>): Sketch[] {
  const gone = [...old].filter(([name]) => !fresh.has(name)).map(([, { section }]) => section);
  const isBelow = (section: Section, other: Section) => other !== section && other.start <= section.start && section.end <= other.end;
  const highest = gone.filter((section) => !gone.some((other) => isBelow(section, other)));
  return highest.map(({ heading, level }) => ({ heading, level, operation: "delete", content: null }));
}

function changed({ section: { heading, level }, own }: Part, old: Part | undefined): Sketch[] {
  if (old?.own === own) return [];
  const key = { heading, level };
  if (old !== undefined && own.startsWith(`${old.own}\n`)) return [{ ...key, operation: "append", content: own.slice(old.own.length + 1) }];
  if (own === "") return [{ ...key, operation: "clear", content: "" }];
  return [{ ...key, operation: "update", content: own, scope: "body" }];
}

/** The proof: applied to the one text they give the other, but for blank lines. */
function leadsTo(before: string, after: string, sketches: readonly Sketch[]): boolean {
  if (sketches.length === 0) return false;
  const items = sketches.map(({ heading, level, operation, content, scope }, index) => {
    const entry: Entry = { key: { path: "", heading, level }, operation, content, ...(scope === undefined ? {} : { scope }), meta: {} };
    return { id: String(index), entry };
  });
  const edited = editText(before, items, { applied: new Set(), now: "", ...NO_PAST });
  return edited.outcomes.every(({ kind }) => kind === "applied") && withoutBlanks(edited.text ?? "") === withoutBlanks(after);
}

function withoutBlanks(text: string): string {
  return text
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== "")
    .join("\n");
}

/**
 * What was not in the old text, in the runs that are to be judged. Headings give the document its structure and are judged as plain words;
 * below each of them only the lines that are new count, so that what the person wrote there long ago holds up nobody.
 */
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
