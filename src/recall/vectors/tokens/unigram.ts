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
    const count = characters.length;
    const best: { score: number; from: number; id: number | null }[] = [{ score: 0, from: 0, id: null }];
    for (let end = 1; end <= count; end++) {
      best[end] = { score: (best[end - 1]?.score ?? 0) + worst, from: end - 1, id: unknown };
      let text = "";
      for (let start = end - 1; start >= 0; start--) {
        text = (characters[start] ?? "") + text;
        if (text.length > longest) break;
        const piece = pieces.get(text);
        const score = (best[start]?.score ?? 0) + (piece?.score ?? 0);
        if (piece !== undefined && piece.id !== unknown && score > (best[end]?.score ?? 0))
          best[end] = { score, from: start, id: piece.id };
      }
    }
    const found: number[] = [];
    for (let at = count; at > 0;) {
      const step = best[at] as { from: number; id: number | null };
      // Unknown characters side by side are one unknown piece.
      if (step.id !== null && !(step.id === unknown && found.at(-1) === unknown)) found.push(step.id);
      at = step.from;
    }
    return found.reverse();
  };
}
