// A long text as stretches, each of one change. A text of years has tens of thousands; they are kept in blocks, so that an
// edit anywhere costs the blocks and not the text. Pure.

import type { Change } from "../schema/index.ts";

export interface Stretch {
  readonly length: number;
  readonly change: Change;
}

interface Block {
  length: number;
  stretches: Stretch[];
}

const LARGEST = 512;

export class Stretches {
  #blocks: Block[] = [];

  clear(): void {
    this.#blocks = [];
  }

  /** What stood from `at` on for `removed` characters is one stretch of the change now. */
  replace(at: number, removed: number, fresh: Stretch): void {
    const [first, from] = this.#cut(at);
    const [last, to] = this.#cut(at + removed);
    const added = fresh.length === 0 ? [] : [fresh];
    const begin = this.#blocks[first];
    if (begin === undefined) return void (added.length > 0 && this.#blocks.push({ length: fresh.length, stretches: added }));
    if (first === last) begin.stretches.splice(from, to - from, ...added);
    else {
      begin.stretches.splice(from, Infinity, ...added);
      this.#blocks[last]?.stretches.splice(0, to);
      this.#blocks.splice(first + 1, last - first - 1);
    }
    this.#settle(first, first === last ? 1 : 2);
  }

  *all(): Iterable<Stretch> {
    for (const { stretches } of this.#blocks) yield* stretches;
  }

  /** A boundary at this place: the block and the number in it of the stretch that begins there. */
  #cut(at: number): [number, number] {
    let left = at;
    for (const [number, block] of this.#blocks.entries()) {
      if (left > block.length || (left === block.length && number < this.#blocks.length - 1)) {
        left -= block.length;
        continue;
      }
      for (const [index, { length, change }] of block.stretches.entries()) {
        if (left === 0) return [number, index];
        if (left < length) {
          block.stretches.splice(index, 1, { length: left, change }, { length: length - left, change });
          return [number, index + 1];
        }
        left -= length;
      }
      return [number, block.stretches.length];
    }
    return [Math.max(0, this.#blocks.length - 1), 0];
  }

  /** Counts so many blocks again from this one on; one that grew too large becomes two, an empty one goes. */
  #settle(first: number, count: number): void {
    const settled = this.#blocks.slice(first, first + count).flatMap(({ stretches }) => {
      const half = Math.ceil(stretches.length / 2);
      return stretches.length <= LARGEST ? [stretches] : [stretches.slice(0, half), stretches.slice(half)];
    });
    const blocks = settled
      .filter((stretches) => stretches.length > 0)
      .map((stretches) => ({ length: stretches.reduce((sum, { length }) => sum + length, 0), stretches }));
    this.#blocks.splice(first, count, ...blocks);
  }
}
