/** A host cuts longer text where nobody sees it; here the cut stands at a line's end and says where the rest is. */
export function capped(text: string, cap: number | undefined, session: string): string {
  if (cap === undefined || text.length <= cap) return text;
  const tail = `\n[TRUNCATED: ${text.length} characters, and this program takes ${cap}. The whole: codicil prompt --session ${session}]\n</codicil>`;
  const kept = text.slice(0, cap - tail.length);
  return `${kept.slice(0, Math.max(kept.lastIndexOf("\n"), 0))}${tail}`;
}
