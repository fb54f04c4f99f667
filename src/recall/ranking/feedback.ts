// Feedback: a long question says much that is beside the point, and its best units say in other words what it is about. The
// terms that they have in common, and that are rare elsewhere, join the question with a smaller share (after "RM3").

import { languageOf } from "../reading/languages.ts";
import { isPiece } from "../reading/wordPieces.ts";
import { readWords } from "../reading/tokeniser.ts";
import type { Unit } from "../units/units.ts";
import type { Looked } from "./score.ts";
import type { Weights } from "./weights.ts";

/** How many of the best units are read, and how many of their terms are taken. */
export const READ_AGAIN = 10;
const TAKEN = 20;
/** Of how many the rarity is asked for. */
const WEIGHED = 60;

/** Words made of letters only: pairs of Han characters are several to a word, and a question has many of them at once. */
const SPELLED = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u;

/** How much it counts; 0 for the questions that most people ask. `stands`: whether a word is anywhere. */
export function feedbackShare(
  words: readonly (readonly string[])[],
  { feedback }: Weights,
  stands: (forms: readonly string[]) => boolean,
): number {
  if (words.length < feedback.from) return 0;
  const spelled = words.filter((forms) => SPELLED.test(forms[0] ?? "") && stands(forms)).length;
  return Math.max(0, Math.min(feedback.most, (spelled - feedback.from + 1) / feedback.over));
}

export interface Candidate {
  readonly term: string;
  readonly weight: number;
}

/** The terms that the best units say most of, without those that were asked for. */
export function candidatesOf(best: readonly { readonly unit: Unit; readonly score: number }[], asked: ReadonlySet<string>): Candidate[] {
  const all = best.reduce((sum, { score }) => sum + score, 0);
  const weights = new Map<string, number>();
  for (const { unit, score } of best) {
    const { terms } = readWords(unit.text, languageOf(unit.text));
    for (const term of terms) weights.set(term, (weights.get(term) ?? 0) + score / all / Math.max(1, terms.length));
  }
  const fresh = [...weights].filter(([term]) => !asked.has(term) && !isPiece(term)).map(([term, weight]) => ({ term, weight }));
  return fresh.sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1)).slice(0, WEIGHED);
}

export function chosenFrom(candidates: readonly Candidate[], share: number, rarityOf: (term: string) => number): Looked[] {
  const weighed = candidates
    .map(({ term, weight }) => ({ term, weight: weight * rarityOf(term) }))
    .sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1))
    .slice(0, TAKEN);
  const most = weighed[0]?.weight ?? 1;
  return weighed.map(({ term, weight }) => ({ forms: [term], share: (share * weight) / most }));
}
