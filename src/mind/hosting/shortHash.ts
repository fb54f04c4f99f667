// SHA-256 for short texts, in plain JavaScript. Loading Node's own costs a fifth of an empty start, and the hook starts
// before every call; for a command line this takes a fraction of a millisecond. Not for long texts.

const ROUNDS = 64;
const K: number[] = [];
const START: number[] = [];

/** The first bits of the fractional parts of square and cube roots of primes: computed, not copied. */
function prepare(): void {
  for (let number = 2; K.length < ROUNDS; number++) {
    let isPrime = true;
    for (let factor = 2; factor * factor <= number; factor++) if (number % factor === 0) isPrime = false;
    if (!isPrime) continue;
    if (START.length < 8) START.push((Math.sqrt(number) * 2 ** 32) | 0);
    K.push((Math.cbrt(number) * 2 ** 32) | 0);
  }
}

export function shortSha256(text: string): string {
  if (K.length === 0) prepare();
  const bytes = Buffer.from(text, "utf8");
  const blocks = ((bytes.length + 8) >> 6) + 1;
  const data = Buffer.alloc(blocks * 64);
  bytes.copy(data);
  data[bytes.length] = 0x80;
  data.writeUInt32BE(bytes.length * 8, data.length - 4);
  const state = [...START];
  const w = new Int32Array(ROUNDS);
  for (let at = 0; at < data.length; at += 64) addBlock(state, w, data, at);
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

function addBlock(state: number[], w: Int32Array, data: Buffer, at: number): void {
  const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by));
  for (let i = 0; i < ROUNDS; i++) {
    if (i < 16) {
      w[i] = data.readInt32BE(at + i * 4);
      continue;
    }
    const [x, y] = [w[i - 15] as number, w[i - 2] as number];
    w[i] = ((w[i - 16] as number) + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + (w[i - 7] as number) + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10))) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < ROUNDS; i++) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + (K[i] as number) + (w[i] as number)) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = ((state[i] as number) + word) | 0));
}
