// Why a reading waits for a person, as a person reads it: "which files are meant is a guess" turns into "Codicil guesses
// which files are meant".

import type { Rule } from "../policy/index.ts";

const GUESS = " is a guess";

export const doubtText = (doubt: string): string => (doubt.endsWith(GUESS) ? `Codicil guesses ${doubt.slice(0, -GUESS.length)}` : doubt);

/** Each once, in the order of the rules. */
export const doubtsOf = (rules: readonly Pick<Rule, "doubts">[]): readonly string[] => [
  ...new Set(rules.flatMap(({ doubts }) => doubts.map(doubtText))),
];
