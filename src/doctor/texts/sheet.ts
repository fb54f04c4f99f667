// A sheet: one document of a mind or of another tool, as the checks read it. Pure.
//
// Its text comes apart into units (a list item with its indented lines, or one line of a paragraph: memory keeps one fact
// a line) and lines of code. Headings and the items above a nested one belong to a unit's scope: "uses port 3000" under
// "Shop" and "uses port 8080" under "Blog" are two facts, not one twice.

import type { DocumentRef } from "../../knowledge/index.ts";

export interface Sheet {
  /** For people: the path that they would open. */
  readonly file: string;
  /** Whose store it belongs to; lines are compared within one store only. */
  readonly store: string;
  /** instructions: tells the agent what to do · memory: facts · diary: a day's events · data: looked at for secrets only. */
  readonly kind: "instructions" | "memory" | "diary" | "data";
  readonly text: string;
  /** Folders that relative paths may begin in; none where they could mean any project. */
  readonly bases: readonly string[];
  /** Set for the mind's own documents: only those are ever changed. */
  readonly document?: DocumentRef;
}

export interface Unit {
  readonly line: number;
  readonly last: number;
  readonly text: string;
  /** The headings above it, outermost first. */
  readonly headings: readonly string[];
  /** The list items above a nested one. */
  readonly parents: readonly string[];
  readonly isItem: boolean;
  /** Numbered, or with a box to tick: a step of some procedure. */
  readonly isStep: boolean;
  readonly hasChildren: boolean;
  /** A piece of wrapped prose: its sentence begins before it or goes on behind it. */
  readonly isFragment: boolean;
  /** In a USER_BLOCK: only the person changes it. */
  readonly isProtected: boolean;
}

export interface CodeLine {
  readonly line: number;
  readonly text: string;
  /** What is behind the opening fence. */
  readonly language: string;
}

export interface SheetReading {
  readonly sheet: Sheet;
  /** The document's lines without their line ends. */
  readonly lines: readonly string[];
  readonly units: readonly Unit[];
  readonly code: readonly CodeLine[];
}

/** Longer lines are data, not sentences: they are looked at for secrets and hidden text only. */
export const LONGEST_LINE = 2000;

const FENCE = /^\s*(?:[-*+]\s+|\d{1,9}[.)]\s+)?(`{3,}|~{3,})\s*([^`]*)$/;
const HEADING = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/;
/** `**For skills:**` on a line of its own parts a section like a heading does. */
const BOLD_LABEL = /^ {0,3}(\*\*)([^*]+?):?\*\*:?\s*$/;
const ITEM = /^(\s*)(?:[-*+]|(\d{1,9}[.)]))\s+(\[[ xX]\]\s+)?(.*)$/;
/** Rows of tables, tags, the end of one. */
const NO_SENTENCE = /^\s*(?:\||<[^>]*>\s*$|<[/%?!])|\/>\s*$/;
const RULE = /^ {0,3}(?:(?:[-*_]\s*){3,}|=+|-{2,}|§)\s*$/;

interface OpenUnit {
  line: number;
  last: number;
  readonly texts: string[];
  readonly parents: readonly string[];
  readonly isItem: boolean;
  readonly isStep: boolean;
  readonly behindProse: boolean;
  /** What was made of it. */
  made?: Unit & { hasChildren: boolean };
}

/** Prose wraps at about this width; a shorter line ends where its writer ended it. */
const WRAPS_FROM = 60;

export function readSheet(sheet: Sheet): SheetReading {
  const lines = sheet.text.split(/\r\n|\n|\r/);
  const reader: Reader = {
    units: [],
    code: [],
    headings: [],
    above: [],
    items: [],
    open: null,
    fence: null,
    comment: false,
    isProtected: false,
  };
  for (let index = frontMatterEnd(lines); index < lines.length; index++) {
    const text = lines[index] ?? "";
    STEPS.some((step) => step(reader, text, index + 1));
  }
  finish(reader);
  return { sheet, lines, units: reader.units, code: reader.code };
}

interface Reader {
  readonly units: Unit[];
  readonly code: CodeLine[];
  /** The headings and the items above the line that is read. */
  readonly headings: { readonly level: number; readonly text: string }[];
  /** Their texts: one list for all units below them. */
  above: readonly string[];
  readonly items: { readonly indent: number; readonly unit: OpenUnit }[];
  open: OpenUnit | null;
  fence: { readonly mark: string; readonly language: string } | null;
  comment: boolean;
  isProtected: boolean;
}

/** What a line may be, in this order; the first step that takes it answers true. */
const STEPS: readonly ((reader: Reader, text: string, line: number) => boolean)[] = [
  takeCode,
  passLongLine,
  takeComment,
  openFence,
  takeHeading,
  passGap,
  takeItem,
  continueItem,
  takeProse,
];

function takeCode(reader: Reader, text: string, line: number): boolean {
  const { fence } = reader;
  if (fence === null) return false;
  if (text.trim().startsWith(fence.mark) && /^\s*(`+|~+)\s*$/.test(text)) reader.fence = null;
  else if (text.length <= LONGEST_LINE) reader.code.push({ line, text, language: fence.language });
  return true;
}

function passLongLine(reader: Reader, text: string): boolean {
  if (text.length <= LONGEST_LINE) return false;
  finish(reader);
  return true;
}

function takeComment(reader: Reader, text: string): boolean {
  if (!reader.comment && !text.includes("<!--")) return false;
  finish(reader);
  if (/USER_BLOCK_START/.test(text)) reader.isProtected = true;
  if (/USER_BLOCK_END/.test(text)) reader.isProtected = false;
  reader.comment = text.lastIndexOf("<!--") > text.lastIndexOf("-->") || (reader.comment && !text.includes("-->"));
  return true;
}

function openFence(reader: Reader, text: string): boolean {
  const fenced = FENCE.exec(text);
  if (fenced === null) return false;
  finish(reader);
  reader.fence = { mark: fenced[1] ?? "```", language: (fenced[2] ?? "").trim().toLowerCase() };
  return true;
}

function takeHeading(reader: Reader, text: string): boolean {
  const heading = headingOf(text) ?? underlined(reader, text);
  if (heading === null) return false;
  finish(reader);
  while ((reader.headings.at(-1)?.level ?? 0) >= heading.level) reader.headings.pop();
  reader.headings.push(heading);
  reader.above = reader.headings.map(({ text: words }) => words);
  reader.items.length = 0;
  return true;
}

function headingOf(text: string): Reader["headings"][number] | null {
  const found = HEADING.exec(text) ?? BOLD_LABEL.exec(text);
  if (found === null) return null;
  const [, mark = "#", words = ""] = found;
  return { level: mark === "**" ? 7 : mark.length, text: words };
}

/** The prose above an underline is a heading, and no unit. */
function underlined(reader: Reader, text: string): Reader["headings"][number] | null {
  const { open } = reader;
  if (open === null || open.isItem || !/^ {0,3}(?:=+|-{2,})\s*$/.test(text)) return null;
  reader.open = null;
  return { level: text.trim().startsWith("=") ? 1 : 2, text: open.texts.join(" ") };
}

function passGap(reader: Reader, text: string): boolean {
  const isIndented = reader.items.length === 0 && /^(?: {4}|\t)/.test(text);
  if (text.trim() !== "" && !RULE.test(text) && !NO_SENTENCE.test(text) && !isIndented) return false;
  finish(reader);
  return true;
}

function takeItem(reader: Reader, text: string, line: number): boolean {
  const item = ITEM.exec(text);
  if (item === null) return false;
  const indent = (item[1] ?? "").replaceAll("\t", "    ").length;
  begin(reader, line, { text: (item[4] ?? "").trim(), indent, isItem: true, isStep: item[2] !== undefined || item[3] !== undefined });
  return true;
}

function continueItem({ open }: Reader, text: string, line: number): boolean {
  if (open === null || !open.isItem || !/^(?: {2}|\t)/.test(text)) return false;
  open.texts.push(text.trim());
  open.last = line;
  return true;
}

function takeProse(reader: Reader, text: string, line: number): boolean {
  begin(reader, line, { text: text.replace(/^\s*(?:>\s*)+/, "").trim(), indent: 0, isItem: false, isStep: false });
  return true;
}

function begin(
  reader: Reader,
  line: number,
  { text, indent, isItem, isStep }: { readonly text: string; readonly indent: number; readonly isItem: boolean; readonly isStep: boolean },
): void {
  const { open: before, items } = reader;
  const behindProse = !isItem && before !== null && !before.isItem && wraps(before.texts.join(" "));
  finish(reader, isItem ? "other" : "prose");
  while ((items.at(-1)?.indent ?? -1) >= indent) items.pop();
  for (const { unit } of items) if (unit.made !== undefined) unit.made.hasChildren = true;
  const parents = items.map(({ unit }) => unit.texts.join(" "));
  const unit: OpenUnit = { line, last: line, texts: [text], parents, isItem, isStep, behindProse };
  reader.open = unit;
  if (isItem) items.push({ indent, unit });
}

function finish(reader: Reader, next: "prose" | "other" = "other"): void {
  const unit = reader.open;
  if (unit === null) return;
  reader.open = null;
  const { line, last, parents, isItem, isStep } = unit;
  const text = unit.texts.join(" ");
  const isFragment = unit.behindProse || (next === "prose" && wraps(text));
  // A child may still follow.
  const { above: headings, isProtected } = reader;
  unit.made = { line, last, text, headings, parents, isItem, isStep, hasChildren: false, isFragment, isProtected };
  reader.units.push(unit.made);
}

function wraps(text: string): boolean {
  return text.length >= WRAPS_FROM && !/[.!?:;。！？：；]["'”’)）]?$/u.test(text);
}

/** The index of the first line behind front matter. */
function frontMatterEnd(lines: readonly string[]): number {
  if ((lines[0] ?? "").replace(/^\ufeff/, "") !== "---") return 0;
  const end = lines.findIndex((line, index) => index > 0 && index < 200 && /^(?:---|\.\.\.)\s*$/.test(line));
  return end === -1 ? 0 : end + 1;
}

export function scopeOf(unit: Unit): string {
  return [...unit.headings, "", ...unit.parents].join("\n");
}

/** The same without the units and code that are on any of these lines. */
export function withoutLines(reading: SheetReading, lines: ReadonlySet<number> | undefined): SheetReading {
  if (lines === undefined || lines.size === 0) return reading;
  const isTouched = ({ line, last }: { line: number; last: number }): boolean => {
    for (let each = line; each <= last; each++) if (lines.has(each)) return true;
    return false;
  };
  return { ...reading, units: reading.units.filter((unit) => !isTouched(unit)), code: reading.code.filter(({ line }) => !lines.has(line)) };
}
