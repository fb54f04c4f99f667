/** Reads escaped content as Markdown does: each hexadecimal reference is its character again. */
export function unescapeJudged(text: string): string {
  return text.replace(/&#x([0-9a-f]{1,6});/g, (whole, digits: string) => {
    const code = Number.parseInt(digits, 16);
    return code > 0x10ffff ? whole : String.fromCodePoint(code);
  });
}
