// Markdown as it streams: words are painted and wrapped as soon as they are whole, code is as it is. Without colour
// the marks of Markdown stay, so that nothing is lost.

import type { Colour } from "../terminal/command.ts";
import { isWide, widthOf } from "../terminal/width.ts";
import { isTableLine, tableLines } from "./markdownTable.ts";

export interface Painter {
  push(text: string): string;
  end(): string;
  /** Somebody else's line comes between: the answer goes on below it, in the same block. */
  pause(): string;
  /** Where the cursor is; 0 at the beginning of a line. */
  readonly column: number;
  /** Nothing is shown of the next line, and nothing is held back of it. */
  readonly atStart: boolean;
}

export interface PainterOptions {
  readonly colour: Colour;
  /** Asked again for each word: a window may change its size. */
  columns(): number;
  /** false: marks of Markdown are kept. */
  readonly styled: boolean;
}

export function createPainter({ colour, columns, styled }: PainterOptions): Painter {
  let held = "";
  let column = 0;
  let indent = 0;
  let lineStart = true;
  let fence: string | null = null;
  let whole: "heading" | "quote" | null = null;
  let bold = false;
  let code = false;
  /** White space that is before the next word, unless the line is broken there. */
  let space = "";
  /** Lines of a table that goes on: its columns are known at its end. */
  let table: string[] = [];

  function takeTable(): string {
    const lines = table;
    table = [];
    return lines.length === 0 ? "" : `${tableLines(lines, { columns: columns(), colour }).join("\n")}\n`;
  }

  function newLine(): string {
    column = indent = 0;
    // White space at the end of a line says nothing on a screen.
    space = "";
    lineStart = true;
    whole = null;
    // A mark that was never closed ends with its line.
    bold = code = false;
    return "\n";
  }

  function paint(text: string): string {
    if (text === "" || !styled) return text;
    if (code) return colour.yellow(text);
    if (bold || whole === "heading") return colour.bold(text);
    return whole === "quote" ? colour.dim(text) : text;
  }

  /** One word with its marks turned into styles; wrapped before it where it would not fit. */
  function putWord(word: string): string {
    const plain = styled ? word.replaceAll("**", "").replaceAll("`", "") : word;
    const units = [...plain].some(isWide) ? splitWide(word) : [word];
    return units.map((unit) => putUnit(unit)).join("");
  }

  function putUnit(unit: string): string {
    const width = widthOf(styled ? unit.replaceAll("**", "").replaceAll("`", "") : unit);
    let out = "";
    if (column > indent && column + space.length + width > columns()) {
      out += `\n${" ".repeat(indent)}`;
      column = indent;
    } else {
      out += space;
      column += space.length;
    }
    space = "";
    column += width;
    return out + paintMarks(unit);
  }

  function paintMarks(unit: string): string {
    if (!styled) return unit;
    return unit
      .split(/(\*\*|`)/)
      .map((part) => {
        if (part === "`") {
          code = !code;
          return "";
        }
        if (part === "**" && !code) {
          bold = !bold;
          return "";
        }
        return paint(part);
      })
      .join("");
  }

  /** The first word of a line says what the line is. */
  function beginLine(word: string): string {
    lineStart = false;
    if (/^#{1,6}$/.test(word)) {
      whole = "heading";
      if (!styled) return putWord(word);
      space = "";
      isBare = true;
      return "";
    }
    if (word.startsWith(">")) whole = "quote";
    indent = Math.min(space.length, 16) + (/^(?:[-*+]|\d{1,3}[.)])$/.test(word) ? word.length + 1 : 0);
    return putWord(word);
  }

  function takeLine(line: string): string {
    if (styled && fence === null && lineStart && space === "" && isTableLine(line)) {
      table.push(line);
      return "";
    }
    return takeTable() + takeOther(line);
  }

  function takeOther(line: string): string {
    const mark = lineStart ? /^\s*(`{3,}|~{3,})/.exec(line)?.[1] : undefined;
    if (fence === null && mark === undefined) return takeWords(line) + newLine();
    if (fence === null) fence = mark ?? null;
    else if (mark !== undefined && mark.startsWith(fence) && line.trim() === mark) fence = null;
    const whole = space + line;
    return `${styled ? colour.dim(`  ${whole}`) : whole}${newLine()}`;
  }

  function takeWords(text: string): string {
    let out = "";
    for (const part of text.split(/([ \t]+)/)) {
      if (part === "") continue;
      if (/^[ \t]/.test(part)) {
        // Behind the mark of a heading that is not shown, nothing needs to be apart.
        space += isBare ? "" : part;
        continue;
      }
      isBare = false;
      out += lineStart ? beginLine(part) : putWord(part);
    }
    return out;
  }
  let isBare = false;

  return {
    push(text) {
      held += text;
      let out = "";
      for (let cut = held.indexOf("\n"); cut !== -1; cut = held.indexOf("\n")) {
        out += takeLine(held.slice(0, cut));
        held = held.slice(cut + 1);
      }
      // Words that are whole are shown before their line is; a line that may be a fence waits for its end.
      const isCode = fence !== null || (lineStart && (styled ? /^\s*[`~|]/ : /^\s*[`~]/).test(held));
      const last = isCode ? -1 : held.search(/[ \t][^ \t]*$/);
      if (last > 0) {
        out += takeTable() + takeWords(held.slice(0, last));
        held = held.slice(last);
      }
      return out;
    },
    end() {
      const rest = held;
      held = "";
      const isCode = fence !== null || (lineStart && (isTableLine(rest) || /^\s*(?:`{3,}|~{3,})/.test(rest)));
      const out = (rest === "" ? "" : isCode ? takeLine(rest) : takeTable() + takeWords(rest)) + takeTable();
      fence = null;
      return column > 0 || (out !== "" && !isCode) ? out + newLine() : out;
    },
    pause() {
      if (column === 0) return "";
      column = indent = 0;
      space = "";
      held = held.trimStart();
      return "\n";
    },
    get column() {
      return column;
    },
    get atStart() {
      return column === 0 && held.trim() === "" && table.length === 0;
    },
  };
}

const WIDE = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303F\uFF01-\uFF60`;
/** No line begins with a mark that closes. */
const BREAKABLE = new RegExp(`[${WIDE}][，。！？；：、）」』”]?|[^${WIDE}]+`, "gu");

/** Between wide characters a line may break anywhere. */
function splitWide(word: string): string[] {
  return word.match(BREAKABLE) ?? [word];
}
