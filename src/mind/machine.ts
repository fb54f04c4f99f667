// The machine's clock and randomness, handed from here to the rooms that may not ask for them themselves.

import { closeSync, fstatSync, openSync, readSync } from "node:fs";
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

/** From the kernel's device where there is one: loading Node's module for it costs a fifth of an empty start. */
function randomBytes(count: number): Buffer<ArrayBuffer> {
  return fromDevice(count) ?? process.getBuiltinModule("node:crypto").randomBytes(count);
}

function fromDevice(count: number): Buffer<ArrayBuffer> | null {
  let device: number;
  try {
    device = openSync("/dev/urandom", "r");
  } catch {
    // Windows, or a cage without devices: Node's module knows another way.
    return null;
  }
  try {
    const bytes = Buffer.alloc(count);
    return fstatSync(device).isCharacterDevice() && readSync(device, bytes, 0, count, null) === count ? bytes : null;
  } finally {
    closeSync(device);
  }
}

export const systemRandom: Random = { hex: randomHex, unit: () => Math.random() };

/** Taken on first use, like crypto: only a mind with a database wants it. */
export function hostName(): string {
  return process.getBuiltinModule("node:os").hostname();
}
