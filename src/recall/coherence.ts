// Whether texts that are in a row belong together: neighbours that share more than strangers do are a conversation or
// a document; shuffled paragraphs are not. For data that does not say.

import { readWords } from "./reading/tokeniser.ts";

/** Conversations measured 3.5 and more (2.2 with the same words before every turn), the same ones shuffled up to 1.3. */
const TOGETHER = 1.6;
/** In shorter rows chance decides. */
const FEWEST = 20;
const MOST = 3000;

export function standTogether(all: readonly string[]): boolean {
  if (all.length < FEWEST) return false;
  const terms = all.slice(0, MOST).map((text) => new Set(readWords(text).terms));
  const holding = new Map<string, number>();
  for (const each of terms) for (const term of each) holding.set(term, (holding.get(term) ?? 0) + 1);
  const worth = (term: string) => Math.log(1 + terms.length / (holding.get(term) ?? 1)) ** 2;
  const sizes = terms.map((each) => Math.sqrt([...each].reduce((sum, term) => sum + worth(term), 0)));
  const shared = (a: number, b: number) => {
    const size = (sizes[a] as number) * (sizes[b] as number);
    if (size === 0) return 0;
    let sum = 0;
    for (const term of terms[a] as Set<string>) if (terms[b]?.has(term)) sum += worth(term);
    return sum / size;
  };
  const half = terms.length >> 1;
  let neighbours = 0;
  let strangers = 0;
  for (let at = 0; at < terms.length - 1; at++) {
    neighbours += shared(at, at + 1);
    // Not always the same distance: texts made from a pattern repeat themselves at a fixed one.
    strangers += shared(at, (at + half + (at % 7)) % terms.length);
  }
  return neighbours > TOGETHER * strangers;
}
