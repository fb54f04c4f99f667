// Small files that are made, changed and removed as a whole: what became of each since both sides were the same. Pure.

export type Fate = "same" | "bring" | "take out" | "send" | "drop" | "both";

/** Git's ids of the bytes; null: not there. */
export interface Three {
  readonly base: string | null;
  readonly mine: string | null;
  readonly theirs: string | null;
}

/**
 * bring: theirs comes here · take out: they removed it, and it is untouched here · send: mine goes there · drop: removed here,
 * and untouched there · both: changed on both sides. A removal loses to a change.
 */
export function fateOf({ base, mine, theirs }: Three): Fate {
  if (mine === theirs) return "same";
  if (mine === base) return theirs === null ? "take out" : "bring";
  if (theirs === base) return mine === null ? "drop" : "send";
  if (theirs === null) return "send";
  return mine === null ? "bring" : "both";
}
