// How many columns a text takes on a terminal.

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303F\uFF01-\uFF60\uFFE0-\uFFE6\p{Emoji_Presentation}]/u;
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
