// The weights of scoring. None was fitted to one set: each factor helps on at least three sets of different makers and costs
// none more than chance, or it is not here (`npm run bench -- recall --all --data DIR --steps`; docs/benchmarks.md has the
// table). The exceptions are known: `speaker` helps two sets (decision 0057), `otherVoice` two (0080).
// `written` helps four of seven further sets at five hits (0084).
// Gone since the first version: a penalty for units that ask, points for length, a factor for any speaker.

/** How much each part of a score counts. */
export interface Weights {
  /** BM25's own. */
  readonly saturation: number;
  /** How much length counts: from the first, for units of a few words, to the second, for those of `shortUnit` and more. */
  readonly lengthShare: readonly [number, number];
  /** Two units on each side, read as one text. Of short units; see `shortUnit`. */
  readonly near: number;
  /** Of that, what a unit borrows that nobody speaks: a paragraph stands for itself more than a turn does. */
  readonly written: number;
  readonly document: number;
  /** So many times that, where each text is a document of its own: it is found by all that it says, and its pieces are no neighbours. */
  readonly text: number;
  /** Factors. Of two people who talk, the one who is asked about: half of all units carry the name, so it says nothing by itself. */
  readonly speaker: number;
  /** In a talk with an assistant: what the assistant said; where its words are asked for, what the person said. People state,
   * assistants repeat and go on at length. */
  readonly otherVoice: number;
  readonly time: number;
  readonly phrase: number;
  /** What lies in the days that a query names gets so much of the best score on top: 1 is before all others. */
  readonly day: number;
  /** Units of up to this average length borrow in full from their neighbours; longer ones stand for themselves. */
  readonly shortUnit: number;
  /** What the best units say beside the words of a long question: the most that it counts, by how many words it grows to that, and from which word on. */
  readonly feedback: { readonly most: number; readonly over: number; readonly from: number };
}

/** The weights that are used. */
export const WEIGHTS: Weights = {
  saturation: 1.2,
  lengthShare: [0.4, 0.75],
  near: 0.6,
  written: 0.5,
  document: 0.5,
  text: 3,
  speaker: 1.6,
  otherVoice: 0.8,
  time: 1.3,
  phrase: 1.3,
  day: 1,
  shortUnit: 40,
  feedback: { most: 0.5, over: 10, from: 10 },
};
