// The lossless escape: a character becomes a hexadecimal character reference, `<` → `&#x3c;`. Markdown shows a reference as
// the character but never takes it for structure, and a model sees no tag, fence or heading in it.
//
// Invariant: replacing each reference of escapeAt(text, any) by its character gives back text. It holds because a
// reference that already is in the text has its own `&` escaped, and reading back replaces each once, from left to right.

const REFERENCE = /&#x([0-9a-f]{1,6});/g;
const HAS_REFERENCE = /&#x[0-9a-f]{1,6};/;

/** True where text contains what looks like an escape of ours, so that it must be escaped itself to be read back. */
export function holdsReference(text: string): boolean {
  return HAS_REFERENCE.test(text);
}

export function reference(text: string, index: number): string {
  return `&#x${(text.codePointAt(index) ?? 0xfffd).toString(16)};`;
}

/** Escapes the code points that begin at these offsets, and every reference that is in the text already. */
export function escapeAt(text: string, offsets: Iterable<number>): string {
  const all = new Set(offsets);
  for (const match of text.matchAll(REFERENCE)) all.add(match.index);
  return replaceAt(text, all);
}

/** Makes the code points at these offsets harmless for a reader that need not give them back. */
export function replaceAt(text: string, offsets: ReadonlySet<number>): string {
  if (offsets.size === 0) return text;
  const sorted = Int32Array.from(offsets).sort();
  const parts: string[] = [];
  let done = 0;
  for (const at of sorted) {
    if (at < done || at >= text.length) continue;
    parts.push(text.slice(done, at), reference(text, at));
    done = at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
  }
  parts.push(text.slice(done));
  return parts.join("");
}
