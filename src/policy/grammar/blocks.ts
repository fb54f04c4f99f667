// Markdown as a rule reader sees it: headings, list items, paragraphs, table rows and code blocks, in one pass over the
// lines. Unlike the outline of `markdown` it looks into lists, quotes and tables, and it never fails: whatever is not
// understood is a paragraph.

import { either } from "../../base/index.ts";
import { type Breaks, breaksFrom, endsOnPurpose } from "./lineBreaks.ts";

export interface Block {
  readonly kind: "heading" | "item" | "paragraph" | "row" | "code";
  readonly line: number;
  /** Lines joined by "\n"; markers of lists and quotes taken off. */
  text: string;
  /** Column of an item's or a nested block's text; 0 at the top. */
  readonly indent: number;
  /** Of a heading. */
  readonly level: number;
  /** Of a code block: its info string. */
  readonly info: string;
  /** Of a table row: its cells, and those of the header row. */
  readonly cells: readonly string[];
  readonly header: readonly string[];
}

const FENCE = /^(\s*)(`{3,}|~{3,})([^`~]*)$/;
const HEADING = /^ {0,3}(#{1,6})[ \t](.*)$/;
const ITEM_MARK = either`[-*+•·▪], \d{1,9}[.)、．], [（(]\d{1,3}[)）], [一二三四五六七八九十]{1,3}、`;
const ITEM = new RegExp(`^(\\s*)(?:${ITEM_MARK})(?:[ \\t]|(?<=[、．)）])(?=\\S))(.*)$`);
const RULE_LINE = /^ {0,3}(?:-[ \t]*){3,}$|^ {0,3}(?:\*[ \t]*){3,}$|^ {0,3}(?:_[ \t]*){3,}$/;
/** Below a line that is a heading by it. */
const UNDERLINE = /^ {0,3}(?:=+|-{2,})\s*$/;
/** Longer lines are data, not directives; they are kept as text but not read for rules. */
export const LONGEST_LINE = 4000;

/** How far the lines are read. */
interface Reading {
  readonly lines: string[];
  readonly blocks: Block[];
  at: number;
  /** What the next line may continue. */
  open: Block | null;
  /** Of the table that is being read. */
  header: readonly string[];
  /** Inside an HTML comment. */
  comment: boolean;
  /** The last line was empty. */
  blank: boolean;
  /** There was an item since the last heading. */
  listed: boolean;
  breaks: Breaks;
}

export function readBlocks(text: string): Block[] {
  const lines = text.split(/\r\n|\n|\r/);
  const reading: Reading = {
    lines,
    blocks: [],
    at: frontMatterEnd(lines),
    open: null,
    header: [],
    comment: false,
    blank: true,
    listed: false,
    breaks: { width: 0, listed: false },
  };
  for (; reading.at < lines.length; reading.at++) {
    if (isHidden(reading)) reading.open = null;
    else readLine(reading, unquoted(lines[reading.at] as string));
  }
  return reading.blocks;
}

/** The line has nothing outside of HTML comments. */
function isHidden(reading: Reading): boolean {
  const line = reading.lines[reading.at] as string;
  if (!reading.comment && !line.includes("<!--")) return false;
  const shown = outsideComments(line, reading.comment);
  reading.comment = shown.open;
  if (shown.text.trim() === "") return true;
  reading.lines[reading.at] = shown.text;
  return false;
}

function readLine(reading: Reading, line: string): void {
  if (line.trim() === "") {
    reading.header = [];
    reading.blank = true;
    reading.open = null;
  } else if (readCode(reading, line) || readHeading(reading, line) || RULE_LINE.test(line)) {
    reading.open = null;
  } else if (!readTable(reading, line)) {
    reading.header = [];
    reading.open = readItem(reading, line) ?? readText(reading, line);
    reading.blank = false;
  }
}

function readCode(reading: Reading, line: string): boolean {
  const fence = FENCE.exec(line);
  if (fence === null) return false;
  const [, space = "", , info = ""] = fence;
  const code = readFence(reading.lines, reading.at, fence);
  reading.blocks.push(block("code", reading.at + 1, code.text, { indent: space.length, info: info.trim() }));
  reading.at = code.end;
  return true;
}

function readHeading(reading: Reading, line: string): boolean {
  const { blocks, open, at } = reading;
  const [, marks = "", text] = HEADING.exec(line) ?? [];
  if (text !== undefined) {
    blocks.push(block("heading", at + 1, headingText(text), { level: marks.length }));
    reading.listed = false;
    reading.blank = false;
    return true;
  }
  if (open?.kind !== "paragraph" || open.indent > 0 || !UNDERLINE.test(line) || open.text.includes("\n")) return false;
  blocks[blocks.length - 1] = block("heading", open.line, open.text, { level: line.includes("=") ? 1 : 2 });
  return true;
}

function readTable(reading: Reading, line: string): boolean {
  const { blocks, header, lines, at } = reading;
  if (!isTableLine(line, lines[at + 1], header)) return false;
  if (isTableBorder(line)) return true;
  const cells = cellsOf(line);
  if (header.length === 0 && isTableBorder(unquoted(lines[at + 1] ?? ""))) reading.header = cells;
  else blocks.push(block("row", at + 1, line.trim(), { cells, header }));
  reading.open = null;
  return true;
}

function readItem(reading: Reading, line: string): Block | null {
  const [, space = "", text] = ITEM.exec(line) ?? [];
  if (text === undefined) return null;
  const item = block("item", reading.at + 1, text.trimStart().replace(/^\[[ xX]\]\s+/, ""), { indent: widthOf(space) + 1 });
  reading.blocks.push(item);
  reading.listed = true;
  return item;
}

/** A line of its own, or one that goes on with what is open. */
function readText(reading: Reading, line: string): Block {
  const { blocks, lines, at, open } = reading;
  if (open !== null && !beginsAnew(open, line, { before: lines[at - 1] ?? "", breaks: reading.breaks })) {
    open.text += `\n${line.trim()}`;
    return open;
  }
  const indent = widthOf(/^\s*/.exec(line)?.[0] ?? "");
  const inList = indent >= 2 && reading.listed;
  if (open === null) reading.breaks = breaksFrom(lines, at);
  const text = block(indent >= 4 && reading.blank && !inList ? "code" : "paragraph", at + 1, line.trim(), { indent: inList ? indent : 0 });
  blocks.push(text);
  return text;
}

const LABELLED = /^(?:\*\*)?[A-Z][A-Za-z' ]{1,20}:(?:\*\*)? /;
const FORCES = either`Never, NEVER, Always, ALWAYS, Do not, DO NOT, Don't, DON'T, Must, MUST, Avoid, Ask`;
const FORCED = new RegExp(`^(?:\\*\\*)?(?:${FORCES}) `);

/** Lines of their own without a list: each has a label ("Never: …"), or begins with a force after an open end, or the one before ended on purpose. */
function beginsAnew(
  { kind, text }: Block,
  line: string,
  { before, breaks }: { readonly before: string; readonly breaks: Breaks },
): boolean {
  if (kind === "paragraph" && endsOnPurpose(before, line, breaks)) return true;
  const trimmed = line.trim();
  return (LABELLED.test(trimmed) && LABELLED.test(text)) || (FORCED.test(trimmed) && !/[,;:—–-]$|\b(?:and|or|but|to|you)$/.test(text));
}

/** Without the marks that may close it. */
function headingText(text: string): string {
  let end = text.trimEnd().length;
  while (end > 0 && text.charAt(end - 1) === "#") end--;
  return end === 0 || /\s/.test(text.charAt(end - 1)) ? text.slice(0, end).trim() : text.trim();
}

function block(kind: Block["kind"], line: number, text: string, rest: Partial<Block>): Block {
  return { kind, line, text, indent: 0, level: 0, info: "", cells: [], header: [], ...rest };
}

function frontMatterEnd(lines: readonly string[]): number {
  if (lines[0] !== "---") return 0;
  for (let at = 1; at < lines.length && at < 200; at++) if (lines[at] === "---") return at + 1;
  return 0;
}

/** What of a line stands outside of HTML comments. */
function outsideComments(line: string, open: boolean): { readonly text: string; readonly open: boolean } {
  let text = "";
  let rest = line;
  let inside = open;
  while (rest !== "") {
    const at = rest.indexOf(inside ? "-->" : "<!--");
    if (at === -1) {
      if (!inside) text += rest;
      break;
    }
    if (!inside) text += rest.slice(0, at);
    rest = rest.slice(at + (inside ? 3 : 4));
    inside = !inside;
  }
  return { text, open: inside };
}

function unquoted(line: string): string {
  return line.startsWith(">") || /^ {1,3}>/.test(line) ? line.replace(/^\s*(?:>\s?)+/, "") : line;
}

function widthOf(space: string): number {
  let width = 0;
  for (const char of space) width += char === "\t" ? 4 : 1;
  return width;
}

function readFence(lines: readonly string[], start: number, fence: RegExpExecArray): { readonly text: string; readonly end: number } {
  const mark = fence[2] as string;
  const content: string[] = [];
  let at = start + 1;
  for (; at < lines.length; at++) {
    const trimmed = unquoted(lines[at] as string).trim();
    if (trimmed.startsWith(mark) && trimmed.replaceAll(mark.charAt(0), "") === "") break;
    content.push(lines[at] as string);
  }
  return { text: content.join("\n"), end: at };
}

function isTableLine(line: string, next: string | undefined, header: readonly string[]): boolean {
  if (!line.includes("|")) return false;
  if (header.length > 0 || /^\s*\|.*\|\s*$/.test(line)) return true;
  return next !== undefined && next.includes("|") && isTableBorder(next);
}

/** `|---|:--|` */
function isTableBorder(line: string): boolean {
  return /^[\s|:-]+$/.test(line) && line.includes("-") && line.includes("|");
}

/** Cells of a row; a bar inside a code span or behind a backslash is text. */
function cellsOf(line: string): string[] {
  const cells: string[] = [];
  let cell = "";
  let code = false;
  const trimmed = line.trim().replace(/^\|/, "").replace(/\|$/, "");
  for (let at = 0; at < trimmed.length; at++) {
    const char = trimmed.charAt(at);
    if (char === "\\" && trimmed.charAt(at + 1) === "|") {
      cell += "|";
      at++;
    } else if (char === "|" && !code) {
      cells.push(cell.trim());
      cell = "";
    } else {
      if (char === "`") code = !code;
      cell += char;
    }
  }
  cells.push(cell.trim());
  return cells;
}
