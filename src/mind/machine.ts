// The machine's clock and randomness, handed from here to the rooms that may not ask for them themselves.

import type { Clock, Random } from "../base/index.ts";

export const systemClock: Clock = {
  now: () => new Date(),
  get timeZone() {
    return process.env["TZ"] || Intl.DateTimeFormat().resolvedOptions().timeZone;
  },
  dayOf(at) {
    const two = (number: number) => String(number).padStart(2, "0");
    return `${String(at.getFullYear()).padStart(4, "0")}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  },
};

/** Asking the kernel for eight bytes costs as much as asking for a kilobyte, and every event wants eight. */
const POOL = 1024;
let pool = Buffer.alloc(0);
let used = 0;

function randomHex(bytes: number): string {
  // Taken on first use: see base/hash.ts.
  const { randomBytes } = process.getBuiltinModule("node:crypto");
  if (bytes > 32) return randomBytes(bytes).toString("hex");
  if (used + bytes > pool.length) {
    pool = randomBytes(POOL);
    used = 0;
  }
  const hex = pool.toString("hex", used, used + bytes);
  // What was given out is kept nowhere: it may become a key.
  pool.fill(0, used, used + bytes);
  used += bytes;
  return hex;
}

export const systemRandom: Random = {
  hex: randomHex,
  unit: () => Math.random(),
};

/** Taken on first use, like crypto: only a mind with a database wants it. */
export function hostName(): string {
  return process.getBuiltinModule("node:os").hostname();
}
