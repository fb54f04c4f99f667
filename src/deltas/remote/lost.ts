// Whether a document on another server goes on from what this mind wrote there. A plain server has no history and no name:
// there the lines tell. What was written last and is missing altogether while older lines are there was most likely lost
// with a set-back server; single lines that are missing in between were tidied up by somebody. Another Codicil says which mind
// it is and whether its history has what was sent. Neither is trusted further than that: what seems lost goes on a card and
// is never sent again without a person, who alone can know whether somebody there took it out. Pure.

import { sha256 } from "../../base/index.ts";
import type { Entry } from "../../schema/index.ts";
import type { Arrived, Notes, SentItem } from "./remoteNotes.ts";

/** The document as it is there now. */
export interface There {
  /** null: there is none. */
  readonly hash: string | null;
  readonly prints: ReadonlySet<string>;
  /** What another Codicil says of itself; null: the server says nothing. */
  readonly mind: string | null;
  /** Whether its history has what this mind wrote last; null: it does not say. */
  readonly knows: boolean | null;
}

/** So many lines of a document are remembered: those with the smallest prints, so that a changed document keeps most of them. */
const MOST_LINES = 64;
const MOST_OF_ENTRY = 16;
/** So many entries back it is known what was written. */
const MOST_ENTRIES = 200;

/** A line by its words alone: a server may format. Headings are alike in many documents and tell nothing. */
export function printsOf(text: string): Set<string> {
  const lines = text.split(/\r?\n/).filter((line) => !/^ {0,3}#{1,6}\s/.test(line));
  const words = lines.map((line) => line.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " "));
  const said = words.map((line) => line.trim()).filter((line) => line !== "");
  return new Set(said.map((line) => sha256(line).slice(0, 8)));
}

export function sampleOf(prints: ReadonlySet<string>): readonly string[] {
  return [...prints].toSorted().slice(0, MOST_LINES);
}

/** What is remembered of an entry: its text, and the lines that the document did not have before. */
export function asSent(entry: Entry, { before, after }: Readonly<Record<"before" | "after", ReadonlySet<string>>>): SentItem {
  const lines = [...printsOf(entry.content ?? "")].filter((print) => after.has(print) && !before.has(print));
  return { entry, lines: lines.slice(0, MOST_OF_ENTRY) };
}

export function isThere({ lines }: SentItem, prints: ReadonlySet<string>): boolean {
  return lines.some((line) => prints.has(line));
}

/** Why this may be another document than the one that this mind wrote to; null: it is the same, as far as one can tell. */
export function whyOther({ last, arrived, placeOf }: Notes, { hash, prints, mind }: There): string | null {
  if (hash === null || last === null) return null;
  if (last.mind !== undefined)
    return mind === last.mind ? null : mind === null ? "the server no longer says which mind it has" : "the server has another mind now";
  if (arrived.length === 0 || last.lines === undefined || placeOf(hash) !== -1) return null;
  const known = [...last.lines, ...arrived.flatMap(({ lines }) => lines)];
  return known.length === 0 || known.some((line) => prints.has(line))
    ? null
    : "none of the lines that it had is left; it may be another document";
}

/** What this mind wrote there and the server lost; null: nothing, or somebody there took it out. */
export function lossIn(
  notes: Notes,
  there: There,
): { readonly entries: readonly Entry[]; readonly ids: readonly string[]; readonly why: string } | null {
  if (there.knows === true) return null;
  const { missing, why } = missingIn(notes, there);
  if (missing.length === 0) return null;
  return { ids: missing.map(({ id }) => id), entries: missing.map(({ entry }) => entry).filter(saysSomething), why };
}

function missingIn({ arrived, placeOf }: Notes, { hash, prints }: There): { readonly missing: readonly Arrived[]; readonly why: string } {
  const recent = arrived.slice(-MOST_ENTRIES);
  const absent = (each: Arrived) => !isThere(each, prints);
  if (hash === null) return { missing: recent, why: "the document is no longer there" };
  const place = placeOf(hash);
  if (place !== -1)
    return { missing: recent.filter((each) => each.at > place && absent(each)), why: "the server shows an older version of the document" };
  // Whoever has an entry has all that was there when it was first sent.
  const reached = Math.max(-1, ...recent.filter((each) => !absent(each)).map(({ first }) => first));
  const missing = recent.filter((each) => each.lines.length > 0 && absent(each) && each.at > reached);
  return { missing, why: "the document no longer has it: the server was set back, or somebody removed it there" };
}

/** After `forget` an entry may have nothing left to say. */
function saysSomething({ operation, content, key }: Entry): boolean {
  if (key.heading.trim() === "") return false;
  return operation === "append" || operation === "update" ? (content ?? "").trim() !== "" : true;
}
