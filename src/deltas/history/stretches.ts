// A long text as stretches, each of one change, which is told by its number. A text of years has tens of thousands; they are kept
// in blocks, so that an edit anywhere costs the blocks and not the text, and as plain numbers, which nobody has to collect. Pure.

interface Block {
  /** Of all its stretches. */
  length: number;
  count: number;
  /** Of each stretch, and its change's number. */
  readonly lengths: Int32Array;
  readonly changes: Int32Array;
}

const LARGEST = 128;
/** An edit adds a stretch and cuts two others at most. */
const ROOM = LARGEST + 4;

export class Stretches {
  #blocks: Block[] = [];

  clear(): void {
    this.#blocks = [];
  }

  /** What was from `at` on for `removed` characters is one stretch of the change now. */
  replace(at: number, removed: number, fresh: { readonly length: number; readonly change: number }): void {
    if (this.#blocks.length === 0) this.#blocks.push(newBlock());
    const first = this.#find(at);
    this.#remove(first, removed);
    const block = this.#blocks[first.number] as Block;
    if (fresh.length > 0) {
      const index = cutIn(block, first.left);
      insert(block, index, fresh.length, fresh.change);
      block.length += fresh.length;
    }
    this.#settle(first.number);
  }

  /** One more at the end, without looking for it. */
  add(length: number, change: number): void {
    const last = this.#blocks.at(-1);
    const block = last === undefined || last.count === LARGEST ? newBlock() : last;
    if (block !== last) this.#blocks.push(block);
    insert(block, block.count, length, change);
    block.length += length;
  }

  *all(): Iterable<{ length: number; change: number }> {
    for (const { count, lengths, changes } of this.#blocks)
      for (let index = 0; index < count; index++) yield { length: lengths[index] as number, change: changes[index] as number };
  }

  /** The block that this place is in, and how far behind its beginning. */
  #find(at: number): { number: number; left: number } {
    let [number, left] = [0, at];
    for (const last = this.#blocks.length - 1; number < last; number++) {
      const { length } = this.#blocks[number] as Block;
      if (left < length) break;
      left -= length;
    }
    return { number, left };
  }

  #remove({ number, left }: { readonly number: number; readonly left: number }, removed: number): void {
    let [at, rest] = [left, removed];
    for (let each = number; rest > 0 && each < this.#blocks.length;) {
      const block = this.#blocks[each] as Block;
      const here = Math.min(rest, block.length - at);
      const [from, to] = [cutIn(block, at), cutIn(block, at + here)];
      drop(block, from, to);
      block.length -= here;
      rest -= here;
      // The first one stays, as the place of what comes instead.
      if (block.count === 0 && each !== number) this.#blocks.splice(each, 1);
      else each++;
      at = 0;
    }
  }

  /** A block that grew too large becomes two, an empty one goes. */
  #settle(number: number): void {
    const block = this.#blocks[number] as Block;
    if (block.count === 0) this.#blocks.splice(number, 1);
    if (block.count <= LARGEST) return;
    const second = newBlock();
    for (let index = LARGEST / 2; index < block.count; index++) {
      insert(second, second.count, block.lengths[index] as number, block.changes[index] as number);
      second.length += block.lengths[index] as number;
    }
    block.count = LARGEST / 2;
    block.length -= second.length;
    this.#blocks.splice(number + 1, 0, second);
  }
}

function newBlock(): Block {
  return { length: 0, count: 0, lengths: new Int32Array(ROOM), changes: new Int32Array(ROOM) };
}

/** The stretch that goes over this place becomes two; the number of the one that begins there. */
function cutIn(block: Block, at: number): number {
  let [index, left] = [0, at];
  while (left > 0 && index < block.count) {
    const length = block.lengths[index] as number;
    if (left < length) {
      block.lengths[index] = left;
      insert(block, index + 1, length - left, block.changes[index] as number);
      return index + 1;
    }
    left -= length;
    index++;
  }
  return index;
}

function insert(block: Block, index: number, length: number, change: number): void {
  block.lengths.copyWithin(index + 1, index, block.count);
  block.changes.copyWithin(index + 1, index, block.count);
  block.lengths[index] = length;
  block.changes[index] = change;
  block.count++;
}

function drop(block: Block, from: number, to: number): void {
  block.lengths.copyWithin(from, to, block.count);
  block.changes.copyWithin(from, to, block.count);
  block.count -= to - from;
}
