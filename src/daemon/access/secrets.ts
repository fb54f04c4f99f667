// Comparing and drawing secrets of 256 bits.

import { createHash, timingSafeEqual } from "node:crypto";
import type { Random } from "../../base/index.ts";

export function drawSecret(random: Random): string {
  return random.hex(32);
}

/** What may be written down of a secret: enough to know it again, too little to use it. */
export function secretMark(secret: string): string {
  return digest(secret).toString("hex");
}

export function hasMark(given: string, mark: string): boolean {
  const known = Buffer.from(mark, "hex");
  return known.length === 32 && timingSafeEqual(digest(given), known);
}

/** Takes the same time wherever the two differ: hashes of one length are compared, not the texts. */
export function isSameSecret(given: string, secret: string): boolean {
  return timingSafeEqual(digest(given), digest(secret));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
