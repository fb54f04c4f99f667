// The one sanitiser for every place that shows text to a person: terminal, page, log, error message. Control characters
// become their pictures, hidden ones their numbers; emoji, joiners and line breaks stay.

import { findHidden } from "./characters.ts";

/** Idempotent: what comes out holds nothing that would be changed again. */
export function cleanForEcho(text: string): string {
  const parts: string[] = [];
  let done = 0;
  const hidden = findHidden(text);
  if (hidden.length === 0 && !text.includes("\r")) return text;
  for (const { index, length } of hidden) {
    if (index < done) continue;
    parts.push(text.slice(done, index));
    for (const char of text.slice(index, index + length)) parts.push(picture(char));
    done = index + length;
  }
  parts.push(text.slice(done));
  // a lone carriage return would let the rest of the line write over what is before it
  return parts.join("").replace(/\r(?!\n)/g, "␍");
}

function picture(char: string): string {
  const code = char.codePointAt(0) ?? 0xfffd;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return "␡";
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
}
