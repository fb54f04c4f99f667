// A table of Markdown on a screen: columns as wide as their cells. Where it does not fit, each row is a few lines, each with the
// name of its column, so that nothing is cut.

import type { Colour } from "../terminal/command.ts";
import { widthOf, wrapLines } from "../terminal/width.ts";

const ROW = /^\s*\|.*\|\s*$/;
const RULE = /^[\s|:-]+$/;
const GAP = "  ";

export function isTableLine(line: string): boolean {
  return ROW.test(line);
}

/** `lines`: all of one table. What has no line below its head is no table. */
export function tableLines(lines: readonly string[], { columns, colour }: { readonly columns: number; readonly colour: Colour }): string[] {
  const [head, rule, ...body] = lines.map(cellsOf);
  if (head === undefined || rule === undefined || !RULE.test(lines[1] ?? "")) return [...lines];
  const all = [head, ...body];
  const widths = head.map((_, at) => Math.max(...all.map((row) => widthOf(plain(row[at] ?? "")))));
  const isRight = head.map((_, at) => /^:?-+:$/.test(rule[at] ?? "") && !(rule[at] ?? "").startsWith(":"));
  if (widths.reduce((sum, width) => sum + width + GAP.length, 0) > columns)
    return body.flatMap((row) => [
      ...head.flatMap((name, at) => wrapLines(`${colour.bold(plain(name))}: ${styled(row[at] ?? "", colour)}`, columns, 2).split("\n")),
      "",
    ]);
  const put = (row: readonly string[], style: (cell: string) => string) =>
    head
      .map((_, at) => {
        const room = " ".repeat((widths[at] ?? 0) - widthOf(plain(row[at] ?? "")));
        return isRight[at] === true ? room + style(row[at] ?? "") : style(row[at] ?? "") + room;
      })
      .join(GAP)
      .trimEnd();
  return [
    put(head, (cell) => colour.bold(plain(cell))),
    colour.dim(widths.map((width) => "─".repeat(width)).join(GAP)),
    ...body.map((row) => put(row, (cell) => styled(cell, colour))),
  ];
}

/** A bar behind a backslash is one of the text. */
function cellsOf(line: string): string[] {
  return line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));
}

function plain(cell: string): string {
  return cell.replaceAll("**", "").replaceAll("`", "");
}

/** Every second piece is inside of its marks; a mark that is never closed is text. */
function styled(cell: string, colour: Colour): string {
  const inside = (text: string, mark: string, style: (part: string) => string) => {
    const parts = text.split(mark);
    return parts.length % 2 === 0 ? text : parts.map((part, at) => (at % 2 === 0 ? part : style(part))).join("");
  };
  return inside(inside(cell, "**", colour.bold), "`", colour.yellow);
}
