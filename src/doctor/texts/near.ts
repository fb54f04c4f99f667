// Which of many sentences are nearly alike, without comparing all pairs. Pure.
//
// Two sets of words that agree on a share t of them have one of their rarest words in common: of n words in order of
// rarity, one of the first n - t·n + 1. So only sentences that meet in such a word are compared, each with a bounded
// number of others, and a bit set of the words turns most of those away. Twenty thousand lines take half a second.

/** Of two sentences: how many words both have, how many are spelled alike, and how many only one of them has. */
export interface Overlap {
  readonly shared: number;
  readonly alike: number;
  readonly onlyA: number;
  readonly onlyB: number;
}

/** Below this share of the longer sentence nothing is near. */
const LOWEST_SHARE = 0.6;
/** A word that is in more sentences than this says nothing about which of them belong together. */
const COMMONEST = 200;
const MOST_COMPARED = 64;

interface Entry {
  /** Words as numbers, in order. */
  readonly words: readonly number[];
  /** One bit for each word, of thirty-two: entries whose bits differ more than their words may are not compared. */
  readonly bits: number;
}

interface Book {
  readonly entries: readonly Entry[];
  readonly names: readonly string[];
  readonly counts: readonly number[];
}

/**
 * Calls `judge` with pairs (indexes, the earlier first) that have their common words in the same order. It answers which
 * of the two is settled and need not be compared again, or null where they are not near after all.
 */
export function joinNear(
  sentences: readonly (readonly string[])[],
  share: number,
  judge: (first: number, second: number, overlap: Overlap) => number | null,
): void {
  const book = numberWords(sentences);
  const { ranks, tooCommon } = rankWords(book.counts);
  const byRank: number[][] = [];
  const settled = new Uint8Array(book.entries.length);
  const metBy = new Int32Array(book.entries.length).fill(-1);
  const places = new Int32Array(book.counts.length).fill(-1);
  for (const [index, entry] of book.entries.entries()) {
    const rarestFirst = Uint32Array.from(entry.words, (word) => ranks[word] ?? 0).sort();
    const prefix = rarestFirst.length - Math.ceil(share * rarestFirst.length) + 1;
    const candidates: number[] = [];
    for (let at = 0; at < prefix; at++) {
      const rank = rarestFirst[at] ?? 0;
      // The rest is as common or commoner.
      if (rank >= tooCommon) break;
      const meeting = (byRank[rank] ??= []);
      for (const other of meeting) {
        if (metBy[other] === index || settled[other] === 1) continue;
        metBy[other] = index;
        if (mayBeNear(book.entries[other] as Entry, entry)) candidates.push(other);
      }
      meeting.push(index);
    }
    for (const [place, word] of entry.words.entries()) places[word] = place;
    for (const other of candidates.slice(-MOST_COMPARED)) {
      const overlap = compare(book.entries[other] as Entry, entry, { names: book.names, places });
      const done = overlap === null ? null : judge(other, index, overlap);
      if (done === null) continue;
      settled[done] = 1;
      break;
    }
    for (const word of entry.words) places[word] = -1;
  }
}

function numberWords(sentences: readonly (readonly string[])[]): Book {
  const numbers = new Map<string, number>();
  const counts: number[] = [];
  const names: string[] = [];
  const entries = sentences.map((sentence) => {
    let bits = 0;
    const words = sentence.map((word) => {
      let number = numbers.get(word);
      if (number === undefined) {
        number = names.length;
        numbers.set(word, number);
        names.push(word);
        counts.push(0);
      }
      counts[number] = (counts[number] ?? 0) + 1;
      bits |= 1 << (Math.imul(number, 0x9e3779b1) >>> 27);
      return number;
    });
    return { words, bits };
  });
  return { entries, counts, names };
}

/** The rarest word has rank 0; from `tooCommon` on they are in too many lines to tell anything. */
function rankWords(counts: readonly number[]): { ranks: Uint32Array; tooCommon: number } {
  const order = counts.map((_, word) => word).sort((a, b) => (counts[a] ?? 0) - (counts[b] ?? 0));
  const ranks = new Uint32Array(counts.length);
  for (const [rank, word] of order.entries()) ranks[word] = rank;
  return { ranks, tooCommon: counts.filter((count) => count <= COMMONEST).length };
}

/** Cheap, and never wrong about a pair that `compare` would take. */
function mayBeNear(a: Entry, b: Entry): boolean {
  const [smaller, larger] = a.words.length <= b.words.length ? [a.words.length, b.words.length] : [b.words.length, a.words.length];
  if (smaller < LOWEST_SHARE * larger) return false;
  let differing = a.bits ^ b.bits;
  let count = 0;
  for (; differing !== 0; count++) differing &= differing - 1;
  return count <= smaller + larger - 2 * Math.ceil(LOWEST_SHARE * larger);
}

/** null: they share too little, or the same words in another order, which says something else. `places`: of b's words. */
function compare(a: Entry, b: Entry, { names, places }: { names: readonly string[]; places: Int32Array }): Overlap | null {
  let last = -1;
  const onlyA: number[] = [];
  const shared = new Set<number>();
  for (const word of a.words) {
    const place = places[word] ?? -1;
    if (place === -1) onlyA.push(word);
    else {
      if (place < last) return null;
      last = place;
      shared.add(word);
    }
  }
  if (shared.size < LOWEST_SHARE * Math.max(a.words.length, b.words.length)) return null;
  const onlyB = b.words.filter((word) => !shared.has(word));
  const alike = pairAlike(onlyA, onlyB, names);
  return { shared: shared.size, alike, onlyA: onlyA.length - alike, onlyB: onlyB.length - alike };
}

/** Spellings of one word: "colour" and "color", "config" and "configuration". */
function pairAlike(onlyA: readonly number[], onlyB: readonly number[], names: readonly string[]): number {
  if (onlyA.length === 0 || onlyB.length === 0 || onlyA.length + onlyB.length > 8) return 0;
  const left = new Set(onlyB);
  let pairs = 0;
  for (const word of onlyA) {
    for (const other of left) {
      if (!areAlike(names[word] ?? "", names[other] ?? "")) continue;
      left.delete(other);
      pairs++;
      break;
    }
  }
  return pairs;
}

function areAlike(a: string, b: string): boolean {
  if (!/^[a-z]{5,}$/.test(a) || !/^[a-z]{5,}$/.test(b)) return false;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.startsWith(short) && short.length >= 6) return true;
  let head = 0;
  while (head < short.length && short[head] === long[head]) head++;
  let tail = 0;
  while (tail < short.length - head && short[short.length - 1 - tail] === long[long.length - 1 - tail]) tail++;
  // One letter more, and never at the beginning, where words part.
  return head >= 3 && head + tail === short.length && long.length - short.length === 1;
}
