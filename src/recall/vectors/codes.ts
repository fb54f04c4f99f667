// One bit per number: the first pass over all vectors counts differing bits, and only the nearest are compared exactly.

export function wordsFor(dimensions: number): number {
  return (dimensions + 31) >> 5;
}

/** The signs of a vector's numbers. */
export function codeOf(vector: Float32Array): Uint32Array {
  const code = new Uint32Array(wordsFor(vector.length));
  vector.forEach((each, at) => {
    if (each > 0) code[at >> 5] = ((code[at >> 5] as number) | (1 << (at & 31))) >>> 0;
  });
  return code;
}

/** How many bits differ between a code and the one that begins at `start` of many. */
export function distance(code: Uint32Array, many: Uint32Array, start: number): number {
  let bits = 0;
  for (let at = 0; at < code.length; at++) bits += ones((code[at] as number) ^ (many[start + at] as number));
  return bits;
}

function ones(given: number): number {
  let bits = given - ((given >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export function product(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] as number);
  return sum;
}
