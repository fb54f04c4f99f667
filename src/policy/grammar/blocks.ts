// Markdown as a rule reader sees it: headings, list items, paragraphs, table rows and code blocks, in one pass over the
// lines. Unlike the outline of `markdown` it looks into lists, quotes and tables, and it never fails: whatever is not
// understood is a paragraph.

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
const ITEM = /^(\s*)(?:[-*+•·▪]|\d{1,9}[.)、．]|[（(]\d{1,3}[)）]|[一二三四五六七八九十]{1,3}、)(?:[ \t]|(?<=[、．)）])(?=\S))(.*)$/;
const RULE_LINE = /^ {0,3}(?:-[ \t]*){3,}$|^ {0,3}(?:\*[ \t]*){3,}$|^ {0,3}(?:_[ \t]*){3,}$/;
/** Longer lines are data, not directives; they are kept as text but not read for rules. */
export const LONGEST_LINE = 4000;

export function readBlocks(text: string): Block[] {
  const lines = text.split(/\r\n|\n|\r/);
  const blocks: Block[] = [];
  let open: Block | null = null;
  let header: readonly string[] = [];
  let at = frontMatterEnd(lines);
  let comment = false;
  let blank = true;
  let listed = false;
  let breaks: Breaks = { width: 0, listed: false };
  for (; at < lines.length; at++) {
    const raw = lines[at] as string;
    if (comment || raw.includes("<!--")) {
      const shown = outsideComments(raw, comment);
      comment = shown.open;
      if (shown.text.trim() === "") {
        open = null;
        continue;
      }
      lines[at] = shown.text;
    }
    const line = unquoted(lines[at] as string);
    if (line.trim() === "") {
      open = null;
      header = [];
      blank = true;
      continue;
    }
    const fence = FENCE.exec(line);
    if (fence !== null) {
      const code = readFence(lines, at, fence);
      blocks.push(block("code", at + 1, code.text, { indent: (fence[1] as string).length, info: (fence[3] as string).trim() }));
      at = code.end;
      open = null;
      continue;
    }
    const heading = HEADING.exec(line);
    if (heading !== null) {
      blocks.push(block("heading", at + 1, headingText(heading[2] as string), { level: (heading[1] as string).length }));
      open = null;
      listed = false;
      blank = false;
      continue;
    }
    if (open?.kind === "paragraph" && open.indent === 0 && /^ {0,3}(?:=+|-{2,})\s*$/.test(line) && !open.text.includes("\n")) {
      blocks[blocks.length - 1] = block("heading", open.line, open.text, { level: line.includes("=") ? 1 : 2 });
      open = null;
      continue;
    }
    if (RULE_LINE.test(line)) {
      open = null;
      continue;
    }
    if (isTableLine(line, lines[at + 1], header)) {
      if (isTableBorder(line)) continue;
      const cells = cellsOf(line);
      const isHeader = header.length === 0 && isTableBorder(unquoted(lines[at + 1] ?? ""));
      if (isHeader) header = cells;
      else blocks.push(block("row", at + 1, line.trim(), { cells, header }));
      open = null;
      continue;
    }
    header = [];
    const item = ITEM.exec(line);
    if (item !== null) {
      open = block("item", at + 1, (item[2] as string).trimStart().replace(/^\[[ xX]\]\s+/, ""), {
        indent: widthOf(item[1] as string) + 1,
      });
      blocks.push(open);
      listed = true;
    } else if (open !== null && !beginsAnew(open, line, { before: lines[at - 1] ?? "", breaks })) {
      open.text += `\n${line.trim()}`;
    } else {
      const indent = widthOf(/^\s*/.exec(line)?.[0] ?? "");
      const inList = indent >= 2 && listed;
      const kind = indent >= 4 && blank && !inList ? "code" : "paragraph";
      if (open === null) breaks = breaksFrom(lines, at);
      open = block(kind, at + 1, line.trim(), { indent: inList ? indent : 0 });
      blocks.push(open);
    }
    blank = false;
  }
  return blocks;
}

const LABELLED = /^(?:\*\*)?[A-Z][A-Za-z' ]{1,20}:(?:\*\*)? /;
const FORCED = /^(?:\*\*)?(?:Never|NEVER|Always|ALWAYS|Do not|DO NOT|Don't|DON'T|Must|MUST|Avoid|Ask) /;

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
