// Text inside text: base64 and percent encoding undone, when what comes out is text again.

const SEXTETS = new Int8Array(128).fill(-1);
for (let i = 0; i < 64; i++) SEXTETS["ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".charCodeAt(i)] = i;
SEXTETS["-".charCodeAt(0)] = 62;
SEXTETS["_".charCodeAt(0)] = 63;

/**
 * The text that a base64 (or base64url) string encodes; undefined when it is not base64 or not text. Stops at
 * the first byte that no text has, which among drawn bytes is one of the first ten.
 */
export function decodeBase64(encoded: string): string | undefined {
  const length = encoded.endsWith("==") ? encoded.length - 2 : encoded.endsWith("=") ? encoded.length - 1 : encoded.length;
  if (length < 4 || length % 4 === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((length * 3) / 4));
  let filled = 0;
  let bits = 0;
  let held = 0;
  let wide = false;
  let following = 0;
  for (let i = 0; i < length; i++) {
    const unit = encoded.charCodeAt(i);
    const sextet = unit < 128 ? (SEXTETS[unit] as number) : -1;
    if (sextet < 0) return undefined;
    bits = ((bits << 6) | sextet) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    const byte = (bits >> held) & 0xff;
    following = followingAfter(byte, following);
    if (following < 0) return undefined;
    wide ||= byte > 127;
    bytes[filled++] = byte;
  }
  if (wide) return new TextDecoder().decode(bytes.subarray(0, filled));
  let text = "";
  for (let from = 0; from < filled; from += 4096) text += String.fromCharCode(...bytes.subarray(from, Math.min(filled, from + 4096)));
  return text;
}

/** How many bytes of a character are to follow this one in UTF-8; -1 where no text has this byte here. */
function followingAfter(byte: number, following: number): number {
  if (following > 0) return (byte & 0xc0) === 0x80 ? following - 1 : -1;
  if (byte < 128) return (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) || byte === 127 ? -1 : 0;
  if (byte < 0xc2 || byte > 0xf4) return -1;
  return byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
}

/** Percent escapes undone byte by byte (ASCII only); undefined when there are none. */
export function decodePercent(encoded: string): string | undefined {
  if (!/%[0-9A-Fa-f]{2}/.test(encoded)) return undefined;
  return encoded.replace(/%([0-7][0-9A-Fa-f])/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Text as UTF-8, in base64 without padding. */
export function encodeBase64(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  let encoded = "";
  for (let i = 0; i < bytes.length; i += 3) {
    const left = bytes.length - i;
    const bits = ((bytes[i] as number) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    for (let part = 0; part < Math.min(4, left + 1); part++) encoded += alphabet[(bits >> (18 - 6 * part)) & 63];
  }
  return encoded;
}
