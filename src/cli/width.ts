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

/** Lines broken between words, the rest of a line below its first word. Styles take no room. */
export function wrapLines(text: string, columns: number): string {
  return text
    .split("\n")
    .map((line) => {
      if (widthOf(line.replace(STYLE, "")) <= columns) return line;
      const indent = /^ */.exec(line.replace(STYLE, ""))?.[0] ?? "";
      let out = "";
      let width = 0;
      for (const word of line.split(/(?<= )/)) {
        const next = widthOf(word.replace(STYLE, "").trimEnd());
        if (width > indent.length && width + next > columns) {
          out = `${out.trimEnd()}\n${indent}`;
          width = indent.length;
        }
        out += word;
        width += widthOf(word.replace(STYLE, ""));
      }
      return out;
    })
    .join("\n");
}
