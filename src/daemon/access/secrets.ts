// Comparing and drawing secrets of 256 bits.

import { createHash, timingSafeEqual } from "node:crypto";
import type { Random } from "../../base/index.ts";

export function drawSecret(random: Random): string {
  return random.hex(32);
}

/** Takes the same time wherever the two differ: hashes of one length are compared, not the texts. */
export function isSameSecret(given: string, secret: string): boolean {
  return timingSafeEqual(digest(given), digest(secret));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
