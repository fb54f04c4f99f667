// A term's place in the index file: a hash of 36 bits, of which the upper ones say in which row of a block it is, and the lower
// ones which of the row's terms. Two terms of one hash are found as one; of a million, few have such another.

/** Rows of a block, and hashes in a row. */
export const ROWS = 2 ** 12;
export const HASHES = 2 ** 24;

/** FNV-1a, and a second run over what it left. */
export function hashOf(term: string): number {
  let [low, high] = [0x811c9dc5, 0x9747b28c];
  for (let at = 0; at < term.length; at++) {
    low = Math.imul(low ^ term.charCodeAt(at), 0x01000193);
    high = Math.imul(high ^ low, 0x85ebca6b) ^ (high >>> 13);
  }
  return (high >>> 28) * 2 ** 32 + (mixed(low) >>> 0);
}

function mixed(value: number): number {
  const once = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  const twice = Math.imul(once ^ (once >>> 15), 0x735a2d97);
  return twice ^ (twice >>> 15);
}

export function rowOf(hash: number): number {
  return Math.floor(hash / HASHES);
}

/** How a hash begins in a row. */
export function pushHash(bytes: number[], hash: number): void {
  bytes.push(hash >>> 16, (hash >>> 8) & 255, hash & 255);
}

export function hashAt(row: Uint8Array, at: number): number {
  return ((row[at] as number) << 16) | ((row[at + 1] as number) << 8) | (row[at + 2] as number);
}
