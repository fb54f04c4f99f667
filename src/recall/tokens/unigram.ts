// Unigram: of all ways to cut a word into pieces of the vocabulary, the likeliest.

import type { Pieces } from "./tokenizer.ts";

/** What one unknown character costs beside the unlikeliest piece. */
const UNKNOWN_COST = 10;

export function unigram(vocab: readonly (readonly [string, number])[], unknown: number | null): Pieces {
  const pieces = new Map(vocab.map(([token, score], id) => [token, { id, score }]));
  const longest = vocab.reduce((most, [token]) => Math.max(most, token.length), 1);
  const worst = vocab.reduce((least, [, score]) => Math.min(least, score), 0) - UNKNOWN_COST;
  return (word) => {
    const characters = [...word];
    const best: Cut[] = [{ score: 0, from: 0, id: null }];
    for (let end = 1; end <= characters.length; end++) best.push(bestCut(characters, end, best));
    return piecesOf(best, unknown);
  };

  /** The likeliest way to cut the first `end` characters, given those for fewer. */
  function bestCut(characters: readonly string[], end: number, best: readonly Cut[]): Cut {
    let likeliest: Cut = { score: (best[end - 1] as Cut).score + worst, from: end - 1, id: unknown };
    let text = "";
    for (let start = end - 1; start >= 0; start--) {
      text = (characters[start] ?? "") + text;
      if (text.length > longest) break;
      const piece = pieces.get(text);
      if (piece === undefined || piece.id === unknown) continue;
      const score = (best[start] as Cut).score + piece.score;
      if (score > likeliest.score) likeliest = { score, from: start, id: piece.id };
    }
    return likeliest;
  }
}

/** A way to cut the beginning of a word: how likely, where its last piece begins, and that piece. */
interface Cut {
  readonly score: number;
  readonly from: number;
  readonly id: number | null;
}

function piecesOf(best: readonly Cut[], unknown: number | null): number[] {
  const found: number[] = [];
  for (let at = best.length - 1; at > 0;) {
    const { id, from } = best[at] as Cut;
    // Unknown characters side by side are one unknown piece.
    if (id !== null && !(id === unknown && found.at(-1) === unknown)) found.push(id);
    at = from;
  }
  return found.reverse();
}
