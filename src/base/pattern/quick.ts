// Globs become regular expressions of few kinds. The platform's engine is the quickest where its worst case is small: the
// length of the text to the power of the number of loops. Where it is not, the linear engine answers.

import { linearPattern } from "./linear.ts";

const MOST_WORK = 2_000_000;

/** Tests a text against an expression with flags u and s. `otherwise` is the answer where neither engine can give one. */
export function quickTest(source: string, otherwise: boolean): (text: string) => boolean {
  const cost = worstCase(source);
  const native = new RegExp(source, "su");
  let careful: ((text: string) => boolean) | undefined;
  return (text) => {
    if (cost(text.length) <= Math.max(text.length, MOST_WORK)) return native.test(text);
    if (careful === undefined) {
      const made = linearPattern(source, "s");
      careful = made.kind === "pattern" ? made.pattern.test : () => otherwise;
    }
    return careful(text);
  };
}

/** The steps that a backtracking engine needs at most, by the length of a text. */
export function worstCase(source: string): (length: number) => number {
  const plain = source.replace(/\\./gs, "x").replace(/\[[^\]]{0,2000}\]/g, "x");
  // A group that repeats may hold loops of its own, so that no power of the length bounds it.
  const loops = /\)[*+{]/.test(plain) ? Infinity : (plain.match(/[*+{]/g) ?? []).length;
  return (length) => Math.max(length, 2) ** loops;
}
