// Text in the columns of a terminal. A Chinese character takes two.

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;

export function widthOf(text: string): number {
  let width = 0;
  for (const char of text) width += WIDE.test(char) ? 2 : 1;
  return width;
}

/** The text, or its beginning and an ellipsis. */
export function clip(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let kept = "";
  let width = 0;
  for (const char of text) {
    width += widthOf(char);
    if (width > columns - 1) break;
    kept += char;
  }
  return `${kept.trimEnd()}…`;
}

/** Lines of at most so many columns, broken at spaces and between Chinese characters; the last one is clipped. */
export function wrap(text: string, columns: number, most: number): string[] {
  const lines: string[] = [];
  let line = "";
  const pieces = text.match(/\s+|[\u2e80-\u9fff\uac00-\ud7a3\uff00-\uffef]|[^\s\u2e80-\u9fff\uac00-\ud7a3\uff00-\uffef]+/gu) ?? [];
  for (const [at, piece] of pieces.entries()) {
    if (widthOf(line) + widthOf(piece.trimEnd()) <= columns) {
      line += piece;
      continue;
    }
    if (lines.length === most - 1) return [...lines, clip(line + pieces.slice(at).join(""), columns)];
    if (line.trim() !== "") lines.push(line.trimEnd());
    line = piece.trimStart();
  }
  return line.trim() === "" ? lines : [...lines, clip(line.trimEnd(), columns)];
}
