// Near-duplicates: the same thing noted twice is shown once.

/** Below this many different terms two units are too short to be called the same. */
const FEWEST_TERMS = 8;
const SAME = 0.9;

/** The first of an ordered list, what repeats an earlier one behind everything else. Only as many are read as are wanted. */
export function freshFirst<T>(ordered: readonly T[], { wanted, termsOf }: { readonly wanted: number; termsOf(each: T): ReadonlySet<string> }): T[] {
  const fresh: { each: T; terms: ReadonlySet<string> }[] = [];
  const repeated: T[] = [];
  for (const each of ordered) {
    if (fresh.length === wanted) break;
    const terms = termsOf(each);
    // Further down nobody sees a repetition, and looking for one would cost the square of the list.
    if (fresh.length < COMPARED && fresh.some((kept) => isSame(kept.terms, terms))) repeated.push(each);
    else fresh.push({ each, terms });
  }
  return [...fresh.map(({ each }) => each), ...repeated].slice(0, wanted);
}

const COMPARED = 100;

function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  if (small.size < FEWEST_TERMS || small.size < SAME * large.size) return false;
  let shared = 0;
  for (const term of small) if (large.has(term)) shared++;
  return shared >= SAME * (a.size + b.size - shared);
}
