// The best of many: a heap that never holds more than is wanted.

/** Among these spans, in rising order. `admits` is asked only of those that are good enough: of a million units a filter then looks at some hundred. */
export function bestOf(
  spans: Iterable<readonly [start: number, end: number]>,
  wanted: number,
  scoreOf: (index: number) => number,
  admits: (index: number) => boolean = () => true,
): number[] {
  const heap: number[] = [];
  const scores: number[] = [];
  const swap = (a: number, b: number) => {
    [heap[a], heap[b]] = [heap[b] as number, heap[a] as number];
    [scores[a], scores[b]] = [scores[b] as number, scores[a] as number];
  };
  // Of equal scores the earlier index is the better one.
  const isWorse = (a: number, b: number) =>
    (scores[a] as number) < (scores[b] as number) || (scores[a] === scores[b] && (heap[a] as number) > (heap[b] as number));
  const sink = (from: number) => {
    for (let at = from; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let worst = at;
      if (left < heap.length && isWorse(left, worst)) worst = left;
      if (right < heap.length && isWorse(right, worst)) worst = right;
      if (worst === at) return;
      swap(at, worst);
      at = worst;
    }
  };
  // What is not above this cannot be among them.
  let least = wanted > 0 ? 0 : Number.POSITIVE_INFINITY;
  const add = (index: number, score: number) => {
    if (heap.length < wanted) {
      if (!admits(index)) return;
      heap.push(index);
      scores.push(score);
      for (let at = heap.length - 1; at > 0 && isWorse(at, (at - 1) >> 1); at = (at - 1) >> 1) swap(at, (at - 1) >> 1);
    } else if (admits(index)) {
      heap[0] = index;
      scores[0] = score;
      sink(0);
    }
    if (heap.length === wanted) least = scores[0] as number;
  };
  for (const [start, end] of spans) {
    for (let index = start; index < end; index++) {
      const score = scoreOf(index);
      if (score > least) add(index, score);
    }
  }
  return heap
    .map((index, at) => ({ index, score: scores[at] as number }))
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .map(({ index }) => index);
}
