// A sheet: one document of a mind or of another tool, as the checks read it. Pure.
//
// Its text comes apart into units (a list item with its indented lines, or one line of a paragraph: memory keeps one fact
// a line) and lines of code. Headings and the items above a nested one belong to a unit's scope: "uses port 3000" under
// "Shop" and "uses port 8080" under "Blog" are two facts, not one twice.

import type { DocumentRef } from "../knowledge/index.ts";

export interface Sheet {
  /** For people: the path that they would open. */
  readonly file: string;
  /** Whose store it belongs to; lines are compared within one store only. */
  readonly store: string;
  /** instructions: tells the agent what to do · memory: facts · diary: what happened on a day · data: no document, looked at for secrets only. */
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
  /** What stands behind the opening fence. */
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
  hasChildren: boolean;
}

/** Prose wraps at about this width; a shorter line ends where its writer ended it. */
const WRAPS_FROM = 60;

export function readSheet(sheet: Sheet): SheetReading {
  const lines = sheet.text.split(/\r\n|\n|\r/);
  const units: Unit[] = [];
  const code: CodeLine[] = [];
  const headings: { level: number; text: string }[] = [];
  const items: { indent: number; unit: OpenUnit }[] = [];
  let open: OpenUnit | null = null;
  let fence: { mark: string; language: string } | null = null;
  let comment = false;
  let isProtected = false;

  const finish = (next: "prose" | "other" = "other"): void => {
    if (open === null) return;
    const unit = open;
    open = null;
    const { line, last, parents, isItem, isStep } = unit;
    const text = unit.texts.join(" ");
    units.push({
      line,
      last,
      text,
      headings: headings.map(({ text }) => text),
      parents,
      isItem,
      isStep,
      // Asked when all items are read: a child may still follow.
      get hasChildren() {
        return unit.hasChildren;
      },
      isFragment: unit.behindProse || (next === "prose" && wraps(text)),
      isProtected,
    });
  };
  const begin = (line: number, text: string, item: { indent: number; isStep: boolean } | null): void => {
    const before: OpenUnit | null = open;
    const behindProse = item === null && before !== null && !(before as OpenUnit).isItem && wraps((before as OpenUnit).texts.join(" "));
    finish(item === null ? "prose" : "other");
    const indent = item?.indent ?? 0;
    while ((items.at(-1)?.indent ?? -1) >= indent) items.pop();
    for (const above of items) above.unit.hasChildren = true;
    open = {
      line,
      last: line,
      texts: [text],
      parents: items.map(({ unit }) => unit.texts.join(" ")),
      isItem: item !== null,
      isStep: item?.isStep === true,
      behindProse,
      hasChildren: false,
    };
    if (item !== null) items.push({ indent: item.indent, unit: open });
  };

  for (let index = frontMatterEnd(lines); index < lines.length; index++) {
    const text = lines[index] ?? "";
    const line = index + 1;
    if (fence !== null) {
      if (text.trim().startsWith(fence.mark) && /^\s*(`+|~+)\s*$/.test(text)) fence = null;
      else if (text.length <= LONGEST_LINE) code.push({ line, text, language: fence.language });
      continue;
    }
    if (text.length > LONGEST_LINE) {
      finish();
      continue;
    }
    if (comment || text.includes("<!--")) {
      finish();
      if (/USER_BLOCK_START/.test(text)) isProtected = true;
      if (/USER_BLOCK_END/.test(text)) isProtected = false;
      comment = text.lastIndexOf("<!--") > text.lastIndexOf("-->") || (comment && !text.includes("-->"));
      continue;
    }
    const fenced = FENCE.exec(text);
    if (fenced) {
      finish();
      fence = { mark: fenced[1] ?? "```", language: (fenced[2] ?? "").trim().toLowerCase() };
      continue;
    }
    const heading = HEADING.exec(text) ?? BOLD_LABEL.exec(text);
    if (heading || (open !== null && !(open as OpenUnit).isItem && /^ {0,3}(?:=+|-{2,})\s*$/.test(text))) {
      const level = heading ? (heading[1] === "**" ? 7 : (heading[1] ?? "#").length) : text.trim().startsWith("=") ? 1 : 2;
      const words = heading ? (heading[2] ?? "") : ((open as OpenUnit | null)?.texts.join(" ") ?? "");
      if (heading) finish();
      else open = null;
      while ((headings.at(-1)?.level ?? 0) >= level) headings.pop();
      headings.push({ level, text: words });
      items.length = 0;
      continue;
    }
    if (text.trim() === "" || RULE.test(text) || NO_SENTENCE.test(text) || (items.length === 0 && /^(?: {4}|\t)/.test(text))) {
      finish();
      continue;
    }
    const item = ITEM.exec(text);
    if (item)
      begin(line, (item[4] ?? "").trim(), {
        indent: (item[1] ?? "").replaceAll("\t", "    ").length,
        isStep: item[2] !== undefined || item[3] !== undefined,
      });
    else if (open !== null && (open as OpenUnit).isItem && /^(?: {2}|\t)/.test(text)) {
      const unit = open as OpenUnit;
      unit.texts.push(text.trim());
      unit.last = line;
    } else begin(line, text.replace(/^\s*(?:>\s*)+/, "").trim(), null);
  }
  finish();
  return { sheet, lines, units, code };
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

/** The same without the units and code that stand on any of these lines. */
export function withoutLines(reading: SheetReading, lines: ReadonlySet<number> | undefined): SheetReading {
  if (lines === undefined || lines.size === 0) return reading;
  const isTouched = ({ line, last }: { line: number; last: number }): boolean => {
    for (let each = line; each <= last; each++) if (lines.has(each)) return true;
    return false;
  };
  return { ...reading, units: reading.units.filter((unit) => !isTouched(unit)), code: reading.code.filter(({ line }) => !lines.has(line)) };
}
