// SHA-256: Node's own, and in plain JavaScript for short texts.

import type { createHash, hash, Hash } from "node:crypto";

let create: typeof createHash | undefined;
let atOnce: typeof hash | undefined;
/** So many characters are hashed without the module; a program that hashes more is better off with it. */
let withoutModule = 4096;

/**
 * SHA-256 as lower-case hex; the identity of every document, section and content in Codicil.
 * The module is taken when much is hashed: loading it costs a fifth of an empty start, and many commands hash a few lines.
 */
export function sha256(data: string | Uint8Array): string {
  if (atOnce === undefined && create === undefined && typeof data === "string" && (withoutModule -= data.length + 64) > 0)
    return shortSha256(data);
  atOnce ??= globalThis.process.getBuiltinModule("node:crypto").hash;
  return atOnce("sha256", data, "hex");
}

/** SHA-256 of what comes in pieces. */
export function openHash(): Hash {
  create ??= globalThis.process.getBuiltinModule("node:crypto").createHash;
  return create("sha256");
}

/** The same of parts that are not held all at once. */
export function hashParts(parts: Iterable<Uint8Array>): string {
  const hash = openHash();
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
}

const ROUNDS = 64;
const K = new Int32Array(ROUNDS);
const START = new Int32Array(8);
const w = new Int32Array(ROUNDS);

/** The first bits of the fractional parts of square and cube roots of primes: computed, not copied. */
function prepare(): void {
  for (let number = 2, found = 0; found < ROUNDS; number++) {
    let isPrime = true;
    for (let factor = 2; factor * factor <= number; factor++) if (number % factor === 0) isPrime = false;
    if (!isPrime) continue;
    if (found < 8) START[found] = (Math.sqrt(number) * 2 ** 32) | 0;
    K[found++] = (Math.cbrt(number) * 2 ** 32) | 0;
  }
}

let native: ((text: string) => string) | undefined;

/** For a program that has Node's own loaded. */
export function hashWith(own: ((text: string) => string) | undefined): void {
  native = own;
}

/**
 * Without Node's own, which costs a fifth of an empty start to load: the hook starts before every call, and for a command line this takes
 * a fraction of a millisecond. Not for long texts. Written with plain numbers and no lists that come and go, because it runs before
 * anything is optimised.
 */
export function shortSha256(text: string): string {
  if (native !== undefined) return native(text);
  if (K[0] === 0) prepare();
  const bytes = Buffer.from(text, "utf8");
  const data = new Uint8Array((((bytes.length + 8) >> 6) + 1) * 64);
  data.set(bytes);
  data[bytes.length] = 0x80;
  const bits = bytes.length * 8;
  for (let i = 0; i < 4; i++) data[data.length - 1 - i] = bits >>> (8 * i);
  const state = START.slice();
  for (let at = 0; at < data.length; at += 64) addBlock(state, data, at);
  let hex = "";
  for (const word of state) hex += (word >>> 0).toString(16).padStart(8, "0");
  return hex;
}

function addBlock(state: Int32Array, data: Uint8Array, at: number): void {
  for (let i = 0, from = at; i < 16; i++, from += 4)
    w[i] =
      ((data[from] as number) << 24) | ((data[from + 1] as number) << 16) | ((data[from + 2] as number) << 8) | (data[from + 3] as number);
  for (let i = 16; i < ROUNDS; i++) {
    const x = w[i - 15] as number;
    const y = w[i - 2] as number;
    const low = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const high = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = (w[i - 16] as number) + low + (w[i - 7] as number) + high;
  }
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  let e = state[4] as number;
  let f = state[5] as number;
  let g = state[6] as number;
  let h = state[7] as number;
  for (let i = 0; i < ROUNDS; i++) {
    const one =
      (h +
        (((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))) +
        ((e & f) ^ (~e & g)) +
        (K[i] as number) +
        (w[i] as number)) |
      0;
    const two = (((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  // Int32Array takes the low 32 bits of a sum by itself.
  state[0] = (state[0] as number) + a;
  state[1] = (state[1] as number) + b;
  state[2] = (state[2] as number) + c;
  state[3] = (state[3] as number) + d;
  state[4] = (state[4] as number) + e;
  state[5] = (state[5] as number) + f;
  state[6] = (state[6] as number) + g;
  state[7] = (state[7] as number) + h;
}

/** Characters as people count them for budgets: code points, not UTF-16 units. */
export function countChars(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff && i + 1 < text.length) {
      const next = text.charCodeAt(i + 1);
      if (next >= 0xdc00 && next <= 0xdfff) {
        count--;
        i++;
      }
    }
  }
  return count;
}

/** A rough token estimate: four Latin characters, or one Han character and a bit, to a token. */
export function estimateTokens(text: string): number {
  let wide = 0;
  let narrow = 0;
  for (const char of text) {
    if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(char)) wide++;
    else narrow++;
  }
  return Math.ceil(narrow / 4 + wide / 1.3);
}
