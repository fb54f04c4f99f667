// How many columns a text takes on a terminal.

const WIDE_SCRIPTS = ["Han", "Hiragana", "Katakana", "Hangul"].map((name) => `\\p{Script=${name}}`).join("");
const WIDE = new RegExp(`[${WIDE_SCRIPTS}\\u3000-\\u303F\\uFF01-\\uFF60\\uFFE0-\\uFFE6\\p{Emoji_Presentation}]`, "u");
const NONE = /[\p{Mn}\p{Me}\u200B-\u200D\uFE0F]/u;

export function isWide(char: string): boolean {
  return WIDE.test(char);
}

export function widthOf(text: string): number {
  let width = 0;
  for (const char of text) width += NONE.test(char) ? 0 : isWide(char) ? 2 : 1;
  return width;
}

/** As `padEnd`. */
export const padTo = (text: string, columns: number): string => text + " ".repeat(Math.max(0, columns - widthOf(text)));

/** The beginning that fits, with a mark where something was left out. */
export function fitTo(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let kept = "";
  let width = 0;
  for (const char of text) {
    const next = widthOf(char);
    if (width + next > columns - 1) break;
    kept += char;
    width += next;
  }
  return `${kept}…`;
}

const STYLE = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");

const WIDE_PIECE = new RegExp(`(${WIDE.source})`, "u");

/** Words with the spaces behind them, and wide characters one by one: a line may end after each. */
function piecesOf(line: string): string[] {
  return line
    .split(/(?<= )/)
    .flatMap((word) => word.split(WIDE_PIECE))
    .filter((piece) => piece !== "");
}

/** The first column of an indented row, up to where its second one begins. */
const FIRST_COLUMN = /^ +\S+(?: \S+)* {2,}/;

/** Lines broken between words; the rest of a line is indented so far, or like its last column. Styles take no room. */
export function wrapLines(text: string, columns: number, indented?: number): string {
  return text
    .split("\n")
    .map((line) => {
      const plain = line.replace(STYLE, "");
      if (widthOf(plain) <= columns) return line;
      const begins = (FIRST_COLUMN.exec(plain) ?? /^ */.exec(plain))?.[0].length ?? 0;
      const indent = indented ?? Math.min(begins, columns >> 1);
      let [out, width] = ["", 0];
      for (const piece of piecesOf(line)) {
        const next = widthOf(piece.replace(STYLE, "").trimEnd());
        if (width > indent && width + next > columns) {
          out = `${out.trimEnd()}\n${" ".repeat(indent)}`;
          width = indent;
        }
        out += piece;
        width += widthOf(piece.replace(STYLE, ""));
      }
      return out;
    })
    .join("\n");
}

/** At most so many lines, the last one with a mark where something was left out. */
export function wrapTo(text: string, columns: number, most: number): string[] {
  const lines = wrapLines(text, columns).split("\n");
  return lines.length <= most
    ? lines.map((line) => fitTo(line, columns))
    : [...lines.slice(0, most - 1), fitTo(lines.slice(most - 1).join(" "), columns)];
}
