// Near-duplicates: the same thing noted twice is shown once.

/** Below this many different terms two units are too short to be called the same. */
const FEWEST_TERMS = 8;
const SAME = 0.9;

/** Parts an ordered list into what says something new and what repeats an earlier one. */
export function partDuplicates<T>(ordered: readonly T[], termsOf: (each: T) => ReadonlySet<string>): { fresh: T[]; repeated: T[] } {
  const fresh: { each: T; terms: ReadonlySet<string> }[] = [];
  const repeated: T[] = [];
  for (const each of ordered) {
    const terms = termsOf(each);
    if (fresh.some((kept) => isSame(kept.terms, terms))) repeated.push(each);
    else fresh.push({ each, terms });
  }
  return { fresh: fresh.map(({ each }) => each), repeated };
}

function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  if (small.size < FEWEST_TERMS || small.size < SAME * large.size) return false;
  let shared = 0;
  for (const term of small) if (large.has(term)) shared++;
  return shared >= SAME * (a.size + b.size - shared);
}
