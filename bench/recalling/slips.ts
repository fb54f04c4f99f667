// Questions as hurried people type them: in each, one slip in a word of four letters or more.

import type { QuestionSet } from "./sets.ts";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** The same set with a slip in each question: a letter left out, another one, or two in the wrong order. A draw is the same in every run. */
export function withSlips({ name, collections }: QuestionSet, draw: number): QuestionSet {
  const random = randomFrom(draw);
  return {
    name: `${name}, slips ${draw}`,
    collections: collections.map(({ units, questions }) => ({
      units,
      questions: questions.map((question) => ({ ...question, query: slipped(question.query, random) })),
    })),
  };
}

function slipped(query: string, random: (below: number) => number): string {
  const words = [...query.matchAll(/[A-Za-z]{4,}/g)];
  const chosen = words[random(words.length)];
  if (chosen === undefined) return query;
  const [word] = chosen;
  const at = random(word.length - 1);
  const made = [
    () => word.slice(0, at) + word.slice(at + 1),
    () => word.slice(0, at) + LETTERS[random(LETTERS.length)] + word.slice(at + 1),
    () => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
  ][random(3)];
  return query.slice(0, chosen.index) + (made?.() ?? word) + query.slice(chosen.index + word.length);
}

/** Numbers by chance, the same ones for the same seed (xorshift). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return below === 0 ? 0 : (state >>> 0) % below;
  };
}
