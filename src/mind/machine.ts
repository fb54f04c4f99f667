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

export const systemRandom: Random = {
  // Taken on first use: see base/hash.ts.
  hex: (bytes) => process.getBuiltinModule("node:crypto").randomBytes(bytes).toString("hex"),
  unit: () => Math.random(),
};

/** Taken on first use, like crypto: only a mind with a database wants it. */
export function hostName(): string {
  return process.getBuiltinModule("node:os").hostname();
}
