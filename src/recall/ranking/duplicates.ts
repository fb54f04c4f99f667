// Near-duplicates: the same thing noted twice is shown once.

/** Below this many different terms two units are too short to be called the same. */
const FEWEST_TERMS = 8;
const SAME = 0.9;

/** The first of an ordered list, what repeats an earlier one behind the first of the others. Only as many are read as are wanted. */
export function freshFirst<T>(
  ordered: readonly T[],
  { wanted, termsOf }: { readonly wanted: number; termsOf(each: T): ReadonlySet<string> },
): T[] {
  const fresh: T[] = [];
  const compared: ReadonlySet<string>[] = [];
  const repeated: T[] = [];
  for (const each of ordered) {
    if (fresh.length === wanted) break;
    // Further down nobody sees a repetition, and looking for one would cost the square of the list.
    const terms = compared.length < COMPARED ? termsOf(each) : null;
    if (terms !== null && compared.some((kept) => isSame(kept, terms))) repeated.push(each);
    else {
      fresh.push(each);
      if (terms !== null) compared.push(terms);
    }
  }
  return [...fresh.slice(0, FIRST), ...repeated, ...fresh.slice(FIRST)].slice(0, wanted);
}

/** Who asks for more hits than that wants all of them, and the repetition of a good one is better than a poor one. */
const FIRST = 20;

const COMPARED = 50;

function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  if (small.size < FEWEST_TERMS || small.size < SAME * large.size) return false;
  let shared = 0;
  for (const term of small) if (large.has(term)) shared++;
  return shared >= SAME * (a.size + b.size - shared);
}
