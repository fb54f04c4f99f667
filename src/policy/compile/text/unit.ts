// What the readers of sentences look at together: one clause's sentences and the blocks around them.

import type { Clause } from "./clauses.ts";
import { PRODUCER } from "./producer.ts";
import type { Mention, Sentence } from "./sentence.ts";

export interface Unit {
  readonly sentences: readonly Sentence[];
  readonly clause: Clause;
  /** Text of the clause in front of which a heading or lead-in was put; the first sentence carries it. */
  readonly led: boolean;
}

/** "it" reaches back over a short sentence only. */
const LONGEST_ANTECEDENT = 260;

/** Names before a sentence, nearest first: what "it" and "them" can mean. */
export function antecedents(unit: Unit, index: number): readonly { readonly sentence: Sentence; readonly mentions: readonly Mention[] }[] {
  const lists: { readonly sentence: Sentence; readonly mentions: readonly Mention[] }[] = [];
  for (let at = index - 1; at >= 0; at--) {
    const sentence = unit.sentences[at] as Sentence;
    const { mentions, norm } = sentence;
    if (norm.length > LONGEST_ANTECEDENT) break;
    const kept = mentions.filter((each) => !PRODUCER.test(norm.slice(Math.max(0, each.at - 40), each.at)));
    if (kept.length > 0) lists.push({ sentence, mentions: kept });
    if (lists.length > 0 || index - at >= 3) break;
  }
  return lists;
}
