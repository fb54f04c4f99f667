// A sentence whose other parts were not understood: "Don't commit anything, it messes up my rebase flow", "you may commit
// but never amend". The part that forbids or asks is whole by itself, so it is proposed; the others are named as its doubt.

import type { Draft } from "../forms/around.ts";
import { readSlots } from "../grammar/readSlots.ts";
import type { Slots } from "../grammar/slots.ts";
import type { Token } from "../tokens/tokens.ts";

/** Parts that limit the one before them. */
const LIMITS: ReadonlySet<string> = new Set(["unless", "except", "without", "granted", "before", "not", "permit", "if", "only", "in"]);
const CONTRAST = /^(?:but|but please|但|但是|aber|sondern|pero|mais|mas|sauf)$/i;
const MOST_PARTS = 6;

export function inParts(
  tokens: readonly Token[],
  verbLast: boolean,
  draftsOf: (slots: Slots, tokens: readonly Token[]) => readonly Draft[],
): Draft[] {
  const parts = partsOf(tokens);
  if (parts.length < 2 || parts.length > MOST_PARTS) return [];
  return parts.flatMap((part, at) => {
    // "If it is not yours, do not close it"
    if (parts.slice(at + 1).some(limits) || parts.slice(0, at).some(conditional)) return [];
    const { slots, next } = readSlots(part, 0, verbLast);
    if (next < part.length || !isWhole(slots)) return [];
    return draftsOf(slots, part).map((each) => ({ ...each, doubts: [...each.doubts, "what is said beside it was not understood"] }));
  });
}

function isWhole({ force, no, left, condition, weak, soft, marked, branches, parts: { main, before } }: Slots): boolean {
  // "Unit tests: fast, no external dependencies"
  if (no && main.acts.length === 0) return false;
  const plain = left.length + condition.length === 0 && !weak && !soft && !marked;
  const asked = force === "ask" ? before.acts.length + before.targets.length : 0;
  return (
    plain &&
    (force === "never" || force === "ask" || force === "only") &&
    main.acts.length + main.targets.length + branches.length + asked > 0
  );
}

/** A part that limits the one before, or goes on with its list: "never create, open or close pull requests". */
const limits = ([first, second]: readonly Token[]): boolean =>
  LIMITS.has(first?.sense?.cls ?? "") || isBase(first) || (/^(?:or|and)$/.test(first?.sense?.cls ?? "") && isBase(second));

const isBase = (token: Token | undefined): boolean => token?.sense?.cls === "act" && token.sense.form === "base";

const conditional = ([first]: readonly Token[]): boolean => first?.sense?.cls === "if" || first?.sense?.cls === "granted";

function partsOf(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if ((token.kind === "mark" && /^[,，]$/.test(token.text)) || CONTRAST.test(token.text)) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.filter((part) => part.length > 0);
}
