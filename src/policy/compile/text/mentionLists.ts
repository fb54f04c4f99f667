// Lists of mentions: `a`, `b` and `c`.

import type { Mention, Sentence } from "./sentence.ts";

/**
 * The mentions that end at `to` as one list, in order. `joins` says whether the words between a mention and what follows it
 * hold the list together; for the last mention that is the text up to `to`.
 */
export function mentionsUpTo(sentence: Sentence, to: number, joins: (between: string, isLast: boolean) => boolean): Mention[] {
  const list: Mention[] = [];
  let end = to;
  for (const mention of sentence.mentions.toReversed()) {
    if (mention.at >= to) continue;
    if (!joins(sentence.norm.slice(mention.at + 1, end), list.length === 0)) break;
    list.unshift(mention);
    end = mention.at;
  }
  return list;
}
